/**
 * Crawls a third-party documentation tree, served by a static server on loopback, and compares the fetched pages with an
 * independent count of the reachable ones.
 *
 *     node bench/data/real-docs.ts /usr/share/doc/python3-doc/html [/index.html]
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlEnd } from '../../cli/run/crawl-job.ts';
import { runCrawl } from '../../cli/run/runner.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import { countReachable } from '../measure/count-reachable.ts';
import { startStatic } from './static-server.ts';

export const CRAWL = 'docs';

export type DocsCrawl = {
  end: CrawlEnd;
  status: CrawlStatus;
  /** Paths of HTML files that are reachable by links, as counted in the file system. */
  reachable: string[];
  /** Requested paths by response status, without duplicates and without robots.txt. */
  requested: { ok: string[]; redirected: string[]; missing: string[] };
  /** Number of repeated requests for a path. */
  repeated: number;
  /** Whether a path is a file of the tree, but not HTML. */
  isOtherFile(path: string): boolean;
};

/** Crawls a whole tree into the folder `dir`, without a topic and without pauses. @param start path of the first page. */
export async function crawlDocs(root: string, start: string, dir: string): Promise<DocsCrawl> {
  const server = await startStatic(root);
  try {
    const settings = readSettings({
      crawl: CRAWL,
      seeds: [`http://127.0.0.1:${server.port}${start}`],
      network: { allowPrivate: ['127.0.0.0/8'] },
      politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    });
    const seeds = seedsOf(settings).accepted.map(({ url }) => url);
    const { end, status } = await runCrawl({ dir, settings, seeds });
    const requests = server.log.requests.filter(({ path }) => path !== '/robots.txt');
    const pathsOf = (status: number) => [
      ...new Set(requests.filter((one) => one.status === status).map(({ path }) => decodeURI(path))),
    ];
    const requested = { ok: pathsOf(200), redirected: pathsOf(301), missing: pathsOf(404) };
    return {
      end,
      status,
      reachable: countReachable(root, start).paths,
      requested,
      repeated: requests.length - Object.values(requested).flat().length,
      isOtherFile(path) {
        const file = join(root, path);
        return existsSync(file) && statSync(file).isFile() && !/\.x?html?$/i.test(file);
      },
    };
  } finally {
    await server.close();
  }
}

async function main([root, start = '/index.html']: readonly string[]): Promise<void> {
  if (root === undefined)
    throw new Error('folder with HTML documentation missing: node bench/data/real-docs.ts FOLDER [START]');
  const dir = mkdtempSync(join(tmpdir(), 'thresher-docs-'));
  try {
    const { end, status, reachable, requested } = await crawlDocs(root, start, dir);
    const { seconds, cpuSeconds, records, bytes, outcomes } = status;
    const report = {
      end,
      reachable: reachable.length,
      fetched: requested.ok.length,
      missing: requested.missing,
      notReached: reachable.filter((path) => !requested.ok.includes(path)),
      others: requested.ok.filter((path) => !reachable.includes(path)),
      outcomes,
      records,
      bytes,
      seconds,
      cpuMsPerPage: Math.round((cpuSeconds * 100_000) / requested.ok.length) / 100,
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(process.argv.slice(2));
