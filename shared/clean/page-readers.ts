import type { PageReader } from './content.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';

/** Readers by media type. These types need no converter. */
export const PAGE_READERS: ReadonlyMap<string, PageReader> = new Map([
  ['text/html', readHtml],
  ['application/xhtml+xml', readHtml],
  ['text/plain', readText],
  ['text/markdown', readMarkdown],
]);
