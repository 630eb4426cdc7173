import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prose, startSite, type TestSite } from './site.ts';
import { thresher } from './test-terminal.ts';

let dir: string;
let site: TestSite;
let client: Client;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-mcp-'));
  site = await startSite({ '/': `${prose('heath')}<a href="/moss">moss</a>`, '/moss': prose('moss') });
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

test('names what is wrong with its options', async () => {
  expect((await thresher(['mcp', '--dir', join(dir, 'none')])).code).toBe(2);
  expect((await thresher(['mcp', '--dir', dir, '--url', 'ftp://x'])).code).toBe(2);
});
