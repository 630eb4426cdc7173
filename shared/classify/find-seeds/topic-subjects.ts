import type { TopicTerm } from '../terms/topic-file.ts';

/**
 * Returns the terms of a topic definition as subjects of queries, the heaviest first. Terms that exclude pages and regular
 * expressions are left out; the parts of an `@and` term become one subject.
 */
export function subjectsOfTerms(terms: readonly TopicTerm[], max: number): string[] {
  const subjects = terms
    .filter(({ weight, parts }) => weight > 0 && parts.every(({ kind }) => kind === 'words'))
    .sort((a, b) => b.weight - a.weight)
    .map(({ parts }) => parts.map(({ source }) => source).join(' '));
  return [...new Set(subjects)].slice(0, max);
}
