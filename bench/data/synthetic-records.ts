import type { RecordChange } from '../../shared/ports/search-index.ts';
import { seenRecord } from './seen-record.ts';

/**
 * Records of 240 words on average, with words of a Zipf distribution and two words that no other record has, and queries for them. Ten
 * hosts have a third of the records and 2,000 hosts the rest; half of the records are English; classes are three levels deep; dates are
 * of 20 years.
 */
export type SyntheticRecords = {
  changeOf(n: number): RecordChange;
  /** A query of so many words. `common`: words that 10 to 90 % of the records have; `mixed`: of any frequency; `rare`: at most 1 %. */
  query(kind: QueryKind, words: number): string;
  /** A word of the texts. @param n its rank by frequency, from 1 */
  word(n: number): string;
};

export const QUERY_KINDS = ['common', 'mixed', 'rare'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

const VOCABULARY = 200_000;
/** Words of a text: from 50 to 600, on average about 240. */
const [SHORTEST, LONGEST] = [50, 600];
const LANGUAGES = ['en', 'en', 'en', 'de', 'sv', 'fr'];
const YEARS = 20;
/** Words that only one record has, for each record: vocabularies of web pages grow about so. */
const OWN_WORDS = 2;

/** Syllables of words. No word is a stop word, and none has an ending that stemmers change. */
const SYLLABLES = [...'bcdfghjklmnprstvwz'].flatMap((consonant) => [...'aiou'].map((vowel) => consonant + vowel));

/** Returns a word of so many syllables, another for each number. Words of neighbouring numbers do not begin alike. */
function syllables(n: number, count: number): string {
  let rest = (n * 7_919) % SYLLABLES.length ** count;
  let word = '';
  for (let i = 0; i < count; i++) {
    word += SYLLABLES[rest % SYLLABLES.length]!;
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return `${word}x`;
}

const COMMON_WORDS = 1_000;
const wordOf = (n: number): string => (n < COMMON_WORDS ? syllables(n, 2) : syllables(n, 3));
const ownWord = (n: number): string => syllables(n, 4);

/** @param first the same records and queries follow from the same number */
export function syntheticRecords(first = 1): SyntheticRecords {
  let state = first;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (n: number) => Math.floor(random() * n);
  /** Returns the number of a word: about one of the first ten is every tenth. */
  const wordNumber = () => Math.floor(Math.exp(random() ** 0.85 * Math.log(VOCABULARY)));
  const text = (length: number) => Array.from({ length }, () => wordOf(wordNumber())).join(' ');
  const picks: Record<QueryKind, () => number> = {
    common: () => 1 + below(8),
    mixed: wordNumber,
    rare: () => 1_000 + below(20_000),
  };
  return {
    changeOf(n) {
      const host = random() < 1 / 3 ? `large${below(10)}` : `host${below(2_000)}`;
      const url = `http://${host}.example/${n}`;
      const date = `${2005 + below(YEARS)}-${10 + below(3)}-${10 + below(19)}`;
      const own = Array.from({ length: OWN_WORDS }, (_, i) => ownWord(OWN_WORDS * n + i)).join(' ');
      const length = SHORTEST + Math.floor(random() ** 2 * (LONGEST - SHORTEST));
      return seenRecord({
        id: `r${n}`,
        url,
        title: text(6),
        headings: [text(4)],
        text: `${text(length)} ${own}`,
        date,
        language: LANGUAGES[below(LANGUAGES.length)]!,
        fetchedAt: n,
        score: random(),
        classes: [{ class: `c${below(5)}.s${below(5)}.t${below(5)}`, score: 1 }],
      });
    },
    word: wordOf,
    query: (kind, words) => Array.from({ length: words }, () => wordOf(picks[kind]())).join(' '),
  };
}
