import type { SearchedText, WholeTextField } from '../ports/index-condition.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import { analyzeToString } from '../text/analysis/analyze.ts';
import { fnv1a } from '../text/fnv1a.ts';
import { authorNames } from './filter-values.ts';

/** Fields that are compared with a term as a whole: a title, one of the headings, the name of one author. */
const WHOLE_TEXT_FIELDS: readonly WholeTextField[] = ['title', 'headings', 'author'];

/** Headings of a record that are compared as a whole: its first. */
const MAX_HEADINGS = 100;

type WholeTextSource = Pick<SearchRecord, 'title' | 'headings' | 'author'>;

/** Returns the field that a condition on some fields compares as a whole, or undefined if there is none. */
export function wholeTextField(fields: readonly SearchedText[]): WholeTextField | undefined {
  return fields.length === 1 ? WHOLE_TEXT_FIELDS.find((field) => field === fields[0]) : undefined;
}

/** Returns a text as whole texts are compared: its words without case, accents and punctuation, with stop words, not stemmed. */
export const foldedText = (text: string): string => analyzeToString(text, 'und');

/** Returns whether a record has a text in a field. @param text folded (`foldedText`) */
export const hasWholeText = (record: WholeTextSource, field: WholeTextField, text: string): boolean =>
  textsOf(record, field).some((one) => foldedText(one) === text);

/** First key of whole texts. Those of near-duplicates and other formats (`text/duplicate-keys.ts`) are lower. */
const FIRST_KEY = 2 ** 33;

/**
 * Returns the key of a text in a field: FNV-1a, above the keys of duplicates.
 *
 * @param text folded. Different texts can have the same key, so a condition also needs the words of the text.
 */
export const wholeTextKey = (field: WholeTextField, text: string): number => FIRST_KEY + fnv1a(`${field}\n${text}`);

/** Returns the keys of all texts of a record, each once. */
export function wholeTextKeys(record: WholeTextSource): number[] {
  const keys = WHOLE_TEXT_FIELDS.flatMap((field) =>
    textsOf(record, field).map((text) => wholeTextKey(field, foldedText(text))),
  );
  return [...new Set(keys)];
}

function textsOf({ title, headings, author }: WholeTextSource, field: WholeTextField): readonly string[] {
  switch (field) {
    case 'title':
      return [title];
    case 'headings':
      return headings.slice(0, MAX_HEADINGS);
    case 'author':
      return authorNames(author);
  }
}
