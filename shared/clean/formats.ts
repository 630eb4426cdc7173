import type { Reader } from './content.ts';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

/** Media type → its reader. To read another format, write a file with its reader and add a row. */
export const READERS: ReadonlyMap<string, Reader> = new Map([
  ['text/html', readHtml],
  ['application/xhtml+xml', readHtml],
  ['text/plain', readText],
  ['text/markdown', readText],
]);
