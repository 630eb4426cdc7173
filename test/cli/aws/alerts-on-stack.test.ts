import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AlertMessage } from '../../../shared/alerts/evaluate-alert.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { fakeAws, REGION, withCredentials } from './aws-account.ts';
import { type FolderStack, openFolderStack } from './folder-stack.ts';

/** The code of the function Admin over the stores of a data folder, which a crawl has filled. */

let dir: string;
let stack: FolderStack | undefined;
let received: AlertMessage[];
let status: number;
let webhook: string;
const closing: (() => void)[] = [];
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  dir = temporaryFolder();
  received = [];
  status = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push(JSON.parse(body) as AlertMessage);
      response.writeHead(status, status === 503 ? { 'retry-after': '3600' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
});
afterEach(() => {
  stack?.stores.close();
  stack = undefined;
  for (const close of closing.splice(0)) close();
  vi.restoreAllMocks();
});

/** Fills the folder with two pages, and puts alerts into the stored settings. */
async function open(alerts: object[]): Promise<void> {
  const site = await startSite({ '/': `${prose('moss')}<a href="/fern">fern</a>`, '/fern': prose('fern') });
  closing.push(() => site.close());
  const file = join(dir, 'crawl.yaml');
  const settings = {
    ...{ crawl: 'bog', seeds: [`${site.origin}/`], politeness: { hostPauseMs: 0 } },
    network: { allowPrivate: ['127.0.0.0/8'] },
  };
  writeFileSync(file, JSON.stringify(settings));
  expect((await thresher(['crawl', file, '--dir', dir])).code).toBe(0);
  stack = await openFolderStack(dir);
  // An evaluation leaves the changes of the last minutes for later.
  stack.aheadMs = 600_000;
  const { settingsKey } = (await stack.stores.control.get('bog'))!;
  const stored = JSON.parse(new TextDecoder().decode(await stack.stores.objects.get(settingsKey))) as object;
  const key = `${settingsKey}.alerts`;
  await stack.stores.objects.put(key, new TextEncoder().encode(JSON.stringify({ ...stored, alerts })));
  await stack.stores.control.setSettingsKey('bog', settingsKey, key);
}

const moss = (more: object = {}) => ({ name: 'moss', query: 'moss', webhook, ...more });
const onStack = (...args: string[]) => thresher(['alerts', ...args, '--target', 'aws', '--dir', dir]);

test('counts what would be sent, sends it, and then has no more', async () => {
  await open([moss()]);
  expect(await onStack('--from-start', '--dry-run')).toMatchObject({
    code: 0,
    printed: ['moss: 1 record would be sent'],
  });
  expect(received).toEqual([]);
  const [sent] = (await onStack('--from-start', '--json')).answers();
  expect(sent).toMatchObject({ crawl: 'bog', alerts: [{ name: 'moss', channel: 'webhook', messages: 1, records: 1 }] });
  expect(received.map(({ alert, records }) => [alert, records.length])).toEqual([['moss', 1]]);
  expect(await onStack()).toMatchObject({ code: 0, printed: ['moss: no new records'] });
  expect(received).toHaveLength(1);
});

test.each([
  [503, 3],
  [400, 1],
])('a receiver that answers %i ends the command with exit code %i', async (answered, exitCode) => {
  await open([moss()]);
  status = answered;
  const { code, printed } = await onStack('--from-start');
  expect([code, printed.join()]).toEqual([exitCode, expect.stringMatching(/^moss: 1 record not delivered: /)]);
});

test('refuses a crawl without alerts', async () => {
  await open([]);
  expect(await onStack()).toMatchObject({ code: 2, stderr: [expect.stringContaining('crawl bog has no alerts')] });
});

test('says that a secret is missing, or that another evaluation is going on', async () => {
  await open([moss({ secret: 'secret:key' })]);
  expect(await onStack()).toMatchObject({ code: 2, stderr: ['alerts: secret:key: no such secret'] });
  const lease = { token: 'other', now: Date.now() + 600_000, leaseMs: 600_000, pauseMs: 0 };
  expect(await stack!.stores.locks.acquire('alerts/bog', lease)).toMatchObject({ acquired: true });
  expect(await onStack()).toMatchObject({
    code: 2,
    stderr: ['the alerts of bog are being evaluated; try again in a few minutes'],
  });
});

test('repeats requests that ran out of time while they sent messages, and adds what they sent', async () => {
  const outcome = { name: 'moss', query: 'moss', channel: 'webhook', isNew: false, waiting: 0 };
  const answers = [
    { ...outcome, isNew: true, messages: 2, records: 200, isInterrupted: true },
    { ...outcome, messages: 1, records: 7 },
  ];
  const asked: object[] = [];
  const { url } = await fakeAws(async ({ body }) => {
    asked.push(JSON.parse(body) as object);
    return { status: 200, body: { crawl: 'bog', alerts: [answers[asked.length - 1]] } };
  });
  mkdirSync(join(dir, 'aws'), { recursive: true });
  const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
  writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
  withCredentials();
  const { code, printed } = await onStack('--from-start', '--name', 'bog');
  expect([code, printed]).toEqual([0, ['moss: new; it reports records from now on; 207 records sent in 3 messages']]);
  expect(asked).toMatchObject([{ fromStart: true }, { fromStart: false }]);
});
