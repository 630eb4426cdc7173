/** A crawl of a hostile website: it ends, finds the good pages, stays polite, and accounts for every URL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPoliteness } from '../../../demo/politeness.ts';
import { explainUrl } from '../../../shared/settings/explain/explain-url.ts';
import { urlRulesOf } from '../../../shared/settings/rules.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import { charsetPages } from '../../hostile/nasty-charsets.ts';
import { PRIVATE } from '../../hostile/nasty-hosts.ts';
import { withStores } from '../remains.ts';
import { crawlNasty, type NastyCrawl } from './nasty-crawl.ts';
import { type Fates, fatesOf, sum, tally } from './nasty-urls.ts';

const PAUSE_MS = 10;
/** Page limit of the crawl that is cut short. */
const FEW = 150;

let crawl: NastyCrawl;
let fates: Fates;
/** The crawl that its page limit ends. */
let short: NastyCrawl;
beforeAll(async () => {
  [crawl, short] = await Promise.all([crawlNasty({ pauseMs: PAUSE_MS }), crawlNasty({ pauseMs: 1, pages: FEW })]);
  fates = await fatesOf(crawl);
});
afterAll(() => {
  crawl.clear();
  short.clear();
});

const requestsOf = (name: string) => crawl.requests.filter(({ host, path }) => host === name && path !== '/robots.txt');

test('the crawl ends by itself without an error', () => {
  expect([crawl.end, crawl.status.state, crawl.faults]).toEqual(['done', 'done', []]);
});

test('finds every reachable good page and fetches it once', () => {
  const good = crawl.hosts.flatMap(({ name, good }) => good.map((path) => `http://${name}${path}`));
  expect(good.length).toBeGreaterThan(500);
  expect(good.filter((url) => fates.get(url) !== 'fetched')).toEqual([]);
  const answers = Map.groupBy(
    crawl.requests.filter(({ status, path }) => status === 200 && path !== '/robots.txt'),
    ({ host, path }) => host + path,
  );
  // Truncated and late responses are requested again.
  const again = [...answers].filter(([page, times]) => times.length > 1 && !/^(?:cut|slow)\.test/.test(page));
  expect(again).toEqual([]);
});

test('sends one request at a time, after the pause or Crawl-delay, and none that robots.txt disallows', () => {
  const hosts = new Map(crawl.hosts.map((host) => [host.name, host]));
  const rules = {
    pauseMs: (name: string) => Math.max(PAUSE_MS, (hosts.get(name)?.crawlDelayS ?? 0) * 1000),
    allowed: (name: string, path: string) => !hosts.get(name)?.closed?.test(path),
  };
  expect(checkPoliteness({ requests: crawl.requests }, rules)).toEqual([]);
  for (const { name, crawlDelayS } of crawl.hosts)
    if (crawlDelayS !== undefined) expect(requestsOf(name).length).toBeGreaterThan(1);
});

test('refuses private addresses in every notation', () => {
  const rules = urlRulesOf(crawl.settings);
  const urls = PRIVATE.map((text) => normalize(text, undefined, rules)).map(
    (found) => found.kind === 'url' && found.url,
  );
  expect(urls.map((url) => url && fates.get(url))).toEqual(PRIVATE.map(() => 'refused.private-address'));
  expect(fates.get('http://10.0.0.8/admin')).toBe('refused.private-address');
});

test('traps cost no more than their budget', () => {
  const traps = crawl.hosts.filter(({ budget }) => budget !== undefined);
  const over = traps.filter(({ name, budget }) => requestsOf(name).length > budget!);
  expect(over.map(({ name }) => [name, requestsOf(name).length])).toEqual([]);
  expect(traps.length).toBeGreaterThan(9);
});

describe('reasons add up', () => {
  const outcomeOf = (fate: string) => (/^(?:queued|link\.)/.test(fate) ? undefined : fate.split('.')[0]);
  const reasonOf = (fate: string) => (fate.startsWith('link.') ? fate.slice(5) : undefined);
  const waitingOf = (fate: string) => (fate === 'queued' ? fate : undefined);

  /** URLs seen = outcomes + waiting + refused links, each URL once. */
  function expectSum(of: NastyCrawl, all: Fates) {
    const [outcomes, refused, waiting] = [tally(all, outcomeOf), tally(all, reasonOf), sum(tally(all, waitingOf))];
    expect(sum(outcomes) + waiting + sum(refused)).toBe(all.size);
    expect(outcomes).toEqual(of.status.outcomes);
    expect(sum(outcomes)).toBe(of.status.urls);
    expect(Object.keys(refused).filter((reason) => !(reason in REASONS))).toEqual([]);
    return { outcomes, refused, waiting };
  }

  test('for a crawl that is done', () => {
    const { refused, waiting } = expectSum(crawl, fates);
    expect([waiting, crawl.status.waiting]).toEqual([0, 0]);
    expect(crawl.accepted).toBe(crawl.status.urls);
    // The crawl counts a link once per object with a page that has it, so at least as often as there are URLs.
    const { offered: _, ...counted } = crawl.status.links;
    expect(Object.keys(counted).sort()).toEqual(Object.keys(refused).sort());
    expect(sum(counted)).toBeGreaterThanOrEqual(sum(refused));
  });

  test('for a crawl that its page limit ended, with much left', async () => {
    expect(short.end).toBe('budget');
    const pageRequests = short.requests.filter(({ path }) => path !== '/robots.txt');
    // A connection that breaks on reuse is retried, which does not count as a page.
    expect(pageRequests.length - FEW).toBeLessThan(3);
    const { waiting } = expectSum(short, await fatesOf(short));
    expect(short.accepted).toBe(short.status.urls + short.status.waiting);
    // Inboxes also have links that no visit has read yet.
    expect(waiting).toBeGreaterThanOrEqual(short.status.waiting);
    expect(waiting).toBeGreaterThan(50);
  });
});

test('decodes pages with their declared encoding, and finds links without a declaration too', () => {
  const texts = new Map(crawl.records.flatMap(({ urls, text }) => Object.keys(urls).map((url) => [url, text])));
  const declared = charsetPages().filter(({ declared }) => declared === 'header' || declared === 'meta');
  const wrong = declared.filter(({ url, sentence }) => !texts.get(url)?.includes(sentence));
  expect(wrong.map(({ url, sentence }) => ({ url, sentence, text: texts.get(url) }))).toEqual([]);
  expect(declared.length).toBeGreaterThan(75);
});

test('mirrors are one record with both URLs', () => {
  for (const path of ['/', '/m1', '/m2']) {
    const urls = ['http://mirror.test', 'http://mirror2.test'].map((host) => host + path);
    const records = crawl.records.filter((record) => urls.some((url) => url in record.urls));
    expect(records.map((record) => Object.keys(record.urls).sort())).toEqual([urls.sort()]);
  }
});

describe('explain reports', () => {
  const story = (url: string) => withStores(crawl.dir, (stores) => explainUrl(url, crawl.settings, stores));

  test.each<[string, string, string, object]>([
    [
      'the page that it was found on',
      'http://path-session.test/article-1.html',
      'fetched',
      {
        step: 'found',
        decision: 'linked',
        detail: expect.stringContaining('on http://path-session.test/, with anchor text'),
      },
    ],
    [
      'a redirect on the same host',
      'http://chains.test/c3/0',
      'redirected',
      { step: 'redirect', decision: 'followed', detail: 'to http://chains.test/c3/1' },
    ],
    [
      'a redirect to another host',
      'http://chains.test/away',
      'redirected',
      { step: 'redirect', decision: 'handed-on', detail: 'to http://good.test/by-redirect' },
    ],
    [
      'what redirected to it',
      'http://good.test/by-redirect',
      'fetched',
      { step: 'found', detail: expect.stringContaining('on http://chains.test/away, with anchor text "to /away"') },
    ],
    [
      'other addresses of its text',
      'http://mirror.test/m1',
      'fetched',
      { step: 'duplicates', reason: 'duplicate', detail: expect.stringContaining('http://mirror2.test/m1') },
    ],
    [
      'the line of robots.txt',
      'http://robots.test/private/a',
      'refused.robots',
      { step: 'fetch', decision: 'refused', reason: 'robots' },
    ],
    [
      'a budget that is spent',
      'http://soft404.test/never-there',
      'unknown',
      { step: 'budget', decision: 'spent', reason: 'host-budget' },
    ],
    [
      'a trap',
      'http://calendar.test/calendar/2031/1',
      'unknown',
      { step: 'rules', decision: 'refused-beyond', reason: 'calendar' },
    ],
    [
      'a failure, and when it is tried again',
      'http://cut.test/always',
      'failed.truncated',
      { step: 'revisit', decision: 'dated', detail: expect.stringContaining('retry after a failure') },
    ],
  ])('%s: %s is %s', async (_, url, state, step) => {
    const explanation = await story(url);
    expect(explanation.state).toBe(state);
    expect(explanation.steps).toContainEqual(expect.objectContaining(step));
  });
});
