import type { Deleted } from '../url/deleted.ts';
import { DEFAULT_URL_RULES, type UrlRules } from '../url/url-rules.ts';
import { DEFAULT_DOCUMENT_RULES, type DocumentRules } from './document-rules.ts';
import type { Extractor } from './extract/extract-rules.ts';
import { DEFAULT_PAGE_LIMITS, type PageLimits } from './html/page-limits.ts';
import type { MainTextMethod } from './main-text/methods.ts';
import type { MarkdownWriter } from './markdown/writer.ts';
import { type FieldRules, NO_FIELD_RULES } from './metadata/map-metadata.ts';
import type { NewsRules } from './news.ts';
import type { Plugin } from './plugin.ts';
import type { SiteBlockChooser } from './site-pages.ts';

/** How captures are decoded, read and cleaned. */
export type CleanOptions = {
  /** How URLs are normalised. */
  rules: UrlRules;
  /** Product token of the crawler, as in its user agent. Robots directives may be addressed to it alone. */
  agent: string;
  /** Maximum length of a decoded body, in bytes; a longer body is `too-large`. */
  maxBytes: number;
  /** Maximum length of a decoded sitemap or feed, in bytes. */
  maxListBytes: number;
  /** Maximum ratio of the decoded to the encoded length of a body. */
  maxUnpackRatio: number;
  /** Maximum number of links of a page; further links are dropped. */
  maxLinks: number;
  /** Limits on the elements, attributes and media of a page. */
  pageLimits: PageLimits;
  /** Adds URLs in the main text to the links, with `rel` set to `text`. Default: off. */
  linksInText?: boolean | undefined;
  /** Adds the files that pages and stylesheets embed to the links, with `rel` set to `embedded`. Default: off. */
  embedded?: boolean | undefined;
  /** Adds the words around a link to the links of web pages. Default: off. */
  linkContext?: boolean | undefined;
  /** Maximum length of the main text, in UTF-16 units; the rest is cut off. */
  maxText: number;
  mainText: MainTextMethod;
  /** Compares pages of a host within a batch to find the site's boilerplate (`site-strings.ts`). */
  siteTemplates: boolean;
  /** Chooses the main text with the other pages of the batch. If it is absent, each page is read on its own. */
  chooseWithSite?: SiteBlockChooser | undefined;
  documents: DocumentRules;
  /** What was deleted from the crawl: its text is not kept. Absent: nothing. */
  deleted?: Deleted | undefined;
  /** Looks up the country of a server by its IP address. If it is absent, only the top-level domain is used. */
  countryOfIp?: ((address: string) => string | null) | undefined;
  /** Detects language and country. Default: on. */
  analyse?: boolean | undefined;
  /** Rules that map meta elements to fields of a record. */
  fields: FieldRules;
  /** Keeps only documents with at least one of these meta elements. Lower case; a trailing `*` matches any ending. Absent: all. */
  requiredMetadata?: readonly string[] | undefined;
  /** Writes the main text as Markdown too. Default: no Markdown. */
  markdown?: MarkdownWriter | undefined;
  /** Applies the extraction rules of the crawl. Absent if there are none. */
  extract?: Extractor | undefined;
  /** Adds the fields of a news data set. Absent if the crawl has no news profile. */
  news?: NewsRules | undefined;
  /** Plug-ins, applied to each document in this order. */
  plugins?: readonly Plugin[] | undefined;
};

export const DEFAULT_CLEAN_OPTIONS: CleanOptions = {
  rules: DEFAULT_URL_RULES,
  agent: 'thresher',
  maxBytes: 10_485_760,
  maxListBytes: 52_428_800,
  maxUnpackRatio: 100,
  maxLinks: 10_000,
  pageLimits: DEFAULT_PAGE_LIMITS,
  maxText: 2_000_000,
  mainText: 'model',
  siteTemplates: true,
  documents: DEFAULT_DOCUMENT_RULES,
  fields: NO_FIELD_RULES,
};
