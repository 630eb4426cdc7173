/** Media types of text that is readable as it is. Other types of text are code or data. */

/** Markdown, also by the names that servers used before RFC 7763. */
export const MARKDOWN_TYPES: readonly string[] = ['text/markdown', 'text/x-markdown', 'text/x-web-markdown'];

/** Tables, with a line for each row. */
export const TABLE_TYPES: readonly string[] = [
  ...['text/csv', 'application/csv', 'text/x-csv', 'text/comma-separated-values', 'text/tab-separated-values'],
];

/** Text without markup, or with markup that is readable as it is; tables included. */
export const PLAIN_TYPES: readonly string[] = [
  ...['text/plain', 'text/x-rst', 'text/prs.fallenstein.rst', 'text/asciidoc', 'text/x-asciidoc', 'text/org'],
  ...['text/x-org', ...TABLE_TYPES],
];
