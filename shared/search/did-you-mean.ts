import type { SearchIndex, TitleWord } from '../ports/search-index.ts';
import { queryWords } from '../query/compile/query-words.ts';
import { isSynonymWord, type SynonymGroups } from '../query/compile/synonyms.ts';
import { eachPosition } from '../text/analysis/analyze.ts';
import { analysisLanguage } from '../text/analysis/language.ts';
import { MAX_TITLE_WORD, titleWord } from '../text/analysis/title-words.ts';
import { editDistance } from '../text/edit-distance.ts';
import { compoundPattern } from './compound-pattern.ts';

/** A query with other words, or patterns of compounds, in place of words that hardly any record has. It is only offered, never searched. */
export type DidYouMean = {
  query: string;
  replaced: { word: string; by: string }[];
};

/** Words of at most this many records may be misspelt. */
const MAX_RARE = 2;

/** A word replaces a rare one if it is in so many times more titles than records have the rare one. */
const MIN_RATIO = 10;

/** Shorter words have too many similar ones. Words of up to 5 letters may differ in one edit, others in two. */
const MIN_LENGTH = 4;
const MAX_LENGTH_FOR_ONE_EDIT = 5;

/** Maximum number of words that are looked up, because each costs a query. */
const MAX_CHECKED = 6;

/** Maximum number of words that close ones are looked up for: OpenSearch counts the title words of all pages that have one. */
const MAX_REPLACED = 3;

/** A capital word may be an operator, and words next to these characters belong to one: field, pattern, similar word, URL. */
const OPERATORS = /^(?:AND|OR|NOT|NEAR|TO)$/;
const BEFORE_OPERAND = /[-:=<>*?/@.&\p{L}\p{N}]$/u;
const AFTER_OPERAND = /^[:*?~/@^\p{N}]/u;

const QUOTATION = /["“”„‟＂«»]/;

/** Characters around a word that a pattern can stand for: with a hyphen or another sign, it would be a pattern of more. */
const BEFORE_ALONE = /(?:^|[\s(])$/;
const AFTER_ALONE = /^(?:$|[\s),;.!])/;

/** `isAlone`: blanks or brackets are around it. */
type Word = { start: number; end: number; word: string; isAlone: boolean };

/**
 * Finds close words for the words of a query that hardly any record has.
 *
 * @param languages languages of the query, ISO 639-1
 * @param synonyms words that are searched for with each other. They are spelt right, however rare they are
 * @returns undefined if all words are frequent, or there are no close words
 */
export async function didYouMean(
  crawl: string,
  q: string,
  index: Pick<SearchIndex, 'titleWords' | 'countMatches' | 'search'>,
  languages: readonly string[],
  synonyms: SynonymGroups = [],
): Promise<DidYouMean | undefined> {
  const words = checkedWords(q).slice(0, MAX_CHECKED);
  if (words.length === 0) return undefined;
  const forms = words.map(({ word }) => queryWords(word, languages).flat());
  const counts = await index.countMatches(crawl, forms, MAX_RARE + 1);
  const rare = words
    .map((word, i) => ({ ...word, records: counts[i] ?? 0 }))
    .filter(({ word, records }) => records <= MAX_RARE && !isSynonymWord(word, synonyms, languages));
  // In a phrase a pattern is a word.
  const isPhrase = QUOTATION.test(q);
  const found = await Promise.all(
    rare
      .slice(0, MAX_REPLACED)
      .map(
        async ({ word, records, isAlone }) =>
          (isPhrase || !isAlone ? undefined : await compoundPattern(crawl, word, records, languages, index)) ??
          closeWord(crawl, word, records, languages, index),
      ),
  );
  const changes = rare.flatMap((word, i) => (found[i] === undefined ? [] : [{ ...word, by: found[i] }]));
  if (changes.length === 0) return undefined;
  const parts = changes.map(({ by, start }, i) => `${q.slice(changes[i - 1]?.end ?? 0, start)}${by}`);
  const query = `${parts.join('')}${q.slice(changes.at(-1)!.end)}`;
  return { query, replaced: changes.map(({ word, by }) => ({ word, by })) };
}

function checkedWords(q: string): Word[] {
  const words: Word[] = [];
  eachPosition(q, (start, end) => {
    const word = q.slice(start, end);
    const [before, after] = [q.slice(0, start), q.slice(end)];
    const isOperand = BEFORE_OPERAND.test(before) || AFTER_OPERAND.test(after);
    const isAlone = BEFORE_ALONE.test(before) && AFTER_ALONE.test(after);
    const isPlain =
      word.length >= MIN_LENGTH &&
      word.length <= MAX_TITLE_WORD &&
      /^\p{L}[\p{L}\p{M}]*$/u.test(word) &&
      !OPERATORS.test(word);
    if (isPlain && !isOperand) words.push({ start, end, word: titleWord(word), isAlone });
  });
  return words;
}

/** Similar words that are compared: those of the most titles. */
const MAX_SIMILAR = 50;

/**
 * Returns the closest word; of equally close ones that of the most titles. Words with the same first letter are looked up first:
 * few mistakes are there, and others cost a pass over the vocabulary. So those may differ in one edit only. A stop word replaces none: a
 * search does not look for it, and short words with a sense of their own are close to it (`Wann` to `wenn`).
 */
async function closeWord(
  crawl: string,
  word: string,
  records: number,
  languages: readonly string[],
  index: Pick<SearchIndex, 'titleWords'>,
): Promise<string | undefined> {
  const stopWords = languages.map(analysisLanguage);
  const isStopWord = (one: string) => stopWords.some((language) => language.isStopWord(one));
  const edits = Array.from(word).length <= MAX_LENGTH_FOR_ONE_EDIT ? 1 : 2;
  for (const query of [
    { similarTo: word, maxEdits: edits, commonStart: 1 },
    { similarTo: word, maxEdits: 1, commonStart: 0 },
  ]) {
    const found = await index.titleWords(crawl, query, MAX_SIMILAR);
    const frequent = found.filter((one) => one.word !== word && isFrequent(one, records) && !isStopWord(one.word));
    const closest = frequent.map((one) => ({ ...one, distance: editDistance(one.word, word, edits) }));
    const [best] = closest.sort((a, b) => a.distance - b.distance || b.records - a.records);
    if (best) return best.word;
  }
  return undefined;
}

const isFrequent = (candidate: TitleWord, records: number): boolean =>
  candidate.records >= Math.max(1, MIN_RATIO * records);
