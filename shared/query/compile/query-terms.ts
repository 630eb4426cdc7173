/** Returns the words of a form: one that a synonym of several words adds is a phrase, with blanks between them. */
export const wordsOfForm = (form: string): string[] => form.split(' ');

/** Returns whether an analysed form consists of several words. */
export const isPhraseForm = (form: string): boolean => form.includes(' ');

/** Returns the forms with the words of phrases in their place. Engines find the candidates by them; `rank-candidates.ts` counts the phrases. */
export const withoutPhrases = (words: readonly (readonly string[])[]): string[][] =>
  words.map((forms) => [...new Set(forms.flatMap(wordsOfForm))]);

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
