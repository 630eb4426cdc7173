import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { UsageError } from '../command.ts';
import type { CrawlEnd, CrawlHooks } from '../run/crawl-job.ts';
import { runCrawl } from '../run/runner.ts';
import { openStores } from '../run/wiring.ts';
import { createCrawlSearch } from '../search-crawl.ts';
import { bytesOnDisk } from './bytes-on-disk.ts';
import { type GeneratedSize, generatedCrawlSettings, startWebProcess } from './generated-crawl.ts';

/** What a benchmark measured. */
export type Measured = {
  /** Crawled pages, and searchable records. */
  pages: number;
  records: number;
  /** Wall time of the crawl, from the start of its threads to the last record. */
  seconds: number;
  pagesPerSecond: number;
  /** CPU time of all threads of the crawl. */
  cpuMsPerPage: number;
  /** Largest resident memory of the process, in MB (10⁶ bytes). */
  peakMemoryMb: number;
  /** Size of the data folder. */
  bytesPerPage: number;
  /** Median and longest time of a search of two words, with facets and snippets. Milliseconds; 0 if no page is searchable. */
  searchMs: { median: number; longest: number; searches: number };
};

/** Searches are repeated with words of this many records. */
const SEARCHES = 50;

/**
 * Crawls a generated web in a temporary folder and searches the result.
 *
 * @param topic text of a topic file; undefined: without a topic
 * @returns undefined if it was interrupted
 * @throws if the crawl missed a page
 */
export async function measureCrawl(
  size: GeneratedSize & { concurrency: number; topic?: string },
  hooks: Pick<CrawlHooks, 'onStatus' | 'statusEveryMs' | 'signal'>,
): Promise<Measured | undefined> {
  const dir = makeFolder();
  try {
    return await measureIn(dir, size, hooks);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function measureIn(
  dir: string,
  ...[size, hooks]: Parameters<typeof measureCrawl>
): Promise<Measured | undefined> {
  const web = await startWebProcess(size);
  try {
    const settings = generatedCrawlSettings(web.port, { ...size, topic: size.topic });
    const seeds = seedsOf(settings).accepted.map(({ url }) => url);
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const { end, status } = await runCrawl({ dir, settings, seeds }, hooks);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = process.cpuUsage(cpuBefore);
    if (end === 'interrupted') return undefined;
    checkIsWhole(end, status, size.pages);
    return {
      pages: status.pages,
      records: status.records ?? 0,
      seconds: round(seconds, 1),
      pagesPerSecond: Math.round(status.pages / seconds),
      cpuMsPerPage: round((cpu.user + cpu.system) / 1_000 / status.pages, 2),
      peakMemoryMb: Math.round((process.resourceUsage().maxRSS * 1_024) / 1e6),
      bytesPerPage: Math.round(bytesOnDisk(dir) / status.pages),
      searchMs: await measureSearches(dir),
    };
  } finally {
    await web.end();
  }
}

/** A crawl that lost pages would look fast. */
function checkIsWhole(end: CrawlEnd, { outcomes, verdicts, records }: CrawlStatus, pages: number): void {
  const fetched = outcomes['fetched'] ?? 0;
  const judged = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
  if (end === 'done' && fetched === pages && judged === pages && records === (verdicts['relevant'] ?? 0)) return;
  throw new Error(
    `the crawl ended as ${end} with ${fetched} of ${pages} pages, ${judged} of them judged, and ${records ?? 0} records: the measurement is not valid`,
  );
}

/** @throws UsageError if the machine has no folder for temporary files */
function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'thresher-bench-'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new UsageError(`TMPDIR: ${tmpdir()}: no such folder`);
  }
}

async function measureSearches(dir: string): Promise<Measured['searchMs']> {
  const stores = openStores(dir, 'read');
  try {
    const search = createCrawlSearch(stores);
    const { hits } = await search({ crawl: 'bench', q: '', size: SEARCHES });
    const times: number[] = [];
    for (const { title } of hits) {
      const q = title.split(' ').slice(0, 2).join(' ');
      const startedAt = performance.now();
      await search({ crawl: 'bench', q, facets: ['language', 'class', 'host'] });
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    return { median: round(median, 1), longest: round(times.at(-1) ?? 0, 1), searches: times.length };
  } finally {
    stores.close();
  }
}

const round = (n: number, digits: number): number => Number(n.toFixed(digits));
