/*
 * Measures the cost of the frontier per page as it grows:
 * `node bench/frontier.ts [--small 10000 --large 1000000 --visits 300] [--web spread|concentrated]`.
 *
 * Runs the product's dispatch, visits and added links over SQLite in a folder. There is no network: every URL returns a few
 * bytes immediately, and captures are discarded. After each visit, its pages add links, most of them known, and feedback
 * about themselves, as classify does. There are four webs: small and large, spread over many hosts (100 URLs each) or
 * concentrated on 100 hosts. CPU is that of this process, in milliseconds per page, per visit of 18 pages and per dispatch
 * round. Memory is the resident memory of the process at the end of a web.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../cli/run/wiring.ts';
import { seeded } from '../demo/seeded.ts';
import { visitHosts } from '../shared/fetch/visit-message.ts';
import type { VisitPorts } from '../shared/fetch/visit-options.ts';
import type { CaptureWriter } from '../shared/fetch/warc/capture-writer.ts';
import { type DispatchMemory, dispatch } from '../shared/frontier/dispatch/dispatch.ts';
import { enqueueLinks } from '../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../shared/frontier/host/bundle-reader.ts';
import type { OfferedLink, PageFeedback } from '../shared/frontier/offer.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import { visitOptionsOf } from '../shared/settings/visit-options.ts';
import type { Url } from '../shared/url/url.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    visits: { type: 'string', default: '300' },
    web: { type: 'string' },
  },
});

const CRAWL = 'bench';
const PAGES_PER_VISIT = 18;
const URLS_PER_HOST = 100;
const HOSTS = 100;
/** Links per page: to known URLs of its own host, to known URLs of other hosts, and to unknown URLs. */
const LINKS_PER_PAGE = { own: 10, otherHosts: 1, unknown: 1 };
const GROUPING = 'host' as const;

type Web = { hosts: number; urlsPerHost: number };
type Cost = {
  visit: number;
  dispatch: number;
  offer: number;
  all: number;
  visitMs: number;
  roundMs: number;
  fileMb: number;
  bytesPerUrl: number;
  memoryMb: number;
};

const urlOf = (host: number, page: number) =>
  `http://h${host}.bench.test/section-${page % 37}/some-page-of-it-${page}.html` as Url;
const hostNumber = (url: Url) => Number(/\/\/h(\d+)\./.exec(url)?.[1]);

async function measure(web: Web): Promise<Cost> {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-frontier-'));
  const stores = openStores(dir);
  try {
    await stores.control.create(CRAWL, 'none', Date.now());
    await fill(web, stores);
    // Warm-up: the first rounds compile the code and fill the caches.
    await crawl(web, stores, 150, 0);
    const cost = await crawl(web, stores, Number(values.visits), 1_000_000);
    stores.close();
    const bytes = statSync(join(dir, 'frontier.sqlite')).size;
    const fileMb = round(bytes / 2 ** 20, 1);
    const memoryMb = round(process.memoryUsage().rss / 2 ** 20, 0);
    return { ...cost, fileMb, bytesPerUrl: round(bytes / (web.hosts * web.urlsPerHost), 0), memoryMb };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

type Stores = ReturnType<typeof openStores>;

const settings = readSettings({
  crawl: CRAWL,
  seeds: ['http://h0.bench.test/'],
  scope: 'any',
  politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
});

function createVisitor(stores: Stores, maxPagesPerVisit: number) {
  const fetched: Url[] = [];
  const body = Buffer.from('<p>a page');
  const ports: VisitPorts = {
    ...stores,
    robots: {
      get: async (origin) => ({ origin, text: '', readAt: 1, expiresAt: Number.MAX_SAFE_INTEGER }),
      put: async () => {},
    },
    fetcher: {
      async fetch(url) {
        fetched.push(url);
        const answer = { status: 200, statusText: 'OK', httpVersion: '1.1' as const, headers: [], body };
        return { kind: 'response', ...answer, truncated: false, requestHeaders: [], address: '127.0.0.1' };
      },
    },
  };
  const discardCaptures: CaptureWriter = {
    startVisit: () => ({ add() {}, handOver() {}, flush: async () => {}, abandon() {} }),
  };
  const place = { leaseMs: 240_000, visitMs: 60_000, skewMs: 0, maxInboxItems: 200, grouping: GROUPING };
  const options = visitOptionsOf(settings, { ...place, maxPagesPerVisit, cache: createBundleCache(64 << 20) });
  return {
    fetched,
    run: (host: VisitTarget) => visitHosts({ crawl: CRAWL, id: 'v', hosts: [host] }, ports, discardCaptures, options),
  };
}

type VisitTarget = { host: string; group: string; due: number };

/** Adds all URLs and has each host read its inbox, without fetching. */
async function fill({ hosts, urlsPerHost }: Web, stores: Stores): Promise<void> {
  const visitor = createVisitor(stores, 0);
  for (let host = 0; host < hosts; host++) {
    for (let from = 0; from < urlsPerHost; from += 2_000) {
      const count = Math.min(2_000, urlsPerHost - from);
      const links = Array.from({ length: count }, (_, i) => linkTo(urlOf(host, from + i), i % 5, (i % 90) / 100));
      await enqueueLinks({ crawl: CRAWL, source: `fill ${host} ${from}`, links, feedback: [] }, stores, GROUPING);
      const name = `h${host}.bench.test`;
      await visitor.run({ host: name, group: name, due: stores.clock.now() });
    }
  }
}

function linkTo(url: Url, class_: number, score: number): OfferedLink {
  return { url, kind: 'page', class: class_, depth: 2, parent: null, score };
}

/** Runs dispatch, visits and the links that their pages add. @param first number of the first unknown URL. */
async function crawl(web: Web, stores: Stores, visits: number, first: number) {
  const draw = seeded(`frontier ${first}`);
  const visitor = createVisitor(stores, PAGES_PER_VISIT);
  const memory: DispatchMemory = { sent: new Map() };
  const options = {
    slots: 64,
    hostsPerMessage: 1,
    rememberMs: 1_000,
    budgetPages: null,
    pagesPerVisit: 60,
    reservationMs: 240_000,
  };
  const cpuMs = { dispatch: 0, visit: 0, offer: 0 };
  let rounds = 0;
  let unknown = first;
  let pages = 0;
  for (let done = 0; done < visits; ) {
    rounds++;
    await addCpuMs(cpuMs, 'dispatch', () => dispatch(CRAWL, stores, memory, options));
    const deliveries = await stores.visits.receive(64, 60_000);
    if (deliveries.length === 0)
      throw new Error(`no host is due after ${done} visits: the web is too small for --visits ${visits}`);
    for (const { message } of deliveries) {
      for (const host of message.hosts) await addCpuMs(cpuMs, 'visit', () => visitor.run(host));
      const fetched = visitor.fetched.splice(0);
      pages += fetched.length;
      done++;
      const links = fetched.flatMap((url) => linksOf(url, web, draw, () => unknown++));
      const feedback = fetched.map(
        (url): PageFeedback => ({ url, at: Date.now(), record: 'r'.repeat(64), verdict: 'relevant' }),
      );
      const batch = { crawl: CRAWL, source: `visit ${first} ${done}`, links, feedback };
      await addCpuMs(cpuMs, 'offer', () => enqueueLinks(batch, stores, GROUPING));
    }
    await stores.visits.ack(deliveries);
  }
  const each = (ms: number) => round(ms / pages, 4);
  const all = cpuMs.dispatch + cpuMs.visit + cpuMs.offer;
  const times = { visitMs: round(cpuMs.visit / visits, 2), roundMs: round(cpuMs.dispatch / rounds, 2) };
  return {
    visit: each(cpuMs.visit),
    dispatch: each(cpuMs.dispatch),
    offer: each(cpuMs.offer),
    all: each(all),
    ...times,
  };
}

function linksOf(from: Url, web: Web, draw: () => number, unknown: () => number): OfferedLink[] {
  const host = hostNumber(from);
  const drawn = (n: number) => Math.floor(draw() * n);
  const known = (of: number) => linkTo(urlOf(of, drawn(web.urlsPerHost)), drawn(5), draw());
  return [
    ...Array.from({ length: LINKS_PER_PAGE.own }, () => known(host)),
    ...Array.from({ length: LINKS_PER_PAGE.otherHosts }, () => known(drawn(web.hosts))),
    ...Array.from({ length: LINKS_PER_PAGE.unknown }, () => linkTo(urlOf(host, unknown()), 3, draw())),
  ];
}

async function addCpuMs<T>(cpuMs: Record<string, number>, name: string, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  cpuMs[name] = (cpuMs[name] ?? 0) + (user + system) / 1000;
  return result;
}

function round(n: number, digits: number): number {
  return Number(n.toFixed(digits));
}

const out = (line: string) => void process.stdout.write(`${line}\n`);
const [small, large] = [Number(values.small), Number(values.large)];
const webs: [string, Web, Web][] = [
  ['spread', spread(small), spread(large)],
  ['concentrated', concentrated(small), concentrated(large)],
];
function spread(size: number): Web {
  return { hosts: size / URLS_PER_HOST, urlsPerHost: URLS_PER_HOST };
}
function concentrated(size: number): Web {
  return { hosts: HOSTS, urlsPerHost: size / HOSTS };
}
out(
  'CPU ms per page      known URLs   hosts   visit dispatch   offer     all    visit    round   file MB  bytes/URL   memory MB',
);
for (const [name, few, many] of webs.filter(([one]) => values.web === undefined || one === values.web)) {
  const costs = [];
  for (const web of [few, many]) {
    const cost = await measure(web);
    costs.push(cost);
    const numbers = [cost.visit, cost.dispatch, cost.offer, cost.all].map((ms) => ms.toFixed(3).padStart(8)).join('');
    const times = [cost.visitMs, cost.roundMs].map((ms) => ms.toFixed(2).padStart(9)).join('');
    const space = `${String(cost.fileMb).padStart(10)}${String(cost.bytesPerUrl).padStart(11)}${String(cost.memoryMb).padStart(12)}`;
    const sizes = `${String(web.hosts * web.urlsPerHost).padStart(11)}${String(web.hosts).padStart(8)}`;
    out(`${name.padEnd(20)}${sizes}${numbers}${times}${space}`);
  }
  out(
    `${name}: a page costs ${round(costs[1]!.all / costs[0]!.all, 2)} times as much with ${large / small} times as many URLs`,
  );
}
