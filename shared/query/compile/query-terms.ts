/** Returns the words of a form: one that a synonym of several words adds is a phrase, with blanks between them. */
export const wordsOfForm = (form: string): string[] => form.split(' ');

/** Returns whether an analysed form consists of several words. */
export const isPhraseForm = (form: string): boolean => form.includes(' ');

/** Returns the forms with the words of phrases in their place. Engines find the candidates by them; `rank-candidates.ts` counts the phrases. */
export const withoutPhrases = (words: readonly (readonly string[])[]): string[][] =>
  words.map((forms) => [...new Set(forms.flatMap(wordsOfForm))]);

/** Returns the forms of all words, each once, with the words of phrases in their place. */
export const formsOf = (words: readonly (readonly string[])[]): string[] => [...new Set(withoutPhrases(words).flat())];

/** A word of a query: its forms in the index, and how often the query has it. */
export type QueryTerm = { forms: readonly string[]; count: number };

/** Counts repeated words of a query. Keeps the order of their first places. */
export function countTerms(words: readonly (readonly string[])[]): QueryTerm[] {
  const terms = new Map<string, { forms: readonly string[]; count: number }>();
  for (const forms of words) {
    const key = forms.join(' ');
    const term = terms.get(key);
    if (term) term.count++;
    else terms.set(key, { forms, count: 1 });
  }
  return [...terms.values()];
}

/**
 * Returns a function for the number of records that tells how rare a form of a word is. The forms of a word in several languages
 * are one word, as in Lucene's synonym query: each is as frequent as the most frequent of them. Otherwise an English word would be rare, and
 * weigh much, in the few pages of a language that does not stem it. Phrases, and words that are joined of several words
 * of the query, are other words, with frequencies of their own.
 *
 * @param matching returns the number of records that have a form
 */
export function formFrequencies(
  terms: readonly Pick<QueryTerm, 'forms'>[],
  matching: (form: string) => number,
): (form: string) => number {
  const counts = new Map<string, number>();
  for (const form of terms.flatMap(({ forms }) => forms)) counts.set(form, (counts.get(form) ?? 0) + 1);
  const isOfOneWord = (form: string) => counts.get(form) === 1 && !isPhraseForm(form);
  const most = new Map<string, number>();
  for (const { forms } of terms) {
    const variants = forms.filter(isOfOneWord);
    if (variants.length < 2) continue;
    const frequency = Math.max(...variants.map(matching));
    for (const form of variants) most.set(form, frequency);
  }
  return (form) => most.get(form) ?? matching(form);
}

/** Returns the pairs of different words that are neighbours in the query, each once, as indices of `terms`. */
export function neighbourPairs(
  words: readonly (readonly string[])[],
  terms: readonly QueryTerm[],
): [first: number, second: number][] {
  const indexOf = new Map(terms.map(({ forms }, i) => [forms.join(' '), i]));
  const indices = words.map((forms) => indexOf.get(forms.join(' '))!);
  const pairs = new Map<string, [number, number]>();
  for (const [i, second] of indices.entries()) {
    const first = indices[i - 1];
    if (first !== undefined && first !== second) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}
