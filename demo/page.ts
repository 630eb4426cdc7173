import type { OutcomeKind } from '../shared/fetch/outcome.ts';
import type { Reason } from '../shared/url/reason.ts';

export type Language = 'en' | 'de' | 'sv' | 'es' | 'ru' | 'ja';

/** Ground truth about one URL of the small web. Tests compare a crawl with it. */
export type SitePage = {
  /** Has no port: the crawler's resolver setting leads to the server. */
  url: string;
  host: string;
  /** Language of the text; null if there is no text. */
  language: Language | null;
  /** Whether the page is about carnivorous plants; null for errors, redirects and images. */
  onTopic: boolean | null;
  /** Status of the response, regardless of robots.txt; 0 if the connection is reset. */
  status: number;
  expected: Expected;
  /**
   * Links for a crawler that obeys nofollow and removes session ids: absolute, without fragments and duplicates. A
   * redirect has its target as its only link.
   */
  links: string[];
  /** URL of the original if this page is a byte-identical copy. */
  sameAs?: string;
  /** Whether the page is the entry to an endless trap, whose pages `pages()` does not list. */
  trap?: true;
};

/** Outcome for a polite crawler. */
export type Expected = { outcome: OutcomeKind; reason?: Reason };

export type Link = { href: string; text: string; nofollow?: true };

/** A page before layout. In paragraphs `[[href|anchor]]` is a link. */
export type Article = {
  /** Includes the query, if any. */
  path: string;
  title: string;
  language: Language;
  onTopic: boolean;
  sections: { heading?: string; paragraphs: string[] }[];
  description?: string;
  keywords?: string[];
  author?: string;
  /** ISO 8601 date, such as `2021-05-14`. */
  date?: string;
  /** Images shown beside the text. */
  related?: Link[];
  /** Content of the robots meta element. */
  robots?: string;
  canonical?: string;
  /** Encoding of the bytes and where it is declared; default: utf-8, declared in header and page. */
  charset?: Charset;
  /** Other paths of the host with the same bytes. */
  copies?: string[];
  trap?: true;
};

export type Charset = {
  bytes: 'utf-8' | 'windows-1252' | 'iso-8859-1' | 'utf-16le' | 'windows-1251' | 'shift_jis';
  /** Charset parameter of the content type; absent: none. */
  header?: string;
  /** Charset in a meta element; absent: none. */
  meta?: string;
};

export type RobotsRules = { disallow: string[]; allow?: string[]; crawlDelayS?: number };

/** A response other than an article. */
export type Special = {
  path: string;
  status: number;
  expected: Expected;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** `reset` drops the connection, `cut` sends fewer bytes than declared, a number delays the response in ms. */
  manner?: 'reset' | 'cut' | number;
  links?: string[];
  language?: Language;
  onTopic?: boolean;
};

export type Host = {
  name: string;
  title: string;
  layout: 'modern' | 'table' | 'blog' | 'wiki';
  language: Language;
  articles: Article[];
  nav?: Link[];
  footer?: Link[];
  specials?: Special[];
  /** Rules of robots.txt, or its status; default: 404. */
  robots?: RobotsRules | 503;
  coding?: 'gzip' | 'br';
  validators?: 'etag' | 'last-modified';
  charset?: Charset;
  /** Mirrors every article of that host, byte for byte, under the same paths. */
  mirrorOf?: string;
  /** Name of a session parameter in links, with a new value on each page; a path parameter if it starts with `;`. */
  session?: string;
  /** Generates an endless series of pages. */
  endless?: (path: string) => Article | undefined;
};
