import type { FieldGrammars } from '../index/field-parts.ts';
import { type FilterName, SEARCH_FILTERS } from '../index/search-fields.ts';
import { describeQuery, isPlainQuery } from '../query/ast/describe-query.ts';
import { partNames } from '../query/compile/part-condition.ts';
import { resolveQuery } from '../query/compile/resolve-query.ts';
import type { ResolvedQuery } from '../query/compile/resolved-query.ts';
import type { SynonymGroups } from '../query/compile/synonyms.ts';
import { parseWeb } from '../query/web/parse-web.ts';

/** Maximum length of a question, in UTF-16 units. The rest is cut off. */
export const MAX_QUERY_LENGTH = 2_000;

/** A query in the web syntax, parsed for the index. */
export type Question = Omit<ResolvedQuery, 'sort'> & {
  /** How the question was understood, with its operators. Absent if it has only words and filters. */
  understood?: string;
  /** The identifier that it asks for, and the forms of each word that ranks, in place of those of `text`. Absent: it is in the web syntax. */
  identifier?: { key: string; words: string[][] };
};

/**
 * Reads a question in the web syntax. One that is too deep, or has too many operators, is searched as words. Never throws.
 *
 * @param languages languages of its words, ISO 639-1
 * @param grammars grammars of mapped fields, whose parts it may name
 * @param synonyms words that are searched for with each other
 */
export function readQuestion(
  text: string,
  languages: readonly string[],
  grammars: FieldGrammars = {},
  synonyms: SynonymGroups = [],
): Question {
  const cut = text.slice(0, MAX_QUERY_LENGTH);
  const { query, error } = parseWeb(cut, partNames(grammars));
  if (error) return wordsOnly(cut, error.message);
  const resolved = resolveQuery(query, { languages, grammars, synonyms });
  if ('error' in resolved) return wordsOnly(cut, resolved.error.message);
  return { ...resolved, ...(!isPlainQuery(query.root) && { understood: describeQuery(query.root) }) };
}

const wordsOnly = (text: string, message: string): Question => ({
  text: text.toWellFormed(),
  bonuses: [],
  filters: {},
  ignored: [{ operator: '…', detail: `${message}, so all of it is searched as words` }],
  faults: [],
});

/**
 * Parses a filter that is set by its name in a request.
 *
 * @returns the normalised value, or undefined if it is not valid
 */
export function parseFilter(name: FilterName, text: string): string | undefined {
  return SEARCH_FILTERS.find((filter) => filter.name === name)?.parse(text.trim());
}
