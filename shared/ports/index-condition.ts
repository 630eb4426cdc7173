import type { PartsTest } from '../index/field-parts.ts';

/**
 * Which records match a query, after its fields are resolved and its words are analysed. Both search engines translate it
 * (`query/compile/`), so that both find the same records.
 */
export type IndexCondition =
  /** All records, or none. */
  | { match: 'all' | 'none' }
  | { match: 'and' | 'or'; parts: IndexCondition[] }
  | { match: 'not'; part: IndexCondition }
  /**
   * Words of one alternative in one of the fields. `maxGap`: at most that many other words between the first and the last of
   * them. Ordered without a gap: a phrase.
   */
  | { match: 'words'; fields: SearchedText[]; alternatives: string[][]; maxGap: number; ordered: boolean }
  /**
   * A text of the field that is equal to `text` (`index/whole-texts.ts`): the title, a heading, the name of an author.
   * `alternatives`: the words of the text, as each language indexes them. The field also has those of one alternative as a phrase.
   */
  | { match: 'whole'; field: WholeTextField; text: string; alternatives: string[][] }
  /** A record that has exactly this URL. `words`: those of the URL (`index/url-text.ts`), at least one. */
  | { match: 'url'; url: string; words: string[] }
  /** A word that the pattern matches: `*` stands for any letters, `?` for one. The rest are letters and digits. */
  | { match: 'wildcard'; fields: SearchedText[]; pattern: string }
  /** A word that differs from one of `words` in at most so many letters (inserted, removed, replaced, or swapped neighbours). */
  | { match: 'fuzzy'; fields: SearchedText[]; words: string[]; maxEdits: number }
  /** A value of a stored field, by the name in `index/search-fields.ts`, compared as that table says. */
  | { match: 'value'; field: string; value: string }
  /** A value of a mapped field that has all of these parts. */
  | ({ match: 'parts' } & PartsTest)
  /** One of these records, at most 20,000. */
  | { match: 'ids'; ids: readonly string[] }
  /**
   * A record with an annotation that meets a condition on the text field `text`, which is the text of the annotation. It is replaced by `ids`
   * before it reaches an engine (`annotations/annotated-index.ts`); an engine has no annotations, so there it matches nothing.
   */
  | { match: 'annotation'; on: IndexCondition }
  /** A day from `from` (inclusive) and before `before` (exclusive), both as `YYYY-MM-DD`. Absent: no bound. */
  | { match: 'days'; field: string; from?: string; before?: string };

/** Indexed texts of a record. `author`: the names of its authors. `anchors`: texts of links to it. `abstract`: its description. `keywords`: its keywords and identifiers. */
export type TextField = 'title' | 'headings' | 'text' | 'author' | 'anchors' | 'abstract' | 'keywords';

/**
 * Texts that conditions are on. `url`: the words of the URLs of a record (`index/url-text.ts`). They have an index of their own, so no condition
 * is on them and on other texts.
 */
export type SearchedText = TextField | 'url';

/** Texts that are also compared as a whole. */
export type WholeTextField = Extract<TextField, 'title' | 'headings' | 'author'>;

/** Order of the results by a stored field. */
export type IndexSort = { field: string; descending: boolean };
