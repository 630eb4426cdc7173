import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../long-test.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let dir: string;
let site: TestSite;
let client: Client;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-mcp-'));
  site = await startSite({
    '/': `${prose('heath')}<a href="/moss">moss</a>`,
    '/moss': prose('moss'),
    '/fern': prose('fern'),
  });
  const local = ['--allow-private', '127.0.0.0/8', '--delay', '0'];
  const { code } = await thresher(['crawl', `${site.origin}/`, ...local, '--dir', dir, '--name', 'bog']);
  expect(code).toBe(0);
  client = new Client({ name: 'test', version: '1' });
  const args = ['bin/thresher.js', 'mcp', '--dir', dir, '--url', 'https://search.example/'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
});
afterAll(async () => {
  await client.close();
  site.close();
  rmSync(dir, { recursive: true });
});

const call = async (name: string, args: Record<string, unknown>) => {
  const { structuredContent, isError } = await client.callTool({ name, arguments: args });
  expect(isError).toBeFalsy();
  return structuredContent as Record<string, unknown>;
};

test('a client of the SDK searches a crawl, reads a document and asks why a URL is there', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'thresher' });
  expect(await call('list_crawls', {})).toMatchObject({ crawls: [{ crawl: 'bog', state: 'done', documents: 2 }] });
  const found = await call('search', { query: 'moss12' });
  expect(found).toMatchObject({
    total: 1,
    results: [{ citation: { url: `${site.origin}/moss`, fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } }],
  });
  const [{ id, citation }] = found['results'] as [{ id: string; citation: { cached: string } }];
  expect(citation.cached).toBe(`https://search.example/cached/${id}?crawl=bog`);
  expect(await call('get_document', { id })).toMatchObject({ text: expect.stringContaining('moss59'), citation });
  const explained = await call('explain_url', { url: `${site.origin}/moss` });
  expect(explained).toMatchObject({ url: `${site.origin}/moss`, state: expect.stringMatching(/^fetched/) });
  expect(explained['steps']).toContainEqual(expect.objectContaining({ step: 'record' }));
});

test('answers from an index that was rebuilt meanwhile, and searches several crawls together', async () => {
  const local = ['--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(0);
  expect((await thresher(['crawl', `${site.origin}/fern`, ...local, '--name', 'fen'])).code).toBe(0);
  expect((await thresher(['reindex', '--dir', dir])).code).toBe(0);
  const { crawls } = await call('list_crawls', {});
  expect((crawls as { crawl: string }[]).map(({ crawl }) => crawl).sort()).toEqual(['bog', 'fen']);
  const { total, results } = await call('search', { query: 'fern12 moss12', crawl: 'bog,fen' });
  expect(total).toBe(2);
  const found = results as { crawl: string; citation: { record: string } }[];
  expect(found.map(({ crawl }) => crawl).sort()).toEqual(['bog', 'fen']);
  for (const { crawl, citation } of found) expect(citation.record).toContain(`?crawl=${crawl}`);
  const printed = await thresher(['search', 'fern12 moss12', '--dir', dir, '--name', 'fen,bog', '--json']);
  expect(printed.answers()).toMatchObject([{ total: 2 }]);
  const { code, stderr } = await thresher(['search', 'x', '--dir', dir, '--name', 'fen,heath']);
  expect([code, stderr.join()]).toEqual([2, expect.stringContaining('has no crawl heath')]);
});

const clientInfo = { name: 'test', version: '1' };

longTest.each([
  ['standard input that is closed at the start', '/dev/null', ''],
  ['a message without an end', '/dev/zero', 'ReadBuffer exceeded maximum size of 10485760 bytes\n'],
])('ends at %s', (_, input, message) => {
  const stdin = openSync(input, 'r');
  const args = ['bin/thresher.js', 'mcp', '--dir', dir];
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'], encoding: 'utf8' });
  closeSync(stdin);
  expect([status, stderr]).toEqual([0, message]);
});

test('answers all requests of a file before it ends', () => {
  const requests = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'fern12 moss12', crawl: 'fen' } } },
    { id: 3, method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  ];
  const input = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/thresher.js', 'mcp', '--dir', dir], {
    input,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const answers = stdout.trim().split('\n');
  expect(answers.map((line) => (JSON.parse(line) as { id: number }).id).sort()).toEqual([1, 2, 3]);
  expect(answers.join()).toContain('fern12 ');
});

test('names what is wrong with its options', async () => {
  expect((await thresher(['mcp', '--dir', join(dir, 'none')])).code).toBe(2);
  expect((await thresher(['mcp', '--dir', dir, '--url', 'ftp://x'])).code).toBe(2);
});

test.each(['mcp', 'serve'])('%s refuses the name of a crawl that the folder does not have', async (command) => {
  const { code, stderr } = await thresher([command, '--dir', dir, '--name', 'tarn']);
  expect([code, stderr]).toEqual([2, [expect.stringContaining(`${dir} has no crawl tarn; it has `)]]);
});

test('serve names an address that this machine does not have', async () => {
  const { code, stderr } = await thresher(['serve', '--dir', dir, '--host', '192.0.2.1', '--port', '0']);
  expect([code, stderr]).toEqual([2, ['--host: 192.0.2.1: is no address of this machine']]);
});
