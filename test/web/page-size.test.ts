/** A page is at most 30 KB of HTML, however long the query is. */
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TopicReport } from '../../shared/classify/review/report-topic.ts';
import { documentTypeOf } from '../../shared/clean/document-type.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRequest } from '../../shared/search/answer.ts';
import { createCrawlMenus } from '../../shared/search/crawl-menus.ts';
import { search } from '../../shared/search/search.ts';
import { suggest } from '../../shared/search/suggest.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { REASONS } from '../../shared/url/reason.ts';
import type { Url } from '../../shared/url/url.ts';
import { createApp } from '../../web/app.ts';
import type { WebJudging } from '../../web/judge/judging.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { aStatus, aWorld } from './fixtures.ts';

const MAX_BYTES = 30_000;

const GENRES = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service', 'home'] as const;
const LANGUAGES = ['en', 'sv', 'de', 'fr', 'fi', 'da', 'nl', 'es'];
const LICENCES = ['by', 'by-sa', 'by-nd', 'by-nc', 'by-nc-sa', 'by-nc-nd'];
const MEDIA_TYPES = [
  'text/html',
  'application/pdf',
  'application/rtf',
  'text/plain',
  'application/epub+zip',
  'application/json',
  'application/postscript',
  'application/msword',
];

/** A page that has a value of each facet, in a crawl where each facet has more values than the page shows. */
const page = (n: number) =>
  seen(`${n}`.padStart(64, '0'), `http://www.plants-${n % 10}.example/carnivorous/sundews/page-${n}.html`, {
    title: `Sundews of the bogs and fens in the region number ${n}`,
    text: `The sundew is a plant. ${'It catches flies with its sticky leaves and eats them slowly. '.repeat(9)}`,
    language: LANGUAGES[n % 8]!,
    type: documentTypeOf(MEDIA_TYPES[n % 8]!),
    genre: GENRES[n % 8]!,
    date: `${2001 + (n % 9)}-05-06`,
    classes: [{ class: `Plants.Carnivorous.Group ${n % 9}`, score: 5 }],
    about: { licence: `https://creativecommons.org/licenses/${LICENCES[n % 6]}/4.0/` },
    fields: { subject: [`Botany of the ${n % 9}th region`] },
  });

/** A page near the cut-off, with a long address and many terms. */
const borderline = (n: number) => ({
  url: `http://www.plants-${n}.example/carnivorous/sundews/of/the/bogs/page-${n}.html` as Url,
  title: `Sundews of the bogs and fens in the region number ${n}, and how they catch flies`,
  ...{ score: 90, cutOff: 100, filter: 'plants.txt', fetchedAt: '2026-05-03T12:00:00.000Z' },
  terms: ['sundew[^\\s]*', 'carnivorous plants?', 'butterwort', 'sticky leaves', 'bogs?'].map((term) => ({
    ...{ term, hits: 12, points: 80 },
  })),
});

/** A crawl with all reasons, the lists of its topic, and pages to judge. */
function aFullCrawl() {
  const reasons = Object.fromEntries(Object.keys(REASONS).map((code, i) => [code, 1_000_000 + i]));
  const status = aStatus({ reasons, outcomes: { ...aStatus().outcomes, unchanged: 5 } });
  const harvest = Array.from({ length: 20 }, (_, i) => ({
    ...{ until: '2026-05-03T12:00:00.000Z', pages: 100, relevant: 40 + i },
  }));
  const report: TopicReport = {
    cutOffs: [{ filter: 'plants.txt', cutOff: 100 }],
    sample: { pages: 1_000, objects: 5, ofObjects: 80 },
    verdicts: { relevant: 700, 'leads-on': 0, 'off-topic': 300 },
    ...{ harvest, nearest: [1, 2, 3, 4, 5].map(borderline), weakest: [6, 7, 8, 9, 10].map(borderline) },
  };
  const pages = [1, 2, 3, 4, 5].map((n) => ({
    ...borderline(n),
    ...{ verdict: 'off-topic' as const, margin: 0.1, why: 'plants.txt: score 90 not above 100: sundew (2)' },
    excerpt: 'It catches flies with its sticky leaves and eats them slowly. '.repeat(5),
  }));
  const judging: WebJudging = {
    token: 'x'.repeat(43),
    pages: async () => ({ pages, judged: 7, agreement }),
    judge: async () => true,
  };
  return { status: async () => status, topicReport: async () => report, judging };
}

const agreement = { relevant: { judged: 4, agreed: 3 }, 'off-topic': { judged: 2, agreed: 1 } };

let ask: (path: string) => Promise<Response>;

beforeAll(async () => {
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write(
    'garden',
    Array.from({ length: 200 }, (_, n) => page(n)),
  );
  const searchIndex = (request: SearchRequest) => search(request, { index });
  const app = createApp({
    ...aWorld({}).ports,
    crawls: async () => ['moss', 'garden'],
    search: searchIndex,
    menus: createCrawlMenus(searchIndex, async () => ({}), Date.now),
    fetchTimes: async () => ({ first: 0, last: 1e12, counts: Array.from({ length: 30 }, (_, i) => 1_000 + i) }),
    ...aFullCrawl(),
    suggest: (request) => suggest(request, index, ['en']),
  });
  ask = async (path) => app.request(path, { headers: { 'accept-language': 'de' } });
});

/** Words of a query of a length; all of them but the last one are the same. */
const wordsOf = (word: string, length: number) =>
  `${word} `
    .repeat(length)
    .slice(0, length - 1)
    .concat('s');

const QUERIES = [
  ['10 letters', wordsOf('sundew', 10)],
  ['60 letters', wordsOf('sundew', 60)],
  ['120 letters', wordsOf('sundew', 120)],
  ['1,000 letters', wordsOf('sundew', 1000)],
  ['1,000 Swedish letters', wordsOf('sundew åäöåäö', 1000)],
  ['1,000 Chinese letters', `sundew ${'茅膏菜'.repeat(331)}`],
  ['1,000 letters of phrases', `sundew ${'"sticky leaves" '.repeat(62)}`],
  ['many operators', `sundew ${'ab^2 '.repeat(198)}`],
] as const;

describe.each(['', '&from=70', '&collapse=host&sort=-date', '&lang=sv&genre=collection&class=Plants'])('%s', (more) => {
  test.each(QUERIES)('ten hits with all facets, %s', async (_, q) => {
    const answer = await ask(`/search?q=${encodeURIComponent(q)}&crawl=garden${more}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.match(/class="hit"/g)?.length).toBe(10);
    expect(html.match(/<h2>/g)!.length).toBeGreaterThan(more.includes('lang') ? 3 : 7);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
  });
});

test('a query that is too long, and one that finds nothing', async () => {
  for (const path of [`/search?q=${'å'.repeat(2_500)}`, `/search?q=${'å'.repeat(990)}&site=nowhere.example`])
    expect(Buffer.byteLength(await (await ask(path)).text())).toBeLessThan(MAX_BYTES);
});

test.each([
  '/',
  '/help',
  '/browse',
  '/browse?class=Plants.Carnivorous',
  '/collection',
  '/crawl',
  '/nothing',
  `/${'å'.repeat(900)}`,
])('the page %s is whole and below the limit', async (path) => {
  const html = await (await ask(`${path}${path.includes('?') ? '&' : '?'}crawl=garden`)).text();
  expect(html).toContain('</html>');
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
});
