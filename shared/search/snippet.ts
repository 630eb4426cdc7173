import { eachWord } from '../index/analyze.ts';
import { languageOf } from '../index/language.ts';

/** Plain text, and where found words stand in it: pairs of start and end, UTF-16 units. */
export type Snippet = { snippet: string; marks: [start: number, end: number][] };

type Found = { word: string; start: number; end: number };

/** So much of a text is looked at. UTF-16 units. */
const LOOKED_AT = 100_000;

/** A found word that the passage already has counts so much. */
const AGAIN = 0.1;

/**
 * The passage of a text that has most of the words asked for; the beginning where there is none.
 *
 * @param words as analysed. @param language of the text. @param length about so many UTF-16 units; words are kept whole.
 */
export function snippetOf(text: string, language: string, words: readonly string[], length = 240): Snippet {
  const looked = text.slice(0, LOOKED_AT);
  const found = findWords(looked, language, new Set(words));
  const from = passageStart(looked, found, length);
  return cut(looked, from, passageEnd(looked, from, length), found);
}

/** The same for a short text that is shown whole: a title. */
export function findWords(text: string, language: string, words: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  if (words.size === 0) return found;
  const known = languageOf(language);
  eachWord(text, known, (word, start, end) => {
    if (words.has(word)) found.push({ word, start, end });
  });
  return found;
}

/** Where the best passage begins: each found word is tried as its first, and the earliest of equals wins. */
function passageStart(text: string, found: readonly Found[], length: number): number {
  let best = -1;
  let first: Found | undefined;
  for (let i = 0; i < found.length; i++) {
    const distinct = new Set<string>();
    let score = 0;
    for (let j = i; j < found.length && found[j]!.end <= found[i]!.start + length; j++) {
      score += distinct.has(found[j]!.word) ? AGAIN : 1;
      distinct.add(found[j]!.word);
    }
    if (score > best) {
      best = score;
      first = found[i]!;
    }
  }
  return first ? leadIn(text, first.start, Math.floor(length / 4)) : 0;
}

/** A little before the word: the start of its sentence or paragraph where that is near, else of a word. */
function leadIn(text: string, at: number, most: number): number {
  const earliest = Math.max(0, at - most);
  const before = text.slice(earliest, at);
  const sentence = [...before.matchAll(/(?:[.!?]\s+|[。！？]|\n\s*\n)/g)].at(-1);
  if (sentence) return earliest + sentence.index + sentence[0].length;
  if (earliest === 0) return 0;
  const blank = before.search(/\s/);
  return blank < 0 ? wholeCharacter(text, earliest) : earliest + blank + 1;
}

function passageEnd(text: string, from: number, length: number): number {
  const end = from + length;
  if (end >= text.length) return text.length;
  // The last word is left out when it would be cut; text without blanks is cut where it must be.
  const kept = text.slice(from, end + 1).search(/\s\S*$/);
  return kept > length / 2 ? from + kept : wholeCharacter(text, end);
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at + 1 : at;
}

/** Folds white space and moves the marks with it. */
function cut(text: string, from: number, to: number, found: readonly Found[]): Snippet {
  const marks: [number, number][] = [];
  let snippet = from > 0 ? '… ' : '';
  let at = from;
  const add = (part: string) => {
    const folded = part.replace(/\s+/g, ' ');
    snippet += snippet === '' || snippet.endsWith(' ') ? folded.trimStart() : folded;
  };
  for (const { start, end } of found) {
    if (start < from || end > to || end <= at) continue;
    add(text.slice(at, Math.max(at, start)));
    const markedFrom = snippet.length;
    add(text.slice(Math.max(at, start), end));
    const last = marks.at(-1);
    // Pairs of unspaced letters overlap: they are one mark.
    if (last && last[1] === markedFrom && start < at) last[1] = snippet.length;
    else marks.push([markedFrom, snippet.length]);
    at = end;
  }
  add(text.slice(at, to));
  snippet = snippet.trimEnd();
  return { snippet: to < text.length ? `${snippet} …` : snippet, marks };
}
