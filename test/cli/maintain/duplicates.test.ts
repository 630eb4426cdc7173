import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thresher } from '../test-terminal.ts';

const record = (urls: string[]) => ({ id: 'x', urls });

test('finds pairs of hosts in records from standard input, and prints aliases for a crawl.yaml', async () => {
  const records = ['/', '/a', '/b'].map((path) =>
    record([`http://bog.example${path}`, `http://www.bog.example${path}`]),
  );
  const { code, printed } = await thresher(['duplicates', '--jsonl'], records);
  expect(code).toBe(0);
  expect(printed).toEqual([
    '3 texts at 6 URLs on 2 hosts',
    'texts with more than one URL: 3',
    '  bog.example  www.bog.example  3 of 3 texts, 3 at the same path: one server with two names',
    '',
    'aliases:',
    '  "www.bog.example": "bog.example"',
    'Add them to the crawl.yaml, or fold the hosts of a crawl with `thresher aliases --apply`.',
  ]);
  const least = await thresher(['duplicates', '--jsonl', '--json', '--least', '4'], records);
  expect(least.answers()).toEqual([{ records: 3, addresses: 6, hosts: 2, repeated: 3, pairs: [], aliases: {} }]);
});

test('answers lines that are no records, and compares the others', async () => {
  const bad = ['{"id":7}', 'no', '{"urls":["nowhere"]}', 'null', '{"urls":[],"canonical":"x"}'];
  const lines = [record(['http://a.example/']), '', ...bad, record(['http://b.example/'])];
  const { code, answers, stderr } = await thresher(['duplicates', '--jsonl', '--json'], lines);
  expect({ code, stderr }).toEqual({ code: 1, stderr: [] });
  expect(answers()).toEqual([
    { id: 7, error: { message: 'urls: must be a list of URLs', line: 3 } },
    { id: null, error: { message: expect.stringContaining('JSON'), line: 4 } },
    { id: null, error: { message: 'urls: must be a list of URLs', line: 5 } },
    { id: null, error: { message: 'a line must be a JSON object', line: 6 } },
    { id: null, error: { message: 'canonical: must be a URL', line: 7 } },
    expect.objectContaining({ records: 2, addresses: 2 }),
  ]);
});

let dir: string;
let servers: Server[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-duplicates-'));
  const answer: RequestListener = ({ url }, response) => {
    const links = ['/', '/sundew', '/pitcher'].map((path) => `<a href="${path}">to ${path}</a>`);
    const text = Array.from({ length: 60 }, (_, i) => `${url?.slice(1)}${i}`).join(' ');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${text}</p>${links.join(' ')}`);
  };
  servers = [createServer(answer), createServer(answer)];
  const listen = (server: Server, port: number, host: string) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  await listen(servers[0]!, 0, '127.0.0.1');
  await listen(servers[1]!, (servers[0]!.address() as AddressInfo).port, '127.0.0.2');
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(dir, { recursive: true });
});

test('finds two names of one server in a crawl', async () => {
  const { port } = servers[0]!.address() as AddressInfo;
  const seeds = [`http://127.0.0.1:${port}/`, `http://127.0.0.2:${port}/`];
  const at = ['--dir', dir, '--name', 'moss'];
  const crawled = await thresher(['crawl', ...seeds, '--allow-private', '127.0.0.0/8', '--delay', '0', ...at]);
  expect(crawled.code).toBe(0);
  const [report] = (await thresher(['duplicates', '--json', ...at])).answers();
  expect(report).toMatchObject({ records: 3, addresses: 6, aliases: { [`127.0.0.2:${port}`]: `127.0.0.1:${port}` } });
});
