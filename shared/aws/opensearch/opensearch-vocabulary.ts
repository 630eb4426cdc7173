import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { TitleWord, WordQuery } from '../../ports/search-index.ts';
import { conditionQuery } from '../../query/compile/opensearch.ts';
import { wordsOfForm } from '../../query/compile/query-terms.ts';
import { spellingPattern, spellingSteps } from '../../text/analysis/letter-spellings.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { type Aggregations, TITLE_WORDS } from './opensearch-fields.ts';

/** Words that are read to find similar ones among them: the most frequent ones of the records that have one. */
const MAX_COMPARED = 2_000;

/** Returns the request for title words. Of the records that have one it also counts their other words. */
export function titleWordsBody(query: WordQuery, size: number, live: object): Record<string, unknown> {
  if ('from' in query || 'before' in query) return orderedWordsBody(query, size, live);
  const isPrefix = 'prefix' in query;
  const start = isPrefix
    ? prefixPattern(query)
    : escapeRegex(Array.from(query.similarTo).slice(0, query.commonStart).join(''));
  const condition = isPrefix
    ? { regexp: { [TITLE_WORDS]: `${start}.*` } }
    : {
        fuzzy: {
          [TITLE_WORDS]: { value: query.similarTo, fuzziness: query.maxEdits, prefix_length: query.commonStart },
        },
      };
  const terms = {
    field: TITLE_WORDS,
    size: isPrefix ? size : MAX_COMPARED,
    shard_size: MAX_COMPARED,
    order: [{ _count: 'desc' }, { _key: 'asc' }],
    ...(start !== '' && { include: `${start}.*` }),
  };
  return { size: 0, query: { bool: { filter: [live, condition] } }, aggs: { words: { terms } } };
}

/** Maximum length of a regular expression, in UTF-16 units: the engine refuses those above 1,000 (`index.max_regex_length`). */
const MAX_PATTERN = 990;

/** Returns a regular expression for the spellings of a beginning, or if there are too many, for the beginning as it is. */
function prefixPattern({ prefix, languages, asTyped }: Extract<WordQuery, { prefix: string }>): string {
  if (asTyped) return escapeRegex(prefix);
  const pattern = spellingPattern(spellingSteps(prefix, languages));
  return pattern.length <= MAX_PATTERN ? pattern : escapeRegex(prefix);
}

/** Returns the request for words in their order. A composite aggregation begins behind a word, which is therefore counted by itself. */
function orderedWordsBody(
  query: Extract<WordQuery, { from: string } | { before: string }>,
  size: number,
  live: object,
): Record<string, unknown> {
  const isUp = 'from' in query;
  const word = isUp ? query.from : query.before;
  const sources = [{ word: { terms: { field: TITLE_WORDS, order: isUp ? 'asc' : 'desc' } } }];
  // There is no word before the empty one, and the engine takes it for no place.
  const after = word === '' ? {} : { after: { word } };
  return {
    size: 0,
    query: { bool: { filter: word === '' && !isUp ? [{ match_none: {} }] : [live] } },
    aggs: {
      ordered: { composite: { size, sources, ...after } },
      ...(isUp && { first: { filter: { term: { [TITLE_WORDS]: word } } } }),
    },
  };
}

type OrderedWords = {
  ordered?: { buckets: { key: { word: string }; doc_count: number }[] };
  first?: { doc_count: number };
};

function orderedWordsOf(aggregations: OrderedWords, query: WordQuery, size: number): TitleWord[] {
  const { ordered, first } = aggregations;
  const found = (ordered?.buckets ?? []).map(({ key, doc_count: records }) => ({ word: key.word, records }));
  const own = 'from' in query && first && first.doc_count > 0 ? [{ word: query.from, records: first.doc_count }] : [];
  return [...own, ...found].slice(0, size);
}

/** Escapes the operators of Lucene's regular expressions. */
const escapeRegex = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '\\$&');

export function titleWordsOf(aggregations: Aggregations, query: WordQuery, size: number): TitleWord[] {
  if ('from' in query || 'before' in query) return orderedWordsOf(aggregations as OrderedWords, query, size);
  const { words } = aggregations;
  const all = (words?.buckets ?? []).map(({ key, doc_count: records }) => ({ word: key, records }));
  if ('prefix' in query) return all;
  const { similarTo, maxEdits } = query;
  return all.filter(({ word }) => editDistance(word, similarTo, maxEdits) <= maxEdits).slice(0, size);
}

/** Returns the request that counts the records of each word, in its order. */
export function countMatchesBody(words: readonly (readonly string[])[], live: object): Record<string, unknown> {
  const filters = words.map((forms) => {
    const alternatives = forms.map(wordsOfForm);
    return conditionQuery({ match: 'words', fields: [...TEXT_FIELDS], alternatives, maxGap: 0, ordered: true });
  });
  return { size: 0, query: { bool: { filter: [live] } }, aggs: { words: { filters: { filters } } } };
}

export const matchCountsOf = ({ words }: Aggregations, limit: number): number[] =>
  (words?.buckets ?? []).map(({ doc_count: count }) => Math.min(count, limit));
