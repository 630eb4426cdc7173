/** A crawl of the hostile website, and everything it leaves in the data folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlEnd } from '../../../cli/run/crawl-job.ts';
import { runCrawl } from '../../../cli/run/runner.ts';
import type { LoggedRequest } from '../../../demo/request-log.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import type { CrawlStatus } from '../../../shared/frontier/explain/status.ts';
import { countAccepted } from '../../../shared/frontier/host/manifest.ts';
import { readEntries } from '../../../shared/frontier/host/read-entries.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { seedsOf } from '../../../shared/settings/rules.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { readJsonLines } from '../../../shared/text/json-lines.ts';
import { charsetHosts } from '../../hostile/nasty-charsets.ts';
import { ELSEWHERE, hubHost, MAX_PAGE_BYTES, plainHosts, TIMEOUT_MS } from '../../hostile/nasty-hosts.ts';
import { LIMITS, trapHosts } from '../../hostile/nasty-traps.ts';
import { type NastyHost, startNasty } from '../../hostile/nasty-web.ts';
import { headsOf, objectsOf, recordsOf, withStores } from '../remains.ts';

export const CRAWL = 'nasty';

export type NastyCrawl = {
  hosts: NastyHost[];
  settings: Settings;
  dir: string;
  end: CrawlEnd;
  status: CrawlStatus;
  faults: string[];
  requests: LoggedRequest[];
  /** Last outcome of every URL in the frontier, or `queued`. */
  fates: Map<string, string>;
  /** Fingerprints of URLs in the frontier. */
  accepted: number;
  records: SearchRecord[];
  lines: DocumentLine[];
  seconds: number;
  clear(): void;
};

/**
 * @param options.long more pages with long delays, for a manual run
 * @param options.pages page limit
 */
export async function crawlNasty(options: { pauseMs: number; long?: boolean; pages?: number }): Promise<NastyCrawl> {
  const others = [...plainHosts(options.long ?? false), ...trapHosts(), ...charsetHosts()];
  const hosts = [...others, hubHost(others)];
  const web = await startNasty(hosts);
  const dir = mkdtempSync(join(tmpdir(), 'thresher-nasty-'));
  const settings = settingsFor(web.port, options);
  const faults: string[] = [];
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  const began = performance.now();
  try {
    const run = await runCrawl({ dir, settings, seeds }, { onFault: (message) => faults.push(message) });
    const seconds = (performance.now() - began) / 1000;
    const clear = () => rmSync(dir, { recursive: true, force: true });
    return {
      hosts,
      settings,
      dir,
      ...run,
      faults,
      requests: web.log.requests,
      ...(await remains(dir)),
      seconds,
      clear,
    };
  } finally {
    await web.close();
  }
}

function settingsFor(port: number, { pauseMs, pages }: { pauseMs: number; pages?: number }): Settings {
  return readSettings({
    crawl: CRAWL,
    // Sitemaps are read for the sites of seeds.
    seeds: ['http://hub.test/', 'http://maps.test/'],
    scope: 'any',
    sitemaps: true,
    politeness: { hostPauseMs: pauseMs, answerTimeFactor: 0 },
    network: { resolve: { ...ELSEWHERE, '*.test': `127.0.0.1:${port}` }, allowPrivate: ['127.0.0.0/8'] },
    limits: { ...LIMITS, fetchTimeoutMs: TIMEOUT_MS, maxPageBytes: MAX_PAGE_BYTES, pages: pages ?? null },
  });
}

function remains(dir: string) {
  return withStores(dir, async (stores) => {
    const fates = new Map<string, string>();
    let accepted = 0;
    for (const head of await headsOf(CRAWL, stores)) {
      const { queued, pages } = await readEntries(head, stores.frontier);
      for (const { url } of queued) fates.set(url, 'queued');
      for (const { url, outcome } of pages) fates.set(url, outcome);
      accepted += countAccepted(head.manifest);
    }
    const objects = await objectsOf('clean', CRAWL, stores);
    const lines = objects.flatMap(([, bytes]) => [...readJsonLines<DocumentLine>(bytes)]);
    return { fates, accepted, lines, records: await recordsOf(CRAWL, stores) };
  });
}
