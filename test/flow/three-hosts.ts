/** Three hosts of the demo website, for crawls that end before they are done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../demo/server.ts';
import { thresher } from '../cli/test-terminal.ts';

export const SEEDS = ['http://sundew.test/', 'http://nepenthes.test/', 'http://butterworts.test/'];

export type ThreeHosts = Awaited<ReturnType<typeof startThreeHosts>>;

export async function startThreeHosts() {
  const site = await startSite();
  const dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  const pageRequests = () => site.log.requests.filter(({ path }) => path !== '/robots.txt');
  const hosts = new Set(SEEDS.map((seed) => new URL(seed).host));
  const network = ['--allow-private', '127.0.0.0/8', '--resolve', `*.test=127.0.0.1:${site.port}`];
  return {
    site,
    dir,
    crawl: (delayS: number, ...more: string[]) => [
      'crawl',
      ...SEEDS,
      ...['--name', 'three', ...network, '--delay', `${delayS}`, '--dir', dir, '--json', ...more],
    ],
    pageRequests,
    repeatedRequests: () => pageRequests().length - new Set(pageRequests().map(({ host, path }) => host + path)).size,
    runJson: async (...args: string[]) => (await thresher([...args, '--dir', dir, '--json'])).answers()[0]!,
    /** All reachable pages. */
    wholeCrawl: () => site.pages().filter(({ url, host }) => hosts.has(host) && !/orphan|draft-only/.test(url)).length,
    async close() {
      await site.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
