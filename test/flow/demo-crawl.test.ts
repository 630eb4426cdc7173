/** One local crawl of the demo website with its threads, checked in every store and output. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainStoredUrl } from '../../cli/explain-stored-url.ts';
import { VERSION } from '../../cli/package.ts';
import type { CrawlEnd } from '../../cli/run/crawl-job.ts';
import { runCrawl } from '../../cli/run/runner.ts';
import type { SitePage } from '../../demo/page.ts';
import { checkPoliteness } from '../../demo/politeness.ts';
import { reachable } from '../../demo/reachable.ts';
import { siteRules } from '../../demo/rules.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { withThreads } from '../cli/run/stages-here.ts';
import { thresher } from '../cli/test-terminal.ts';
import { fewOrMany } from '../long-test.ts';
import { headsOf, leftovers, objectsOf, pagesOf, recordsOf, withStores } from './remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from './small-web.ts';
import { countByWarcio, countCaptures } from './warc-counts.ts';

const CRAWL = 'plants';
/** An idle host that is due within this time makes a crawl `running`. Milliseconds. */
const DUE_SOON_MS = 15_000;

withThreads();

let web: SmallWeb;
let end: CrawlEnd;
let status: CrawlStatus;
let faults: string[];
let truth: SitePage[];
let wanted: SitePage[];
let records: SearchRecord[];
let recordAt: Map<string, SearchRecord>;

beforeAll(async () => {
  web = await startSmallWeb();
  faults = [];
  const { dir, settings, seeds, site } = web;
  ({ end, status } = await runCrawl({ dir, settings, seeds }, { onFault: (message) => faults.push(message) }));
  truth = site.pages();
  wanted = reachable(truth, seeds, 'on-topic');
  records = await withStores(dir, (stores) => recordsOf(CRAWL, stores));
  recordAt = new Map(records.flatMap((record) => Object.keys(record.urls).map((url) => [url, record])));
});
afterAll(() => web.close());

const runJson = async (...args: string[]) => (await thresher([...args, '--dir', web.dir, '--json'])).answers()[0]!;
/** Requests without robots.txt and without HEAD requests for document sizes. */
const pageRequests = () =>
  web.site.log.requests.filter(({ path, method }) => path !== '/robots.txt' && method !== 'HEAD');
const urlsOf = (pages: SitePage[]) => pages.map(({ url }) => url).sort();

test('the crawl ends by itself without an error', () => {
  expect([end, status.state, faults]).toEqual(['done', 'done', []]);
});

describe('pages', () => {
  test('every reachable page has an outcome with its reason', async () => {
    const wrong: object[] = [];
    await withStores(web.dir, async (stores) => {
      const explain = explainStoredUrl(stores);
      for (const { url, expected } of wanted.filter((_, i) => i % fewOrMany(12, 1) === 0)) {
        const found = fateOf((await explain(CRAWL, url)) as Story);
        if (found.outcome !== expected.outcome || found.reason !== expected.reason)
          wrong.push({ url, expected, found });
      }
    });
    expect(wrong).toEqual([]);
    expect(wanted.length).toBeGreaterThan(250);
  });

  test('pages excluded by robots.txt, rules or topic are not requested', () => {
    const open = new Set(urlsOf(wanted.filter(({ expected }) => !isLeftOut(expected))));
    const others = new Set(
      pageRequests()
        .map(({ host, path }) => `http://${host}${path}`)
        .filter((url) => !open.has(url)),
    );
    // The first page of the endless archive is requested, before its URL reveals the trap.
    expect([...others]).toEqual(['http://bog-society.test/archive/older/older/']);
  });

  test('each page is requested once, unless the first response was a failure', () => {
    const often = Map.groupBy(pageRequests(), ({ host, path }) => `http://${host}${path}`);
    const failing = new Set(urlsOf(truth.filter(({ expected }) => expected.outcome === 'failed')));
    expect([...often].filter(([url, requests]) => requests.length > 1 && !failing.has(url))).toEqual([]);
  });

  test('outcomes add up to the page count and match the page entries', async () => {
    const known = await withStores(web.dir, (stores) => pagesOf(CRAWL, stores));
    const outcomes = Object.groupBy(known, ({ outcome }) => outcome.split('.')[0]!);
    expect(status.outcomes).toEqual(lengths(outcomes));
    expect(Object.values(status.outcomes).reduce((a, b) => a + b)).toBe(status.urls);
    expect(status.urls).toBe(known.length);
  });

  test('`status` agrees with the heads and with the summary', async () => {
    const heads = await withStores(web.dir, (stores) => headsOf(CRAWL, stores));
    const sum = (part: (name: string) => boolean) =>
      heads.flatMap(({ counts }) => Object.entries(counts)).reduce((n, [name, of]) => n + (part(name) ? of : 0), 0);
    // Failed pages are retried from 40 seconds after the end, so on a busy machine their hosts may be due by now.
    const dueAt = (at: number) => heads.filter(({ due }) => due !== undefined && due <= at).length;
    const stateAt = (at: number) => (dueAt(at + DUE_SOON_MS) > 0 ? 'running' : 'done');
    const before = Date.now();
    // Other programs use the disk too.
    const { topic, state, due, disk: _disk, createdAt, version, ...printed } = await runJson('status');
    const after = Date.now();
    expect([stateAt(before), stateAt(after)]).toContain(state);
    expect(due).toBeGreaterThanOrEqual(dueAt(before));
    expect(due).toBeLessThanOrEqual(dueAt(after));
    const { state: _state, due: _due, disk: _before, ...ended } = JSON.parse(JSON.stringify(status));
    expect(printed).toEqual(ended);
    expect([version, Date.parse(`${createdAt}`) <= before]).toEqual([VERSION, true]);
    // Judging the stored documents again gives the verdicts that the stages counted.
    expect(topic).toMatchObject({ verdicts: status.verdicts, sample: { ofObjects: expect.any(Number) } });
    expect(printed).toMatchObject({
      urls: sum(() => true),
      hosts: new Set(wanted.map(({ host }) => host)).size,
      records: records.length,
    });
    for (const [reason, n] of Object.entries(status.reasons))
      expect(sum((name) => name.endsWith(`.${reason}`))).toBe(n);
  });
});

test('politeness: one request at a time per host, pause, Crawl-delay, Retry-After and robots.txt', () => {
  expect(checkPoliteness(web.site.log, siteRules(PAUSE_MS))).toEqual([]);
  expect(web.site.log.of('slow-bog.test').length).toBeGreaterThan(4);
  expect(web.site.log.requests.every(({ userAgent }) => userAgent === web.settings.userAgent)).toBe(true);
});

describe('records', () => {
  test('are exactly the pages on the topic', () => {
    const kept = wanted.filter(
      ({ expected, onTopic }) => onTopic && expected.outcome === 'fetched' && !expected.reason,
    );
    const found = [...recordAt.keys()].filter((url) => !url.startsWith('http://bog-society.test/archive/')).sort();
    expect(found).toEqual(urlsOf(kept.filter(({ trap }) => !trap)));
    expect(kept.length).toBeGreaterThan(200);
  });

  test('merge pages with the same bytes, with every URL', () => {
    const copies = wanted.filter(({ url, sameAs }) => sameAs && recordAt.has(url));
    expect(copies.length).toBeGreaterThan(10);
    for (const { url, sameAs } of copies) expect(recordAt.get(url)!.urls).toHaveProperty([sameAs!]);
    expect(new Set(records.map(({ text }) => text)).size).toBe(records.length);
  });

  test.each([
    ['/utf-16.html', 'Sundews in sixteen bits', 'sundew'],
    ['/russian.html', 'Росянка круглолистная (Drosera rotundifolia)', 'растёт на верховых болотах'],
    ['/japanese.html', 'モウセンゴケ (Drosera rotundifolia)', '食虫植物である'],
    ['/quotes.html', '“Dew of the sun” – a name and its history', '“Ros solis”, the dew of the sun, is what'],
    ['/quotes.html', '“Dew of the sun” – a name and its history', 'cost € 12 at an auction, bottle included…'],
    ['/lies.html', 'Café with flytraps – a visit', 'naïve guests feed it crème brûlée'],
  ])('are decoded correctly: %s', (path, title, words) => {
    const record = recordAt.get(`http://letters.test${path}`)!;
    expect(record.title).toContain(title);
    expect(record.text).toContain(words);
    expect(record.text).not.toMatch(/\uFFFD|[\u0080-\u009f]/);
  });

  test('have the language of the text', () => {
    const withLanguage = wanted.filter(({ url, language }) => language && recordAt.has(url));
    const wrong = withLanguage.filter(({ url, language }) => recordAt.get(url)!.language !== language);
    expect(urlsOf(wrong)).toEqual([]);
  });
});

describe('search', () => {
  test.each([
    ['Venus flytrap', /Venus flytrap|Dionaea/i],
    ['Drosera capensis', /Drosera capensis/i],
    ['butterwort', /butterwort|Pinguicula/i],
    ['Venusfliegenfalle', /Venusfliegenfalle|Dionaea/i],
    ['sileshår', /sileshår/i],
    ['atrapamoscas', /atrapamoscas|Dionaea/i],
    ['monthly newsletter of the society', /society/i],
    ['sundews of the north bog counted in June', /newsletter|sundew/i],
  ])('%s: the first hits are about the query', async (query, about) => {
    const { hits } = (await runJson('search', query, '--size', '3')) as { hits: { url: string; title: string }[] };
    expect(hits).toHaveLength(3);
    for (const { title, url } of hits.slice(0, 1)) expect(`${title} ${url}`).toMatch(about);
    for (const { url } of hits) {
      const { title, text } = recordAt.get(url)!;
      expect(`${title}\n${text}`).toMatch(about);
    }
  });

  test('a title query ranks the page with that title first', async () => {
    // Several sites use the same plant names as titles, followed by the name of the site.
    const own = (title = '') => title.split(' - ')[0]!;
    const missed: string[] = [];
    for (const { title } of records.filter((_, i) => i % fewOrMany(24, 8) === 0)) {
      const { hits } = (await runJson('search', title, '--size', '1')) as { hits: { title: string }[] };
      if (!own(hits[0]?.title).includes(own(title))) missed.push(`${title} → ${hits[0]?.title}`);
    }
    expect(missed).toEqual([]);
  });
});

/** The response of one is truncated; the response of the other is refused by its headers. */
const NOT_KEPT = ['cut.test/letter.html', 'papers.test/cover'];

test('the archive has each response once, for every reader', async () => {
  const objects = await withStores(web.dir, (stores) => objectsOf('raw', CRAWL, stores));
  const known = await withStores(web.dir, (stores) => pagesOf(CRAWL, stores));
  const answered = pageRequests().filter(
    ({ host, path, status }) => status > 0 && !NOT_KEPT.includes(`${host}${path}`),
  );
  // By the crawl's counts: a URL was requested as often as it was visited, if its server responded.
  const silent = /^(refused\.(robots|unwanted-type)|failed\.(connect|truncated))/;
  const visits = known.filter(({ outcome }) => !silent.test(outcome)).reduce((n, entry) => n + entry.visits, 0);
  expect(visits).toBe(answered.length);
  const own = countCaptures(objects);
  expect(own).toEqual({ response: visits, revisit: 0, withoutRequest: 0, broken: 0 });
  expect(await countByWarcio(objects.map(([, bytes]) => bytes))).toEqual({
    warcinfo: objects.length,
    request: visits,
    response: visits,
    revisit: 0,
  });
});

describe('explain reports', () => {
  test.each([
    ['http://sundew.test/', 'fetched', { step: 'classify', decision: 'relevant' }],
    [
      'http://www.venus-flytrap.test/private/stock-list.html',
      'refused.robots',
      { decision: 'refused', reason: 'robots' },
    ],
    ['http://moved.test/old', 'redirected', { step: 'fetch', decision: 'redirected' }],
    ['http://broken.test/missing.html', 'gone.not-found', { decision: 'gone', reason: 'not-found' }],
    ['http://pitcher-plants.test/draft-on-hybrids.html', 'fetched', { step: 'classify', reason: 'noindex' }],
    ['http://sundew.test/orphan.html', 'unknown', { step: 'host', decision: 'idle' }],
    ['http://nowhere.test/', 'unknown', { step: 'host', decision: 'unknown' }],
    ['http://papers.test/newsletter.pdf', 'fetched', { step: 'classify', decision: 'relevant' }],
    ['http://papers.test/cover', 'refused.unwanted-type', { step: 'fetch', reason: 'unwanted-type' }],
    ['http://papers.test/plates.zip', 'unknown', { step: 'rules', decision: 'refused', reason: 'binary-extension' }],
  ])('%s: %s', async (url, state, step) => {
    const story = (await runJson('explain', url)) as Story;
    expect(story).toMatchObject({ url, state });
    expect(story.steps).toContainEqual(expect.objectContaining(step));
  });
});

test('nothing is left: no message, lease, inbox item, queued page or stray bundle', async () => {
  expect(leftovers(web.dir)).toEqual({
    messages: 0,
    deadLetters: 0,
    leases: 0,
    offeredLinks: [],
    unnamedPieces: [],
    missingPieces: [],
  });
  const heads = await withStores(web.dir, (stores) => headsOf(CRAWL, stores));
  expect(heads.filter(({ state }) => state !== 'idle' && state !== 'dead')).toEqual([]);
  expect(heads.filter(({ manifest }) => /\bq/.test(manifest))).toEqual([]);
});

type Story = { state: string; steps: { step: string; decision: string; reason?: string | null }[] };

/** Rules refuse a URL before its request; a fetched page may still be dropped. */
function fateOf({ state, steps }: Story): { outcome: string; reason?: string } {
  const rules = steps.find(({ step, decision }) => step === 'rules' && decision === 'refused');
  const [outcome, reason] = (state === 'unknown' && rules ? `refused.${rules.reason}` : state).split('.');
  const lastReason = reason ?? steps.find(({ step }) => step === 'classify')?.reason ?? undefined;
  return { outcome: outcome!, ...(lastReason === undefined ? {} : { reason: lastReason }) };
}

function isLeftOut({ outcome, reason }: SitePage['expected']): boolean {
  return outcome === 'refused' && ['robots', 'robots-unreachable', 'binary-extension'].includes(reason ?? '');
}

function lengths(groups: Partial<Record<string, unknown[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(groups).map(([name, of]) => [name, of!.length]));
}

test('sanity finds no problem in frontier, archive and index', async () => {
  expect(await runJson('sanity', '--raw')).toMatchObject({ done: true, problems: [] });
});

test('a simulation over the stored pages finds the pages that the crawl kept', async () => {
  const { code, answers } = await thresher([
    'simulate',
    '--dir',
    web.dir,
    '--strategy',
    'breadth-first,oracle',
    '--json',
  ]);
  expect(code).toBe(0);
  const ends = answers().map((one) => (one['points'] as object[]).at(-1));
  const relevant = status.verdicts['relevant'];
  expect(ends).toEqual([expect.objectContaining({ relevant }), expect.objectContaining({ relevant, recall: 1 })]);
});
