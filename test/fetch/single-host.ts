import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { VisitOptions, VisitPorts } from '../../shared/fetch/visit-options.ts';
import { type CapturePorts, createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import type { Fetcher, HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Head } from '../../shared/ports/frontier.ts';
import type { Url } from '../../shared/url/url.ts';
import { type FakeClock, fakeClock } from '../fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';

export const LEASE_MS = 120_000;
const HOUR_MS = 3_600_000;

/** Options of visits of at most four pages, with a short pause. */
export const OPTIONS: Omit<VisitOptions, 'cache'> = {
  agent: 'thresher',
  hostPauseMs: 10,
  crawlDelayCapMs: 300_000,
  answerTimeFactor: 0,
  revisit: fixedRevisitRules(null),
  maxRedirects: 5,
  leaseMs: LEASE_MS,
  visitMs: 90_000,
  maxPagesPerVisit: 4,
  fetchTimeoutMs: 10_000,
  maxPageBytes: 1 << 20,
  maxSitemapBytes: 1 << 22,
  skewMs: 0,
  maxInboxItems: 10,
  maxPagesPerHost: null,
  followRedirects: true,
  urlRules: { maxUrlLength: 2048, trackingParameters: [], sessionIds: [], aliases: {} },
  groupOf: (host) => host,
  refuseLink: () => undefined,
};

export const reply = (status: number, body: string): HttpResponse => ({
  kind: 'response',
  status,
  statusText: '',
  httpVersion: '1.1',
  headers: [
    ['Content-Type', 'text/plain'],
    ['ETag', '"one"'],
  ],
  body: new TextEncoder().encode(body),
  truncated: false,
  requestHeaders: [],
  address: '192.0.2.1',
});

/** In-memory SQLite stores and a fake clock, for visits of one host. */
export function visitPorts(fetcher: Fetcher): VisitPorts & CapturePorts & { clock: FakeClock } {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  let ids = 0;
  return {
    clock,
    random: { id: () => `id${ids++}`, random: () => 0.5 },
    locks: sqliteHostLock(db),
    frontier: sqliteFrontier(db),
    robots: sqliteRobotsStore(db),
    control: sqliteControl(db),
    objects: memoryObjects(),
    captures: sqliteQueue(db, 'captures', clock, { retentionMs: HOUR_MS, maxReceives: 5, hasDeadLetters: true }),
    fetcher,
  };
}

/** Returns the link to a page of the first class, as a seed. */
export const seedLink = (url: string, class_ = 0): OfferedLink => ({
  url: url as Url,
  ...{ kind: 'page', class: class_, depth: 0, parent: null, score: 1 },
});

/** Visits `moor.test` once, for these links. Returns its head before and after the visit, and its stores. */
export async function visitOnce(
  fetcher: Fetcher,
  links: OfferedLink[],
  options: Partial<VisitOptions> = {},
): Promise<{ before: Head; after: Head; ports: ReturnType<typeof visitPorts> }> {
  const ports = visitPorts(fetcher);
  const { clock, control, frontier } = ports;
  const headOf = async () => (await frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
  await control.create('moor', 'none', clock.now());
  await enqueueLinks({ crawl: 'moor', source: 'x', links, feedback: [] }, ports, 'host');
  const before = await headOf();
  const message = { crawl: 'moor', id: 'one', hosts: [{ host: 'moor.test', group: 'moor.test', due: before.due! }] };
  const writer = createCaptureWriter('moor', { software: 'test' }, ports);
  const ended = visitHosts(message, ports, writer, { ...OPTIONS, ...options, cache: createBundleCache(1 << 20) });
  await clock.advance(60_000);
  await ended;
  return { before, after: await headOf(), ports };
}
