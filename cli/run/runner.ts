import { createStorageBackoff } from '../../shared/fetch/storage-backoff.ts';
import type { RetiredUrl } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { type DispatchMemory, type DispatchOptions, dispatch } from '../../shared/frontier/dispatch/dispatch.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { affordablePages } from '../../shared/meter/budget.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import { hostOrderOf } from '../../shared/settings/frontier-options.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { syncSchedules } from '../../shared/settings/schedules/sync-schedules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { visitOptionsOf } from '../../shared/settings/visit-options.ts';
import type { Url } from '../../shared/url/url.ts';
import { enqueueGathered } from '../seeds/enqueue-gathered.ts';
import type { SeedSpool } from '../seeds/gather-seeds.ts';
import { VERSION } from '../version.ts';
import { loadStoredSettings, saveSettings } from './crawl-settings.ts';
import { diskFullError, isDiskFull } from './disk-full.ts';
import { lockFolder } from './folder-lock.ts';
import { requeueCrashed } from './requeue-crashed.ts';
import { runDueSchedules } from './run-schedules.ts';
import { checkSecrets, readSecret } from './secrets.ts';
import { createStatusReporter, startRunMeter } from './status-reporter.ts';
import { startThreads, type Threads } from './threads.ts';
import { type VisitRunner, visitRunner } from './visit-runner.ts';
import { createWakeup, type Wakeup } from './wakeup.ts';
import { openStores, type Stores } from './wiring.ts';

export type CrawlJob = {
  dir: string;
  settings: Settings;
  /** Normalised and accepted. */
  seeds: Url[];
  /** Those that were read from elsewhere. */
  gathered?: SeedSpool | undefined;
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
  onDeadLetter?(message: string): void;
  /** A URL was given up. */
  onRetired?(url: RetiredUrl): void;
  /** A schedule's time had come, and so many hosts were told. */
  onSchedule?(name: string, hosts: number): void;
};

export type CrawlEnd = 'done' | 'interrupted' | 'budget' | 'paused' | 'stopped';

const MINUTE_MS = 60_000;
/** One machine has one clock, and one process that holds all leases. */
const LOCAL_LIMITS = {
  leaseMs: 4 * MINUTE_MS,
  visitMs: MINUTE_MS,
  maxPagesPerVisit: 60,
  skewMs: 0,
  maxInboxItems: 200,
};
const BUNDLE_CACHE_BYTES = 16 << 20;
/** Of a host whose visits a store makes fail: what is due later than that may be left for another run. */
const STORAGE_BACKOFF_MS = 10_000;
/** A pause that somebody else ends, a message that comes back: looked after this often. */
const MAX_POLL_MS = 1_000;
/** No more visits while so many objects wait to be cleaned: pages would only pile up. */
const MAX_WAITING_CAPTURES = 24;

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
    await releaseStaleLeases(stores);
    await prepareCrawl(job, stores);
    return await run(job, hooks, stores);
  } finally {
    stores.close();
    unlock();
  }
}

/** What a runner before this one had under way is free at once; the pause of its hosts counts from now. */
async function releaseStaleLeases({ locks, frontier, control, clock, ...queues }: Stores): Promise<void> {
  locks.releaseAll(clock.now());
  locks.deleteExpired(clock.now());
  frontier.releaseAll();
  control.releaseAll();
  const { visits, captures, documents, records } = queues;
  for (const queue of [visits, captures, documents, records]) queue.releaseAll();
}

async function prepareCrawl({ settings, seeds, gathered }: CrawlJob, stores: Stores): Promise<void> {
  const { control, objects, frontier, clock } = stores;
  const { crawl } = settings;
  const key = await saveSettings(settings, objects);
  let before: Settings['schedules'] = [];
  if (!(await control.create(crawl, key, clock.now()))) {
    // This runner is alone in the folder.
    const { key: settingsKey, settings: earlier } = await loadStoredSettings(crawl, stores);
    before = earlier.schedules;
    await control.setSettingsKey(crawl, settingsKey, key);
    await control.setState(crawl, 'open');
  }
  await syncSchedules(crawl, { before, now: settings.schedules }, stores.schedules);
  const wanted = new Set(seeds);
  const links = seedsOf(settings).accepted.filter(({ url }) => wanted.has(url));
  await enqueueLinks({ crawl, source: 'seeds', links, feedback: [] }, { frontier, clock }, settings.politeness.group);
  if (gathered) await enqueueGathered(crawl, gathered, stores, settings.politeness.group);
}

async function run({ settings, dir, watch = false }: CrawlJob, hooks: CrawlHooks, stores: Stores) {
  const { crawl } = settings;
  const ending = new AbortController();
  const bell = createWakeup();
  let fatal: Error | undefined;
  const fail = (error: Error) => {
    fatal ??= error;
    ending.abort();
    bell.notify();
  };
  const interrupt = () => {
    ending.abort();
    bell.notify();
  };
  if (hooks.signal?.aborted) interrupt();
  hooks.signal?.addEventListener('abort', interrupt, { once: true });

  const threads = startThreads(dir, {
    onProgress: bell.notify,
    onError: ({ message, code }) =>
      isDiskFull(code, message) ? fail(diskFullError(message)) : hooks.onFault?.(message),
    onCrash: requeueCrashed(stores, {
      again: (message) => hooks.onFault?.(message),
      buried: (message) => hooks.onDeadLetter?.(message),
      failed: fail,
    }),
    onExit: (error) => fail(isDiskFull(undefined, String(error)) ? diskFullError(String(error)) : error),
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
    ...LOCAL_LIMITS,
    grouping: settings.politeness.group,
    cache: createBundleCache(BUNDLE_CACHE_BYTES),
    storageBackoff: createStorageBackoff(STORAGE_BACKOFF_MS),
    signal: ending.signal,
  });
  const visits = visitRunner(
    { ...stores, fetcher },
    createCaptureWriter(crawl, `Thresher/${VERSION}`, { ...stores, captures }),
    options,
    {
      ended: bell.notify,
      fault: (error) =>
        isDiskFull(undefined, String(error)) ? fail(diskFullError(String(error))) : hooks.onFault?.(String(error)),
      retired: (url) => hooks.onRetired?.(url),
    },
  );

  const meter = startRunMeter(crawl, stores);
  const report = createStatusReporter(crawl, stores, meter, hooks, fail);
  try {
    const onSchedule = hooks.onSchedule ?? (() => {});
    const standing = { ending: ending.signal, watch, onSchedule };
    const end = await dispatchUntilDone(settings, stores, visits, threads, bell, standing);
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
async function dispatchUntilDone(
  settings: Settings,
  stores: Stores,
  visits: VisitRunner,
  threads: Threads,
  bell: Wakeup,
  {
    ending,
    watch,
    onSchedule,
  }: { ending: AbortSignal; watch: boolean; onSchedule: (name: string, hosts: number) => void },
): Promise<CrawlEnd> {
  const { crawl, concurrency, limits, budget } = settings;
  const memory: DispatchMemory = { sent: new Map(), busy: visits.busy };
  const rules: Omit<DispatchOptions, 'slots'> = {
    hostsPerMessage: 1,
    rememberMs: MAX_POLL_MS,
    ...hostOrderOf(settings),
    budgetPages: limits.pages,
    pagesWithin: (control, now) => affordablePages(budget, control, now),
    pagesPerVisit: LOCAL_LIMITS.maxPagesPerVisit,
    reservationMs: LOCAL_LIMITS.leaseMs,
  };
  threads.wake();
  for (let isPaused = false; ; ) {
    if (ending.aborted) return 'interrupted';
    // Recalls of a paused crawl would pile up: its schedules are called when it is open again.
    if (!isPaused) await runDueSchedules(settings, stores, onSchedule);
    const slots = concurrency - visits.busy.size;
    const clogged = (await stores.captures.depth()).waiting > MAX_WAITING_CAPTURES;
    const sent = slots > 0 && !clogged ? await dispatch(crawl, stores, memory, { ...rules, slots }) : undefined;
    for (const delivery of await stores.visits.receive(Math.max(0, slots), MINUTE_MS * 10)) {
      // Left over from another crawl of the folder, whose rules are not known here: a hint, which its frontier repeats.
      if (delivery.message.crawl === crawl) visits.start(delivery);
      else await stores.visits.ack([delivery]);
    }

    const now = stores.clock.now();
    const { pendingMessages: messages, heldLocks: leases, nextDue: due } = stores.standing(crawl, now);
    const quiet = messages === 0 && leases === 0 && visits.busy.size === 0;
    isPaused = sent?.state === 'paused';
    const stays = watch && isPaused;
    if (quiet && !stays && sent && sent.state !== 'open' && sent.state !== 'shared-out') return endOf(sent.state);
    if (quiet && due === undefined && !watch) return 'done';
    // Something is due at once only where a slot, a thread or a budget's share has to come free first, which rings.
    const isIdle = visits.busy.size > 0 || (quiet && due === undefined) || isPaused;
    const next = due === undefined || due <= now ? MAX_POLL_MS / (isIdle ? 1 : 20) : due - now;
    await bell.wait(Math.min(MAX_POLL_MS, Math.max(5, next)));
  }
}

function endOf(state: 'missing' | 'paused' | 'stopped' | 'spent'): CrawlEnd {
  if (state === 'missing') throw new Error('the crawl is gone');
  return state === 'spent' ? 'budget' : state;
}
