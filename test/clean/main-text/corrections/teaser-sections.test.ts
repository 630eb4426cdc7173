import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerTeaserSections } from '../../../../shared/clean/main-text/corrections/teaser-sections.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Scores of the blocks of a page of one kind, which were 3. */
function scoresOf(html: string, kind: string): number[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length).fill(3);
  lowerTeaserSections(
    scores,
    { page },
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

const section = (heading: string) =>
  `<h1>Roofs</h1><p>a</p><h2>${heading}</h2><h3><a href=/moss>Moss on slate</a></h3><p>b</p><h2>Prices</h2><p>c</p>`;

test.each([
  'Featured insights',
  'Featured client stories',
  'Our latest thinking',
  'Explore more articles',
  'Related case studies about slate',
  'Recent Blog Posts',
  'From our blog',
  'News and views',
  'What’s trending in roofs',
  'You might also be interested in',
  'Aktuelles',
  'Articles similaires',
])('lowers the scores from "%s" to the next heading of its rank on pages of services', (heading) => {
  expect(scoresOf(section(heading), 'service')).toEqual([3, 3, 0, 0, 0, 3, 3]);
  expect(scoresOf(section(heading), 'article')).toEqual(Array(7).fill(3));
});

test.each([
  'Customer stories',
  'Insights that lead to action',
  'Latest technology',
  'Newsletter',
  'What’s new in Roofer 3',
])('keeps the scores below "%s"', (heading) => {
  expect(scoresOf(section(heading), 'service')).toEqual(Array(7).fill(3));
});

test.each(['Latest news and events', 'Related articles on slate', 'More from the workshop'])(
  'keeps a section "%s" that has no link outside of the footer',
  (heading) => {
    const html = `<h1>Roofs</h1><h2>${heading}</h2><p>a</p><h2>${heading}</h2><p>b</p><footer><a href=/c>c</a></footer>`;
    expect(scoresOf(html, 'service')).toEqual(Array(6).fill(3));
  },
);

test.each(['Popular blog packages', 'More content that converts', 'Related content services', 'Other events we cater'])(
  'keeps the scores below "%s", which goes on after the word',
  (heading) => {
    expect(scoresOf(section(heading), 'service')).toEqual(Array(7).fill(3));
  },
);
