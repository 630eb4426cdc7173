import { TEXT_FIELDS } from '../../index/text-fields.ts';
import { wholeTextKey } from '../../index/whole-texts.ts';
import type { IndexCondition, IndexSort, SearchedText } from '../../ports/index-condition.ts';
import { ALL_WORDS_BONUS, BONUS } from './bonus.ts';
import { roomForWords, withFewerPhrases } from './opensearch-limits.ts';
import { countTerms } from './query-terms.ts';
import { fieldOfProperty } from './sql-fields.ts';

type Words = Extract<IndexCondition, { match: 'words' }>;
type Clause = Record<string, unknown>;

/**
 * Translates a condition to a query of OpenSearch. Texts of the query are only values: none of these queries has a syntax. They
 * match what the SQL of `conditionSql` matches.
 */
export function conditionQuery(condition: IndexCondition): Clause {
  switch (condition.match) {
    case 'all':
      return { match_all: {} };
    case 'none':
    case 'annotation':
      return { match_none: {} };
    case 'ids':
      return { terms: { id: condition.ids } };
    case 'and':
      return { bool: { filter: condition.parts.map(conditionQuery) } };
    case 'or':
      return anyOf(condition.parts.map(conditionQuery));
    case 'not':
      return { bool: { must_not: [conditionQuery(condition.part)] } };
    case 'value':
      return { term: { [fieldOfProperty(condition.field).stored]: condition.value } };
    case 'parts':
      return partsQuery(condition);
    case 'days':
      return daysQuery(condition);
    case 'wildcard':
      return anyOf(condition.fields.map((field) => ({ wildcard: { [nameOf(field)]: { value: condition.pattern } } })));
    case 'fuzzy':
      return fuzzyQuery(condition);
    case 'words':
      return alternativesQuery(condition);
    case 'whole':
      return wholeQuery(condition);
    case 'url':
      return urlQuery(condition);
  }
}

/** Translates the condition of a search. Leaves out phrases if the engine would refuse so many. */
export const limitedConditionQuery = (condition: IndexCondition): Clause => conditionQuery(withFewerPhrases(condition));

/** Single words are one query for each field together, because the engine limits the number of queries. */
function alternativesQuery(condition: Words): Clause {
  const [single = [], several = []] = [true, false].map((isSingle) =>
    condition.alternatives.filter((words) => (words.length === 1) === isSingle),
  );
  const phrases = several.map((words) => wordsQuery(words, condition));
  return anyOf([...(single.length > 0 ? termsQueries(single.flat(), condition.fields) : []), ...phrases]);
}

/** Words are the terms of the index, so no analysis is needed. */
const termsQueries = (words: readonly string[], fields: readonly SearchedText[]): Clause[] =>
  fields.map((field) => ({ terms: { [nameOf(field)]: words } }));

/**
 * Weights of the texts. A word is rarer in titles than in texts, so it weighs more there already. With larger weights, the 50
 * best records would differ from those of SQLite, which scores the fields together.
 */
const WEIGHTED_FIELDS = [
  'words.title^1.1',
  'words.headings^0.5',
  'words.text',
  'words.author^0.3',
  'words.anchors^1.1',
  'words.abstract^0.5',
  'words.keywords^0.5',
];

type RankingQueryOptions = {
  allWordsFirst?: boolean | undefined;
  condition?: Clause | undefined;
  weights?: ReadonlyMap<string, number> | undefined;
};

/**
 * Returns a query for each different word that ranks. A document scores the sum over all words; of each word, its best form
 * counts. If the engine would refuse so many queries, only the first forms of a word rank, and the others match.
 *
 * @param words the forms of each word (`queryWords`)
 * @param options.allWordsFirst adds a query that raises documents with all words above the others
 * @param options.condition the query that documents match, if not by the words
 * @param options.weights factors on the scores of forms
 */
export function rankingQueries(
  words: readonly (readonly string[])[],
  { allWordsFirst = false, condition, weights }: RankingQueryOptions = {},
): Clause[] {
  const room = roomForWords(condition);
  const terms = countTerms(words).slice(0, room);
  const isRaised = allWordsFirst && terms.length > 1 && room >= 3 * terms.length;
  const most = formsPerWord(terms, isRaised ? room - terms.length : room);
  const queries = terms.map(({ forms, count }) => ({
    dis_max: {
      queries: [
        ...forms.slice(0, most).map((form) => scoredWord(form, weights?.get(form))),
        ...matchedWords(forms.slice(most)),
      ],
      boost: count,
    },
  }));
  if (!isRaised) return queries;
  const filter = terms.map(({ forms }) => anyOf(termsQueries(forms, TEXT_FIELDS)));
  return [
    ...queries,
    { constant_score: { filter: { bool: { filter } }, boost: ALL_WORDS_BONUS * terms.length } },
  ] as Clause[];
}

/** Returns how many forms of each word can rank: all of them, or so many that there is room for the others too, which are one query a word. */
function formsPerWord(terms: readonly { forms: readonly string[] }[], room: number): number {
  const counts = terms.map(({ forms }) => forms.length);
  const most = Math.max(0, ...counts);
  const needed = (max: number) => counts.reduce((sum, count) => sum + Math.min(count, max) + (count > max ? 1 : 0), 0);
  for (let max = most; max > 1; max--) if (needed(max) <= room) return max;
  return 1;
}

const scoredWord = (query: string, boost?: number): Clause => ({
  multi_match: { query, type: 'most_fields', fields: WEIGHTED_FIELDS, ...(boost !== undefined && { boost }) },
});

const matchedWords = (words: readonly string[]): Clause[] =>
  words.length === 0 ? [] : [{ constant_score: { filter: anyOf(termsQueries(words, TEXT_FIELDS)) } }];

/** Returns the query for documents that have a word in any text. */
export const wordQuery = (query: string): Clause => ({ multi_match: { query, fields: TEXT_FIELDS.map(nameOf) } });

/** Returns the query for wildcards and similar words: each adds the same to the score. */
export const bonusQueries = (bonuses: readonly IndexCondition[]): Clause[] =>
  bonuses.map((bonus) => ({ constant_score: { filter: conditionQuery(bonus), boost: BONUS } }));

/** Returns the sort of results. Records without the field come last, also if an index of an earlier version has no such field. */
export const sortQuery = (sort: readonly IndexSort[]): Clause[] =>
  sort.map(({ field, descending }) => ({
    [fieldOfProperty(field).stored]: { order: descending ? 'desc' : 'asc', missing: '_last', unmapped_type: 'keyword' },
  }));

const nameOf = (field: SearchedText): string => `words.${field}`;

function anyOf(queries: Clause[]): Clause {
  if (queries.length === 1) return queries[0]!;
  return queries.length === 0 ? { match_none: {} } : { bool: { should: queries, minimum_should_match: 1 } };
}

/** The same as `hasParts`: blanks around a part do not count. */
function partsQuery({ field, separator, parts }: Extract<IndexCondition, { match: 'parts' }>): Clause {
  const any = separator.length === 1 ? `[^${escapeRegex(separator)}]*` : '.*';
  const value = parts
    .map((accepted) => (accepted === null ? any : ` *(${accepted.map(escapeRegex).join('|')}) *`))
    .join(escapeRegex(separator));
  return { regexp: { [fieldOfProperty('fields').stored]: { value: `${escapeRegex(`${field}=`)}${value}` } } };
}

/** Makes all characters literal in an expression of Lucene. Its operators are signs, and a backslash before a letter may be a class. */
const escapeRegex = (text: string): string => text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');

function daysQuery({ field, from, before }: Extract<IndexCondition, { match: 'days' }>): Clause {
  const name = fieldOfProperty(field).stored;
  if (from === undefined && before === undefined) return { exists: { field: name } };
  return {
    range: { [name]: { ...(from !== undefined && { gte: from }), ...(before !== undefined && { lt: before }) } },
  };
}

function fuzzyQuery({ words, fields, maxEdits }: Extract<IndexCondition, { match: 'fuzzy' }>): Clause {
  // This rewrite matches all similar words. The default takes the 50 nearest.
  const query = (value: string) => ({ value, fuzziness: maxEdits, rewrite: 'constant_score' });
  return anyOf(fields.flatMap((field) => words.map((word) => ({ fuzzy: { [nameOf(field)]: query(word) } }))));
}

/** Different texts can have the same key, so the words have to be there too. */
function wholeQuery({ field, text, alternatives }: Extract<IndexCondition, { match: 'whole' }>): Clause {
  const phrases = conditionQuery({ match: 'words', fields: [field], alternatives, maxGap: 0, ordered: true });
  return { bool: { filter: [phrases, { term: { near: wholeTextKey(field, text) } }] } };
}

/** The list of URLs has also those whose words are not indexed. Both engines find a record by the same URLs. */
function urlQuery({ url, words }: Extract<IndexCondition, { match: 'url' }>): Clause {
  const phrase = conditionQuery({ match: 'words', fields: ['url'], alternatives: [words], maxGap: 0, ordered: true });
  return { bool: { filter: [phrase, { term: { urlList: url } }] } };
}

/** Words arrive analysed, and the analyzer of the fields splits at blanks. */
function wordsQuery(words: readonly string[], { fields, maxGap, ordered }: Words): Clause {
  if (words.length === 1 || (ordered && maxGap === 0))
    return { multi_match: { query: words.join(' '), type: 'phrase', fields: fields.map(nameOf) } };
  const intervals = words.map((query) => ({ match: { query } }));
  return anyOf(
    fields.map((field) => ({ intervals: { [nameOf(field)]: { all_of: { intervals, max_gaps: maxGap, ordered } } } })),
  );
}
