import type { MarkdownIt, default as Package } from 'markdown-it';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('markdown-it');
let parser: MarkdownIt | undefined;

/**
 * Returns Markdown as HTML: CommonMark with tables, struck text and bare URLs. HTML in it is kept as it is. The time is linear for all texts, which is
 * why it is this parser: marked and commonmark are quadratic or exhaust the stack on nested lists and open links.
 */
export function renderMarkdown(markdown: string): string {
  parser ??= newParser();
  return parser.render(markdown);
}

function newParser(): MarkdownIt {
  const created = load()({ html: true, linkify: true });
  // Only complete URLs: `setup.py` is no host.
  created.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return created;
}
