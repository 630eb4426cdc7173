import { beforeAll, expect, test } from 'vitest';
import { FACET_NAMES } from '../../shared/index/facets.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { search } from '../../shared/search/search.ts';
import { searchCrawls } from '../../shared/search/search-crawls.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';

const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
const one = (request: SearchRequest) => search(request, { index }, { languages: ['en', 'sv'] });
const both = (request: Omit<SearchRequest, 'crawl'>) => searchCrawls(['bogs', 'fens'], request, one);

type Fields = Parameters<typeof seen>[2];
const page = (id: string, text: string, fields: Fields = {}) => seen(id, `http://${id}.example/`, { text, ...fields });

beforeAll(async () => {
  const many = (id: string, text: string) =>
    Array.from({ length: 20 }, (_, i) => page(`${id}${i}`, `${text} number ${i}`));
  // moss is common in bogs and rare in fens.
  await index.write('bogs', [
    ...many('moss', 'moss'),
    page('both', 'sundew and heather', { date: '2020', language: 'en', fetchedAt: 3 }),
    page('bog', 'heather of the bog', { date: '2018', language: 'sv', fetchedAt: 1 }),
  ]);
  await index.write('fens', [
    ...many('reed', 'reed'),
    page('both', 'sundew and heather', { date: '2020', language: 'en', fetchedAt: 3 }),
    page('fen', 'sundew sundew in the fen', { date: '2019', language: 'sv', fetchedAt: 4 }),
    page('rare', 'moss in the fen'),
  ]);
});

const idsOf = async (request: Omit<SearchRequest, 'crawl'>) =>
  (await both(request)).hits.map(({ id, crawl }) => `${crawl}/${id}`);

test('merges the hits of several crawls, and names the crawl of each', async () => {
  const { total, hits, next } = await both({ q: 'sundew' });
  expect(hits.map(({ id, crawl }) => [id, crawl])).toEqual([
    ['fen', 'fens'],
    ['both', expect.stringMatching(/bogs|fens/)],
  ]);
  expect([total, next]).toEqual([2, null]);
});

test('scores are comparable: a word counts the same in a crawl where it is common and in one where it is rare', async () => {
  const apart = await Promise.all(['bogs', 'fens'].map((crawl) => one({ crawl, q: 'moss', explain: true })));
  const [common, rare] = apart.map(({ hits }) => hits[0]!.score) as [number, number];
  expect(rare).toBeGreaterThan(1.5 * common);
  const { hits } = await both({ q: 'moss', size: 30 });
  const together = hits.map(({ id, score }) => [id, score] as const);
  const scores = Object.fromEntries(together);
  expect(together).toHaveLength(21);
  expect(scores['rare']! / scores['moss0']!).toBeLessThan(1.4);
});

test('sorts by date and by time of the fetch across crawls', async () => {
  expect(await idsOf({ q: 'heather OR sundew', sort: 'date' })).toEqual(['bogs/bog', 'fens/fen', 'bogs/both']);
  expect(await idsOf({ q: 'heather OR sundew', sort: '-fetched' })).toEqual(['fens/fen', 'bogs/both', 'bogs/bog']);
});

test('pages through the merged hits without repeating or losing one', async () => {
  const seenIds: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { hits, next } = await both({ q: 'moss OR reed', from, size: 7 });
    seenIds.push(...hits.map(({ id }) => id));
    from = next;
  }
  expect(seenIds).toHaveLength(41);
  expect(new Set(seenIds).size).toBe(41);
});

test('sums facets', async () => {
  const { facets } = await both({ q: 'sundew OR heather', facets: FACET_NAMES, facetSize: 1 });
  expect(facets['language']).toEqual([{ value: 'en', count: 2 }]);
  expect(facets['year']).toEqual([{ value: '2020', count: 2 }]);
});

test('collapses a host that several crawls have', async () => {
  const { hits } = await both({ q: 'number', collapse: 'host', size: 50 });
  expect(new Set(hits.map(({ host }) => host)).size).toBe(hits.length);
});

test('counts the other pages of a host also if several crawls have its best page', async () => {
  const hit = (id: string, others: number) => ({ id, host: 'a.example', score: id === 'best' ? 2 : 1, others });
  const found: Record<string, object[]> = { bogs: [hit('best', 4)], fens: [hit('best', 3)], mires: [hit('third', 2)] };
  const answer = await searchCrawls(Object.keys(found), { q: 'moss', collapse: 'host' }, async ({ crawl }) => ({
    ...(await one({ crawl: 'bogs', q: 'zzzz' })),
    hits: found[crawl] as never,
  }));
  // The best page of the third crawl is another one.
  expect(answer.hits).toMatchObject([{ id: 'best', crawl: 'bogs', others: 4 + 3 + 1 + 2 }]);
});

test('has no hits, and one offer of a correction, if no crawl has the word', async () => {
  expect(await both({ q: 'zzzz', language: 'en' })).toMatchObject({ total: 0, hits: [], next: null });
});

test('names what any of the crawls did not apply, once', async () => {
  const part = { operator: 'collapse=host', detail: 'the index is of an earlier version' };
  const editor = { operator: 'editor:Ada', detail: 'there is no field editor:' };
  const answer = await searchCrawls(['bogs', 'fens'], { q: 'moss' }, async (request) => ({
    ...(await one(request)),
    notice: { ignored: request.crawl === 'bogs' ? [editor] : [editor, part], searched: 'moss' },
  }));
  expect(answer.notice).toEqual({ ignored: [editor, part], searched: 'moss' });
  expect(await both({ q: 'moss' })).not.toHaveProperty('notice');
});
