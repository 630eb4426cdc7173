import { createStorageBackoff } from '../../shared/fetch/storage-backoff.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import type { Fetcher } from '../../shared/ports/fetcher.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { visitOptionsOf } from '../../shared/settings/visit-options.ts';
import { VERSION } from '../version.ts';
import type { CrawlEnd, CrawlHooks, CrawlJob } from './crawl-job.ts';
import { dispatchUntilDone } from './crawl-loop.ts';
import { diskFullError, isDiskFull } from './disk-full.ts';
import { lockFolder } from './folder-lock.ts';
import { LOCAL_LIMITS } from './local-limits.ts';
import { prepareCrawl, releaseStaleLeases } from './prepare-crawl.ts';
import { requeueCrashed } from './requeue-crashed.ts';
import { checkSecrets, readSecret } from './secrets.ts';
import { createStatusReporter, startRunMeter } from './status-reporter.ts';
import { startThreads, type Threads } from './threads.ts';
import { createVisitRunner, type VisitRunner } from './visit-runner.ts';
import { createWakeup } from './wakeup.ts';
import { openStores, type Stores } from './wiring.ts';

/** Size of the cache of frontier bundles. */
const BUNDLE_CACHE_BYTES = 16 << 20;
/** Longest backoff after a storage error. A host that becomes due later may be left for another run. */
const STORAGE_BACKOFF_MS = 10_000;

/**
 * Runs a crawl on this machine until nothing is due. The event loop fetches; threads clean, classify and index. Each stage
 * is the same function as in the Lambdas. All state is in the data folder, so the process can be killed at any moment and
 * the next run resumes.
 *
 * @throws FolderInUseError, or the error of the disk or a store that ended the run. The run can be repeated.
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

/** State of one run: how its parts wake, end and fail it. */
type Run = {
  hooks: CrawlHooks;
  stores: Stores;
  ending: AbortController;
  wakeup: ReturnType<typeof createWakeup>;
  /** Ends the run with an error. */
  fail(error: Error): void;
  /** Ends the run if the disk is full, otherwise reports an error that is retried. */
  handleError(message: string, code?: string): void;
};

async function run({ settings, dir, watch = false }: CrawlJob, hooks: CrawlHooks, stores: Stores) {
  const { crawl } = settings;
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
  const handleError = (message: string, code?: string) =>
    isDiskFull(code, message) ? fail(diskFullError(message)) : hooks.onFault?.(message);
  if (hooks.signal?.aborted) interrupt();
  hooks.signal?.addEventListener('abort', interrupt, { once: true });

  const state: Run = { hooks, stores, ending, wakeup, fail, handleError };
  const threads = startStageThreads(dir, state);
  const fetcher = httpFetcher({
    ...fetcherOptionsOf(settings),
    ...secretsFor(settings.fetch, readSecret(process.env)),
  });
  const visits = startVisitRunner(settings, fetcher, threads, state);
  const report = createStatusReporter(crawl, stores, startRunMeter(crawl, stores), hooks, fail);
  try {
    const onSchedule = hooks.onSchedule ?? (() => {});
    threads.wake();
    const end = await dispatchUntilDone({ settings, stores, visits, wakeup, ending: ending.signal, watch, onSchedule });
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

function startStageThreads(dir: string, { stores, hooks, wakeup, fail, handleError }: Run): Threads {
  return startThreads(dir, {
    onProgress: wakeup.notify,
    onError: ({ message, code }) => handleError(message, code),
    onCrash: requeueCrashed(stores, {
      onRetry: (message) => hooks.onFault?.(message),
      onDeadLetter: (message) => hooks.onDeadLetter?.(message),
      onFatal: fail,
    }),
    onExit: (error) => fail(isDiskFull(undefined, String(error)) ? diskFullError(String(error)) : error),
  });
}

function startVisitRunner(
  settings: Settings,
  fetcher: Fetcher,
  threads: Threads,
  { stores, hooks, ending, wakeup, handleError }: Run,
): VisitRunner {
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
  return createVisitRunner(
    { ...stores, fetcher },
    createCaptureWriter(settings.crawl, `Thresher/${VERSION}`, { ...stores, captures }),
    options,
    {
      onEnd: wakeup.notify,
      onError: (error) => handleError(String(error)),
      onRetired: (url) => hooks.onRetired?.(url),
    },
  );
}
