import { escapeText } from 'entities';
import type { Capture } from '../shared/fetch/capture.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import { archivedText, headerValues } from './archived-body.ts';
import { harmlessHtml } from './archived-html.ts';

/**
 * A stored answer made fit to be shown: a whole, harmless HTML document. `shown` says what of it: the page, its plain
 * text as sent, or (of what is no text, or cannot be decoded) only the text that was read out of it.
 */
export type ArchivedCopy = { shown: 'page' | 'text' | 'extract'; html: string };

/** @returns `noarchive` when the publisher asks that no copies be shown, by header or in the page. */
export function archivedCopy(capture: Capture, record: SearchRecord): ArchivedCopy | 'noarchive' {
  if (headerValues(capture, 'x-robots-tag').some(asksNotToBeShown)) return 'noarchive';
  const isHtml = record.type === 'text/html' || record.type === 'application/xhtml+xml';
  const text = isHtml || isText(record.type) ? archivedText(capture) : undefined;
  if (text === undefined) return { shown: 'extract', html: textDocument(record.title, record.text) };
  if (!isHtml) return { shown: 'text', html: textDocument(record.title, text) };
  const { html, noarchive } = harmlessHtml(text, capture.url);
  return noarchive ? 'noarchive' : { shown: 'page', html };
}

const isText = (type: string): boolean => /^text\/|[/+](json|xml|javascript)$/.test(type);

/** A header may be for one robot only: `otherbot: noarchive`. */
function asksNotToBeShown(value: string): boolean {
  const robot = /^\s*([\w-]+)\s*:/.exec(value)?.[1]?.toLowerCase();
  return /\bnoarchive\b/i.test(value) && (robot === undefined || NOT_ROBOTS.has(robot));
}

/** Names before a colon that mean us or no robot at all. */
const NOT_ROBOTS = new Set(['thresher', 'robots', 'unavailable_after', 'max-snippet', 'max-image-preview']);

function textDocument(title: string, text: string): string {
  return `<!doctype html>
<title>${escapeText(title)}</title>
<style>:root{color-scheme:light dark}body{margin:1.5rem;font:1rem/1.5 ui-monospace,monospace}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;max-width:80ch;margin:0}</style>
<pre dir="auto">${escapeText(text)}</pre>
`;
}
