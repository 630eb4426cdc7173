import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerProgramParts } from '../../../../shared/clean/main-text/corrections/program-parts.ts';
import { PAGE_KINDS, type PageKind } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Texts of the blocks whose scores are lowered. */
function lowered(html: string, kind: PageKind = 'article'): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length);
  lowerProgramParts(scores, { page }, new Float32Array(PAGE_KINDS.map((one) => (one === kind ? 1 : 0))));
  return page.blocks.filter((_, i) => (scores[i] as number) < 0).map(({ text }) => text);
}

const text = `<p>${'Moss grows on stones and in the shade of trees. '.repeat(4)}</p>`;
const part = (attribute: string) => `<body>${text}<div ${attribute}><h3>Related</h3><p><a href=/a>Ferns</a></p></div>`;

test.each([
  'id=jp-relatedposts',
  'class="sharedaddy sd-sharing-enabled"',
  'class="subscription-widget-wrap"',
  'class="news-related-wrap"',
  'class="stat-block online-list"',
  'class=page-metadata',
  'class=button-wrapper',
])('lowers the part with %s', (attribute) => {
  expect(lowered(part(attribute))).toEqual(['Related', 'Ferns']);
});

test.each([
  'class="block upsell"',
  'class="product-detail-cross-selling cms-block-cross-selling"',
  'class=product-recommendations',
])('lowers the part with %s on pages of shops only', (attribute) => {
  expect(lowered(part(attribute), 'product')).toEqual(['Related', 'Ferns']);
  expect(lowered(part(attribute), 'article')).toEqual([]);
});

test.each(['page-metadata', 'navpath', 'button-wrapper'])('leaves a section %s with a text alone', (id) => {
  expect(lowered(`<body>${text}<section id=${id}><h2>Moss</h2>${text}</section>`)).toEqual([]);
});

test.each(['class=related', 'class="my-jp-relatedposts"', 'class="block"', 'class=article-info', 'class=stat-block'])(
  'leaves the part with %s alone',
  (attribute) => {
    expect(lowered(part(attribute))).toEqual([]);
  },
);

test('leaves a page alone whose text is mostly in such a part', () => {
  expect(lowered(`<body><p>Moss.</p><div class=jp-relatedposts>${text}</div>`)).toEqual([]);
});
