import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { request, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { indexFile } from '../../../cli/run/folder/data-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { longTest } from '../../long-test.ts';
import { session } from '../../web/sqi/soap.ts';
import { elementsOf, parseXml, textsOf, type XmlElement } from '../../web/strict-xml.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { whileServing as serving } from './while-serving.ts';

let dir: string;
/** A folder with the crawl `bog` of two pages, which no test changes, and the origin of the pages. */
let data: string;
let origin: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'thresher-serve-'));
  openStores(dir).close();
  data = mkdtempSync(join(tmpdir(), 'thresher-serve-'));
  const site = await startSite({ '/': `${prose('heath')}<a href="/moss">moss</a>`, '/moss': prose('moss') });
  origin = site.origin;
  const local = ['--allow-private', '127.0.0.0/8', '--delay', '0'];
  expect((await thresher(['crawl', `${origin}/`, ...local, '--dir', data, '--name', 'bog'])).code).toBe(0);
  site.close();
});
afterAll(() => {
  for (const folder of [dir, data]) rmSync(folder, { recursive: true, force: true });
});

/** Serves the folder of this file, unless the arguments name another one. */
const whileServing = (args: string[], work: (url: URL, line: string) => Promise<void>) =>
  serving(['--dir', dir, ...args], work);

const statusUnderName = (url: URL, host: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => {
      resolve(response.resume().statusCode!);
    });
    sent.on('error', reject).end();
  });

test('serves pages in the language of --language to browsers that ask for none', async () => {
  await whileServing(['--language', 'de'], async (url) => {
    expect(await (await fetch(url)).text()).toContain('<html lang="de">');
    expect(await (await fetch(url, { headers: { 'accept-language': 'sv' } })).text()).toContain('<html lang="sv">');
  });
});

test('serves pages with the name of --site-name and the links of --footer-link', async () => {
  const options = ['--site-name', 'Bog Library', '--footer-link', 'Imprint=https://library.example/imprint'];
  await whileServing(options, async (url) => {
    const html = await (await fetch(url)).text();
    expect(html).toContain('<title>Bog Library</title>');
    expect(html).toContain('<a href="https://library.example/imprint">Imprint</a>');
  });
});

test('logs searches to the file of --query-log', async () => {
  const file = join(temporaryFolder(), 'queries.jsonl');
  await serving(['--dir', data, '--query-log', file], async (url) => {
    for (const q of ['moss12', 'mosss12']) expect((await fetch(new URL(`/search?q=${q}`, url))).status).toBe(200);
  });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), crawl: 'bog', q: 'moss12', total: 1, format: 'html' },
    { time: expect.any(String), crawl: 'bog', q: 'mosss12', total: 0, format: 'html' },
  ]);
  const { code, stderr } = await thresher(['serve', '--dir', data, '--port', '0', '--query-log', data]);
  expect([code, stderr.join()]).toEqual([
    2,
    expect.stringContaining(`--query-log: ${data}: cannot be written: EISDIR`),
  ]);
});

test('prints its address as JSON for a script that starts it on a free port', async () => {
  await whileServing(['--json'], async (url, line) => {
    expect(JSON.parse(line)).toEqual({ dir, url: url.href });
    expect((await fetch(url)).status).toBe(200);
  });
});

test('leaves a connection open for longer than a search may wait and take', async () => {
  const timeout = vi.spyOn(Server.prototype, 'setTimeout');
  onTestFinished(() => timeout.mockRestore());
  await whileServing(['--search-limit', '100'], async (url) => {
    expect((await fetch(url)).status).toBe(200);
    expect(timeout.mock.calls.map(([ms]) => ms)).toEqual([400_000]);
  });
});

test('serves SRU, SQI and OAI-PMH of a crawl', async () => {
  await serving(['--dir', data, '--contact', 'library@example.org'], async (url) => {
    const xml = async (path: string) => parseXml(await (await fetch(new URL(path, url))).text());
    const found = await xml('/sru/bog?query=moss12');
    expect(textsOf(found, 'numberOfRecords')).toEqual(['1']);
    expect(textsOf(found, 'identifier')).toEqual([`${origin}/moss`]);
    const ask = (path: string, init?: RequestInit) => fetch(new URL(path, url), init);
    const run = await session(ask, '/sqi/bog');
    expect(await run('getTotalResultsCount', { queryStatement: 'moss12' })).toBe('1');
    expect(await run('synchronousQuery', { queryStatement: 'moss12', startResult: 1 })).toContain(`${origin}/moss`);
    expect(textsOf(await xml('/oai?verb=Identify'), 'adminEmail')).toEqual(['library@example.org']);
    let listed: XmlElement;
    // Changes are listed two seconds after they were written.
    do listed = await xml('/oai?verb=ListRecords&metadataPrefix=oai_dc');
    while (elementsOf(listed, 'record').length < 2);
    const identifiers = elementsOf(listed, 'dc').flatMap((dc) => textsOf(dc, 'identifier'));
    expect(identifiers.sort()).toEqual([`${origin}/`, `${origin}/moss`]);
  });
});

test('explains URLs, unless --no-explain is given', async () => {
  const statusOf = async (url: URL, path: string) => (await fetch(new URL(path, url))).status;
  const tools = async (url: URL) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    return (await fetch(new URL('/mcp', url), { method: 'POST', headers, body })).text();
  };
  const path = `/explain?url=${encodeURIComponent(`${origin}/moss`)}`;
  await serving(['--dir', data], async (url) => {
    expect(await statusOf(url, path)).toBe(200);
    expect(await tools(url)).toContain('explain_url');
  });
  await serving(['--dir', data, '--no-explain'], async (url) => {
    expect(await statusOf(url, path)).toBe(404);
    expect(await (await fetch(new URL('/crawl', url), { headers: { accept: 'text/html' } })).text()).not.toContain(
      '/explain',
    );
    const offered = await tools(url);
    expect(offered).toContain('list_crawls');
    expect(offered).not.toContain('explain_url');
  });
});

longTest('sends results of asynchronous queries to a portal that --sqi-source names', async () => {
  const data = mkdtempSync(join(tmpdir(), 'thresher-serve-'));
  const site = await startSite({ '/': prose('heath') });
  const local = ['--allow-private', '127.0.0.0/8', '--delay', '0'];
  expect((await thresher(['crawl', `${site.origin}/`, ...local, '--dir', data])).code).toBe(0);
  const portal = await startSite({ '/listener': 'thanks' });
  await whileServing(['--dir', data, '--sqi-source', portal.origin], async (url) => {
    const run = await session((path, init) => fetch(new URL(path, url), init));
    await run('setSourceLocation', { sourceLocation: `${portal.origin}/listener` });
    await run('asynchronousQuery', { queryStatement: 'heath12', queryID: '1' });
    await vi.waitFor(() => expect(portal.requests()).toEqual(['/listener']), 10_000);
    await expect(run('setSourceLocation', { sourceLocation: `${site.origin}/` })).rejects.toThrow(
      'METHOD_NOT_SUPPORTED',
    );
  });
  site.close();
  portal.close();
  rmSync(data, { recursive: true });
});

test.each(['*', 'portal.example', 'https://portal.example/listener'])('refuses the source %s', async (source) => {
  const { code, stderr } = await thresher(['serve', '--dir', dir, '--sqi-source', source]);
  expect([code, stderr.join()]).toEqual([
    2,
    expect.stringContaining(`--sqi-source: ${source}: must be scheme and host`),
  ]);
});

test('refuses a contact that is no mail address', async () => {
  const { code, stderr } = await thresher(['serve', '--dir', dir, '--contact', 'library']);
  expect([code, stderr.join()]).toEqual([2, expect.stringContaining('--contact: library: must be a mail address')]);
});

test.each([
  ['--site-name', ' ', '--site-name: must have 1 to 60 characters'],
  ['--footer-link', 'Imprint', '--footer-link: Imprint: must be a label and an address'],
  ['--footer-link', 'Imprint=javascript:x', '--footer-link: Imprint=javascript:x: must be a label and an address'],
])('refuses %s "%s"', async (option, value, message) => {
  const { code, stderr } = await thresher(['serve', '--dir', dir, option, value]);
  expect([code, stderr.join()]).toEqual([2, expect.stringContaining(message)]);
});

test('answers under its address and under the names of --allow-host only', async () => {
  await whileServing(['--allow-host', 'search.example.org'], async (url) => {
    expect(await statusUnderName(url, url.host)).toBe(200);
    expect(await statusUnderName(url, 'search.example.org')).toBe(200);
    expect(await statusUnderName(url, `attacker.example:${url.port}`)).toBe(421);
  });
});

test('shows the captures of a page and its cached copy, from the objects that the crawl has recorded', async () => {
  const stores = openStores(data, 'read');
  for await (const key of stores.objects.list('clean/bog/'))
    expect(stores.capturedUrls.select(key, ['http://other.example/'])).toEqual([]);
  stores.close();
  await serving(['--dir', data], async (url) => {
    const json = async (path: string) =>
      (await fetch(new URL(path, url), { headers: { accept: 'application/json' } })).json();
    const { hits } = (await json('/search?q=moss12')) as { hits: [{ id: string }] };
    const [{ id }] = hits;
    const found = (await json(`/record/${id}/versions`)) as { versions: [{ fetchedAt: string }] };
    expect(found).toMatchObject({ versions: [{ url: `${origin}/moss`, digest: id }], next: null });
    const [{ fetchedAt }] = found.versions;
    expect(await json(`/record/${id}/versions?a=${fetchedAt}&b=${fetchedAt}`)).toMatchObject({
      difference: { diff: { parts: [{ kind: 'same' }], cut: false } },
    });
    expect(await (await fetch(new URL(`/cached/${id}/page`, url))).text()).toContain('moss59');
    expect((await fetch(new URL('/crawl', url))).status).toBe(200);
  });
});

test('ends the events of an index that is replaced, and accepts forms that it showed before', async () => {
  const copy = temporaryFolder();
  cpSync(data, copy, { recursive: true });
  const printed = vi.spyOn(console, 'error');
  onTestFinished(() => printed.mockRestore());
  await serving(['--dir', copy, '--control'], async (url) => {
    const page = await (await fetch(new URL('crawl', url))).text();
    const [, token = ''] = /name="token" value="(.*?)"/.exec(page)!;
    const events = await fetch(new URL('crawl/events', url));
    cpSync(indexFile(copy), join(copy, 'rebuilt'));
    renameSync(join(copy, 'rebuilt'), indexFile(copy));
    expect(await events.text()).toMatch(/^data: \{"crawl":"bog".*\n\n$/);
    const body = new URLSearchParams({ token, crawl: 'bog', state: 'paused' });
    const answer = await fetch(new URL('control', url), { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(303);
  });
  expect(printed).not.toHaveBeenCalled();
});
