import { type CaptureRun, captureRun } from '../shared/fetch/captures.ts';
import { type VisitOptions, type VisitPorts, visit } from '../shared/fetch/visit.ts';
import { bundleCache } from '../shared/frontier/bundle-reader.ts';
import { type DispatchMemory, type DispatchOptions, dispatch } from '../shared/frontier/dispatch.ts';
import { offer } from '../shared/frontier/offer.ts';
import { readStatus } from '../shared/frontier/read-status.ts';
import type { CrawlStatus } from '../shared/frontier/status.ts';
import { httpFetcher } from '../shared/net/http-fetcher.ts';
import type { ObjectMessage, VisitMessage } from '../shared/ports/messages.ts';
import type { Delivery, Queue } from '../shared/ports/queue.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { visitOptionsOf } from '../shared/settings/visits.ts';
import type { Url } from '../shared/url/url.ts';
import { keepSettings } from './crawl-settings.ts';
import { lockFolder } from './folder-lock.ts';
import { startThreads, type Threads } from './threads.ts';
import { VERSION } from './version.ts';
import { GROUPING, openStores, type Stores } from './wiring.ts';

export type CrawlJob = {
  dir: string;
  settings: Settings;
  /** Normalised and accepted. */
  seeds: Url[];
};

export type CrawlHooks = {
  onStatus?(status: CrawlStatus): void;
  /** Ends the crawl in order: what is under way is committed, and nothing is lost. */
  signal?: AbortSignal;
  statusEveryMs?: number;
  /** A fault of a stage; what it concerns comes again. */
  onFault?(message: string): void;
};

export type CrawlEnd = 'done' | 'interrupted' | 'budget' | 'paused' | 'stopped';

const MINUTE_MS = 60_000;
/** One machine has one clock, and one process that holds all leases. */
const PLACE = { leaseMs: 4 * MINUTE_MS, visitMs: MINUTE_MS, pagesAVisit: 60, skewMs: 0, inboxItems: 200 };
const CACHE_BYTES = 16 << 20;
/** A pause that somebody else ends, a message that comes back: looked after this often. */
const LOOK_MS = 1_000;
/** No more visits while so many objects wait to be cleaned: pages would only pile up. */
const OBJECTS_WAITING = 24;
/** A status comes at most after so many times what the last one took. */
const STATUS_SHARE = 20;

/**
 * Runs a crawl on this machine until nothing is due: the event loop fetches, threads clean, classify and index. Every stage
 * is the function that the Lambdas run; all state is in the folder, so it may be killed at any moment and goes on.
 *
 * @throws FolderInUseError, and whatever the disk or a store has against it: then the run has ended, and can be repeated.
 */
export async function runCrawl(job: CrawlJob, hooks: CrawlHooks = {}): Promise<{ end: CrawlEnd; status: CrawlStatus }> {
  const unlock = lockFolder(job.dir);
  const stores = openStores(job.dir);
  try {
    await takeOver(stores);
    await begin(job, stores);
    return await run(job, hooks, stores);
  } finally {
    stores.close();
    unlock();
  }
}

/** What a runner before this one had under way is free at once; the pause of its hosts counts from now. */
async function takeOver({ locks, frontier, control, clock, ...queues }: Stores): Promise<void> {
  locks.freeAll(clock.now());
  locks.purge(clock.now());
  frontier.freeAll();
  control.freeAll();
  const { visits, captures, documents, records } = queues;
  for (const queue of [visits, captures, documents, records]) queue.freeAll();
}

async function begin({ settings, seeds }: CrawlJob, { control, objects, frontier, clock }: Stores): Promise<void> {
  const { crawl } = settings;
  const key = await keepSettings(settings, objects);
  if (!(await control.create(crawl, key, clock.now()))) {
    await control.setSettingsKey(crawl, key);
    await control.setState(crawl, 'open');
  }
  const classOf = new Map(seedsOf(settings).accepted.map((seed) => [seed.url, seed.class]));
  const links = seeds.map((url) => {
    return { url, kind: 'page' as const, class: classOf.get(url) ?? 0, depth: 0, parent: null, score: 1 };
  });
  await offer({ crawl, source: 'seeds', links, news: [] }, { frontier, clock }, GROUPING);
}

async function run({ settings, dir }: CrawlJob, hooks: CrawlHooks, stores: Stores) {
  const { crawl } = settings;
  const ending = new AbortController();
  const bell = createBell();
  let fatal: Error | undefined;
  const fail = (error: Error) => {
    fatal ??= error;
    ending.abort();
    bell.ring();
  };
  const interrupt = () => {
    ending.abort();
    bell.ring();
  };
  if (hooks.signal?.aborted) interrupt();
  hooks.signal?.addEventListener('abort', interrupt, { once: true });

  const threads = startThreads(dir, {
    worked: bell.ring,
    failed: ({ message, code }) => (isFull(code, message) ? fail(diskFull(message)) : hooks.onFault?.(message)),
    died: (error) => fail(isFull(undefined, String(error)) ? diskFull(String(error)) : error),
  });
  const fetcher = httpFetcher({ userAgent: settings.userAgent, ...settings.network });
  const captures: Queue<ObjectMessage> = {
    ...stores.captures,
    async send(messages) {
      await stores.captures.send(messages);
      threads.wake();
    },
  };
  const options = visitOptionsOf(settings, {
    ...PLACE,
    grouping: GROUPING,
    cache: bundleCache(CACHE_BYTES),
    signal: ending.signal,
  });
  const visits = visitRunner(
    { ...stores, fetcher },
    captureRun(crawl, `Thresher/${VERSION}`, { ...stores, captures }),
    options,
    {
      ended: bell.ring,
      fault: (error) =>
        isFull(undefined, String(error)) ? fail(diskFull(String(error))) : hooks.onFault?.(String(error)),
    },
  );

  const meter = startMeter(crawl, stores);
  const report = reporter(crawl, stores, meter, hooks, fail);
  try {
    const end = await loop(settings, stores, visits, threads, bell, ending.signal);
    await visits.drained();
    if (fatal) throw fatal;
    return { end, status: await report.last() };
  } finally {
    hooks.signal?.removeEventListener('abort', interrupt);
    ending.abort();
    report.stop();
    await visits.drained();
    await threads.end();
    await fetcher.close();
  }
}

/** Dispatches whenever something is due and a slot is free, until there is nothing left to do. */
async function loop(
  settings: Settings,
  stores: Stores,
  visits: VisitRunner,
  threads: Threads,
  bell: Bell,
  ending: AbortSignal,
): Promise<CrawlEnd> {
  const { crawl, concurrency, limits } = settings;
  const memory: DispatchMemory = { sent: new Map(), busy: visits.busy };
  const rules: Omit<DispatchOptions, 'slots'> = {
    hostsAMessage: 1,
    rememberMs: LOOK_MS,
    budgetPages: limits.pages,
    pagesAVisit: PLACE.pagesAVisit,
    shareMs: PLACE.leaseMs,
  };
  threads.wake();
  for (;;) {
    if (ending.aborted) return 'interrupted';
    const slots = concurrency - visits.busy.size;
    const clogged = (await stores.captures.depth()).waiting > OBJECTS_WAITING;
    const sent = slots > 0 && !clogged ? await dispatch(crawl, stores, memory, { ...rules, slots }) : undefined;
    for (const delivery of await stores.visits.receive(Math.max(0, slots), MINUTE_MS * 10)) {
      // Left over from another crawl of the folder, whose rules are not known here: a hint, which its frontier repeats.
      if (delivery.message.crawl === crawl) visits.start(delivery);
      else await stores.visits.done([delivery]);
    }

    const now = stores.clock.now();
    const { messages, leases, due } = stores.standing(crawl, now);
    const quiet = messages === 0 && leases === 0 && visits.busy.size === 0;
    if (quiet && sent && sent.state !== 'open' && sent.state !== 'shared-out') return endOf(sent.state);
    if (quiet && due === undefined) return 'done';
    // Something is due at once only where a slot, a thread or a budget's share has to come free first, which rings.
    const next = due === undefined || due <= now ? LOOK_MS / (visits.busy.size > 0 ? 1 : 20) : due - now;
    await bell.rung(Math.min(LOOK_MS, Math.max(5, next)));
  }
}

function endOf(state: 'missing' | 'paused' | 'stopped' | 'spent'): CrawlEnd {
  if (state === 'missing') throw new Error('the crawl is gone');
  return state === 'spent' ? 'budget' : state;
}

type VisitRunner = {
  /** Hosts that are visited now. */
  busy: ReadonlySet<string>;
  start(delivery: Delivery<VisitMessage>): void;
  drained(): Promise<void>;
};

function visitRunner(
  ports: Stores & VisitPorts,
  run: CaptureRun,
  options: VisitOptions,
  heard: { ended(): void; fault(error: unknown): void },
): VisitRunner {
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const work = async (delivery: Delivery<VisitMessage>) => {
    try {
      const { faults } = await visit(delivery.message, ports, run, options);
      for (const { error } of faults) heard.fault(error);
    } finally {
      // Whatever came of it: the frontier repeats what was not committed, and a hidden message would hold up the end.
      await ports.visits.done([delivery]);
    }
  };
  return {
    busy,
    start(delivery) {
      const hosts = delivery.message.hosts.map(({ host }) => host);
      for (const host of hosts) busy.add(host);
      const ended = work(delivery)
        .catch(heard.fault)
        .finally(() => {
          for (const host of hosts) busy.delete(host);
          underWay.delete(ended);
          heard.ended();
        });
      underWay.add(ended);
    },
    async drained() {
      await Promise.all(underWay);
    },
  };
}

type Bell = { ring(): void /** Resolves at the next ring, or after `ms`. */; rung(ms: number): Promise<void> };

function createBell(): Bell {
  let rang = false;
  let wake = () => {};
  return {
    ring() {
      rang = true;
      wake();
    },
    async rung(ms) {
      if (!rang) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rang = false;
    },
  };
}

/** Adds the run's time and CPU to the crawl's counts, from the last call to this one. */
function startMeter(crawl: string, { control, clock }: Stores): () => Promise<void> {
  let at = clock.now();
  let cpu = process.cpuUsage();
  return async () => {
    const now = clock.now();
    const used = process.cpuUsage(cpu);
    const counts = { 'run.ms': now - at, 'run.cpu-ms': Math.round((used.user + used.system) / 1000) };
    at = now;
    cpu = process.cpuUsage();
    await control.settle(crawl, counts);
  };
}

function reporter(
  crawl: string,
  stores: Stores,
  meter: () => Promise<void>,
  { onStatus, statusEveryMs = 1_000 }: CrawlHooks,
  fail: (error: Error) => void,
) {
  const read = async () => {
    await meter();
    return (await readStatus(crawl, stores))!;
  };
  // While it runs it runs, also when every host waits out its pause.
  const running = (status: CrawlStatus): CrawlStatus =>
    status.state === 'done' ? { ...status, state: 'running' } : status;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = (afterMs: number) => {
    if (onStatus && !stopped) timer = setTimeout(() => void tell().catch(fail), afterMs);
  };
  const tell = async () => {
    const began = stores.clock.now();
    const status = await read();
    if (!stopped) onStatus?.(running(status));
    // Counting a hundred thousand hosts takes half a second: a crawl does not spend its time on telling of it.
    next(Math.max(statusEveryMs, STATUS_SHARE * (stores.clock.now() - began)));
  };
  next(statusEveryMs);
  return {
    last: read,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Also where a quota is used up, a file may grow no further, or the disk may only be read. */
function isFull(code: string | undefined, message: string): boolean {
  return code === 'ENOSPC' || /ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_FULL|database or disk is full/.test(message);
}

function diskFull(message: string): Error {
  return Object.assign(new Error(`the disk is full: ${message}`), { code: 'ENOSPC' });
}
