import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerManualNavigation } from '../../../../shared/clean/main-text/corrections/manual-navigation.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Texts of the blocks whose scores are lowered on a page of a kind. */
function lowered(html: string, kind = 'documentation'): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length);
  lowerManualNavigation(
    scores,
    { page },
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return page.blocks.filter((_, i) => (scores[i] as number) < 0).map(({ text }) => text);
}

const text = `<p>${'Moss grows on stones and in the shade of trees. '.repeat(8)}</p>`;
const manual = (name: string) =>
  `<body><div class="${name}"><table><tr><td><a href=a.html>Prev</a><td>Part 1. Reference<td><a href=b.html>Next</a></table></div>${text}`;

test.each(['navheader', 'navfooter', 'spirit-nav', 'prev-next-area', 'docnav top'])('lowers links of %s', (name) => {
  expect(lowered(manual(name))).toEqual(['Prev', 'Part 1. Reference', 'Next']);
});

test('leaves other names, other kinds of pages and prose alone', () => {
  expect(lowered(manual('wy-grid-for-nav'))).toEqual([]);
  expect(lowered(manual('navheader'), 'article')).toEqual([]);
  expect(lowered(`<body><div class=docnav>${text}</div>${text}`)).toEqual([]);
});

test('leaves a page alone that has hardly any other text', () => {
  expect(lowered(`${manual('navheader').replace(text, '<p>Moss.</p>')}`)).toEqual([]);
});
