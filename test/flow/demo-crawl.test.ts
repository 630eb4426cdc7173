/** One crawl of the small web through the one-machine wiring, looked at from all sides. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrawlEnd } from '../../cli/run/crawl-job.ts';
import { runCrawl } from '../../cli/run/runner.ts';
import type { SitePage } from '../../demo/page.ts';
import { checkPoliteness } from '../../demo/politeness.ts';
import { reachable } from '../../demo/reachable.ts';
import { siteRules } from '../../demo/rules.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { thresher } from '../cli/test-terminal.ts';
import { headsOf, leftovers, objectsOf, pagesOf, recordsOf, withStores } from './remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from './small-web.ts';
import { countByWarcio, countCaptures } from './warc-counts.ts';

const CRAWL = 'plants';

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

const asked = async (...args: string[]) => (await thresher([...args, '--dir', web.dir, '--json'])).answers()[0]!;
/** Without robots.txt, and without the question how large a document is before it is asked for. */
const pageRequests = () =>
  web.site.log.requests.filter(({ path, method }) => path !== '/robots.txt' && method !== 'HEAD');
const urlsOf = (pages: SitePage[]) => pages.map(({ url }) => url).sort();

test('it ends by itself, without a fault', () => {
  expect([end, status.state, faults]).toEqual(['done', 'done', []]);
});

describe('pages', () => {
  test('each that must be reached is accounted for, with what came of it and why', async () => {
    const wrong: object[] = [];
    for (const { url, expected } of wanted) {
      const found = fateOf((await asked('explain', url)) as Story);
      if (found.outcome !== expected.outcome || found.reason !== expected.reason) wrong.push({ url, expected, found });
    }
    expect(wrong).toEqual([]);
    expect(wanted.length).toBeGreaterThan(250);
  });

  test('none is asked for that robots.txt, the rules or the topic leave out', () => {
    const open = new Set(urlsOf(wanted.filter(({ expected }) => !isLeftOut(expected))));
    const others = new Set(
      pageRequests()
        .map(({ host, path }) => `http://${host}${path}`)
        .filter((url) => !open.has(url)),
    );
    // The first step into the endless archive, before its address betrays it.
    expect([...others]).toEqual(['http://bog-society.test/archive/older/older/']);
  });

  test('each is asked for once, but where the first answer was a failure', () => {
    const often = Map.groupBy(pageRequests(), ({ host, path }) => `http://${host}${path}`);
    const failing = new Set(urlsOf(truth.filter(({ expected }) => expected.outcome === 'failed')));
    expect([...often].filter(([url, requests]) => requests.length > 1 && !failing.has(url))).toEqual([]);
  });

  test('outcomes add up to pages, and both to what is known of each', async () => {
    const known = await withStores(web.dir, (stores) => pagesOf(CRAWL, stores));
    const outcomes = Object.groupBy(known, ({ outcome }) => outcome.split('.')[0]!);
    expect(status.outcomes).toEqual(lengths(outcomes));
    expect(Object.values(status.outcomes).reduce((a, b) => a + b)).toBe(status.pages);
    expect(status.pages).toBe(known.length);
  });

  test('what status prints agrees with the heads, and with the summary of the crawl', async () => {
    const heads = await withStores(web.dir, (stores) => headsOf(CRAWL, stores));
    const sum = (part: (name: string) => boolean) =>
      heads.flatMap(({ counts }) => Object.entries(counts)).reduce((n, [name, of]) => n + (part(name) ? of : 0), 0);
    const printed = await asked('status');
    expect(printed).toEqual(JSON.parse(JSON.stringify(status)));
    expect(printed).toMatchObject({
      pages: sum(() => true),
      hosts: new Set(wanted.map(({ host }) => host)).size,
      records: records.length,
      due: 0,
    });
    for (const [reason, n] of Object.entries(status.reasons))
      expect(sum((name) => name.endsWith(`.${reason}`))).toBe(n);
  });
});

test('its manners: one request at a time to a host, the pause, Crawl-delay, Retry-After and robots.txt', () => {
  expect(checkPoliteness(web.site.log, siteRules(PAUSE_MS))).toEqual([]);
  expect(web.site.log.of('slow-bog.test').length).toBeGreaterThan(4);
  expect(web.site.log.requests.every(({ userAgent }) => userAgent === web.settings.userAgent)).toBe(true);
});

describe('records', () => {
  test('are the pages on the topic, and no others', () => {
    const kept = wanted.filter(
      ({ expected, onTopic }) => onTopic && expected.outcome === 'fetched' && !expected.reason,
    );
    const found = [...recordAt.keys()].filter((url) => !url.startsWith('http://bog-society.test/archive/')).sort();
    expect(found).toEqual(urlsOf(kept.filter(({ trap }) => !trap)));
    expect(kept.length).toBeGreaterThan(200);
  });

  test('are one for pages of the same bytes, with every address', () => {
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
  ])('have the letters that were meant: %s', (path, title, words) => {
    const record = recordAt.get(`http://letters.test${path}`)!;
    expect(record.title).toContain(title);
    expect(record.text).toContain(words);
    expect(record.text).not.toMatch(/\uFFFD|[\u0080-\u009f]/);
  });

  test('name the language of the text', () => {
    const told = wanted.filter(({ url, language }) => language && recordAt.has(url));
    const wrong = told.filter(({ url, language }) => recordAt.get(url)!.language !== language);
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
  ])('%s: the first pages are about it', async (query, about) => {
    const { hits } = (await asked('search', query, '--size', '3')) as { hits: { url: string; title: string }[] };
    expect(hits).toHaveLength(3);
    for (const { title, url } of hits.slice(0, 1)) expect(`${title} ${url}`).toMatch(about);
    for (const { url } of hits) {
      const { title, text } = recordAt.get(url)!;
      expect(`${title}\n${text}`).toMatch(about);
    }
  });

  test('a page is found by its title before all those with other titles', async () => {
    // Sites write of the same plants under the same title, and then their own name.
    const own = (title = '') => title.split(' - ')[0]!;
    const missed: string[] = [];
    for (const { title } of records.filter((_, i) => i % 8 === 0)) {
      const { hits } = (await asked('search', title, '--size', '1')) as { hits: { title: string }[] };
      if (!own(hits[0]?.title).includes(own(title))) missed.push(`${title} → ${hits[0]?.title}`);
    }
    expect(missed).toEqual([]);
  });
});

/** One ends early, of the other the head says that nobody wants it. */
const NOT_KEPT = ['cut.test/letter.html', 'papers.test/cover'];

test('the archive holds each answer once, whoever reads it', async () => {
  const objects = await withStores(web.dir, (stores) => objectsOf('raw', CRAWL, stores));
  const known = await withStores(web.dir, (stores) => pagesOf(CRAWL, stores));
  const answered = pageRequests().filter(
    ({ host, path, status }) => status > 0 && !NOT_KEPT.includes(`${host}${path}`),
  );
  // By the crawl's own counts: a URL was asked for as often as it was visited, where its server was asked and answered.
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

describe('explain tells', () => {
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
    const story = (await asked('explain', url)) as Story;
    expect(story).toMatchObject({ url, state });
    expect(story.steps).toContainEqual(expect.objectContaining(step));
  });
});

test('nothing is left to do: no message, lease, offer, queued page or stray piece of a bundle', async () => {
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

type Story = { state: string; steps: { step: string; decision: string; reason: string | null }[] };

/** The rules refuse before a page is asked for; what is fetched may yet turn out to be nothing to keep. */
function fateOf({ state, steps }: Story): { outcome: string; reason?: string } {
  const rules = steps.find(({ step, decision }) => step === 'rules' && decision === 'refused');
  const [outcome, reason] = (state === 'unknown' && rules ? `refused.${rules.reason}` : state).split('.');
  const said = reason ?? steps.find(({ step }) => step === 'classify')?.reason ?? undefined;
  return { outcome: outcome!, ...(said === undefined ? {} : { reason: said }) };
}

function isLeftOut({ outcome, reason }: SitePage['expected']): boolean {
  return outcome === 'refused' && ['robots', 'robots-unreachable', 'binary-extension'].includes(reason ?? '');
}

function lengths(groups: Partial<Record<string, unknown[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(groups).map(([name, of]) => [name, of!.length]));
}
