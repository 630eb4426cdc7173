import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { SitemapRules } from '../../shared/fetch/visit-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { explain } from '../../shared/frontier/explain/explain.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const CRAWL = 'marsh';
const HOST = 'marsh.test';
const DAY_MS = 86_400_000;

/** A host with this robots.txt, and the requests sent to it. */
function world(
  first: string | undefined,
  sitemaps: SitemapRules | undefined,
  more: object = {},
  statusOf = (_path: string) => 200,
) {
  const requestedPaths: string[] = [];
  let robotsTxt = first;
  const ports = visitPorts({
    async fetch(url) {
      requestedPaths.push(url.slice(`http://${HOST}`.length));
      if (url.endsWith('/robots.txt')) return robotsTxt === undefined ? reply(404, '') : reply(200, robotsTxt);
      return reply(statusOf(requestedPaths.at(-1)!), `This is ${url}`);
    },
  });
  const offerPage = (path: string, change: Partial<OfferedLink> = {}) => {
    const link = {
      url: `http://${HOST}${path}` as Url,
      kind: 'page' as const,
      class: 0,
      depth: 0,
      parent: null,
      score: 1,
    };
    return enqueueLinks({ crawl: CRAWL, source: path, links: [{ ...link, ...change }], feedback: [] }, ports, 'host');
  };
  const visit = async () => {
    await ports.control.create(CRAWL, 'none', ports.clock.now());
    const [head] = await ports.frontier.listDue(CRAWL, ports.clock.now(), 5);
    const hosts = [{ host: HOST, group: HOST, due: head!.due }];
    const options = { ...OPTIONS, cache: createBundleCache(0), sitemaps, ...more };
    let isOver = false;
    const visiting = visitHosts(
      { crawl: CRAWL, id: 'm', hosts },
      ports,
      createCaptureWriter(CRAWL, { software: 'test' }, ports),
      options,
    );
    void visiting.finally(() => {
      isOver = true;
    });
    while (!isOver) await ports.clock.advance(50);
    expect((await visiting).faults).toEqual([]);
    return requestedPaths.splice(0);
  };
  const says = (text: string) => {
    robotsTxt = text;
  };
  return { ports, offerPage, visit, says };
}

const ALL: SitemapRules = { triesDefaultPath: false, seedsOnly: false };
const TWO = `Sitemap: http://${HOST}/one.xml\nsitemap: /two.xml.gz\n`;

test('fetches the sitemaps of robots.txt as URLs of the host, after its seeds', async () => {
  const { offerPage, visit } = world(TWO, ALL);
  await offerPage('/');
  await offerPage('/further', { class: 3, depth: 3 });
  expect(await visit()).toEqual(['/robots.txt', '/', '/one.xml', '/two.xml.gz', '/further']);
});

test('requests sitemaps as lists and stores that in the archive', async () => {
  const { offerPage, visit, ports } = world(TWO, ALL);
  await offerPage('/');
  await visit();
  const [delivery] = await ports.captures.receive(1, 1_000);
  const bytes = await ports.objects.get(delivery!.message.key);
  const notes = [...readCaptures(bytes!, 'k')].map((found) => found.kind === 'capture' && found.capture.note);
  expect(notes).toMatchObject([{ depth: 0 }, { kind: 'sitemap', depth: 0 }, { kind: 'sitemap' }]);
  expect(notes[0]).not.toHaveProperty('kind');
});

test.each<
  [what: string, robots: string | undefined, rules: SitemapRules | undefined, depth: number, requestedPaths: string[]]
>([
  ['reads no sitemap if sitemaps are off', TWO, undefined, 0, []],
  [
    'tries the default path if robots.txt names none',
    undefined,
    { ...ALL, triesDefaultPath: true },
    0,
    ['/sitemap.xml'],
  ],
  [
    'does not try the default path if robots.txt names one',
    'Sitemap: /own.xml',
    { ...ALL, triesDefaultPath: true },
    0,
    ['/own.xml'],
  ],
  ['does not try the default path by default', 'User-agent: *\nAllow: /', ALL, 0, []],
  ['reads no sitemap of a host without a seed if seedsOnly is set', TWO, { ...ALL, seedsOnly: true }, 2, []],
  [
    'reads the sitemaps of a seed host if seedsOnly is set',
    TWO,
    { ...ALL, seedsOnly: true },
    0,
    ['/one.xml', '/two.xml.gz'],
  ],
  ['ignores invalid URLs', 'Sitemap: mailto:a@b\nSitemap: /x.xml', ALL, 0, ['/x.xml']],
])('%s', async (_, robots, rules, depth, expected) => {
  const { offerPage, visit } = world(robots, rules);
  await offerPage('/', { depth });
  expect((await visit()).slice(2)).toEqual(expected);
});

test('reads no sitemap of a host whose file a seed embeds if seedsOnly is set', async () => {
  const { offerPage, visit } = world(TWO, { ...ALL, seedsOnly: true });
  await offerPage('/a.png', { embedded: true });
  expect(await visit()).toEqual(['/robots.txt', '/a.png']);
});

test.each(['scope', 'too-deep'])('reads no sitemap whose entries are all refused: %s', async (reason) => {
  const refuseLink = ({ kind, depth }: OfferedLink) => (kind === 'page' && depth > 0 ? reason : undefined);
  const { offerPage, visit } = world(TWO, ALL, { refuseLink });
  await offerPage('/');
  expect(await visit()).toEqual(['/robots.txt', '/']);
});

test('does not request known sitemaps again when robots.txt is read again', async () => {
  const { offerPage, visit, ports } = world(TWO, ALL);
  await offerPage('/');
  await visit();
  await ports.clock.advance(2 * DAY_MS);
  await offerPage('/later');
  expect(await visit()).toEqual(['/robots.txt', '/later']);
});

test('requests new sitemaps even if a long Crawl-delay leaves a visit time for robots.txt only', async () => {
  const delay = 'User-agent: *\nCrawl-delay: 200\n';
  const { offerPage, visit, ports, says } = world(`${delay}Sitemap: /one.xml`, ALL, { crawlDelayCapMs: 300_000 });
  await offerPage('/');
  for (const expected of ['/robots.txt', '/', '/one.xml']) {
    expect(await visit()).toEqual([expected]);
    await ports.clock.advance(300_000);
  }
  await ports.clock.advance(2 * DAY_MS);
  says(`${delay}Sitemap: /one.xml\nSitemap: /new.xml`);
  await offerPage('/later', { class: 3 });
  for (const expected of ['/robots.txt', '/new.xml', '/later']) {
    expect(await visit()).toEqual([expected]);
    await ports.clock.advance(300_000);
  }
});

test('finds sitemaps if the page itself is disallowed', async () => {
  const { offerPage, visit } = world(`User-agent: *\nDisallow: /$\n${TWO}`, ALL);
  await offerPage('/');
  expect(await visit()).toEqual(['/robots.txt', '/one.xml', '/two.xml.gz']);
});

test('sends a sitemap on another host to that host, with the robots.txt as its parent', async () => {
  const { offerPage, visit, ports } = world('Sitemap: http://lists.test/marsh.xml', ALL);
  await offerPage('/');
  expect(await visit()).toEqual(['/robots.txt', '/']);
  const { items } = await ports.frontier.readInbox({ crawl: CRAWL, host: 'lists.test' }, 10);
  expect(items.flatMap(({ body }) => decodeOffer(body).links)).toMatchObject([
    { url: 'http://lists.test/marsh.xml', kind: 'sitemap', parent: `http://${HOST}/robots.txt`, depth: 0 },
  ]);
});

test('sends sitemaps to no more hosts of a domain than its limit allows', async () => {
  const robotsTxt = ['a1', 'a2', 'a3'].map((name) => `Sitemap: http://${name}.lists.test/`).join('\n');
  const { offerPage, visit, ports } = world(robotsTxt, ALL, { maxHostsPerDomain: 2 });
  await offerPage('/');
  await visit();
  expect(await ports.frontier.countHosts(CRAWL, 'lists.test')).toBe(2);
  expect((await ports.control.get(CRAWL))?.counts).toMatchObject({ 'link.domain-budget': 1 });
  expect(await ports.frontier.getHead({ crawl: CRAWL, host: 'a3.lists.test' })).toBeUndefined();
});

test('does not fetch a known page in an avoided directory again and stores the reason', async () => {
  const isAvoided = (url: Url) => url.includes('/old/');
  const { offerPage, visit, ports } = world(undefined, undefined, { isAvoided, revisit: fixedRevisitRules(DAY_MS) });
  await offerPage('/old/page');
  await offerPage('/page');
  expect(await visit()).toEqual(['/robots.txt', '/old/page', '/page']);
  await ports.clock.advance(2 * DAY_MS);
  expect(await visit()).toEqual(['/robots.txt', '/page']);
  const story = await explain(CRAWL, `http://${HOST}/old/page` as Url, ports);
  expect(story.state).toBe('refused.avoided-directory');
});

test('a list that failed first is tried again as a list, which no rule for pages refuses', async () => {
  let status = 503;
  const more = { refuseWaiting: () => 'not-allowed' as const };
  const { offerPage, visit, ports } = world(undefined, undefined, more, () => status);
  await offerPage('/feed.xml', { kind: 'feed' });
  await offerPage('/page');
  expect(await visit()).toEqual(['/robots.txt', '/feed.xml']);
  status = 200;
  await ports.clock.advance(DAY_MS);
  expect(await visit()).toContain('/feed.xml');
  const story = await explain(CRAWL, `http://${HOST}/page` as Url, ports);
  expect(story.state).toBe('refused.not-allowed');
});
