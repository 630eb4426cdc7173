import type { Judge } from '../../shared/classify/judge.ts';
import { gatherLinks } from '../../shared/classify/links/gather-links.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { CaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { type DispatchMemory, dispatch } from '../../shared/frontier/dispatch/dispatch.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';
import { hostOrderOf, linkRulesOf } from '../../shared/settings/frontier-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { GivenSettings } from '../../shared/settings/schema/given-settings.ts';
import { visitOptionsOf } from '../../shared/settings/visit-options.ts';
import { documentOf, link } from '../classify/documents.ts';
import { fakeClock } from '../fake-clock.ts';
import { seededRandom } from './seeded-random.ts';

/** Page → its links. A page with `off` in its name gets the verdict leads-on; one with `good` has a higher strength. */
export type Graph = Record<string, readonly string[]>;

export type GraphOptions = {
  settings?: Partial<GivenSettings>;
  /** Number of hosts visited in parallel. */
  slots?: number;
  pagesAVisit?: number;
  /** The links of this page are enqueued twenty times. */
  repeatedPage?: string;
};

const judge: Judge = Object.assign(
  ({ url }: { url: string }) => ({
    kind: url.includes('off') ? ('leads-on' as const) : ('relevant' as const),
    score: 1,
    classes: [],
    terms: [],
    why: '',
    strength: url.includes('off') ? 0.1 : url.includes('good') ? 0.9 : 0.5,
  }),
  { focused: true, strengthOfWords: () => 0 },
);

/** Crawls a whole graph through dispatch, visits and offers. @returns the pages in fetch order. */
export async function orderOf(graph: Graph, seeds: readonly string[], options: GraphOptions = {}): Promise<string[]> {
  const { slots = 1, pagesAVisit = 60, repeatedPage } = options;
  const crawl = 'graph';
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  const ports = {
    clock,
    random: seededRandom(1),
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    locks: sqliteHostLock(db),
    visits: sqliteQueue<VisitMessage>(db, 'visits', clock, {
      retentionMs: 900_000,
      maxReceives: 3,
      hasDeadLetters: false,
    }),
    robots: {
      get: async (origin: string) => ({ origin, text: '', readAt: 1, expiresAt: Number.MAX_SAFE_INTEGER }),
      put: async () => {},
    },
    fetcher: {
      async fetch(url: string) {
        order.push(url.replace('http://', ''));
        const answer = {
          status: 200,
          statusText: 'OK',
          httpVersion: '1.1' as const,
          headers: [],
          body: Buffer.from(url),
        };
        return { kind: 'response' as const, ...answer, truncated: false, requestHeaders: [], address: '127.0.0.1' };
      },
    },
  };
  const order: string[] = [];
  const settings = readSettings({
    crawl,
    seeds: seeds.map((seed) => `http://${seed}`),
    scope: 'any',
    sitemaps: false,
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    ...options.settings,
  });
  const place = { leaseMs: 240_000, visitMs: 60_000, skewMs: 0, maxInboxItems: 200, grouping: 'host' as const };
  const rules = visitOptionsOf(settings, {
    ...place,
    maxPagesPerVisit: pagesAVisit,
    cache: createBundleCache(1 << 20),
  });
  let captures: Capture[] = [];
  const run: CaptureWriter = {
    startVisit: () => ({ add: (one) => void captures.push(one), handOver() {}, flush: async () => {}, abandon() {} }),
  };

  const foundOn = ({ url, note }: Capture) => {
    const gatherer = gatherLinks(judge, { scope: () => undefined, rules: linkRulesOf(settings) });
    const targets = graph[url.replace('http://', '')] ?? [];
    const document = documentOf({ url, links: targets.map((to) => link(`http://${to}`)) });
    gatherer.addPage(document, judge(document), note);
    return gatherer.finish();
  };

  await ports.control.create(crawl, 'none', clock.now());
  const first = seedsOf(settings).accepted.map(({ url, class: class_ }) => ({ url, class: class_ }));
  const links = first.map((seed) => ({ ...seed, kind: 'page' as const, depth: 0, parent: null, score: 1 }));
  await enqueueLinks({ crawl, source: 'seed', links, feedback: [] }, ports, 'host');

  const memory: DispatchMemory = { sent: new Map() };
  const rounds = {
    slots,
    hostsPerMessage: 1,
    rememberMs: 1_000,
    budgetPages: null,
    pagesPerVisit: pagesAVisit,
    reservationMs: 240_000,
  };
  for (let idle = 0; idle < 3; ) {
    await clock.advance(1_000);
    await dispatch(crawl, ports, memory, { ...rounds, ...hostOrderOf(settings) });
    const deliveries = await ports.visits.receive(100, 60_000);
    idle = deliveries.length === 0 ? idle + 1 : 0;
    for (const { message } of deliveries) {
      captures = [];
      const { faults } = await visitHosts(message, ports, run, rules);
      for (const { error } of faults) throw error;
      for (const capture of captures) {
        const { links, cash } = foundOn(capture);
        const times = capture.url === `http://${repeatedPage}` ? 20 : 1;
        for (let i = 0; i < times; i++)
          await enqueueLinks({ crawl, source: `${capture.url} ${i}`, links, cash, feedback: [] }, ports, 'host');
      }
    }
    await ports.visits.ack(deliveries);
  }
  return order;
}
