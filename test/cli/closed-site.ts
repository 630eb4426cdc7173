import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thresher } from './test-terminal.ts';

export const PRIVATE = ['--allow-private', '127.0.0.0/8'];

/** Starts a site of one page whose robots.txt closes it to Oldbot, with a folder for crawls of it. Tests change its answers. */
export async function startClosedSite() {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-again-'));
  const site = {
    status: 200,
    type: 'text/html',
    html: '<p>Of moss and peat in the northern bogs.',
    robots: 'User-agent: Oldbot\nDisallow: /\n',
    /** Paths that were requested, without robots.txt. */
    asked: [] as string[],
  };
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') return void response.end(site.robots);
    site.asked.push(url);
    response.writeHead(site.status, { 'content-type': site.type }).end(site.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network = ['--resolve', `bog.test=127.0.0.1:${port}`, '--delay', '0', '--dir', dir];
  return Object.assign(site, {
    dir,
    crawl: (...options: string[]) => thresher(['crawl', 'http://bog.test/', ...network, ...options]),
    /** Writes a crawl.yaml with the given setting, and runs it. */
    crawlFile(setting: string) {
      writeFileSync(join(dir, 'bog.yaml'), `crawl: bog.test\nseeds: [http://bog.test/]\n${setting}\n`);
      return thresher(['crawl', join(dir, 'bog.yaml'), ...network, ...PRIVATE]);
    },
    force: (url = 'http://bog.test/') => thresher(['seed', '--force', url, '--dir', dir]),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true });
    },
  });
}
