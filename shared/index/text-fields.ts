import type { SearchedText, TextField } from '../ports/index-condition.ts';
import type { SearchRecord } from '../ports/search-record.ts';

/** All indexed texts. Words without a field are searched in each of them. */
export const TEXT_FIELDS: readonly TextField[] = [
  'title',
  'headings',
  'text',
  'author',
  'anchors',
  'abstract',
  'keywords',
];

/** All texts that conditions are on. Words of URLs are searched by name only. */
export const SEARCHED_TEXTS: readonly SearchedText[] = [...TEXT_FIELDS, 'url'];

/** Returns whether a condition is on the words of URLs. */
export const isOnUrls = (fields: readonly SearchedText[]): boolean => fields[0] === 'url';

/** The fields of a record that its indexed texts come from. */
export type TextSource = Pick<
  SearchRecord,
  'title' | 'headings' | 'text' | 'author' | 'anchors' | 'description' | 'keywords' | 'about'
>;

/** A text, or its words, for each text field. */
export type RecordTexts = Record<TextField, string>;

/** Returns the indexed texts of a record. Empty: the record has no such text. */
export const textsOf = ({ title, headings, text, author, anchors, description, ...rest }: TextSource): RecordTexts => ({
  title,
  headings: headings.join('\n'),
  text,
  author: author ?? '',
  anchors: anchors?.join('\n') ?? '',
  abstract: description,
  keywords: keywordText(rest),
});

/** Returns the keywords and the identifiers of a record, one in a line. */
export const keywordText = ({ keywords, about = {} }: Pick<SearchRecord, 'keywords' | 'about'>): string =>
  [...keywords, ...[about['doi'], about['issn'], about['isbn']].filter((one) => one !== undefined)].join('\n');

/** Returns texts with a function applied to each. */
export const mapTexts = (texts: RecordTexts, map: (text: string, field: TextField) => string): RecordTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, map(text, field as TextField)]),
  ) as RecordTexts;
