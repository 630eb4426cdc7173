import { storeRests } from '../../shared/fetch/storage-backoff.ts';
import type { Retired } from '../../shared/fetch/visit-message.ts';
import { captureRun } from '../../shared/fetch/warc/captures.ts';
import { type DispatchMemory, type DispatchOptions, dispatch } from '../../shared/frontier/dispatch/dispatch.ts';
import { offer } from '../../shared/frontier/enqueue-links.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { bundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { pagesWithin } from '../../shared/meter/budget.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch.ts';
import { hostOrderOf } from '../../shared/settings/frontier-options.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { visitOptionsOf } from '../../shared/settings/visits.ts';
import type { Url } from '../../shared/url/url.ts';
import type { Spool } from '../seeds/gather-seeds.ts';
import { offerGathered } from '../seeds/offer-gathered.ts';
import { VERSION } from '../version.ts';
import { keepSettings, storedSettings } from './crawl-settings.ts';
import { diskFull, isFull } from './disk-full.ts';
import { lockFolder } from './folder-lock.ts';
import { lostMessages } from './lost-messages.ts';
import { reporter, startMeter } from './report.ts';
import { runDueSchedules } from './run-schedules.ts';
import { checkSecrets, readSecret } from './secrets.ts';
import { startThreads, type Threads } from './threads.ts';
import { type VisitRunner, visitRunner } from './visit-runner.ts';
import { type Bell, createBell } from './wakeup.ts';
import { openStores, type Stores } from './wiring.ts';

export type CrawlJob = {
  dir: string;
  settings: Settings;
  /** Normalised and accepted. */
  seeds: Url[];
  /** Those that were read from elsewhere. */
  gathered?: Spool | undefined;
  /** It stays when nothing is left to do, for revisits and schedules, until it is ended. */
  watch?: boolean;
};

export type CrawlHooks = {
  onStatus?(status: CrawlStatus): void;
  /** Ends the crawl in order: what is under way is committed, and nothing is lost. */
  signal?: AbortSignal;
  statusEveryMs?: number;
  /** A fault of a stage; what it concerns comes again. */
  onFault?(message: string): void;
  /** What a stage could not do, and left with the dead letters. */
  onBuried?(message: string): void;
  /** A URL was given up. */
  onRetired?(url: Retired): void;
  /** A schedule's time had come, and so many hosts were told. */
  onSchedule?(name: string, hosts: number): void;
};

export type CrawlEnd = 'done' | 'interrupted' | 'budget' | 'paused' | 'stopped';

const MINUTE_MS = 60_000;
/** One machine has one clock, and one process that holds all leases. */
const PLACE = { leaseMs: 4 * MINUTE_MS, visitMs: MINUTE_MS, pagesAVisit: 60, skewMs: 0, inboxItems: 200 };
const CACHE_BYTES = 16 << 20;
/** Of a host whose visits a store makes fail: what is due later than that may be left for another run. */
const STORE_REST_MS = 10_000;
/** A pause that somebody else ends, a message that comes back: looked after this often. */
const LOOK_MS = 1_000;
/** No more visits while so many objects wait to be cleaned: pages would only pile up. */
const OBJECTS_WAITING = 24;

/**
 * Runs a crawl on this machine until nothing is due: the event loop fetches, threads clean, classify and index. Every stage
 * is the function that the Lambdas run; all state is in the folder, so it may be killed at any moment and goes on.
 *
 * @throws FolderInUseError, and whatever the disk or a store has against it: then the run has ended, and can be repeated.
 */
export async function runCrawl(job: CrawlJob, hooks: CrawlHooks = {}): Promise<{ end: CrawlEnd; status: CrawlStatus }> {
  checkSecrets(job.settings.fetch, process.env);
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

async function begin({ settings, seeds, gathered }: CrawlJob, stores: Stores): Promise<void> {
  const { control, objects, frontier, clock } = stores;
  const { crawl } = settings;
  const key = await keepSettings(settings, objects);
  let before: Settings['schedules'] = [];
  if (!(await control.create(crawl, key, clock.now()))) {
    // This runner is alone in the folder.
    const { key: settingsKey, settings: earlier } = await storedSettings(crawl, stores);
    before = earlier.schedules;
    await control.setSettingsKey(crawl, settingsKey, key);
    await control.setState(crawl, 'open');
  }
  await syncSchedules(crawl, { before, now: settings.schedules }, stores.schedules);
  const wanted = new Set(seeds);
  const links = seedsOf(settings).accepted.filter(({ url }) => wanted.has(url));
  await offer({ crawl, source: 'seeds', links, news: [] }, { frontier, clock }, settings.politeness.group);
  if (gathered) await offerGathered(crawl, gathered, stores, settings.politeness.group);
}

async function run({ settings, dir, watch = false }: CrawlJob, hooks: CrawlHooks, stores: Stores) {
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
    lost: lostMessages(stores, {
      again: (message) => hooks.onFault?.(message),
      buried: (message) => hooks.onBuried?.(message),
      failed: fail,
    }),
    died: (error) => fail(isFull(undefined, String(error)) ? diskFull(String(error)) : error),
  });
  const fetcher = httpFetcher({
    ...fetcherOptionsOf(settings),
    ...secretsFor(settings.fetch, readSecret(process.env)),
  });
  const captures: Queue<ObjectMessage> = {
    ...stores.captures,
    async send(messages) {
      await stores.captures.send(messages);
      threads.wake();
    },
  };
  const options = visitOptionsOf(settings, {
    ...PLACE,
    grouping: settings.politeness.group,
    cache: bundleCache(CACHE_BYTES),
    storeRests: storeRests(STORE_REST_MS),
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
      retired: (url) => hooks.onRetired?.(url),
    },
  );

  const meter = startMeter(crawl, stores);
  const report = reporter(crawl, stores, meter, hooks, fail);
  try {
    const onSchedule = hooks.onSchedule ?? (() => {});
    const standing = { ending: ending.signal, watch, onSchedule };
    const end = await loop(settings, stores, visits, threads, bell, standing);
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
  {
    ending,
    watch,
    onSchedule,
  }: { ending: AbortSignal; watch: boolean; onSchedule: (name: string, hosts: number) => void },
): Promise<CrawlEnd> {
  const { crawl, concurrency, limits, budget } = settings;
  const memory: DispatchMemory = { sent: new Map(), busy: visits.busy };
  const rules: Omit<DispatchOptions, 'slots'> = {
    hostsAMessage: 1,
    rememberMs: LOOK_MS,
    ...hostOrderOf(settings),
    budgetPages: limits.pages,
    pagesWithin: (control, now) => pagesWithin(budget, control, now),
    pagesAVisit: PLACE.pagesAVisit,
    shareMs: PLACE.leaseMs,
  };
  threads.wake();
  for (let isPaused = false; ; ) {
    if (ending.aborted) return 'interrupted';
    // Recalls of a paused crawl would pile up: its schedules are called when it is open again.
    if (!isPaused) await runDueSchedules(settings, stores, onSchedule);
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
    isPaused = sent?.state === 'paused';
    const stays = watch && isPaused;
    if (quiet && !stays && sent && sent.state !== 'open' && sent.state !== 'shared-out') return endOf(sent.state);
    if (quiet && due === undefined && !watch) return 'done';
    // Something is due at once only where a slot, a thread or a budget's share has to come free first, which rings.
    const isIdle = visits.busy.size > 0 || (quiet && due === undefined) || isPaused;
    const next = due === undefined || due <= now ? LOOK_MS / (isIdle ? 1 : 20) : due - now;
    await bell.rung(Math.min(LOOK_MS, Math.max(5, next)));
  }
}

function endOf(state: 'missing' | 'paused' | 'stopped' | 'spent'): CrawlEnd {
  if (state === 'missing') throw new Error('the crawl is gone');
  return state === 'spent' ? 'budget' : state;
}
