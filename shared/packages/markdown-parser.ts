import { escapeText } from 'entities/escape';
import type { MarkdownIt, default as Package } from 'markdown-it';
import { cutText } from '../text/cut-text.ts';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('markdown-it');
let parser: MarkdownIt | undefined;
/** Maximum length that is parsed, in UTF-16 units. A character of hostile text takes up to 16 µs. */
const MAX_PARSED = 300_000;

/**
 * Returns Markdown as HTML: CommonMark with tables, struck text and bare URLs. HTML in it is kept as it is. The time is linear for all texts, which is
 * why it is this parser: marked and commonmark are quadratic or exhaust the stack on nested lists and open links. Only the first 300,000 characters are
 * parsed, up to the end of a paragraph or line. The rest follows as plain paragraphs: its markup is text, and its links are none.
 */
export function markdownToHtml(markdown: string): string {
  parser ??= newParser();
  const parsed = markdown.slice(0, parsedLength(markdown));
  const rest = markdown.slice(parsed.length).split(/\n(?:[^\S\n]*\n)+/);
  const paragraphs = rest.filter((text) => text.trim() !== '').map((text) => `<p>${escapeText(text)}</p>\n`);
  return parser.render(parsed) + paragraphs.join('');
}

function parsedLength(markdown: string): number {
  const { length } = cutText(markdown, MAX_PARSED);
  if (length === markdown.length) return length;
  const paragraph = markdown.lastIndexOf('\n\n', length);
  const end = paragraph > length / 2 ? paragraph : markdown.lastIndexOf('\n', length);
  return end > length / 2 ? end : length;
}

function newParser(): MarkdownIt {
  const created = load()({ html: true, linkify: true });
  // Only complete URLs: `setup.py` is no host.
  created.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return created;
}
