import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { TitleWord, WordQuery } from '../../ports/search-index.ts';
import { conditionQuery } from '../../query/compile/opensearch.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { type Aggregations, TITLE_WORDS } from './opensearch-fields.ts';

/** Words that are read to find similar ones among them: the most frequent ones of the records that have one. */
const MAX_COMPARED = 2_000;

/** Returns the request for title words. Of the records that have one it also counts their other words. */
export function titleWordsBody(query: WordQuery, size: number, live: object): Record<string, unknown> {
  const isPrefix = 'prefix' in query;
  const start = isPrefix ? query.prefix : Array.from(query.similarTo).slice(0, query.commonStart).join('');
  const condition = isPrefix
    ? { prefix: { [TITLE_WORDS]: start } }
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
    ...(start !== '' && { include: `${escapeRegex(start)}.*` }),
  };
  return { size: 0, query: { bool: { filter: [live, condition] } }, aggs: { words: { terms } } };
}

/** Escapes the operators of Lucene's regular expressions. */
const escapeRegex = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '\\$&');

export function titleWordsOf({ words }: Aggregations, query: WordQuery, size: number): TitleWord[] {
  const all = (words?.buckets ?? []).map(({ key, doc_count: records }) => ({ word: key, records }));
  if ('prefix' in query) return all;
  const { similarTo, maxEdits } = query;
  return all.filter(({ word }) => editDistance(word, similarTo, maxEdits) <= maxEdits).slice(0, size);
}

/** Returns the request that counts the records of each word, in its order. */
export function countMatchesBody(words: readonly (readonly string[])[], live: object): Record<string, unknown> {
  const filters = words.map((forms) => {
    const alternatives = forms.map((form) => [form]);
    return conditionQuery({ match: 'words', fields: [...TEXT_FIELDS], alternatives, maxGap: 0, ordered: true });
  });
  return { size: 0, query: { bool: { filter: [live] } }, aggs: { words: { filters: { filters } } } };
}

export const matchCountsOf = ({ words }: Aggregations, limit: number): number[] =>
  (words?.buckets ?? []).map(({ doc_count: count }) => Math.min(count, limit));
