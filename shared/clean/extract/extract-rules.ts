/** What rules of a crawl take out of pages that they know, beside the main text: fields, items of lists, and links to follow. */

import type { Url } from '../../url/url.ts';
import type { Fields, FieldValue, FollowedLink } from '../document-fields.ts';

export const EXTRACT_TYPES = ['text', 'markdown', 'number', 'date', 'url'] as const;
export type ExtractType = (typeof EXTRACT_TYPES)[number];

/** Where a value stands: in elements, in JSON, or in JSON in elements. Neither is said: the item or the page itself. */
export type ValueLocator = {
  /** CSS selector. */
  select?: string | undefined;
  /** Of the element; not said: its text (for addresses and dates the attribute that holds them). */
  attribute?: string | undefined;
  /** JSON path, as `json-path.ts` reads it, in the scripts of the page that hold JSON, or in the item. */
  json?: string | undefined;
};

export type ExtractField = ValueLocator & {
  type: ExtractType /** All values and not only the first. */;
  all?: boolean | undefined;
};

/** Links to follow. `as`: the rule for the pages that they lead to; not said: the first whose patterns match. */
export type ExtractFollow = ValueLocator & { as?: string | undefined };

export type ExtractItems = ValueLocator & { fields: Record<string, ExtractField>; follow: readonly ExtractFollow[] };

export type ExtractRule = {
  name: string;
  /** Patterns of addresses (`shared/url/pattern.ts`); none: only pages that a link of another rule leads to. */
  pages: readonly string[];
  fields: Record<string, ExtractField>;
  items?: ExtractItems | undefined;
  /** What of the page is followed; not said: all its links, as everywhere. */
  follow?: readonly ExtractFollow[] | undefined;
  /** Off: a list that leads to pages and is no document itself. */
  keep: boolean;
};

export type ExtractRules = {
  rules: readonly ExtractRule[];
  /** Links of pages that no rule knows are not followed. */
  followOnly: boolean;
  /** A longer page is not looked into. Characters. */
  maxPageLength: number;
};

export type ExtractResult = {
  /** Name of the rule; null: none knows the page. */
  rule: string | null;
  keep: boolean;
  fields: Fields;
  items: Record<string, FieldValue[]>[];
  /** Absent: the page's links are followed as everywhere. */
  follow?: FollowedLink[];
  /** Why nothing was taken out. */
  reason?: 'too-large' | 'too-deep';
};

export type ExtractSource = {
  url: Url;
  /** The page, or the text of an answer in JSON. */
  text: string;
  isJson: boolean;
  /** What relative addresses are resolved against. */
  base: string;
  /** What stood beside the link that led to it. */
  about: Readonly<Record<string, string>>;
};

/** @returns undefined: no rule knows the page. */
export type Extractor = (source: ExtractSource) => ExtractResult | undefined;

/** Among what travels with a link: the rule for the page. */
export const RULE_KEY = 'rule';
