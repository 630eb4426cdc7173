import { escapeText } from 'entities';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import type { Capture } from '../shared/fetch/warc/capture.ts';
import { headerValues } from '../shared/http/headers.ts';
import type { SearchRecord } from '../shared/ports/search-index.ts';
import { pageRules } from '../shared/robots/page-rules.ts';
import { archivedText } from './archived-body.ts';
import { harmlessHtml } from './archived-html.ts';

/**
 * A stored answer made fit to be shown: a whole, harmless HTML document. `shown` says what of it: the page, its plain
 * text as sent, or (of what is no text, or cannot be decoded) only the text that was read out of it.
 */
export type ArchivedCopy = { shown: 'page' | 'text' | 'extract'; html: string };

/** @returns `noarchive` when the publisher asks that no copies be shown, by header or in the page. */
export function archivedCopy(capture: Capture, record: SearchRecord): ArchivedCopy | 'noarchive' {
  const isHtml = record.type === 'text/html' || record.type === 'application/xhtml+xml';
  const text = isHtml || isText(record.type) ? archivedText(capture) : undefined;
  const page = isHtml && text !== undefined ? harmlessHtml(text, capture.url) : undefined;
  const metas = (page?.robots ?? []).map((content) => ({ name: 'robots', content }));
  const asked = pageRules(metas, headerValues(capture.headers, 'x-robots-tag'), DEFAULT_CLEAN_OPTIONS.agent);
  if (asked.noarchive || record.wishes?.includes('noarchive')) return 'noarchive';
  if (page) return { shown: 'page', html: page.html };
  if (text !== undefined && !isHtml) return { shown: 'text', html: textDocument(record.title, text) };
  return { shown: 'extract', html: textDocument(record.title, record.text) };
}

const isText = (type: string): boolean => /^text\/|[/+](json|xml|javascript)$/.test(type);

function textDocument(title: string, text: string): string {
  return `<!doctype html>
<title>${escapeText(title)}</title>
<style>:root{color-scheme:light dark}body{margin:1.5rem;font:1rem/1.5 ui-monospace,monospace}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;max-width:80ch;margin:0}</style>
<pre dir="auto">${escapeText(text)}</pre>
`;
}
