import { partsOfKind } from '../index/condition-parts.ts';
import { isOnUrls } from '../index/text-fields.ts';
import type { IndexCondition } from '../ports/index-condition.ts';
import type { IndexQuery } from '../ports/search-index.ts';
import { wordsOfForm } from '../query/compile/query-terms.ts';
import { globMatches } from '../text/glob-match.ts';
import { isHan, widthAt } from '../text/letters.ts';

/** Returns whether a query finds a word, as the index holds it. */
export type IsMarked = (word: string) => boolean;

/**
 * Returns which words a snippet marks: those that rank, and those that patterns and similar words of the query stand for.
 *
 * @param query after `expandSimilarWords`
 * @returns undefined if the query has no words
 */
export function markedWords({
  words,
  condition,
  bonuses = [],
}: Pick<IndexQuery, 'words' | 'condition' | 'bonuses'>): IsMarked | undefined {
  const found = new Set(words.flat().flatMap(wordsOfForm));
  const patterns = new Set<string>();
  for (const one of condition ? [condition, ...bonuses] : bonuses) addWords(one, found, patterns);
  removeSingles(found, condition);
  if (found.size + patterns.size === 0) return undefined;
  const globs = [...patterns];
  return (word) => found.has(word) || globs.some((pattern) => globMatches(pattern, word));
}

/** Removes Chinese characters that are parts of a longer word of the query and no words of it: it does not find them alone. */
function removeSingles(words: Set<string>, condition: IndexCondition | undefined): void {
  const given = condition ? partsOfKind(condition, 'words').flatMap(({ alternatives }) => alternatives) : [];
  const alone = new Set(given.flatMap((one) => (one.length === 1 ? one : [])));
  for (const word of [...words])
    if (isHan(word, 0) && isHan(word, widthAt(word, 0)))
      for (const character of word) if (character !== word && !alone.has(character)) words.delete(character);
}

/** Excluded words and those of URLs are not marked. */
function addWords(condition: IndexCondition, words: Set<string>, patterns: Set<string>): void {
  if ('fields' in condition && isOnUrls(condition.fields)) return;
  if (condition.match === 'and' || condition.match === 'or')
    for (const part of condition.parts) addWords(part, words, patterns);
  else if (condition.match === 'words') for (const word of condition.alternatives.flat()) words.add(word);
  else if (condition.match === 'wildcard') patterns.add(condition.pattern);
}
