/*
 * What the frontier costs a page as it grows:
 * `node bench/frontier.ts [--small 10000 --large 1000000 --visits 300] [--web spread|concentrated]`.
 *
 * The product's own dispatch, visits and offers over SQLite in a folder. No network: every address answers at once with
 * a few bytes, captures are thrown away, and each visit's pages then offer links, most of them known, and news of
 * themselves, as classify does. Four webs: small and large, spread over many hosts (100 addresses each) and
 * concentrated on a hundred. CPU is that of this process, in milliseconds a page, a visit of 18 pages and a round
 * of dispatch; memory is all that the process holds at the end of a web.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStores } from '../cli/run/wiring.ts';
import { seeded } from '../demo/seeded.ts';
import { type VisitPorts, visit } from '../shared/fetch/visit-message.ts';
import type { CaptureRun } from '../shared/fetch/warc/captures.ts';
import { type DispatchMemory, dispatch } from '../shared/frontier/dispatch/dispatch.ts';
import { type News, type OfferedLink, offer } from '../shared/frontier/enqueue-links.ts';
import { bundleCache } from '../shared/frontier/host/bundle-reader.ts';
import { readSettings } from '../shared/settings/settings.ts';
import { visitOptionsOf } from '../shared/settings/visits.ts';
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
const PAGES_A_VISIT = 18;
const ADDRESSES_A_HOST = 100;
const HOSTS = 100;
/** Of each page: links to its own host, most of them known; to other hosts; to pages that nobody has heard of. */
const LINKS = { own: 10, abroad: 1, fresh: 1 };
const GROUPING = 'host' as const;

type Web = { hosts: number; addressesOf: number };
type Cost = {
  visit: number;
  dispatch: number;
  offer: number;
  all: number;
  visitMs: number;
  roundMs: number;
  fileMb: number;
  bytesAnAddress: number;
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
    // The first rounds compile the code and settle the caches.
    await crawl(web, stores, 150, 0);
    const cost = await crawl(web, stores, Number(values.visits), 1_000_000);
    stores.close();
    const bytes = statSync(join(dir, 'frontier.sqlite')).size;
    const fileMb = round(bytes / 2 ** 20, 1);
    const memoryMb = round(process.memoryUsage().rss / 2 ** 20, 0);
    return { ...cost, fileMb, bytesAnAddress: round(bytes / (web.hosts * web.addressesOf), 0), memoryMb };
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

function visitorOf(stores: Stores, pagesAVisit: number) {
  const asked: Url[] = [];
  const body = Buffer.from('<p>a page');
  const ports: VisitPorts = {
    ...stores,
    robots: {
      get: async (origin) => ({ origin, text: '', readAt: 1, expiresAt: Number.MAX_SAFE_INTEGER }),
      put: async () => {},
    },
    fetcher: {
      async fetch(url) {
        asked.push(url);
        const answer = { status: 200, statusText: 'OK', httpVersion: '1.1' as const, headers: [], body };
        return { kind: 'answer', ...answer, truncated: false, requestHeaders: [], address: '127.0.0.1' };
      },
    },
  };
  const nowhere: CaptureRun = { enter: () => ({ add() {}, settle: async () => {}, leave() {} }) };
  const place = { leaseMs: 240_000, visitMs: 60_000, skewMs: 0, inboxItems: 200, grouping: GROUPING };
  const options = visitOptionsOf(settings, { ...place, pagesAVisit, cache: bundleCache(64 << 20) });
  return {
    asked,
    run: (host: VisitTarget) => visit({ crawl: CRAWL, id: 'v', hosts: [host] }, ports, nowhere, options),
  };
}

type VisitTarget = { host: string; group: string; due: number };

/** Offers all addresses and has each host take them in, without fetching any. */
async function fill({ hosts, addressesOf }: Web, stores: Stores): Promise<void> {
  const visitor = visitorOf(stores, 0);
  for (let host = 0; host < hosts; host++) {
    for (let from = 0; from < addressesOf; from += 2_000) {
      const count = Math.min(2_000, addressesOf - from);
      const links = Array.from({ length: count }, (_, i) => linkTo(urlOf(host, from + i), i % 5, (i % 90) / 100));
      await offer({ crawl: CRAWL, source: `fill ${host} ${from}`, links, news: [] }, stores, GROUPING);
      const name = `h${host}.bench.test`;
      await visitor.run({ host: name, group: name, due: stores.clock.now() });
    }
  }
}

function linkTo(url: Url, class_: number, score: number): OfferedLink {
  return { url, kind: 'page', class: class_, depth: 2, parent: null, score };
}

/** Rounds of dispatch, visits and what their pages lead to. @param first number of the first new address. */
async function crawl(web: Web, stores: Stores, visits: number, first: number) {
  const draw = seeded(`frontier ${first}`);
  const visitor = visitorOf(stores, PAGES_A_VISIT);
  const memory: DispatchMemory = { sent: new Map() };
  const options = {
    slots: 64,
    hostsAMessage: 1,
    rememberMs: 1_000,
    budgetPages: null,
    pagesAVisit: 60,
    shareMs: 240_000,
  };
  const spent = { dispatch: 0, visit: 0, offer: 0 };
  let rounds = 0;
  let fresh = first;
  let pages = 0;
  for (let done = 0; done < visits; ) {
    rounds++;
    await spend(spent, 'dispatch', () => dispatch(CRAWL, stores, memory, options));
    const deliveries = await stores.visits.receive(64, 60_000);
    if (deliveries.length === 0) throw new Error('nothing is due: the web is too small for so many visits');
    for (const { message } of deliveries) {
      for (const host of message.hosts) await spend(spent, 'visit', () => visitor.run(host));
      const asked = visitor.asked.splice(0);
      pages += asked.length;
      done++;
      const links = asked.flatMap((url) => linksOf(url, web, draw, () => fresh++));
      const news = asked.map((url): News => ({ url, at: Date.now(), record: 'r'.repeat(64), verdict: 'relevant' }));
      const batch = { crawl: CRAWL, source: `visit ${first} ${done}`, links, news };
      await spend(spent, 'offer', () => offer(batch, stores, GROUPING));
    }
    await stores.visits.done(deliveries);
  }
  const each = (ms: number) => round(ms / pages, 4);
  const all = spent.dispatch + spent.visit + spent.offer;
  const times = { visitMs: round(spent.visit / visits, 2), roundMs: round(spent.dispatch / rounds, 2) };
  return {
    visit: each(spent.visit),
    dispatch: each(spent.dispatch),
    offer: each(spent.offer),
    all: each(all),
    ...times,
  };
}

function linksOf(from: Url, web: Web, draw: () => number, fresh: () => number): OfferedLink[] {
  const host = hostNumber(from);
  const drawn = (n: number) => Math.floor(draw() * n);
  const known = (of: number) => linkTo(urlOf(of, drawn(web.addressesOf)), drawn(5), draw());
  return [
    ...Array.from({ length: LINKS.own }, () => known(host)),
    ...Array.from({ length: LINKS.abroad }, () => known(drawn(web.hosts))),
    ...Array.from({ length: LINKS.fresh }, () => linkTo(urlOf(host, fresh()), 3, draw())),
  ];
}

async function spend<T>(spent: Record<string, number>, name: string, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  spent[name] = (spent[name] ?? 0) + (user + system) / 1000;
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
  return { hosts: size / ADDRESSES_A_HOST, addressesOf: ADDRESSES_A_HOST };
}
function concentrated(size: number): Web {
  return { hosts: HOSTS, addressesOf: size / HOSTS };
}
out(
  'CPU ms a page         addresses   hosts   visit dispatch   offer     all    visit    round   file MB   bytes each   memory MB',
);
for (const [name, few, many] of webs.filter(([one]) => values.web === undefined || one === values.web)) {
  const costs = [];
  for (const web of [few, many]) {
    const cost = await measure(web);
    costs.push(cost);
    const numbers = [cost.visit, cost.dispatch, cost.offer, cost.all].map((ms) => ms.toFixed(3).padStart(8)).join('');
    const times = [cost.visitMs, cost.roundMs].map((ms) => ms.toFixed(2).padStart(9)).join('');
    const held = `${String(cost.fileMb).padStart(10)}${String(cost.bytesAnAddress).padStart(13)}${String(cost.memoryMb).padStart(12)}`;
    const sizes = `${String(web.hosts * web.addressesOf).padStart(10)}${String(web.hosts).padStart(8)}`;
    out(`${name.padEnd(20)}${sizes}${numbers}${times}${held}`);
  }
  out(
    `${name}: a page costs ${round(costs[1]!.all / costs[0]!.all, 2)} times as much with ${large / small} times the addresses`,
  );
}
