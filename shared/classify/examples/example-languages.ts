/** Examples in several languages. */
import type { ExampleText, ProposedTerm } from './propose-terms.ts';

/** Minimum number of examples from which a language has terms of its own. With one, a wrongly detected language would add noise. */
const MIN_EXAMPLES = 2;

/** Examples and other pages that are compared with each other. `languages`: those of all groups, or none if there is one group. */
export type LanguageGroup = {
  language: string;
  languages: readonly string[];
  examples: ExampleText[];
  others: ExampleText[];
};

/**
 * Groups pages by the languages of the examples, the most frequent one first. Pages in other languages belong to the first group. In
 * one group, the terms of the most frequent language would displace the others, and every page in another language would look off topic.
 */
export function groupByLanguage(examples: readonly ExampleText[], others: readonly ExampleText[]): LanguageGroup[] {
  const counts = new Map<string, number>();
  for (const { language } of examples) counts.set(language, (counts.get(language) ?? 0) + 1);
  const languages = [...counts]
    .sort(([, a], [, b]) => b - a)
    .filter(([, n], i) => i === 0 || n >= MIN_EXAMPLES)
    .map(([language]) => language);
  return languages.map((language, i) => {
    const isOfGroup = (page: ExampleText) =>
      page.language === language || (i === 0 && !languages.includes(page.language));
    const all = languages.length > 1 ? languages : [];
    return { language, languages: all, examples: examples.filter(isOfGroup), others: others.filter(isOfGroup) };
  });
}

/** Terms of one language, and the score per word above which a page is on topic by them. */
export type LanguageTerms = { terms: ProposedTerm[]; cutOff: number };

/** Maximum factor between the weights of two languages. A larger one comes from examples that share hardly any term. */
const MAX_FACTOR = 4;

/**
 * Joins the terms of languages, for the cut-off of the first one. Weights differ between languages with and without background words, so
 * those of the other languages are scaled.
 */
export function joinTerms([first, ...rest]: readonly LanguageTerms[]): LanguageTerms {
  if (!first) return { terms: [], cutOff: 0 };
  const terms = [...first.terms];
  for (const { terms: more, cutOff } of rest) {
    // Names such as Latin ones are terms of several languages.
    const known = new Set(terms.map(({ term }) => term));
    const factor = cutOff > 0 ? Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, first.cutOff / cutOff)) : 1;
    for (const one of more)
      if (!known.has(one.term)) terms.push({ ...one, weight: Math.max(1, Math.round(one.weight * factor)) });
  }
  return { terms, cutOff: first.cutOff };
}
