/** Groups the lines of PDF pages into paragraphs and headings, by font size, line spacing and indentation. */
import type { Part } from '../../../ports/converter.ts';
import type { Line } from './lines.ts';

/** Minimum font size of a heading, relative to the running text. */
const MIN_HEADING_SIZE = 1.15;
/** Maximum length of a heading, in UTF-16 units. */
const MAX_HEADING_LENGTH = 250;

/** A paragraph or heading whose lines are read. `at`: its place in the document. */
type OpenPart = { at: number; pieces: string[]; last: Line };

/** Maximum number of lines of a paragraph that may continue behind footnotes: its lines are joined again each time. */
const MAX_UNFINISHED_LINES = 500;

/**
 * Joins the lines of all pages to paragraphs and headings. A sentence may continue in the next column or on the next page. If
 * footnotes or captions in another size stand before its rest, they follow the paragraph.
 * @param bodySize font size of the running text, in points; 0 if unknown
 * @param left lines to leave out
 */
export function joinParts(pages: readonly (readonly Line[])[], bodySize: number, left: ReadonlySet<Line>): Part[] {
  const parts: Part[] = [];
  let open: OpenPart | undefined;
  let unfinished: OpenPart | undefined;
  let hasBreak = false;
  const end = ({ at, pieces, last }: OpenPart): void => {
    const text = pieces.join('');
    if (text.trim() === '') return;
    const part = newPart(text, last, bodySize);
    parts[at] = part;
    if (part.kind !== 'heading' && !isRunning(last, bodySize)) return;
    const mayContinue = part.kind === 'paragraph' && pieces.length <= MAX_UNFINISHED_LINES;
    unfinished = mayContinue ? { at, pieces, last } : undefined;
    hasBreak = false;
  };
  for (const lines of pages) {
    const spacing = lineSpacing(lines);
    let isFirst = true;
    for (const line of lines) {
      if (left.has(line)) continue;
      const isBreak: boolean = open !== undefined && (isFirst || line.y - open.last.y > MIN_STEP_UP * line.size);
      if (open && (isFirst ? startsPage(line, open.last) : startsPart(line, open.last, spacing))) {
        end(open);
        open = undefined;
      }
      hasBreak ||= isBreak;
      if (!open && unfinished && hasBreak && isRest(line, unfinished.last)) open = unfinished;
      open ??= { at: parts.length, pieces: [], last: line };
      addLine(open.pieces, line.text);
      open.last = line;
      isFirst = false;
    }
  }
  if (open) end(open);
  return parts;
}

/** Returns whether a line has the font size of the running text. */
const isRunning = ({ size }: Line, bodySize: number): boolean =>
  bodySize === 0 || Math.abs(size - bodySize) <= MAX_SIZE_DIFFERENCE * bodySize;

/** Minimum length of the lines before and after a break, in UTF-16 units. Shorter ones may be formulas. */
const MIN_REST_LENGTH = 25;

/** Returns whether a line continues a paragraph before footnotes or captions. */
const isRest = (line: Line, last: Line): boolean =>
  Math.min(line.text.length, last.text.length) >= MIN_REST_LENGTH &&
  !hasOtherSize(line, last) &&
  continuesSentence(line, last);

/** Minimum height of a step to the next column, relative to the font size. Formulas have lower ones. */
const MIN_STEP_UP = 6;

/** Returns whether a line is higher than the one before it on the page. */
const isNextColumn = (line: Line, previous: Line): boolean => previous.y - line.y < -0.5 * line.size;

/** Creates a heading if the font size, length and characters allow it, otherwise a paragraph or an entry of a list. */
function newPart(text: string, { size, isEntry }: Line, bodySize: number): Part {
  if (isEntry) return { kind: 'item', text };
  const isBody = bodySize === 0 || size < bodySize * MIN_HEADING_SIZE;
  if (isBody || text.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(text)) return { kind: 'paragraph', text };
  return { kind: 'heading', level: size > bodySize * 1.6 ? 1 : size > bodySize * 1.3 ? 2 : 3, text };
}

/** Returns the median distance between lines of a page, in points. */
function lineSpacing(lines: readonly Line[]): number {
  const distances: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const distance = lines[i - 1]!.y - lines[i]!.y;
    if (distance > 1 && distance < 3 * lines[i]!.size) distances.push(distance);
  }
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 0;
}

/** Maximum difference of the font sizes of lines of a paragraph, relative to the size. */
const MAX_SIZE_DIFFERENCE = 0.08;

const hasOtherSize = (line: Line, previous: Line): boolean =>
  Math.abs(line.size - previous.size) > MAX_SIZE_DIFFERENCE * previous.size;

/** Returns whether the first line of a page starts a new part. */
function startsPage(line: Line, previous: Line): boolean {
  return previous.isEntry || hasOtherSize(line, previous) || !continuesSentence(line, previous);
}

/** Returns whether a line starts a new part: by font size, distance or indentation. */
function startsPart(line: Line, previous: Line, spacing: number): boolean {
  if (previous.isEntry || hasOtherSize(line, previous)) return true;
  // The entry of a chapter often has no leader.
  if (line.isEntry && /\d\s*$/.test(previous.text)) return true;
  // A sentence may continue in the next column.
  if (isNextColumn(line, previous)) return !continuesSentence(line, previous);
  const distance = previous.y - line.y;
  if (distance > 1.35 * Math.max(spacing, line.size)) return true;
  return line.x - previous.x > 0.8 * line.size && distance > 0.5 * line.size && SENTENCE_END.test(previous.text);
}

const SENTENCE_END = /[.!?:;。！？)\]"”]\s*$/;

function continuesSentence(line: Line, previous: Line): boolean {
  return !SENTENCE_END.test(previous.text) && /^\p{Ll}/u.test(line.text);
}

/** Words after a hyphen that stands for a part of the next word: "Vor- und Nachteile". */
const CONJUNCTION = /^(?:und|oder|bzw|sowie|and|or|och|eller|og|et|ou|y)\b/;

/** Number of lines before, in which the beginning of a divided URL is looked for. */
const URL_LINES = 3;
const URL_END = /(?:https?:\/\/|www\.)\S+$/;
/** The rest of a divided URL, rather than a word of the sentence. Punctuation at its end does not count. */
const URL_REST = /^\S*(?:[/=&_%\d]|[?.-]\S*[\p{L}\p{N}])/u;
/** Number of UTF-16 units of the next line in which the rest of a URL is recognised. */
const MAX_REST_LENGTH = 200;

/**
 * Adds a line to the text of a paragraph. Removes the hyphen of a divided word, and adds no space between Chinese or Japanese characters.
 * @param pieces the lines before, with the spaces between them
 */
function addLine(pieces: string[], next: string): void {
  const last = pieces.pop();
  if (last === undefined) {
    pieces.push(next);
    return;
  }
  const line = last.trimEnd();
  const isInUrl = /[-\u2010/=&_]$/.test(line) && URL_END.test(pieces.slice(1 - URL_LINES).join('') + line);
  // A slash also ends whole URLs.
  if (isInUrl && line === last && (!line.endsWith('/') || URL_REST.test(next.slice(0, MAX_REST_LENGTH))))
    pieces.push(line, next);
  else if (isInUrl) pieces.push(last, ` ${next}`);
  else if (/\p{Ll}[-\u2010]$/u.test(line) && /^\p{Ll}/u.test(next) && !CONJUNCTION.test(next))
    pieces.push(line.slice(0, -1), next);
  // A compound, such as "EU-Kommission", or a range of numbers.
  else if (/[\p{L}\p{N}][-\u2010]$/u.test(line) && /^[\p{Lu}\p{N}]/u.test(next)) pieces.push(line, next);
  else if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(last)) pieces.push(last, next);
  else pieces.push(last, ` ${next}`);
}
