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

export type CleanOptions = {
  /** How links are spelled. */
  rules: UrlRules;
  /** Product token of the crawler, as in its user agent: robots words may be addressed to it alone. */
  agent: string;
  /** Of a body once its content coding is undone; a longer one is `too-large`. Bytes. */
  maxBytes: number;
  /** The same of a list of addresses, unpacked. */
  maxListBytes: number;
  /** It may be so many times as long as it was before. */
  maxUnpackRatio: number;
  /** Further links of a page are not listed. */
  maxLinks: number;
  /** Of the elements, attributes and media of a page. */
  pageLimits: PageLimits;
  /** Addresses in the main text are listed as links too, with the word `text` in `rel`. Not said: they are not. */
  linksInText?: boolean | undefined;
  /** Further main text is cut off. Characters. */
  maxText: number;
  mainText: MainTextMethod;
  /** Pages of a host that come together tell what is the site's (`site-strings.ts`). */
  siteTemplates: boolean;
  /** Of the batch that a page comes in; not said: the page is read by itself. */
  chooseWithSite?: SiteBlockChooser | undefined;
  documents: DocumentRules;
  /** The country of a server by its address; not said: by the name of its host alone. */
  countryOfIp?: ((address: string) => string | null) | undefined;
  /** Off: nobody looks for language and country. Not said: on. */
  analyse?: boolean | undefined;
  /** Which meta elements become fields of a record. */
  fields: FieldRules;
  /** Writes the main text as Markdown too; not said: it is not. */
  markdown?: MarkdownWriter | undefined;
  /** Takes out what rules of the crawl name; not said: there are none. */
  extract?: Extractor | undefined;
  /** Not said: pages are no articles of a data set. */
  news?: NewsRules | undefined;
  /** Asked in this order about each document. */
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
