import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const OPEN = ['--allow-private', '127.0.0.0/8'];
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ '/': `<h1>Moss</h1>${prose('moss')}`, '/robots.txt': '' });
});
afterAll(() => site.close());

const BAD_LINES = ['no JSON', { id: 'b' }];

test('fetch answers with the response, which clean reads', async () => {
  const urls = ['/', '/none', 'mailto:a@b.test', 'http://10.1.1.1/'];
  const requests = urls.map((url, id) => ({ id, url: url.startsWith('/') ? `${site.origin}${url}` : url }));
  const fetched = await thresher(['fetch', '--jsonl', '--pause', '0', ...OPEN], [...requests, ...BAD_LINES]);
  expect(fetched.code).toBe(1);
  const nothing = { status: null, contentType: null, bodyBase64: null };
  expect(fetched.answers()).toEqual([
    expect.objectContaining({ id: 0, url: `${site.origin}/`, outcome: 'fetched', reason: null, status: 200 }),
    expect.objectContaining({ id: 1, outcome: 'gone', reason: 'not-found', status: 404, bodyBase64: '' }),
    { id: 2, url: 'mailto:a@b.test', outcome: 'refused', reason: 'scheme', ...nothing, steps: expect.any(Array) },
    expect.objectContaining({ id: 3, outcome: 'refused', reason: 'private-address', ...nothing }),
    { id: null, error: { message: expect.any(String), line: 5 } },
    { id: 'b', error: { message: 'url: is missing', line: 6 } },
  ]);
  expect(fetched.answers()[0]!['steps']).toContainEqual(
    expect.objectContaining({ step: 'robots', decision: 'allowed', reason: null }),
  );
  const cleaned = await thresher(['clean', '--jsonl'], fetched.printed.slice(0, 1));
  expect(cleaned.answers()).toMatchObject([{ id: 0, url: `${site.origin}/`, title: 'Moss' }]);
  const [page = {}] = fetched.answers();
  expect(page).toMatchObject({
    headers: { 'content-type': [page['contentType']] },
    address: '127.0.0.1',
    truncated: false,
  });
  const hidden = { ...page, headers: { ...(page['headers'] as object), 'x-robots-tag': ['noindex'] } };
  expect((await thresher(['clean', '--jsonl'], [hidden])).answers()).toMatchObject([{ reason: 'noindex' }]);
  expect(await thresher(['fetch', '--jsonl', '--render'])).toMatchObject({ code: 2 });
});

test('clean names a check for browsers that fetch answers with', async () => {
  const server = createServer(({ url: path }, response) => {
    if (path === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(202, { 'content-type': 'text/html', 'x-amzn-waf-action': 'challenge' }).end(prose('check'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/moss`;
  const fetched = await thresher(['fetch', '--jsonl', '--pause', '0', ...OPEN], [{ id: 1, url }]);
  expect(fetched.answers()).toMatchObject([{ id: 1, outcome: 'failed', reason: 'bot-check', status: 202 }]);
  const cleaned = await thresher(['clean', '--jsonl'], fetched.printed);
  expect(cleaned.answers()).toMatchObject([{ id: 1, url, reason: 'bot-check', text: '', title: null }]);
});

test('explain answers with state and steps', async () => {
  const data = ['--dir', join(temporaryFolder(), 'data')];
  await thresher(['crawl', `${site.origin}/`, ...OPEN, '--delay', '0', ...data, '--json']);
  const urls = [`${site.origin}/`, 'mailto:a@b.test'].map((url, id) => ({ id, url }));
  const { code, answers } = await thresher(['explain', '--jsonl', ...data], [...urls, ...BAD_LINES]);
  expect(code).toBe(1);
  expect(answers()).toMatchObject([
    { id: 0, url: `${site.origin}/`, state: 'fetched', steps: expect.any(Array) },
    { id: 1, url: 'mailto:a@b.test', state: 'refused.scheme' },
    { id: null, error: { line: 3 } },
    { id: 'b', error: { message: 'url: is missing', line: 4 } },
  ]);
});

test('validate answers with the errors of a file', async () => {
  const dir = temporaryFolder();
  const files = { good: 'seeds: [https://a.test/]\n', bad: 'seeds: [https://a.test/]\nlimts: {}\n' };
  const requests = Object.entries(files).map(([id, text]) => {
    writeFileSync(join(dir, `${id}.yaml`), text);
    return { id, file: join(dir, `${id}.yaml`) };
  });
  const { code, answers } = await thresher(['validate', '--jsonl'], requests);
  expect(code).toBe(0);
  expect(answers()).toMatchObject([
    { id: 'good', valid: true, errors: [] },
    {
      id: 'bad',
      file: requests[1]!.file,
      valid: false,
      errors: [{ message: 'limts: unknown; did you mean limits?', line: 2 }],
    },
  ]);
});
