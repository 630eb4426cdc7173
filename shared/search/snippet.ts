import { eachWord } from '../text/analysis/analyze.ts';
import { analysisLanguage } from '../text/analysis/language.ts';
import type { IsMarked } from './marked-words.ts';

/** Plain text, and the positions of query words in it: pairs of start and end. `offset`: where it begins in the text. UTF-16 units. */
export type Snippet = { snippet: string; marks: [start: number, end: number][]; offset: number };

/** Approximate length of a snippet, and the bounds of what a request may ask for, in UTF-16 units. */
export const SNIPPET_LENGTH = { preset: 240, min: 40, max: 2_000 };

type Found = { word: string; start: number; end: number };

/** Maximum length of the text that is searched for a passage, in UTF-16 units. */
const MAX_SEARCHED_LENGTH = 100_000;

/** Score of a query word that the passage already contains; its first occurrence scores 1. */
const REPEATED_WORD_SCORE = 0.1;

/**
 * Returns the passage with most of the query words, or the beginning of the text if it has none.
 *
 * @param language language of the text, ISO 639-1 or `und`
 * @param isMarked whether an analysed word is one of the query. Undefined: the query has none
 * @param length approximate length of the passage in UTF-16 units; words are not split
 */
export function snippetOf(
  text: string,
  language: string,
  isMarked: IsMarked | undefined,
  length = SNIPPET_LENGTH.preset,
): Snippet {
  const searched = text.slice(0, MAX_SEARCHED_LENGTH);
  const found = isMarked ? findWords(searched, language, isMarked) : [];
  const from = passageStart(searched, found, length);
  return cutPassage(searched, from, passageEnd(searched, from, length), found);
}

/** Finds the query words in a text. */
function findWords(text: string, language: string, isMarked: IsMarked): Found[] {
  const found: Found[] = [];
  eachWord(text, analysisLanguage(language), (word, start, end) => {
    if (isMarked(word)) found.push({ word, start: characterStart(text, start), end: wholeCharacter(text, end) });
  });
  return found;
}

/** Returns where the best passage begins: tries each found word as its first; the earliest of equals wins. */
function passageStart(text: string, found: readonly Found[], length: number): number {
  let best = -1;
  let first: Found | undefined;
  for (let i = 0; i < found.length; i++) {
    const distinct = new Set<string>();
    let score = 0;
    for (let j = i; j < found.length && found[j]!.end <= found[i]!.start + length; j++) {
      score += distinct.has(found[j]!.word) ? REPEATED_WORD_SCORE : 1;
      distinct.add(found[j]!.word);
    }
    if (score > best) {
      best = score;
      first = found[i]!;
    }
  }
  return first ? leadIn(text, first.start, Math.floor(length / 4)) : 0;
}

/** Returns a position up to `maxLength` before a word: the start of its sentence or paragraph, or else the start of a word. */
function leadIn(text: string, at: number, maxLength: number): number {
  const earliest = Math.max(0, at - maxLength);
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
  // Ends before the last word if that would be split. Text without blanks is cut at the limit.
  const kept = text.slice(from, end + 1).search(/\s\S*$/);
  return kept > length / 2 ? from + kept : wholeCharacter(text, end);
}

/**
 * What continues a character: the second half of a surrogate pair, vowel signs and accents, the vowel am of Thai and Lao, the vowel and the
 * end of a decomposed Korean syllable, the mark that voices a half-width kana, and what is joined to it.
 */
const CONTINUED = /[\udc00-\udfff\p{M}]|[\u0e33\u0eb3\u1160-\u11ff\uff9e\uff9f]|\u200d/u;

/** Characters are not longer, except in texts that stack accents for effect. UTF-16 units. */
const MAX_CHARACTER = 16;

/** Moves a position out of the middle of a character, forwards. */
function wholeCharacter(text: string, at: number): number {
  const last = Math.min(text.length, at + MAX_CHARACTER);
  let end = at;
  while (end < last && isContinued(text, end)) end++;
  return end;
}

/** Moves a position out of the middle of a character, backwards. */
function characterStart(text: string, at: number): number {
  const first = Math.max(0, at - MAX_CHARACTER);
  let start = at;
  while (start > first && isContinued(text, start)) start--;
  return start;
}

/** Returns whether the character before a position continues there. */
const isContinued = (text: string, at: number): boolean => at > 0 && CONTINUED.test(text.charAt(at));

/** Cuts out a passage, folds its white space and moves the marks accordingly. */
function cutPassage(text: string, from: number, to: number, found: readonly Found[]): Snippet {
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
    // Overlapping bigrams of unspaced letters become one mark.
    if (last && last[1] === markedFrom && start < at) last[1] = snippet.length;
    else marks.push([markedFrom, snippet.length]);
    at = end;
  }
  add(text.slice(at, to));
  snippet = snippet.trimEnd();
  return { snippet: to < text.length ? `${snippet} …` : snippet, marks, offset: from };
}
