import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { prose } from './site.ts';
import { thresher } from './test-terminal.ts';

const TYPES: Record<string, string> = { css: 'text/css', png: 'image/png', woff2: 'font/woff2' };

/** Serves files by their paths, as the media type of their extension. A URL as file is a redirect. */
async function serve(address: string, files: () => Record<string, string>) {
  const paths: string[] = [];
  const server: Server = createServer(({ url = '/' }, response) => {
    const body = files()[url];
    if (body === undefined) response.writeHead(404).end();
    else if (body.startsWith('http:')) response.writeHead(302, { location: body }).end();
    else {
      paths.push(url);
      const type = TYPES[url.split('.').pop() as string] ?? 'text/html';
      response.writeHead(200, { 'content-type': type }).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://${address}:${(server.address() as AddressInfo).port}`, paths, close };
}

type Served = Awaited<ReturnType<typeof serve>>;
let folder: string;
let site: Served;
let cdn: Served;
let mirror: Served;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-embedded-'));
  mirror = await serve('127.0.0.3', () => ({ '/far.png': 'far' }));
  cdn = await serve('127.0.0.2', () => ({
    '/far.png': `${mirror.origin}/far.png`,
    '/main.css': '@font-face{src:url(font.woff2)}',
    '/font.woff2': 'font',
    '/logo.png': 'logo',
    '/moved.png': 'moved',
    '/widget': `${prose('widget')}<a href=/other>other</a>`,
    '/other': prose('other'),
    '/page': prose('page'),
  }));
  site = await serve('127.0.0.1', () => ({
    '/': `<link rel=stylesheet href="${cdn.origin}/main.css">${prose('bog')}<img src="${cdn.origin}/logo.png">
      <object data="${cdn.origin}/widget"></object><img src=/own.png><img src=/moved.png><a href=/more>more</a><a href="${cdn.origin}/page">out</a>`,
    '/own.png': 'own',
    '/moved.png': `${cdn.origin}/moved.png`,
    '/more': `${prose('more')}<img src=/deeper.png><img src="${cdn.origin}/far.png">`,
    '/deeper.png': 'deeper',
  }));
});
afterAll(() => {
  site.close();
  cdn.close();
  mirror.close();
  rmSync(folder, { recursive: true });
});

const run = async (name: string, settings: object) => {
  const file = join(folder, `${name}.yaml`);
  const network = { allowPrivate: ['127.0.0.0/8'] };
  writeFileSync(
    file,
    stringify({ crawl: name, seeds: [`${site.origin}/`], network, politeness: { hostPauseMs: 0 }, ...settings }),
  );
  const dir = join(folder, name);
  expect((await thresher(['crawl', file, '--dir', dir])).code).toBe(0);
  const [status] = (await thresher(['status', '--dir', dir, '--json'])).answers();
  expect(status).not.toHaveProperty('movedSeeds');
  const explain = async (url: string) => (await thresher(['explain', url, '--dir', dir])).printed.join('\n');
  const requested = (of: Served) => of.paths.splice(0).sort();
  return { site: requested(site), cdn: requested(cdn), mirror: requested(mirror), explain };
};

test('the preset archive fetches the files of pages and stylesheets from any host, and follows no links there', async () => {
  const { explain, ...requested } = await run('archive', { preset: 'archive' });
  expect(requested).toEqual({
    site: ['/', '/deeper.png', '/more', '/own.png'],
    cdn: ['/font.woff2', '/logo.png', '/main.css', '/moved.png', '/widget'],
    mirror: ['/far.png'],
  });
  expect(await explain(`${cdn.origin}/font.woff2`)).toContain('only as a file that a page embeds');
  expect(await explain(`${cdn.origin}/other`)).toContain('state: unknown');
});

test('the files of a seed are fetched at depth 0', async () => {
  const { site: own } = await run('shallow', { preset: 'archive', limits: { maxDepth: 0 } });
  expect(own).toEqual(['/', '/own.png']);
});

test('without the setting a crawl follows links only', async () => {
  const { site: own, cdn: other } = await run('pages', { preset: 'archive', embeddedFiles: false });
  expect({ own, other }).toEqual({ own: ['/', '/more'], other: [] });
});
