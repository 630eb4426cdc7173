import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTimeZone } from '../../in-time-zone.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let server: Server;
let origin: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-frontier-'));
  server = createServer(({ url }, response) => {
    if (url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<p>Of moss. <a href="/old">old</a> <a href="/broken">b</a>');
    else response.writeHead(url === '/broken' ? 500 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true });
});

test('`frontier list` lists URLs by state, with the reason', async () => {
  const at = ['--dir', dir, '--name', 'moss'];
  // The page limit ends the crawl before failed pages are due again.
  await thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--limit', '3', ...at]);
  const list = async (...args: string[]) => (await thresher(['frontier', 'list', ...args, ...at])).printed.join('\n');
  const gone = (await list('--state', 'gone', '--json')).trim();
  expect(JSON.parse(gone)).toMatchObject({ url: `${origin}/old`, state: 'gone', reason: 'not-found', depth: 1 });
  expect(await list('--state', 'unavailable')).toMatch(/^unavailable \(server-error\) +http:\S+\/broken /);
  expect(await list('--state', 'retired')).toBe('');
  expect((await list()).trim().split('\n')).toHaveLength(3);
  const reader = new AbortController();
  const lines: string[] = [];
  // `| head -1`: the reader is gone before there is room for the next line.
  const out = async (line: string) => {
    lines.push(line);
    await new Promise((resolve) => setImmediate(resolve));
    reader.abort();
  };
  await thresher(['frontier', 'list', ...at], [], { closed: reader.signal, out });
  expect(lines).toHaveLength(1);
  const wrong = await thresher(['frontier', 'list', '--state', 'retird', ...at]);
  expect(wrong).toMatchObject({ code: 2 });
  expect((await thresher(['frontier', 'dumb', ...at])).code).toBe(2);
  expect((await thresher(['frontier', 'load', ...at])).code).toBe(2);
});

test('`frontier hosts` lists hosts with what they wait for, and `--host` selects one', async () => {
  const at = ['--dir', dir, '--name', 'moss'];
  await thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--limit', '2', ...at]);
  const host = new URL(origin).host;
  const hosts = (...more: string[]) => thresher(['frontier', 'hosts', ...more, ...at]);
  const all = (await hosts('--json')).answers();
  expect(all).toEqual([expect.objectContaining({ host, group: '127.0.0.1', waiting: 1, urls: 2 })]);
  expect((await hosts('--host', host)).printed).toEqual([
    expect.stringMatching(new RegExp(`^[a-z]+ +${host} .*1 waiting; .*fetched 1`)),
  ]);
  expect((await hosts('--state', 'dead')).printed).toEqual([]);
  expect((await thresher(['frontier', 'list', '--host', host, '--state', 'queued', ...at])).printed).toHaveLength(1);
  for (const [wrong, message] of [
    [['hosts', '--host', 'h.test'], '--host: h.test: the crawl moss has no URL of this host'],
    [['list', '--host', 'h.test'], '--host: h.test: the crawl moss has no URL of this host'],
    [['hosts', '--state', 'restin'], '--state: restin: must be one of visited,'],
    [['hosts', '--new'], '--new, --left-out, --since: only for'],
    [['dump', '--host', host], '--state, --host: only for'],
  ] as const) {
    const answer = await thresher(['frontier', ...wrong, ...at]);
    expect([answer.code, answer.stderr[0]]).toEqual([2, expect.stringContaining(message)]);
  }
});

test('`frontier list --new` lists URLs that were never fetched, also those in an inbox', async () => {
  const at = ['--dir', dir, '--name', 'moss'];
  await thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--limit', '2', ...at]);
  await thresher(['seed', `${origin}/later`, `${origin}/`, ...at]);
  const list = async (...more: string[]) =>
    (await thresher(['frontier', 'list', ...more, ...at, '--json'])).answers().map(({ url, state }) => [url, state]);
  expect(await list('--new')).toEqual([
    [`${origin}/broken`, 'unavailable'],
    [`${origin}/later`, 'offered'],
    [`${origin}/old`, 'queued'],
  ]);
  expect(await list('--state', 'offered')).toEqual([[`${origin}/later`, 'offered']]);
  expect((await thresher(['frontier', 'list', '--new', '--state', 'gone', ...at])).code).toBe(2);
});

test('`frontier list --since` lists URLs that were visited for the first time since a time', async () => {
  const at = ['--dir', dir, '--name', 'moss'];
  await thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--limit', '2', ...at]);
  const list = async (...more: string[]) => (await thresher(['frontier', 'list', ...more, ...at])).printed;
  const [{ first } = { first: '' }] = (await list('--state', 'fetched', '--json')).map((line) => JSON.parse(line));
  const urls = (await list('--since', first, '--json')).map((line) => JSON.parse(line).url);
  // The third one waits, so it has no visit.
  expect(urls).toHaveLength(2);
  inTimeZone('America/New_York');
  expect(await list('--since', first.replace(/:\d\d(?:\.\d+)?Z$/, ''))).toHaveLength(2);
  expect(await list('--since', '2001')).toHaveLength(2);
  expect(await list('--since', new Date(Date.parse(first) + 120_000).toISOString())).toEqual([]);
  const wrong = await thresher(['frontier', 'list', '--since', 'monday', ...at]);
  expect([wrong.code, wrong.stderr[0]]).toEqual([
    2,
    expect.stringContaining('--since: monday: must be a day or a time'),
  ]);
  expect((await thresher(['frontier', 'dump', '--since', '2001', ...at])).code).toBe(2);
});

test('`frontier list --left-out` lists pages that were fetched and have no record, with the reason', async () => {
  const pages: Record<string, [type: string, body: string]> = {
    '/': ['text/html', '<p>Of moss. <a href="/cut.docx">a</a> <a href="/hidden">b</a> <a href="/gone">c</a>'],
    '/cut.docx': [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'PK\u0003\u0004 and no more',
    ],
    '/hidden': ['text/html', '<meta name="robots" content="noindex"><p>Of fens.'],
  };
  server.removeAllListeners('request').on('request', ({ url }, response) => {
    const [type, body] = pages[url as string] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(body);
  });
  const at = ['--dir', dir, '--name', 'moss'];
  await thresher(['crawl', `${origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', '--sitemap', ...at]);
  const list = async (...more: string[]) =>
    (await thresher(['frontier', 'list', ...more, ...at, '--json'])).answers().map(({ url, reason }) => [url, reason]);
  expect(await list('--left-out')).toEqual([
    [`${origin}/cut.docx`, 'conversion-failed'],
    [`${origin}/hidden`, 'noindex'],
  ]);
  expect(await list('--state', 'fetched')).toEqual([
    [`${origin}/`, null],
    [`${origin}/cut.docx`, 'conversion-failed'],
    [`${origin}/hidden`, 'noindex'],
  ]);
  expect((await thresher(['frontier', 'list', '--left-out', '--new', ...at])).code).toBe(2);
});
