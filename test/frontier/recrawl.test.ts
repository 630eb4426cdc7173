import { expect, test } from 'vitest';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { recrawl } from '../../shared/frontier/recrawl.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import type { HeadState } from '../../shared/ports/frontier.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import { fakeClock } from '../fake-clock.ts';

const CRAWL = 'garden';
const urlOf = (i: number) => `http://h${i}.example/` as Url;

/** Creates hosts with empty inboxes in this state. */
async function crawlOf(hosts: number, state: HeadState = 'idle') {
  const frontier = sqliteFrontier(openDatabase(':memory:'));
  const clock = fakeClock();
  const ports = { frontier, clock };
  const links: OfferedLink[] = Array.from({ length: hosts }, (_, i) => {
    return { url: urlOf(i), kind: 'page', class: 0, depth: 0, parent: null, score: 1 };
  });
  await enqueueLinks({ crawl: CRAWL, source: 'seed', links, feedback: [] }, ports, 'host');
  for (const { url } of links) {
    const key = { crawl: CRAWL, host: hostOf(url) };
    const opened = await frontier.open(key, clock.now(), key.host);
    if (!('head' in opened)) throw new Error('not opened');
    const { items } = await frontier.readInbox(key, 10);
    const due = state === 'dead' ? { due: clock.now() + 86_400_000 } : {};
    await frontier.commit(key, opened.head.epoch, { state, ...due, manifest: '', best: 7, counts: {} });
    const ids = items.map(({ id }) => id);
    await frontier.deleteInbox(key, ids);
  }
  const recalls = async (i: number) => {
    const { items } = await frontier.readInbox({ crawl: CRAWL, host: hostOf(urlOf(i)) }, 10);
    return items.map(({ body }) => decodeOffer(body));
  };
  return { ports, recalls, head: (i: number) => frontier.getHead({ crawl: CRAWL, host: hostOf(urlOf(i)) }) };
}

test('notifies every host and makes it due at once', async () => {
  const { ports, recalls, head } = await crawlOf(230);
  const at = ports.clock.now();
  expect(await recrawl(CRAWL, { at }, ports)).toEqual({ notified: 230 });
  for (const i of [0, 99, 100, 229]) {
    expect(await recalls(i)).toEqual([{ links: [], feedback: [], recrawl: { at } }]);
    expect(await head(i)).toMatchObject({ state: 'ready', due: at });
  }
});

test('notifies only the host of a prefix', async () => {
  const { ports, recalls } = await crawlOf(3);
  const recall = { at: ports.clock.now(), prefix: `${urlOf(1)}docs/` as Url };
  expect(await recrawl(CRAWL, recall, ports)).toEqual({ notified: 1 });
  expect(await Promise.all([0, 1, 2].map(recalls))).toEqual([[], [{ links: [], feedback: [], recrawl: recall }], []]);
  const elsewhere = { ...recall, prefix: 'http://elsewhere.example/' as Url };
  expect(await recrawl(CRAWL, elsewhere, ports)).toEqual({ notified: 0 });
});

test('repeats give the same items, other times give others', async () => {
  const { ports, recalls } = await crawlOf(2);
  const at = ports.clock.now();
  for (const time of [at, at, at + 1]) await recrawl(CRAWL, { at: time }, ports);
  expect((await recalls(0)).map(({ recrawl: recall }) => recall?.at).sort()).toEqual([at, at + 1]);
});

test('skips dead hosts and leaves nothing in their inboxes', async () => {
  const { ports, recalls } = await crawlOf(2, 'dead');
  expect(await recrawl(CRAWL, { at: ports.clock.now() }, ports)).toEqual({ notified: 0 });
  expect(await recalls(0)).toEqual([]);
});

test('returns its position at the time limit and continues from there', async () => {
  const { ports, recalls } = await crawlOf(350);
  const at = ports.clock.now();
  const first = await recrawl(CRAWL, { at }, ports, { until: at - 1 });
  expect(first).toEqual({ notified: 100, last: expect.any(String) });
  const second = await recrawl(CRAWL, { at }, ports, { until: at - 1, after: first.last! });
  expect(second).toEqual({ notified: 100, last: expect.any(String) });
  expect(await recrawl(CRAWL, { at }, ports, { after: second.last! })).toEqual({ notified: 150 });
  for (let i = 0; i < 350; i++) expect(await recalls(i)).toHaveLength(1);
});

test('skips no host if hosts disappear between two calls', async () => {
  const { ports, recalls, head } = await crawlOf(250);
  const at = ports.clock.now();
  const { last } = await recrawl(CRAWL, { at }, ports, { until: at - 1 });
  const notified = [];
  for (let i = 0; i < 250; i++) if ((await recalls(i)).length > 0) notified.push(i);
  const { host } = (await head(notified[0]!))!;
  const gone = new Set([host, last!]);
  const heads = async function* (crawl: string, after?: string) {
    for await (const one of ports.frontier.listHeads(crawl, after)) if (!gone.has(one.host)) yield one;
  };
  expect(
    await recrawl(CRAWL, { at }, { ...ports, frontier: { ...ports.frontier, listHeads: heads } }, { after: last! }),
  ).toEqual({
    notified: 150,
  });
  for (let i = 0; i < 250; i++) expect(await recalls(i)).toHaveLength(1);
});
