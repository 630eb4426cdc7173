import { escapeText } from 'entities/escape';
import { renderMarkdown } from '../../packages/markdown-parser.ts';
import { cutText } from '../../text/cut-text.ts';

/** Maximum length that is parsed, in UTF-16 units. A character of hostile text takes up to 16 µs. */
const MAX_PARSED = 300_000;

/**
 * Returns Markdown as HTML (`renderMarkdown`). Only the first 300,000 characters are parsed, up to the end of a paragraph or line. The rest follows as
 * plain paragraphs: its markup is text, and its links are none.
 */
export function markdownToHtml(markdown: string): string {
  const parsed = markdown.slice(0, parsedLength(markdown));
  const rest = markdown.slice(parsed.length).split(/\n(?:[^\S\n]*\n)+/);
  const paragraphs = rest.filter((text) => text.trim() !== '').map((text) => `<p>${escapeText(text)}</p>\n`);
  return renderMarkdown(parsed) + paragraphs.join('');
}

function parsedLength(markdown: string): number {
  const { length } = cutText(markdown, MAX_PARSED);
  if (length === markdown.length) return length;
  const paragraph = markdown.lastIndexOf('\n\n', length);
  const end = paragraph > length / 2 ? paragraph : markdown.lastIndexOf('\n', length);
  return end > length / 2 ? end : length;
}
