import type { Url } from '../url/url.ts';
import type { CleanOptions } from './clean-options.ts';
import type { CleanDocument } from './document.ts';
import type { ExtractResult } from './extract/extract-rules.ts';

/** A body that is to become a document. */
export type ReaderInput = {
  url: Url;
  /** Content coding undone. */
  bytes: Uint8Array;
  /** Sniffed. */
  mimeType: string;
  /** As the server sent it, with its parameters; '': it did not. */
  contentType: string;
  options: CleanOptions;
  /** When it was sent, epoch ms; absent: nobody knows. */
  fetchedAt?: number | undefined;
  /** What stood beside the link that led to it; absent: nothing. */
  listing?: Readonly<Record<string, string>> | undefined;
};

/** What a format's reader finds; what it cannot know is null or empty. */
export type Content = Pick<
  CleanDocument,
  | 'title'
  | 'text'
  | 'charset'
  | 'charsets'
  | 'author'
  | 'date'
  | 'modified'
  | 'sources'
  | 'publisher'
  | 'genre'
  | 'fields'
  | 'about'
  | 'description'
  | 'keywords'
  | 'headings'
  | 'links'
  | 'media'
  | 'metadata'
  | 'canonical'
> & {
  /** The main text that it has when it is read by itself (`site-pages.ts`); absent: the same. */
  standaloneText?: string;
  /** The main text as Markdown; absent: nobody asked for it. */
  markdown?: string;
  /** What rules of the crawl took out of it; absent: none knows it. */
  extracted?: ExtractResult;
  declaredLanguage: string | null;
  /** Values of meta robots, as written. */
  robots: string[];
};

/** Reads a format. Never throws: what cannot be read is an empty text. */
export type PageReader = (source: ReaderInput) => Content;

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
