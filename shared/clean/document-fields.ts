/** Types of the fields of a `CleanDocument` that have a structure of their own. This file imports no code of the clean step. */
import type { Url } from '../url/url.ts';
import type { ParsedValue } from './metadata/value-grammar.ts';

/**
 * A link of a page: its resolved URL, anchor text and `rel` words. `around` is the text before and behind it in its paragraph, if the
 * crawl uses it (`linkContext`) and there is any.
 */
export type Link = { url: Url; anchor: string; rel: string; around?: string };

/**
 * A link that an extraction rule selects. `about` holds the values beside the link; they become `listing` of the linked page's
 * document. `extractRule` names the rule for the linked page; absent if the page's URL decides.
 */
export type FollowedLink = { url: Url; anchor: string; about: Record<string, string>; extractRule?: string };

/**
 * Why a text is not whole: `body`: the response was cut (`limits.maxPageBytes`, or `WARC-Truncated` of an archive); `conversion`: the
 * converter stopped at a limit of time or memory; `text`: the text is longer than `clean.maxText`. The first that applies.
 */
export type Truncation = 'body' | 'conversion' | 'text';

export type MediaKind = 'image' | 'video' | 'audio';

/** An image, video or audio file. `alt` is the alternative text of an image, or ''. */
export type Media = { url: Url; kind: MediaKind; alt: string };

/**
 * The kind of a page.
 *
 * | genre | meaning |
 * | --- | --- |
 * | `article` | a text with a date or an author |
 * | `collection` | products or works of one category, with links to each |
 * | `documentation` | a page of a manual or a reference |
 * | `listing` | a page that mainly links to other pages |
 * | `product` | one product with its description |
 * | `service` | what a company or a project offers |
 * | `home` | the start page of a site |
 * | `forum` | posts by several people |
 * | `document` | a self-contained text of another kind: a paper, an imprint, a file |
 * | `search` | search results |
 * | `error` | an error page, whatever its HTTP status (a soft 404) |
 */
export const GENRES = [
  'article',
  'collection',
  'documentation',
  'forum',
  'listing',
  'product',
  'service',
  'home',
  'document',
  'search',
  'error',
] as const;

export type Genre = (typeof GENRES)[number];

/** A value of a field: a text, number, ISO 8601 date or URL, or what a grammar parsed. */
export type FieldValue = string | number | ParsedValue;

/** Values by the name of a field. */
export type Fields = Record<string, FieldValue[]>;

/** An entity that JSON-LD describes. `type` is the schema.org type without the vocabulary's URL; properties without a value are absent. */
export type Thing = { type: string } & Record<string, string | string[]>;

/** A meta element with its name in lower case. `scheme` and `lang` are absent if the element has no such attribute. */
export type MetaElement = { name: string; content: string; scheme?: string; lang?: string };

/** Further metadata from the page and its server. */
export type PageAbout = {
  /** The page's own headline, if it differs from the document's title; otherwise null. */
  headline: string | null;
  /** The content of `<title>`, if it differs from the document's title; otherwise null. */
  pageTitle: string | null;
  /** Name of the site or journal, from `og:site_name` or `citation_journal_title`. */
  site: string | null;
  licence: string | null;
  generator: string | null;
  /** `Server`, `X-Powered-By` and `X-Generator`, as sent. */
  server: string | null;
  /** ISO 3166 code, by the server's IP address if the crawl has a database, otherwise by the top-level domain; null if unknown. */
  country: string | null;
  /** When the response stops being fresh; ISO 8601. */
  expires: string | null;
  /** Versions of the page in other languages. */
  alternates: { language: string; url: string }[];
  feeds: { url: string; type: string; title: string }[];
  /** Meta elements that have a scheme or a language. */
  qualified: MetaElement[];
  /** Entities described in JSON-LD, in page order. */
  things: Thing[];
  /** Rights reserved against text and data mining: TDMRep, `noai` words, and usage preferences of robots.txt and headers. */
  reserved: Record<string, string>;
};

/** The semantic header of a scientific paper, after CINDI's ASHG. Fields that are not found are null or empty. */
export type Paper = {
  title: string | null;
  authors: string[];
  abstract: string | null;
  keywords: string[];
  /** Subject headings, such as codes of the ACM, MSC or JEL classification. */
  subjects: string[];
  /** Bibliography entries, without their numbers. */
  references: string[];
};
