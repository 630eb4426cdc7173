import type { Reader } from './content.ts';
import { readHtml } from './read-html.ts';
import { readText } from './read-text.ts';

/** Media type → its reader: what is read where it is. */
export const READERS: ReadonlyMap<string, Reader> = new Map([
  ['text/html', readHtml],
  ['application/xhtml+xml', readHtml],
  ['text/plain', readText],
  ['text/markdown', readText],
]);
