import { isPhraseForm, type QueryTerm, wordsOfForm } from '../../query/compile/query-terms.ts';
import { bm25 } from './bm25.ts';
import { countPhrase, countTermsOf, type RecordTerms } from './record-terms.ts';

/** One part of a score, such as a word of the query. Parts add up to the score. */
export type ScorePart = {
  part: 'word' | 'pair' | 'feedback' | 'engine' | 'quality' | 'freshness' | 'listing' | 'title' | 'url' | 'allWords';
  /** The words that score. Absent for parts without words. */
  words?: string;
  score: number;
};

/** A query, prepared to score records. */
export type ScoredQuery = {
  terms: readonly QueryTerm[];
  pairs: readonly (readonly [number, number])[];
  pairWeight: number;
  idf: (term: string) => number;
};

/** Scores of a record for a query. `missing`: words that the ranked part of it does not have. */
export type Relevance = { parts: ScorePart[]; missing: QueryTerm[] };

/** Returns a function that scores records for the words of a query and their neighbours. */
export function relevanceScorer({ terms, pairs, pairWeight, idf }: ScoredQuery) {
  const termsOfForm = new Map<string, number[]>();
  for (const [i, { forms }] of terms.entries())
    for (const form of forms) termsOfForm.set(form, [...(termsOfForm.get(form) ?? []), i]);
  const phrases = [...termsOfForm.keys()].filter(isPhraseForm).map(wordsOfForm);
  const wantedPairs = new Map(pairs.map((pair, i) => [pair.join(' '), i]));

  /** Counts neighbours in a record, weighted by field. */
  function countPairs({ fields }: RecordTerms): number[] {
    const counts = pairs.map(() => 0);
    if (pairs.length === 0) return counts;
    for (const { weight, terms: words } of fields) {
      let before: number[] | undefined;
      for (const word of words) {
        const now = termsOfForm.get(word);
        if (before && now) countPair(before, now, weight, counts);
        before = now;
      }
    }
    return counts;
  }

  function countPair(before: readonly number[], now: readonly number[], weight: number, counts: number[]) {
    for (const first of before)
      for (const second of now) {
        const pair = wantedPairs.get(`${first} ${second}`);
        if (pair !== undefined) counts[pair]! += weight;
      }
  }

  /** @param relativeLength length of the record divided by the mean length */
  return (record: RecordTerms, relativeLength: number): Relevance => {
    const counts = countTermsOf(record, (term) => termsOfForm.has(term));
    for (const phrase of phrases) counts.set(phrase.join(' '), countPhrase(record, phrase));
    const parts: ScorePart[] = [];
    const missing: QueryTerm[] = [];
    for (const term of terms) {
      const { forms, count } = term;
      const scores = forms.map((form) => bm25(idf(form), counts.get(form) ?? 0, relativeLength));
      const best = Math.max(...scores);
      if (best === 0) {
        missing.push(term);
        continue;
      }
      parts.push({ part: 'word', words: forms[scores.indexOf(best)]!, score: count * best });
    }
    for (const [i, times] of countPairs(record).entries()) {
      if (times === 0) continue;
      const [first, second] = pairs[i]!;
      const score = bm25(pairWeight, times, relativeLength);
      parts.push({ part: 'pair', words: `${terms[first]!.forms[0]} ${terms[second]!.forms[0]}`, score });
    }
    return { parts, missing };
  };
}
