import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeAws, REGION, withCredentials } from './aws/aws-account.ts';
import { thresher } from './test-terminal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-recrawl-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('on one machine', () => {
  const PAGES: Record<string, string> = {
    '/': '<a href="/a/1">1</a> <a href="/b/2">2</a>',
    '/a/1': 'One',
    '/b/2': 'Two',
  };
  let server: Server;
  let origin: string;
  let received: { path: string; etag: string | undefined }[];
  beforeEach(async () => {
    received = [];
    server = createServer(({ url: path = '/', headers }, response) => {
      const body = PAGES[path];
      const etag = headers['if-none-match'];
      if (path !== '/robots.txt') received.push({ path, etag });
      if (body === undefined) response.writeHead(404).end();
      else if (etag === '"one"') response.writeHead(304).end();
      else
        response.writeHead(200, { 'content-type': 'text/html', etag: '"one"' }).end(`<html><p>Of moss. ${body}</html>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const at = () => ['--dir', dir, '--name', 'moss'];
  const crawl = () => thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', ...at()]);
  const paths = () =>
    received
      .splice(0)
      .map(({ path, etag }) => `${path}${etag ? ' if changed' : ''}`)
      .sort();

  test('the next crawl fetches marked pages once, all or a part of them', async () => {
    expect((await crawl()).code).toBe(0);
    expect(paths()).toEqual(['/', '/a/1', '/b/2']);
    await crawl();
    expect(paths()).toEqual([]);

    const { code, printed } = await thresher(['recrawl', ...at()]);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: ['moss: 1 host is due now. Run the same `npx thresher crawl …` as before to fetch them.'],
    });
    expect(paths()).toEqual([]);
    const again = await crawl();
    expect(again.code).toBe(0);
    // Seeds are explained only if no page was found.
    expect(again.printed.filter((line) => line.startsWith('  seed '))).toEqual([]);
    expect(paths()).toEqual(['/ if changed', '/a/1 if changed', '/b/2 if changed']);

    const part = await thresher(['recrawl', '--prefix', `${origin}/a/`, '--json', ...at()]);
    expect(part.answers()).toEqual([{ crawl: 'moss', hosts: 1, done: true }]);
    await crawl();
    expect(paths()).toEqual(['/a/1 if changed']);
    await crawl();
    expect(paths()).toEqual([]);
  });

  test('reports pages that cannot be marked', async () => {
    await crawl();
    const elsewhere = await thresher(['recrawl', '--prefix', 'http://elsewhere.example/', ...at()]);
    expect(elsewhere.printed).toEqual(['moss: no known pages at http://elsewhere.example/']);
    const relative = await thresher(['recrawl', '--prefix', 'a/', ...at()]);
    expect(relative).toMatchObject({
      code: 2,
      stderr: [expect.stringMatching(/^prefix: a\/ is not a valid URL prefix/)],
    });
    await thresher(['stop', ...at()]);
    expect(await thresher(['recrawl', ...at()])).toMatchObject({
      code: 2,
      stderr: [expect.stringContaining('stopped')],
    });
  });

  test('a run that ends follows scheduled links at once', async () => {
    const file = join(dir, 'crawl.yaml');
    const own = "schedules: [{name: links, run: new, at: 'cron(0 0 1 1 ? *)'}]\n";
    writeFileSync(
      file,
      `seeds: ['${origin}/']\nnetwork: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 0}\n${own}`,
    );
    expect((await thresher(['crawl', file, '--dir', dir])).code).toBe(0);
    expect(paths().length).toBeGreaterThan(1);
  });
});

describe('in a stack', () => {
  /** Marks two of five hosts per call. */
  async function slowStack() {
    const hosts = ['a', 'b', 'c', 'd', 'e'];
    const { url, received } = await fakeAws(({ body }) => {
      const { after, crawl, at = 1_000 } = JSON.parse(body) as { after?: string; crawl: string; at?: number };
      const marked = hosts.slice(after === undefined ? 0 : hosts.indexOf(after) + 1).slice(0, 2);
      const done = marked.at(-1) === hosts.at(-1);
      return { body: { crawl, at, hosts: marked.length, done, ...(!done && { after: marked.at(-1) }) } };
    });
    mkdirSync(join(dir, 'aws'), { recursive: true });
    const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
    writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
    withCredentials();
    return received;
  }
  const recrawl = ['recrawl', '--target', 'aws', '--name', 'moss', '--prefix', 'http://a.example/'];

  test('repeats the request until all hosts are marked, as one recrawl', async () => {
    const received = await slowStack();
    const { code, printed } = await thresher([...recrawl, '--dir', dir]);
    const request = { action: 'recrawl', crawl: 'moss', prefix: 'http://a.example/' };
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      request,
      { ...request, at: 1_000, after: 'b' },
      { ...request, at: 1_000, after: 'd' },
    ]);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: [
        `moss: 5 hosts are due now. The stack fetches them: npx thresher status --target aws --stack Thresher --region ${REGION} --name moss`,
      ],
    });
  });

  test('reports after Ctrl-C that other hosts are not marked', async () => {
    await slowStack();
    const { code, printed } = await thresher([...recrawl, '--dir', dir], [], { interrupt: AbortSignal.abort() });
    expect({ code, printed }).toEqual({
      code: 130,
      printed: ['moss: 2 hosts are due now; interrupted, run the same command for the other hosts.'],
    });
  });
});
