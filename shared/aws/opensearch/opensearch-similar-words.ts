import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { SearchedText } from '../../ports/index-condition.ts';
import type { SimilarWordQuery } from '../../ports/search-index.ts';
import { type CountedWord, nearestWords } from '../../text/similar-words.ts';

/** The answer of the term suggester: for each name the words that it compared, here one, with the similar ones. */
export type Suggestions = Record<string, { options?: { text: string; freq: number }[] }[]>;

/** Words that the suggester compares for each that it returns. The nearest are compared. */
const INSPECTED = 5;

/**
 * Returns the request for words that are similar to one: the term suggester lists the terms of each text with the number of
 * records, nearest first.
 *
 * @param fields texts that the index has a field for: the suggester refuses others
 */
export function similarWordsBody(
  { words, maxEdits }: SimilarWordQuery,
  limit: number,
  fields: readonly SearchedText[],
): Record<string, unknown> {
  const suggester = (field: string) => ({
    field: `words.${field}`,
    suggest_mode: 'always',
    max_edits: maxEdits,
    prefix_length: 0,
    min_word_length: 1,
    accuracy: 0,
    // An absolute number: words of any frequency have similar words.
    max_term_freq: 2 ** 31 - 1,
    max_inspections: INSPECTED,
    size: limit,
    shard_size: limit,
  });
  const entries = words.flatMap((text, i) =>
    fields.map((field) => [`${i} ${field}`, { text, term: suggester(field) }] as const),
  );
  return { size: 0, suggest: Object.fromEntries(entries) };
}

/**
 * Returns the similar words of an answer, nearest first. A word counts as frequent as in the text that has it in the most records.
 */
export function similarWordsOf(answer: Suggestions, { words, maxEdits }: SimilarWordQuery, limit: number): string[] {
  const found = words.flatMap((word, i) => {
    const records = new Map<string, number>();
    for (const field of TEXT_FIELDS)
      for (const { text, freq } of answer[`${i} ${field}`]?.[0]?.options ?? [])
        records.set(text, Math.max(records.get(text) ?? 0, freq));
    const counted = [...records].map(([similar, count]): CountedWord => ({ word: similar, records: count }));
    return nearestWords(word, maxEdits, counted);
  });
  return [...new Set(found.map(({ word }) => word))].slice(0, limit);
}
