import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import type { LoggedSearch } from '../../../web/ports.ts';
import { aHit, aWorld } from '../fixtures.ts';

const logged: LoggedSearch[] = [];
const { ports } = aWorld({ hits: [aHit()], crawls: ['garden', 'docs'] });
const app = createApp({
  ...ports,
  search: async (request) => ({
    ...(await ports.search(request)),
    ...(request.q === 'sundwes' && { didYouMean: { query: 'sundews', replaced: [] } }),
  }),
  logSearch: (search) => logged.push(search),
});

test.each<[path: string, logged: Partial<LoggedSearch>[]]>([
  ['/search?q=+sundews+', [{ crawl: 'garden', q: 'sundews', total: 1, format: 'html' }]],
  [
    '/search?q=sundwes&lang=en&site=a.example&format=json&crawl=docs',
    [
      {
        crawl: 'docs',
        q: 'sundwes',
        filters: { lang: 'en', site: 'a.example' },
        total: 0,
        didYouMean: 'sundews',
        format: 'json',
      },
    ],
  ],
  ['/search?q=sundews&crawl=garden,docs', [expect.objectContaining({ crawl: 'garden,docs' })]],
  // Later pages, lists without words, searches that programs repeat, and requests that are refused.
  ['/search?q=sundews&from=10', []],
  ['/search?q=', []],
  ['/feed?q=sundews', []],
  ['/facets?q=sundews', []],
  ['/search?q=sundews&size=0', []],
])('%s is logged as %j', async (path, expected) => {
  logged.length = 0;
  await app.request(path);
  expect(logged).toEqual(expected);
});
