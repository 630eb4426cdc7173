import { cutText } from '../text/cut-text.ts';
import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import type { CleanDocument } from './document.ts';
import type { ExtractResult } from './extract/extract-rules.ts';

/** A decoded body and what a reader needs to know about it. */
export type ReaderInput = {
  url: Url;
  /** The body without its content coding. */
  bytes: Uint8Array;
  /** The sniffed media type. */
  mimeType: string;
  /** `Content-Type` as sent, with its parameters; '' if the header is absent. */
  contentType: string;
  options: CleanOptions;
  /** Time of the response, epoch ms; absent if unknown. */
  fetchedAt?: number | undefined;
  /** Values beside the link that led to the page; absent if there are none. */
  listing?: Readonly<Record<string, string>> | undefined;
  /** Name of the extraction rule that the linking page set; absent if it set none. */
  linkedRule?: string | undefined;
};

/** What a reader finds in a body. Fields that a format does not have are null or empty. */
export type Content = Pick<
  CleanDocument,
  | 'title'
  | 'text'
  | 'truncated'
  | 'charset'
  | 'charsets'
  | 'author'
  | 'date'
  | 'modified'
  | 'sources'
  | 'publisher'
  | 'genre'
  | 'fields'
  | 'items'
  | 'about'
  | 'description'
  | 'keywords'
  | 'headings'
  | 'links'
  | 'media'
  | 'metadata'
  | 'canonical'
> & {
  /** The main text as chosen without other pages of the site (`site-pages.ts`); absent if it equals `text`. */
  standaloneText?: string;
  /** The main text as Markdown; absent if the crawl does not write Markdown. */
  markdown?: string;
  /** The result of the extraction rules; absent if no rule matches the page. */
  extracted?: ExtractResult;
  declaredLanguage: string | null;
  /** Contents of meta robots elements, as written. */
  robots: string[];
};

/** Reads a format. Readers never throw: an unreadable body gives an empty text. */
export type PageReader = (source: ReaderInput) => Content;

/** Content without any values. */
export const EMPTY_CONTENT: Omit<Content, 'text'> = {
  title: null,
  charset: null,
  author: null,
  date: null,
  modified: null,
  sources: {},
  description: null,
  keywords: [],
  headings: [],
  links: [],
  metadata: {},
  canonical: null,
  declaredLanguage: null,
  robots: [],
};

/** Returns the text and, if it is longer than `maxText` (UTF-16 units), its beginning with the mark `truncated`. */
export function withinLimit(text: string, maxText: number): Pick<Content, 'text' | 'truncated'> {
  return text.length > maxText ? { text: cutText(text, maxText), truncated: 'text' } : { text };
}
