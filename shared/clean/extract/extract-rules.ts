/** Extraction rules: fields, list items and links to follow that a crawl reads from pages, in addition to the main text. */

import type { Url } from '../../url/url.ts';
import type { Fields, FieldValue, FollowedLink } from '../document-fields.ts';
import type { QueryEncoder } from '../links/query-encoder.ts';

export const EXTRACT_TYPES = ['text', 'markdown', 'number', 'date', 'url'] as const;
export type ExtractType = (typeof EXTRACT_TYPES)[number];

/** Locates values in HTML elements, in JSON, or in JSON inside elements. Without any property, it locates the item or the page itself. */
export type ValueLocator = {
  /** CSS selector. */
  select?: string | undefined;
  /** Attribute of the element. Default: its text, or for URLs and dates the attribute that usually holds them. */
  attribute?: string | undefined;
  /** JSON path (`json-path.ts`), in the JSON scripts of the page or in the item. */
  json?: string | undefined;
};

/** A field: where its values are, and their type. */
export type ExtractField = ValueLocator & {
  type: ExtractType;
  /** Whether all values are read. Default: the first one only. */
  all?: boolean | undefined;
};

/** Links to follow. `as` names the rule for the linked pages. Default: the first rule whose URL patterns match. */
export type ExtractFollow = ValueLocator & { as?: string | undefined };

/** Items that repeat on a page, such as the rows of a table. Fields are looked up within an item. */
export type ExtractItems = ValueLocator & { fields: Record<string, ExtractField>; follow: readonly ExtractFollow[] };

/** Extracts fields and items from pages of one kind. */
export type ExtractRule = {
  name: string;
  /** URL patterns (`shared/url/pattern.ts`). If empty, the rule applies only to pages that another rule links to. */
  pages: readonly string[];
  fields: Record<string, ExtractField>;
  items?: ExtractItems | undefined;
  /** Locators of the links to follow. Default: the crawler follows all links of the page. */
  follow?: readonly ExtractFollow[] | undefined;
  /** Whether the page is kept as a document. False for listing pages that are only used to find links. */
  keep: boolean;
};

/** The extraction rules of a crawl. The rule that a link names applies, otherwise the first one that matches the page. */
export type ExtractRules = {
  rules: readonly ExtractRule[];
  /** Whether the crawler ignores the links of pages that match no rule. */
  followOnly: boolean;
  /** Maximum length of a page, in UTF-16 units; longer pages are not extracted from. */
  maxPageLength: number;
};

/** What the rules extracted from one page. */
export type ExtractResult = {
  /** Name of the rule; null if none matches the page. */
  rule: string | null;
  keep: boolean;
  fields: Fields;
  items: Record<string, FieldValue[]>[];
  /** Links to follow. If absent, all links of the page are followed. */
  follow?: FollowedLink[];
  /** Why nothing was extracted; absent if extraction ran. */
  reason?: 'too-large' | 'too-deep';
};

export type ExtractSource = {
  url: Url;
  /** The HTML or JSON text. */
  text: string;
  isJson: boolean;
  /** Base URL of relative URLs. */
  base: string;
  /** Encodes queries of URLs in the encoding of the page; absent if it is UTF-8. */
  encodeQuery?: QueryEncoder | undefined;
  /** Values that a seed file or an extraction rule gave with the link to this page. */
  about: Readonly<Record<string, string>>;
  /** Name of the rule that the linking page set for this page (`as`); absent if it set none. */
  linkedRule?: string | undefined;
};

/** Applies the extraction rules to a page; returns undefined if no rule matches. */
export type Extractor = (source: ExtractSource) => ExtractResult | undefined;
