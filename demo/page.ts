import type { OutcomeKind } from '../shared/fetch/outcome.ts';
import type { Reason } from '../shared/url/reason.ts';

export type Language = 'en' | 'de' | 'sv' | 'es' | 'ru' | 'ja';

/** The truth about one URL of the small web, told by those who built it: tests hold a crawl against it. */
export type SitePage = {
  /** Without a port: names lead to the server through the crawler's resolver setting. */
  url: string;
  host: string;
  /** Of the text; null where there is none. */
  language: Language | null;
  /** Whether it speaks of carnivorous plants; null where there is nothing to judge (errors, redirects, images). */
  onTopic: boolean | null;
  /** What the server answers when it is asked, robots or not; 0 for a connection that is reset. */
  status: number;
  expected: Expected;
  /**
   * Where the page leads for a crawler that obeys nofollow and takes session ids off: absolute, without fragments, each
   * once. A redirect leads to its target.
   */
  links: string[];
  /** URL of the page with the same bytes, where this one is the copy. */
  sameAs?: string;
  /** The page is the entrance to endlessly many others, which `pages()` does not list. */
  trap?: true;
};

/** What a polite crawler comes to when it wants the URL. */
export type Expected = { outcome: OutcomeKind; reason?: Reason };

export type Link = { href: string; text: string; nofollow?: true };

/** A page with text, before a layout makes it HTML. In paragraphs `[[href|anchor]]` is a link. */
export type Article = {
  /** With the query, if there is one. */
  path: string;
  title: string;
  language: Language;
  onTopic: boolean;
  sections: { heading?: string; paragraphs: string[] }[];
  description?: string;
  keywords?: string[];
  author?: string;
  /** `2021-05-14`. */
  date?: string;
  /** Shown beside the text. */
  related?: Link[];
  /** Content of the meta element `robots`. */
  robots?: string;
  canonical?: string;
  /** How the bytes are encoded and where that is said; utf-8, said in both places, when absent. */
  charset?: Charset;
  /** Other paths of the host under which the same bytes are found. */
  copies?: string[];
  trap?: true;
};

export type Charset = {
  bytes: 'utf-8' | 'windows-1252' | 'iso-8859-1' | 'utf-16le' | 'windows-1251' | 'shift_jis';
  /** Parameter of the media type; absent: none. */
  header?: string;
  /** In a meta element; absent: none. */
  meta?: string;
};

export type RobotsRules = { disallow: string[]; allow?: string[]; crawlDelayS?: number };

/** An answer that is no article. */
export type Special = {
  path: string;
  status: number;
  expected: Expected;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** `reset` drops the connection, `cut` says more bytes than it sends; a number waits so many ms before it answers. */
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
  /** Rules, or the status that robots.txt is answered with (404 when absent). */
  robots?: RobotsRules | 503;
  coding?: 'gzip' | 'br';
  validators?: 'etag' | 'last-modified';
  charset?: Charset;
  /** Copies every article of that host, byte for byte, under the same paths. */
  mirrorOf?: string;
  /** Name of a session parameter (a path parameter when it begins with `;`) that links carry, with another value on each page. */
  session?: string;
  /** Pages made on demand, without an end. */
  endless?: (path: string) => Article | undefined;
};
