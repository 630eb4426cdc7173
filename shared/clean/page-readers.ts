import type { PageReader } from './content.ts';
import { PLAIN_TYPES } from './decode/text-types.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';
import { readText } from './read-text.ts';

/** Readers by media type. These types need no converter. */
export const PAGE_READERS: ReadonlyMap<string, PageReader> = new Map([
  ['text/html', readHtml],
  ['application/xhtml+xml', readHtml],
  ...PLAIN_TYPES.map((type): [string, PageReader] => [type, readText]),
  ['text/markdown', readMarkdown],
]);
