import { fetchInTurns } from '../../shared/fetch/render/host-turns.ts';
import { createStorageBackoff } from '../../shared/fetch/storage-backoff.ts';
import type { LearnedRanking, RankingModel } from '../../shared/fetch/visit-options.ts';
import { CAPTURE_LIMITS, type CaptureLimits, createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { createModelReader, type ModelReader } from '../../shared/frontier/ranking/model-reader.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { alertSecrets } from '../../shared/settings/alerts/alerts.ts';
import { heldMsOf, pageFetcherOptionsOf, rateLimitOf } from '../../shared/settings/fetch-options.ts';
import { hostOrderOf } from '../../shared/settings/frontier-options.ts';
import { loadModelKind } from '../../shared/settings/learning/model-kinds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { visitOptionsOf } from '../../shared/settings/visit-options.ts';
import { startCrawlAlerts } from '../alerts/crawl-alerts.ts';
import { VERSION } from '../package.ts';
import { type OpenRendering, openRendering } from '../rendering/open-rendering.ts';
import type { CrawlEnd, CrawlHooks, CrawlJob } from './crawl-job.ts';
import { dispatchUntilDone } from './crawl-loop.ts';
import { createFaultLimit } from './fault-limit.ts';
import { checkDiskSpace, watchDisk } from './folder/disk-space.ts';
import { lockFolder } from './folder/folder-lock.ts';
import { asError, findStorageFault, type StorageError } from './folder/storage-fault.ts';
import { watchFolder } from './folder/watch-folder.ts';
import { guardHooks } from './guard-hooks.ts';
import { countUnjudged, createJudgingGate, type JudgingGate, unjudgedSince } from './judging-gate.ts';
import { LOCAL_LIMITS, leaseMsOf, MAX_HELD_MS } from './local-limits.ts';
import { prepareCrawl, releaseStaleLeases } from './prepare-crawl.ts';
import { createFaultReporter } from './report-faults.ts';
import { checkSecrets, readSecret } from './secrets.ts';
import { setBackPages } from './set-back-pages.ts';
import { createStatusReporter, startRunMeter } from './status-reporter.ts';
import { startStageThreads } from './threads/stage-threads.ts';
import { THREAD_COUNT, type Threads } from './threads/threads.ts';
import { createVisitRunner, type VisitRunner } from './visit-runner.ts';
import { createWakeup } from './wakeup.ts';
import { openStores, type Stores } from './wiring.ts';

/** Size of the cache of frontier bundles. */
const BUNDLE_CACHE_BYTES = 16 << 20;
/** With a learned ranking, pages are judged soon, because the next choice depends on them: an object waits for one pause at most. */
const RANKED_CAPTURE_LIMITS: CaptureLimits = { ...CAPTURE_LIMITS, minWaitMs: 50, maxWaitMs: 1_000 };
/** Number of objects with unjudged pages up to which visits that learn go on: each thread but one may work on one. */
const MAX_UNJUDGED_OBJECTS = THREAD_COUNT - 1;
/** Longest backoff after a storage error. A host that becomes due later may be left for another run. */
const STORAGE_BACKOFF_MS = 10_000;

/**
 * Runs a crawl on this machine until nothing is due. The event loop fetches; threads clean, classify and index. Each stage
 * is the same function as in the Lambdas. All state is in the data folder, so the process can be killed at any moment and
 * the next run resumes.
 *
 * @throws FolderInUseError; UsageError if the crawl is paused or stopped; DataFolderError if the disk is nearly full; or the error of the disk
 * or a store that ended the run. The run can be repeated.
 */
export async function runCrawl(job: CrawlJob, hooks: CrawlHooks = {}): Promise<{ end: CrawlEnd; status: CrawlStatus }> {
  checkSecrets(job.settings.fetch, alertSecrets(job.settings), process.env);
  const unlock = lockFolder(job.dir);
  const stores = openStores(job.dir);
  let rendering: OpenRendering | undefined;
  try {
    stores.clearParts();
    checkDiskSpace(job.dir, 'a crawl');
    const backMs = stores.lastTime.adjust(stores.clock.now());
    if (backMs > 0) hooks.onClockSetBack?.(backMs);
    await setBackPages(backMs, stores);
    stores.lastTime.set(stores.clock.now());
    await releaseStaleLeases(stores);
    const settings = await prepareCrawl(job, stores, hooks);
    rendering = await openRendering(settings, process.env['PATH'] ?? '');
    return await run({ ...job, settings }, hooks, stores, rendering);
  } finally {
    await rendering?.close();
    stores.close();
    unlock();
  }
}

/** State of one run: how its parts wake, end and fail it. */
type Run = {
  hooks: CrawlHooks;
  stores: Stores;
  ending: AbortController;
  wakeup: ReturnType<typeof createWakeup>;
  judging: JudgingGate;
  /** Ends the run with an error. */
  fail(error: Error): void;
  /** Ends the run after a fault of the data folder, otherwise reports an error that is retried. */
  handleError(error: StorageError): void;
  /** Whether an error has ended the run. */
  hasFailed(): boolean;
  /** @throws the first error that has ended the run */
  throwIfFailed(): void;
  /** Ends the run, and stops listening to the signal of the caller. */
  end(): void;
  /** Waits until the hooks of the caller have returned. */
  settled(): Promise<void>;
};

/** Creates the state of a run, which ends as soon as the signal of the caller aborts. */
function openRun(given: CrawlHooks, stores: Stores): Run {
  const ending = new AbortController();
  const wakeup = createWakeup();
  let fatal: Error | undefined;
  const interrupt = () => {
    ending.abort();
    wakeup.notify();
  };
  const fail = (error: Error) => {
    fatal ??= error;
    interrupt();
  };
  const { hooks, settled } = guardHooks(given, fail);
  const reportFault = createFaultReporter(stores.clock, (message) => hooks.onFault?.(message));
  if (hooks.signal?.aborted) interrupt();
  hooks.signal?.addEventListener('abort', interrupt, { once: true });
  return {
    ...{ hooks, stores, ending, wakeup, fail, settled },
    judging: createJudgingGate(() => countUnjudged(stores), MAX_UNJUDGED_OBJECTS),
    handleError(error) {
      const fault = findStorageFault(error);
      if (fault) fail(asError(fault));
      else reportFault(asError(error));
    },
    hasFailed: () => fatal !== undefined,
    throwIfFailed() {
      if (fatal) throw fatal;
    },
    end() {
      hooks.signal?.removeEventListener('abort', interrupt);
      ending.abort();
    },
  };
}

async function run(
  { settings, dir, watch = false }: CrawlJob,
  given: CrawlHooks,
  stores: Stores,
  rendering: OpenRendering | undefined,
) {
  const { crawl } = settings;
  const state = openRun(given, stores);
  const { hooks, ending, wakeup, judging, fail, handleError, throwIfFailed } = state;
  const kind = await loadModelKind(settings, stores.objects);
  const models = kind && createModelReader(crawl, stores, kind, Number.POSITIVE_INFINITY);
  // Before the threads write to the index: a new alert reports their records.
  const alerts = await startCrawlAlerts(settings, stores, hooks, (error) => handleError(asError(error)));
  const validKey = (await stores.control.get(crawl))?.settingsKey;
  const threads = startStageThreads(dir, { validKey, watch }, stores, 'no fetched page was processed', {
    onLearned: (learned, delta) => learned === crawl && models?.apply(delta),
    onRetrained: (message) => hooks.onRetrained?.(message),
    onProgress() {
      judging.notify();
      wakeup.notify();
    },
    onFault: (message) => hooks.onFault?.(message),
    onDeadLetter: (message) => hooks.onDeadLetter?.(message),
    onFatal: fail,
  });
  const fetcher = httpFetcher({
    ...pageFetcherOptionsOf(settings),
    ...rateLimitOf(settings, MAX_HELD_MS),
    ...secretsFor(settings.fetch, readSecret(process.env)),
  });
  const visits = startVisitRunner(
    settings,
    { fetcher: rendering ? fetchInTurns(fetcher) : fetcher, rendering },
    models,
    threads,
    state,
  );
  const unwatch = watchFolder(dir, fail);
  const unwatchDisk = watchDisk(dir, 'a crawl', { onLow: (disk) => hooks.onDiskLow?.(disk), fail });
  const { onStatus, statusEveryMs } = hooks;
  const meter = startRunMeter(crawl, stores);
  const report = createStatusReporter({ settings, stores, dir, meter, onStatus, statusEveryMs, fail });
  let result: { end: CrawlEnd; status: CrawlStatus } | undefined;
  let areAlertsDone = false;
  try {
    const onSchedule = hooks.onSchedule ?? (() => {});
    threads.wake();
    const end = await dispatchUntilDone({ settings, stores, visits, wakeup, ending: ending.signal, watch, onSchedule });
    await visits.drained();
    throwIfFailed();
    result = { end, status: await report.last() };
  } finally {
    state.end();
    report.stop();
    unwatch();
    unwatchDisk();
    await visits.drained();
    await threads.end(hooks.signal);
    await fetcher.close();
    areAlertsDone = await alerts.end(result !== undefined && !state.hasFailed());
    await state.settled();
  }
  throwIfFailed();
  return { ...result, end: areAlertsDone ? result.end : 'interrupted' };
}

function startVisitRunner(
  settings: Settings,
  { fetcher, rendering }: { fetcher: Fetcher; rendering: OpenRendering | undefined },
  models: ModelReader<RankingModel> | undefined,
  threads: Threads,
  { stores, hooks, ending, wakeup, judging, fail, handleError }: Run,
): VisitRunner {
  const captures: Queue<ObjectMessage> = {
    ...stores.captures,
    async send(messages) {
      await stores.captures.send(messages);
      threads.wake();
    },
  };
  const faultLimit = createFaultLimit(stores.clock, 'no page was fetched');
  const { learned, ...limits } = LOCAL_LIMITS;
  const { onlyBest } = hostOrderOf(settings);
  const options = visitOptionsOf(settings, {
    ...limits,
    leaseMs: leaseMsOf(settings),
    maxHeldMs: heldMsOf(settings, MAX_HELD_MS),
    learned: models && {
      ...learned,
      model: models.current,
      caughtUp: judging.passed,
      isBetterElsewhere: onlyBest ? betterHosts(settings.crawl, stores) : undefined,
    },
    grouping: settings.politeness.group,
    cache: createBundleCache(BUNDLE_CACHE_BYTES),
    storageBackoff: createStorageBackoff(STORAGE_BACKOFF_MS),
    unjudgedSince: async () => unjudgedSince(stores, settings.crawl),
    onFetched: (url) => hooks.onFetched?.(url),
    onUnfetched: (url) => hooks.onUnfetched?.(url),
    signal: ending.signal,
  });
  options.rendering = rendering?.start({ fetcher, ...stores }, (url, detail) => hooks.onUnrendered?.(url, detail));
  return createVisitRunner(
    { ...stores, fetcher },
    createCaptureWriter(
      settings.crawl,
      { software: `Thresher/${VERSION}`, userAgent: settings.userAgent, ignoresRobotsOf: settings.robots.ignore },
      { ...stores, captures },
      models ? RANKED_CAPTURE_LIMITS : CAPTURE_LIMITS,
    ),
    options,
    {
      onEnd: wakeup.notify,
      onFetched: faultLimit.recordSuccess,
      onError(error) {
        handleError(asError(error));
        const lasting = faultLimit.recordFault(asError(error));
        if (lasting) fail(lasting);
      },
      onRetired: (url) => hooks.onRetired?.(url),
    },
  );
}

/** Returns a function that tells whether another host has due URLs of a better class. */
function betterHosts(crawl: string, { frontier, clock }: Stores): LearnedRanking['isBetterElsewhere'] {
  return async (host, next) => {
    const due = await frontier.listDue(crawl, clock.now(), 4);
    return due.some((other) => other.host !== host && other.best < next);
  };
}
