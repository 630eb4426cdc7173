import { kindAt, LETTER, SEPARATOR, widthAt } from '../text/letters.ts';
import { compilePattern, type Pattern } from './topic-pattern.ts';

/** Words in their order, or a regular expression. */
export type TopicPart = { kind: 'words'; words: string[] } | { kind: 'pattern'; pattern: Pattern };

/** A row of a topic definition. */
export type TopicTerm = {
  /** As it is written. */
  term: string;
  weight: number;
  classes: string[];
  /** More than one: all of them have to be there, in any order. */
  parts: (TopicPart & { source: string })[];
};

/** What is wrong with a topic definition: every fault with its line. */
export class TopicFileError extends Error {
  override readonly name = 'TopicFileError';
  /** `file:line: what is wrong`. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/**
 * Reads a topic definition as Combine has it: rows `weight: term [@and term]…=CLASS[,CLASS…]`, comments with `#`, empty
 * lines. Terms are single words, phrases, or Perl regular expressions.
 *
 * @param file its name, for messages.
 * @throws TopicFileError naming every line that cannot be read.
 */
export function readTopicFile(text: string, file: string): TopicTerm[] {
  const terms: TopicTerm[] = [];
  const faults: string[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    try {
      terms.push(readRow(line));
    } catch (error) {
      faults.push(`${file}:${i + 1}: ${(error as Error).message}`);
    }
  }
  if (faults.length === 0 && terms.length === 0) faults.push(`${file}:1: there is no term in it`);
  if (faults.length > 0) throw new TopicFileError(faults);
  return terms;
}

function readRow(line: string): TopicTerm {
  const colon = line.indexOf(':');
  const weight = line.slice(0, colon).trim();
  if (colon < 0 || !/^[-+]?\d+(\.\d+)?$/.test(weight)) throw new Error('a row begins with a whole number and a colon');
  // Terms may hold an equals sign, classes cannot.
  const equals = line.lastIndexOf('=');
  if (equals < colon) throw new Error('a row ends with = and its classes');
  const term = line.slice(colon + 1, equals).trim();
  if (term === '') throw new Error('there is no term between the colon and the =');
  const classes = line.slice(equals + 1).split(',');
  const names = [...new Set(classes.map((name) => name.trim()))];
  if (names.includes('')) throw new Error('a class has no name');
  return { term, weight: Number(weight), classes: names, parts: readParts(term) };
}

function readParts(term: string): TopicTerm['parts'] {
  return ` ${term} `.split(/\s@and(?=\s)/).map((text) => {
    const source = lowerCase(text.trim().replace(/\s+/g, ' '));
    if (source === '') throw new Error('@and stands between two terms');
    return { ...readPart(source), source };
  });
}

/** Terms are compared with text in lower case; what follows a backslash means something else in capitals. */
function lowerCase(term: string): string {
  return term.replace(/\\.|[^\\]+/gs, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));
}

function readPart(source: string): TopicPart {
  // Other punctuation than what may stand between the words of a phrase has to be there as written.
  if (/^[\p{L}\p{N}\p{M} '’-]+$/u.test(source) && /[\p{L}\p{N}]/u.test(source)) {
    return { kind: 'words', words: wordsOf(source) };
  }
  return { kind: 'pattern', pattern: compilePattern(source) };
}

/** Words of a text in lower case; where scripts put no blanks, each character is one. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = wordEnd(text, at);
    if (end > at) words.push(text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return words;
}

/** Where the word that starts at `at` ends; `at` itself when none does. */
export function wordEnd(text: string, at: number): number {
  const kind = kindAt(text, at);
  if (kind === SEPARATOR) return at;
  if (kind !== LETTER) return at + widthAt(text, at);
  let end = at + 1;
  while (end < text.length && kindAt(text, end) === LETTER) end++;
  return end;
}
