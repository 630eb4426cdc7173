import { expect, test } from 'vitest';
import { compileFilters } from '../../shared/classify/judge.ts';
import { gatherLinks } from '../../shared/classify/links/gather-links.ts';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanPage } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';

const PAGE = 'http://bog.example/' as Url;
const END = Date.parse('2030-06-25T15:00:00Z');
const clean = (head: string, header = '', fetchedAt = END - 1) =>
  cleanPage(
    {
      url: PAGE,
      headers: [['content-type', 'text/html'], ...(header ? ([['X-Robots-Tag', header]] as [string, string][]) : [])],
      body: Buffer.from(`<head>${head}</head><p>Sundews catch flies. <a rel=ugc href=/a>a</a> <a href=/b>b</a>`),
      fetchedAt,
    },
    OPTIONS,
  );

test.each([
  ['<meta name=robots content="noarchive, nosnippet">', '', ['noarchive', 'nosnippet'], null],
  ['<meta name=thresher content=none>', '', ['noindex', 'nofollow'], 'noindex'],
  ['<meta name=otherbot content=none>', '', [], null],
  ['', 'thresher: noindex', ['noindex'], 'noindex'],
  ['', 'otherbot: noindex, thresher: nofollow', ['nofollow'], null],
  ['<meta name=robots content="max-snippet:0">', '', ['nosnippet'], null],
])('%s and the header %j give %j', (head, header, robots, reason) => {
  expect(clean(head, header)).toMatchObject({ robots, reason });
});

test('unavailable_after drops a page from that time on', () => {
  const head = '<meta name=robots content="unavailable_after: 25 Jun 2030 15:00:00 GMT">';
  expect(clean(head)).toMatchObject({ unavailableAfter: END, reason: null });
  expect(clean(head, '', END)).toMatchObject({ reason: 'noindex' });
});

test.each(['25 Jun 2030', '25-Jun-2030', 'Tue, 25 Jun 2030', '2030-06-25'])(
  'unavailable_after may be the day %s',
  (day) => {
    const page = clean('', `unavailable_after: ${day}, noarchive`);
    expect(page).toMatchObject({ unavailableAfter: Date.UTC(2030, 5, 25), robots: ['noarchive'] });
  },
);

test('a directive behind a date that cannot be read counts', () => {
  expect(clean('', 'unavailable_after: soon, noindex')).toMatchObject({ robots: ['noindex'] });
});

test('records rights reserved against machine learning', () => {
  const head =
    '<meta name="tdm-reservation" content="1"><meta name="tdm-policy" content="/tdm.json"><meta name=robots content="noai">';
  expect(clean(head).about?.reserved).toEqual({ 'tdm-reservation': '1', 'tdm-policy': '/tdm.json', noai: 'robots' });
});

test('a setting lists the rel words that prevent following a link', () => {
  const judge = compileFilters([]);
  const document = clean('');
  const followed = (notFollowed?: string[]) => {
    const gatherer = gatherLinks(judge, {
      scope: () => undefined,
      rules: { strategy: 'focused', autoRecycleLinks: true, notFollowed },
    });
    gatherer.addPage(document, judge(document), { depth: 0 });
    return gatherer.finish().links.map(({ url }) => url.slice(PAGE.length));
  };
  expect(followed()).toEqual(['a', 'b']);
  expect(followed(['nofollow', 'ugc'])).toEqual(['b']);
});
