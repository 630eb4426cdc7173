import { type VisitOptions, type VisitPorts, type VisitResult, visit } from '../shared/fetch/visit-message.ts';
import { type CapturePorts, type CaptureRun, captureRun } from '../shared/fetch/warc/captures.ts';
import { httpFetcher } from '../shared/net/http-fetcher.ts';
import { type ReadSecret, secretsFor } from '../shared/net/secrets.ts';
import type { VisitMessage } from '../shared/ports/messages.ts';
import { fetcherOptionsOf } from '../shared/settings/fetch.ts';
import type { Settings } from '../shared/settings/settings.ts';
import type { Grouping } from '../shared/url/group.ts';
import { faultOf, log } from './log.ts';
import { keptForVisits, visitOptionsOfFunction } from './visit-options.ts';

type Ports = Omit<VisitPorts, 'fetcher'> & CapturePorts & { readSecret: ReadSecret };
type Crawl = { settings: Settings; options: VisitOptions };
type CrawlRun = { captures: CaptureRun; fetcher: ReturnType<typeof httpFetcher> };

/** Pieces of frontiers that were read, kept from call to call: no bundle's name ever comes twice. Bytes. */
const CACHE_BYTES = 64 << 20;

/** @returns what visits of a crawl need, made of its settings. */
export function crawlsToVisit(grouping: Grouping): (settings: Settings) => Crawl {
  const kept = keptForVisits(CACHE_BYTES);
  return (settings) => ({ settings, options: visitOptionsOfFunction(settings, grouping, kept) });
}

/**
 * Messages of one call begin so long after each other. Every host begins with a dozen requests to the stores: with 160 at once
 * half a processor is busy for seconds, and connections that are made meanwhile look as if nobody answered. Milliseconds.
 */
const APART_MS = 500;

/** One host that fails may be poison, and may have failed before; from two on it is something that all need. */
const HOSTS_OF_AN_OUTAGE = 2;
const FAILED = new Set<string>();

/**
 * One call of the fetch function: visits of one crawl fill its objects together and share its connections.
 *
 * @param abortInMs visits end early then, in order.
 * @param failed kept from call to call: hosts that failed since one could be visited, as far as they count.
 */
export function fetchRun(ports: Ports, abortInMs: number, failed = FAILED) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), Math.max(0, abortInMs));
  const runs = new Map<string, CrawlRun>();
  let begun = 0;
  let worked = 0;
  let faults = 0;

  const note = ({ visited, faults: thrown }: VisitResult, hosts: number): void => {
    faults += thrown.length;
    if (visited && thrown.length < hosts) worked++;
    if (worked > 0) failed.clear();
    else for (const { host } of thrown) if (failed.size < HOSTS_OF_AN_OUTAGE) failed.add(host);
  };

  const runOf = (crawl: string, settings: Settings): CrawlRun => {
    const run = runs.get(crawl) ?? {
      captures: captureRun(crawl, settings.userAgent, ports),
      fetcher: httpFetcher({ ...fetcherOptionsOf(settings), ...secretsFor(settings.fetch, ports.readSecret) }),
    };
    runs.set(crawl, run);
    return run;
  };

  return {
    async visit(message: VisitMessage, { settings, options }: Crawl): Promise<void> {
      await ports.clock.sleep(APART_MS * begun++, ending.signal);
      const { captures, fetcher } = runOf(message.crawl, settings);
      const result = await visit(message, { ...ports, fetcher }, captures, { ...options, signal: ending.signal });
      const { length } = message.hosts;
      note(result, length);
      // Nothing was fetched, so nothing was counted: what the visits used is told all the same.
      if (message.pages === undefined && Object.keys(result.counts).length === 0)
        await ports.control.settle(message.crawl, {});
      // Such a host was released uncommitted, and the frontier sends it again: no reason to bring back the message.
      for (const { host, error } of result.faults) {
        log('error', 'visit-failed', { crawl: message.crawl, host, ...faultOf(error) });
      }
      for (const retired of result.retired) log('info', 'url-retired', { crawl: message.crawl, ...retired });
      if (length > 1 && result.faults.length === length) throw new Error(`none of ${length} hosts could be visited`);
      log('info', 'visited', { crawl: message.crawl, hosts: length, counts: result.counts });
    },

    /** Whether no host of this call could be visited, nor another one before it: in an outage hosts come one a message. */
    standsStill: (): boolean => worked === 0 && faults > 0 && failed.size >= HOSTS_OF_AN_OUTAGE,

    /** Nothing goes on after this: a frozen function's requests would go on at its next call. */
    async end(): Promise<void> {
      clearTimeout(timer);
      ending.abort();
      await Promise.all([...runs.values()].map(({ fetcher }) => fetcher.close()));
    },
  };
}
