/**
 * Formats of responses by their name in `format=`. The first media type is the one that is sent; the others are accepted
 * too.
 */
export const FORMATS = {
  html: { types: ['text/html', 'application/xhtml+xml'], label: 'web page' },
  json: { types: ['application/json', 'application/problem+json', 'text/json'], label: 'JSON' },
  csv: { types: ['text/csv'], label: 'CSV' },
  ris: { types: ['application/x-research-info-systems'], label: 'RIS' },
  bibtex: { types: ['application/x-bibtex'], label: 'BibTeX' },
  rss: { types: ['application/rss+xml'], label: 'RSS' },
  atom: { types: ['application/atom+xml', 'application/xml', 'text/xml'], label: 'Atom' },
} as const satisfies Record<string, { types: readonly [string, ...string[]]; label: string }>;

/** Name of a format of search results, as in the parameter `format`. */
export type FormatName = keyof typeof FORMATS;

export const isFormatName = (name: string): name is FormatName => Object.hasOwn(FORMATS, name);
