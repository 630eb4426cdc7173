/**
 * Crawls a documentation tree that nobody here wrote, served by a plain static server on loopback, and holds what was
 * fetched against an independent count of what can be reached.
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
  /** Paths of HTML files that links lead to, as counted in the file system. */
  reachable: string[];
  /** Paths that were asked for, by what the server answered; each once. robots.txt is not among them. */
  asked: { ok: string[]; redirected: string[]; missing: string[] };
  /** Requests for a path that had been asked for before. */
  repeated: number;
  /** Whether a path is a file of the tree that is no HTML. */
  isOtherFile(path: string): boolean;
};

/** Crawls a tree whole, without a topic and without a pause, into the folder `dir`. @param start path of the first page. */
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
    const asked = { ok: pathsOf(200), redirected: pathsOf(301), missing: pathsOf(404) };
    return {
      end,
      status,
      reachable: countReachable(root, start).paths,
      asked,
      repeated: requests.length - Object.values(asked).flat().length,
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
  if (root === undefined) throw new Error('give a folder with documentation in HTML');
  const dir = mkdtempSync(join(tmpdir(), 'thresher-docs-'));
  try {
    const { end, status, reachable, asked } = await crawlDocs(root, start, dir);
    const { seconds, cpuSeconds, records, bytes, outcomes } = status;
    const report = {
      end,
      reachable: reachable.length,
      fetched: asked.ok.length,
      missing: asked.missing,
      notReached: reachable.filter((path) => !asked.ok.includes(path)),
      others: asked.ok.filter((path) => !reachable.includes(path)),
      outcomes,
      records,
      bytes,
      seconds,
      cpuMsPerPage: Math.round((cpuSeconds * 100_000) / asked.ok.length) / 100,
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main(process.argv.slice(2));
