import { type VisitResult, visitHosts } from '../shared/fetch/visit-message.ts';
import type { VisitOptions, VisitPorts } from '../shared/fetch/visit-options.ts';
import {
  CAPTURE_LIMITS,
  type CaptureLimits,
  type CapturePorts,
  type CaptureWriter,
  createCaptureWriter,
} from '../shared/fetch/warc/capture-writer.ts';
import { httpFetcher } from '../shared/net/http-fetcher.ts';
import { type ReadSecret, secretsFor } from '../shared/net/secrets.ts';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { pageFetcherOptionsOf, rateLimitOf } from '../shared/settings/fetch-options.ts';
import type { Settings } from '../shared/settings/settings.ts';
import type { Grouping } from '../shared/url/group.ts';
import { errorFields, log } from './log.ts';
import { MAX_HELD_MS, START_INTERVAL_MS } from './visit-limits.ts';
import { createVisitCaches, lambdaVisitOptions, openLambdaModels } from './visit-options.ts';

type Ports = Omit<VisitPorts, 'fetcher'> & CapturePorts & { readSecret: ReadSecret };
type CrawlOptions = { settings: Settings; options: VisitOptions };
type CrawlResources = { captures: CaptureWriter; fetcher: ReturnType<typeof httpFetcher> };

/** Size of the bundle cache, which outlives an invocation: bundles are immutable and their names unique. Bytes. */
const BUNDLE_CACHE_BYTES = 64 << 20;

/** @returns a function that derives the visit options of a crawl from its settings. */
export function crawlVisitOptions(
  grouping: Grouping,
  ports: Pick<Ports, 'objects' | 'clock'>,
): (settings: Settings) => Promise<CrawlOptions> {
  const caches = createVisitCaches(BUNDLE_CACHE_BYTES);
  return async (settings) => {
    const models = await openLambdaModels(settings, ports);
    return { settings, options: lambdaVisitOptions(settings, grouping, caches, models) };
  };
}

/**
 * Requests are billed per object, in four stages, and so are moves to a colder class, so objects are larger than on one machine. They
 * stay below 32 MiB, the size of one upload, unless their last capture is large. A visit that ends waits 5 s for others: with hundreds of
 * hosts, one ends every second. A visit that continues does not wait for its object: the stages that read the object gather batches for
 * 20 s. From its second delivery on, clean stores a mark before each page, about 30 ms, and a batch of such objects must fit into one call.
 */
export const STACK_CAPTURE_LIMITS: CaptureLimits = {
  maxPages: 1_100,
  maxBytes: 30 << 20,
  maxBodyBytes: 128 << 20,
  maxFileBytes: 15 << 20,
  minWaitMs: 5_000,
  maxWaitMs: CAPTURE_LIMITS.maxWaitMs,
  handOverMs: 10_000,
};

/** Number of failed hosts from which a failure counts as an outage. A single host that fails may be a poison host. */
const OUTAGE_HOSTS = 2;

/** Failed hosts, kept across invocations: during an outage, hosts arrive one per message. */
const FAILED_HOSTS = new Set<string>();

/**
 * Creates the message handler of one invocation of the fetch function. Visits of one crawl share its connections and write to
 * the same objects.
 *
 * @param abortInMs time in milliseconds after which running visits are ended in order.
 * @param failedHosts hosts that failed since the last successful visit, up to `OUTAGE_HOSTS`.
 */
export function createFetchBatch(ports: Ports, abortInMs: number, failedHosts = FAILED_HOSTS) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, abortInMs));
  const crawls = new Map<string, CrawlResources>();
  let started = 0;
  let succeeded = 0;
  let failures = 0;

  const recordResult = ({ visited, faults }: VisitResult, hosts: number): void => {
    failures += faults.length;
    if (visited && faults.length < hosts) succeeded++;
    if (succeeded > 0) failedHosts.clear();
    else for (const { host } of faults) if (failedHosts.size < OUTAGE_HOSTS) failedHosts.add(host);
  };

  const resourcesOf = (crawl: string, settings: Settings): CrawlResources => {
    const resources = crawls.get(crawl) ?? {
      captures: createCaptureWriter(
        crawl,
        { software: 'Thresher', userAgent: settings.userAgent, ignoresRobotsOf: settings.robots.ignore },
        ports,
        STACK_CAPTURE_LIMITS,
      ),
      fetcher: httpFetcher({
        ...pageFetcherOptionsOf(settings),
        ...rateLimitOf(settings, MAX_HELD_MS),
        ...secretsFor(settings.fetch, ports.readSecret),
      }),
    };
    crawls.set(crawl, resources);
    return resources;
  };

  return {
    async visit(message: VisitMessage, { settings, options }: CrawlOptions): Promise<void> {
      const { signal } = controller;
      await ports.clock.sleep(START_INTERVAL_MS * started++, signal);
      const { captures, fetcher } = resourcesOf(message.crawl, settings);
      const result = await visitHosts(message, { ...ports, fetcher }, captures, { ...options, signal });
      recordResult(result, message.hosts.length);
      // The metered usage is added with the next update of the crawl's counts. A message without a page reservation whose visits
      // counted nothing causes no such update.
      if (message.pages === undefined && Object.keys(result.counts).length === 0)
        await ports.control.addUsage(message.crawl, {});
      logVisit(message, result);
    },

    /** Whether neither this invocation nor the ones before it could visit a host, and at least `OUTAGE_HOSTS` failed. */
    isStalled: (): boolean => succeeded === 0 && failures > 0 && failedHosts.size >= OUTAGE_HOSTS,

    /** Ends all requests: requests of a frozen function would continue during its next invocation. */
    async end(): Promise<void> {
      clearTimeout(timer);
      controller.abort();
      await Promise.all([...crawls.values()].map(({ fetcher }) => fetcher.close()));
    },
  };
}

/** @throws if all of several hosts failed, so that the message is redelivered. */
function logVisit({ crawl, hosts: { length } }: VisitMessage, { faults, retired, counts }: VisitResult): void {
  // A failed host was released without a commit, and dispatch sends it again: the message need not be redelivered.
  for (const { host, error } of faults) log('error', 'visit-failed', { crawl, host, ...errorFields(error) });
  for (const url of retired) log('info', 'url-retired', { crawl, ...url });
  if (length > 1 && faults.length === length) throw new Error(`all ${length} hosts failed`);
  log('info', 'visited', { crawl, hosts: length, counts });
}
