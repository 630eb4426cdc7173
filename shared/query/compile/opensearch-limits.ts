/*
 * OpenSearch refuses a search with too many queries that have no parts. A word is one in each field, and so is each word of a phrase. Languages and
 * synonyms multiply both, so long queries are shortened.
 */
import { type ConditionOf, partsOfKind, replaceParts } from '../../index/condition-parts.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, SearchedText } from '../../ports/index-condition.ts';

type Words = ConditionOf<'words'>;

/** Maximum number of queries without parts in a search (`indices.query.bool.max_clause_count`). */
const MAX_CLAUSES = 1_024;

/** Of these, those that filters, patterns and the state of a record need. */
const RESERVED_CLAUSES = 64;

/** Maximum number of words in all phrases of a search. In all fields they take half of `MAX_CLAUSES`. */
export const MAX_PHRASE_WORDS = 73;

/** Kinds of queries without parts. */
const LEAVES: ReadonlySet<string> = new Set([
  ...['term', 'terms', 'match', 'wildcard', 'fuzzy', 'regexp', 'range', 'exists', 'match_all', 'match_none'],
]);

/** Returns how many words can rank beside a condition, each of them in every field. @param condition a query of OpenSearch */
export const roomForWords = (condition: object | undefined): number =>
  Math.max(0, Math.floor((MAX_CLAUSES - RESERVED_CLAUSES - clausesOf(condition)) / TEXT_FIELDS.length));

/** Returns the number of queries without parts in a query, as the engine counts them. */
function clausesOf(query: unknown): number {
  if (typeof query !== 'object' || query === null) return 0;
  return Object.entries(query).reduce((sum, [name, value]) => sum + clausesOfKind(name, value), 0);
}

function clausesOfKind(name: string, value: { fields: string[]; query: string }): number {
  if (name === 'multi_match') return value.fields.length * value.query.split(' ').length;
  return LEAVES.has(name) ? 1 : clausesOf(value);
}

/** Fields that long phrases are in. */
const PHRASE_FIELDS: readonly SearchedText[] = ['title', 'text'];

/**
 * Leaves out phrases of a condition if there are too many. The first of each part stay: they are what the query says, in its likeliest language,
 * and synonyms come behind. If these are too many, they are searched for in titles and texts only.
 */
export function withFewerPhrases(condition: IndexCondition): IndexCondition {
  const parts = partsOfKind(condition, 'words').filter(({ alternatives }) => alternatives.some(isPhrase));
  if (phraseWords(parts) <= MAX_PHRASE_WORDS) return condition;
  const share = Math.floor(MAX_PHRASE_WORDS / parts.length);
  const limited = parts.map((part) => ({ ...part, alternatives: firstPhrases(part.alternatives, share) }));
  const isLong = phraseWords(limited) > MAX_PHRASE_WORDS;
  return replaceParts(
    condition,
    new Map<IndexCondition, IndexCondition>(
      parts.map((part, i) => [part, isLong ? withPhraseFields(limited[i]!) : limited[i]!]),
    ),
  );
}

/** Returns the number of words in the phrases of conditions. */
const phraseWords = (parts: readonly Words[]): number =>
  parts.flatMap(({ alternatives }) => alternatives.filter(isPhrase).flat()).length;

/** A condition that has single words too keeps its fields. */
function withPhraseFields(part: Words): Words {
  const isInAll = part.fields.length === TEXT_FIELDS.length && part.alternatives.every(isPhrase);
  return isInAll ? { ...part, fields: [...PHRASE_FIELDS] } : part;
}

const isPhrase = (words: readonly string[]): boolean => words.length > 1;

/** Returns the single words, and the first phrases that have no more words together, at least one of them. */
function firstPhrases(alternatives: readonly string[][], maxWords: number): string[][] {
  const first = alternatives.find(isPhrase);
  let count = 0;
  return alternatives.filter((words) => {
    if (isPhrase(words)) count += words.length;
    return !isPhrase(words) || words === first || count <= maxWords;
  });
}
