/** Proposes the terms of a topic from a few pages about it. */
import { eachRawWord } from '../../text/analysis/analyze.ts';
import { analysisLanguage } from '../../text/analysis/language.ts';
import { plainWord } from '../../text/analysis/plain-word.ts';
import { memoizeText } from '../../text/memoize.ts';
import { backgroundShare, listedShare, shareInList } from './background.ts';

/** An example page. `language`: ISO 639-1. */
export type ExampleText = {
  title: string;
  text: string;
  language: string;
  /** The text with link texts and headings, as models read it. Absent: the same as `text`. */
  whole?: string;
};

/** A term for a topic definition. */
export type ProposedTerm = {
  term: string;
  weight: number;
  /** Number of examples that contain it. */
  examples: number;
};

/** Maximum number of words and of word pairs. */
const MAX_WORDS = 40;
const MAX_PAIRS = 20;
/** Minimum share of the examples that contain a term. */
const MIN_SHARE = 0.2;
/** Minimum log-odds of a term: e^3, or twenty times as frequent as elsewhere. */
const MIN_LOG_ODDS = 3;
/** Factor of a pair's share: words that are frequent alone are rarely neighbours. */
const PAIR_FACTOR = 0.05;
/** Lower bound of shares: no list is large enough to tell rarer ones apart. */
const LEAST_SHARE = 0.0002;
/** Stands for the share of a stop word: as if all documents had it. */
const STOP_WORD_SHARE = 1;
/**
 * A URL, host name or mail address in a text. Its words (`https`, `org`) say nothing about the topic. Only of printable ASCII: in scripts without
 * blanks the text goes on behind it.
 */
const ADDRESS =
  /\b(?:[a-z][a-z\d+.-]{1,15}:\/\/|www\.)[!#-;=?-~]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.(?:com|edu|gov|net|org)\b(?:\/[!#-;=?-~]*)?/gi;
/** Maximum number of words whose shares are kept. */
const MAX_KEPT_WORDS = 20_000;
/** Weight of the list of words against other pages, in documents. */
const LIST_WEIGHT = 30;

type Candidate = { isPair: boolean; share: number; examples: Set<number>; others: number; forms: Map<string, number> };

/**
 * Proposes words and word pairs that are much more frequent in the examples than elsewhere, the best first.
 *
 * @param others other pages, on any topic, to compare with; may be empty
 * @param languages languages of all examples of the topic, if there are several: a term counts in pages of each of them, so a word that
 *   is frequent in one of them is no term. `and` is the stem of the German `andere`
 */
export function proposeTerms(
  examples: readonly ExampleText[],
  others: readonly ExampleText[] = [],
  languages: readonly string[] = [],
): ProposedTerm[] {
  const shareElsewhere = sharesIn(languages);
  const candidates = new Map<string, Candidate>();
  for (const [i, example] of examples.entries())
    for (const { key, isPair, share, form } of wordsAndPairs(example, shareElsewhere)) {
      const found = candidates.get(key) ?? { isPair, share, examples: new Set(), others: 0, forms: new Map() };
      found.examples.add(i);
      found.forms.set(form, (found.forms.get(form) ?? 0) + 1);
      candidates.set(key, found);
    }
  for (const other of others)
    for (const key of new Set(wordsAndPairs(other, shareElsewhere).map((word) => word.key))) {
      const known = candidates.get(key);
      if (known) known.others++;
    }
  const ranked = [...candidates.values()]
    .flatMap((candidate) => rank(candidate, examples.length, others.length))
    .sort((a, b) => b.rank - a.rank || (a.term < b.term ? -1 : 1));
  const words = ranked.filter(({ isPair }) => !isPair).slice(0, MAX_WORDS);
  const pairs = ranked.filter(({ isPair }) => isPair).slice(0, MAX_PAIRS);
  return [...words, ...pairs]
    .sort((a, b) => b.rank - a.rank)
    .map(({ term, weight, examples: n }) => ({ term, weight, examples: n }));
}

/** @returns a list of at most one element: none for a candidate that is rare, or frequent elsewhere */
function rank({ isPair, share, examples, others, forms }: Candidate, all: number, allOthers: number) {
  const least = all === 1 ? 1 : Math.max(2, Math.ceil(all * MIN_SHARE));
  if (examples.size < least) return [];
  const here = (examples.size + 0.5) / (all + 1);
  const there = Math.max(LEAST_SHARE, (share * LIST_WEIGHT + others) / (LIST_WEIGHT + allOthers));
  const logOdds = Math.log(here / (1 - here)) - Math.log(there / (1 - there));
  if (logOdds < MIN_LOG_ODDS) return [];
  return [
    { isPair, rank: logOdds * here, term: termOf(forms), weight: Math.round(logOdds * 2), examples: examples.size },
  ];
}

/** Joins the forms of a word: `(sundew|sundews)`. Forms that are a twentieth of all or less are left out. */
function termOf(forms: ReadonlyMap<string, number>): string {
  const all = [...forms.values()].reduce((sum, n) => sum + n, 0);
  const kept = [...forms]
    .filter(([, n]) => n > all / 20)
    .map(([form]) => form)
    .sort();
  return kept.length === 1 ? kept[0]! : `(${kept.join('|')})`;
}

type Word = { key: string; isPair: boolean; share: number; form: string };

/** Returns a function for the largest share of the documents of some languages that have a word; `STOP_WORD_SHARE` for a stop word of one of them. */
function sharesIn(languages: readonly string[]): (form: string) => number {
  return memoizeText(MAX_KEPT_WORDS, (form) =>
    Math.max(
      0,
      ...languages.map((code) => {
        const stem = plainWord(analysisLanguage(code), form);
        return stem === '' ? STOP_WORD_SHARE : listedShare(stem, code);
      }),
    ),
  );
}

/**
 * Returns the share of documents with a pair of words. With a stop word that is not known to be a word of the language, it is that of the
 * other word: pages quote other languages.
 */
const pairShare = (one: number, other: number): number =>
  Math.min(one, other) * (Math.max(one, other) === STOP_WORD_SHARE ? 1 : PAIR_FACTOR);

/**
 * Returns the words of a text that are no stop words, no numbers and no parts of addresses, and pairs of neighbours. A stop word of another
 * language of the topic is only in pairs.
 *
 * @param shareElsewhere returns the share of documents in other languages that have a word; `STOP_WORD_SHARE` for a stop word
 */
function wordsAndPairs({ title, text, language }: ExampleText, shareElsewhere: (form: string) => number): Word[] {
  const analysis = analysisLanguage(language);
  const found: Word[] = [];
  let last: { word: Word; end: number } | undefined;
  const whole = `${title}\n\n${text}`.replace(ADDRESS, (address) => '\n'.repeat(address.length));
  eachRawWord(whole, (raw, start, end) => {
    const stem = plainWord(analysis, whole, start, end);
    const form = raw.toLowerCase();
    const elsewhere = shareElsewhere(form);
    if (stem === '' || !/^\p{L}[\p{L}\p{M}]+$/u.test(form) || (/^[a-z]+$/.test(form) && form.length < 3)) {
      last = undefined;
      return;
    }
    // A stop word of another language may be a word of this one, such as the English `war`: no term by itself, but in a pair.
    const isStopWord = elsewhere === STOP_WORD_SHARE;
    const share = isStopWord
      ? (shareInList(stem, language) ?? STOP_WORD_SHARE)
      : Math.max(elsewhere, backgroundShare(stem, language));
    const word: Word = { key: stem, isPair: false, share, form };
    if (!isStopWord) found.push(word);
    if (last && /^[ -]$/.test(whole.slice(last.end, start))) {
      const pair = pairShare(last.word.share, share);
      if (pair < STOP_WORD_SHARE)
        found.push({ key: `${last.word.key} ${stem}`, isPair: true, share: pair, form: `${last.word.form} ${form}` });
    }
    last = { word, end };
  });
  return found;
}
