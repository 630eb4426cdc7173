import { type FilterValues, SEARCH_FILTERS } from '../../index/search-fields.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import { kindAt, UNSPACED, widthAt } from '../../text/letters.ts';
import { unspacedParts } from '../../text/unspaced-parts.ts';
import { periodOf } from './days.ts';
import { MAX_PHRASE_WORDS } from './opensearch-limits.ts';
import { wordsOfForm } from './query-terms.ts';
import { rawWords } from './raw-words.ts';
import type { ResolvedQuery } from './resolved-query.ts';
import { termForms, wordForms } from './term-forms.ts';
import { joined } from './text-condition.ts';

/**
 * Returns which records match a resolved query, with its filters.
 *
 * @param words the forms of each word that ranks (`queryWords`)
 * @param languages languages of the query, ISO 639-1
 */
export function queryCondition(
  { condition, filters, text }: ResolvedQuery,
  words: readonly (readonly string[])[],
  languages: readonly string[],
): IndexCondition {
  const own =
    condition ?? unspacedCondition(text, words, languages) ?? (words.flat().length > 0 ? anyForm(words) : undefined);
  return joined('and', [own, ...filterConditions(filters)]) ?? { match: 'all' };
}

/** Parts of a word that are left out between others, so that a long one has no more phrases than OpenSearch takes. */
const STEPS = [1, 2, 3];

/**
 * Returns the condition that a record has a word of a text, or a part of one that is in a script without blanks (`unspacedParts`). The pairs of letters
 * by which the index knows such words rank only: each would find far more pages.
 *
 * @param words the forms of each word of the text that ranks
 * @param languages languages of the query, ISO 639-1
 * @returns undefined if all words have blanks, or the text is too long
 */
export function unspacedCondition(
  text: string,
  words: readonly (readonly string[])[],
  languages: readonly string[],
): IndexCondition | undefined {
  if (unspacedParts(text).length === 0) return undefined;
  const pairs = rawWords(text).filter((raw) => kindAt(raw, 0, UNSPACED) === UNSPACED);
  const ofPairs = new Set(pairs.flatMap((raw) => wordForms(raw, languages)));
  const others = words.flat().filter((form) => !ofPairs.has(form));
  for (const step of STEPS) {
    const parts = [...new Set(unspacedParts(text, step))].flatMap((part) =>
      termForms(part, languages).map(withoutSingles),
    );
    const alternatives = [...others.map(wordsOfForm), ...parts];
    const phrases = alternatives.filter(({ length }) => length > 1);
    if (phrases.flat().length <= MAX_PHRASE_WORDS)
      return { match: 'words', fields: [...TEXT_FIELDS], alternatives, maxGap: 0, ordered: true };
  }
  return undefined;
}

/** Two letters are indexed as a pair, beside which a Chinese character has a word of its own. */
const withoutSingles = (words: string[]): string[] => {
  const pairs = words.filter((word) => word.length > widthAt(word, 0));
  return pairs.length === 1 ? pairs : words;
};

/** Returns the condition that a record has one of the forms of one of the words. */
export const anyForm = (words: readonly (readonly string[])[]): IndexCondition => ({
  match: 'words',
  fields: [...TEXT_FIELDS],
  alternatives: words.flat().map(wordsOfForm),
  maxGap: 0,
  ordered: true,
});

function filterConditions(filters: FilterValues): IndexCondition[] {
  return SEARCH_FILTERS.flatMap(({ name, field, bound = 'from' }): IndexCondition[] => {
    const value = filters[name];
    if (value === undefined) return [];
    if (field.matching !== 'day') return [{ match: 'value', field: field.property, value }];
    const from = periodOf(value)?.from ?? value;
    return [{ match: 'days', field: field.property, ...(bound === 'from' ? { from } : { before: from }) }];
  });
}
