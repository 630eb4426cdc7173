/** Notices of a crawl in a stack: from its status to a real webhook and a real mail server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NoticePorts, reportCrawlState } from '../../../functions/notices/report-crawl-state.ts';
import type { NoticeMessage } from '../../../shared/alerts/notice.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../../shared/local/sqlite-host-lock.ts';
import { systemClock, systemRandom } from '../../../shared/local/system.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { startSmtpServer, type TestSmtpServer } from '../../net/smtp-server.ts';

let ports: NoticePorts;
let logged: Record<string, unknown>[];
let received: NoticeMessage[];
/** Status of the webhook. */
let status: number;
/** Headers of its answers. */
let headers: Record<string, string>;
let webhook: string;
let smtp: TestSmtpServer;
let now: number;
/** Places of secrets that were read. */
let secretsRead: string[];
let close: () => void;
beforeEach(async () => {
  const db = openDatabase(':memory:');
  [logged, received, secretsRead, status, now] = [[], [], [], 204, Date.parse('2026-11-01T00:00:00Z')];
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: Record<string, unknown>) => void logged.push(line));
  headers = {};
  smtp = await startSmtpServer();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()) as NoticeMessage);
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  close = () => {
    server.closeAllConnections();
    server.close();
    smtp.close();
  };
  ports = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    locks: sqliteHostLock(db),
    objects: memoryObjects(),
    index: sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString),
    clock: { ...systemClock, now: () => now, sleep: async () => {} },
    random: systemRandom,
    readSecret: async (place) => {
      secretsRead.push(place);
      return `smtp://127.0.0.1:${smtp.port}`;
    },
    place: { stack: 'Fens', region: 'eu-north-1' },
  };
  await ports.control.create('bog', 'settings/bog/1.json', now);
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

const settingsOf = (notify: object, more: object = {}) =>
  readSettings({
    crawl: 'bog',
    seeds: ['http://bog.example/'],
    network: { allowPrivate: ['127.0.0.0/8'] },
    notify,
    ...more,
  });
/** Looks at the crawl so many times, every five minutes. */
async function lookAgain(times: number, notify: object = { webhook }, more: object = {}): Promise<void> {
  for (let i = 0; i < times; i++) {
    await reportCrawlState(settingsOf(notify, more), ports);
    now += 300_000;
  }
}
const letter = (dead: number) => ({ captures: { depth: async () => ({ waiting: 0, inFlight: 0, dead }) } });

test('reports the end of a crawl once, with its stack, its status and the command for more', async () => {
  await ports.control.addUsage('bog', { pages: 7 });
  await lookAgain(5);
  expect(received).toEqual([
    expect.objectContaining({
      event: 'done',
      crawl: 'bog',
      stack: 'Fens',
      region: 'eu-north-1',
      sentAt: '2026-11-01T00:05:00.000Z',
      text: 'Crawl bog: done, nothing is left to fetch.',
      status: expect.objectContaining({ state: 'done', pages: 7, records: 0 }),
    }),
  ]);
  expect(received[0]!.details).toContain(
    '  status   npx thresher status --target aws --stack Fens --region eu-north-1 --name bog',
  );
  expect(received[0]).not.toHaveProperty('folder');
  expect(logged).toEqual([{ event: 'notice', crawl: 'bog', notice: 'done', channel: 'webhook' }]);
});

test('names dead letters and the command that lists them', async () => {
  ports = { ...ports, ...letter(2) };
  await lookAgain(2);
  expect(received[0]).toMatchObject({
    event: 'incomplete',
    text: 'Crawl bog: nothing more to fetch now, but not done: 2 dead letters.',
    details: expect.arrayContaining([
      '  dlq      2 objects of all crawls; see npx thresher dlq --target aws --stack Fens --region eu-north-1',
    ]),
  });
});

test('sends a mail through a server whose secret is read only if there is something to send', async () => {
  await lookAgain(1, { mail: 'ops@fen.example' }, { mail: { smtp: 'secret:smtp', from: 'bog@fen.example' } });
  expect(secretsRead).toEqual([]);
  await lookAgain(3, { mail: 'ops@fen.example' }, { mail: { smtp: 'secret:smtp', from: 'bog@fen.example' } });
  expect(secretsRead).toEqual(['secret:smtp']);
  expect(smtp.mails.map(({ source }) => source)).toEqual([expect.stringContaining('Subject: bog: crawl done')]);
});

test('keeps what was not delivered, and sends it again with the same id', async () => {
  status = 503;
  await lookAgain(2);
  const attempts = received.length;
  expect(logged.at(-1)).toMatchObject({
    event: 'notice-undelivered',
    notice: 'done',
    error: expect.stringMatching(/503/),
  });
  status = 204;
  await lookAgain(3);
  expect(received).toHaveLength(attempts + 1);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
});

test('waits as long as the receiver wants, and longer after each failure', async () => {
  [status, headers] = [503, { 'retry-after': '1800' }];
  await lookAgain(7);
  // Sent at 00:05. The next look that may send is that at 00:35.
  expect(received).toHaveLength(1);
  await lookAgain(1);
  expect(received).toHaveLength(2);
  headers = {};
  await lookAgain(6);
  expect(received.length).toBeGreaterThan(2);
  const tries: number[] = [];
  for (let i = 0; i < 24; i++) {
    const before = received.length;
    await lookAgain(1);
    if (received.length > before) tries.push(i);
  }
  // At most 15 minutes: each third look.
  expect(tries.slice(-4).map((i, n, all) => i - (all[n - 1] ?? i))).toEqual([0, 3, 3, 3]);
});

test('sends a new message at once, although an older one waits', async () => {
  [status, headers] = [503, { 'retry-after': '86400' }];
  await lookAgain(2);
  status = 204;
  await ports.control.addUsage('bog', { pages: 1 });
  await lookAgain(2);
  expect(received.map(({ status: crawl }) => crawl?.pages)).toEqual([0, 0, 1]);
});

test('says that the objects in the stages may be those of another crawl', async () => {
  ports = { ...ports, captures: { depth: async () => ({ waiting: 2, inFlight: 1, dead: 0 }) } };
  await lookAgain(13);
  expect(received.map(({ text }) => text)).toEqual([
    'Crawl bog: nothing more to fetch, but for 60 minutes stages have had 3 objects to process, of this crawl or of others.',
  ]);
});

test('reports only the events that the setting names', async () => {
  await lookAgain(4, { webhook, on: ['limit', 'stalled'] });
  expect(received).toEqual([]);
});

test('writes nothing while the state of a crawl is the same, and does not ask the search engine', async () => {
  await lookAgain(3);
  const put = vi.spyOn(ports.objects, 'put');
  const count = vi.spyOn(ports.index, 'count');
  await lookAgain(3);
  expect([put.mock.calls, count.mock.calls]).toEqual([[], []]);
});

test('leaves a look to another call that is going on', async () => {
  const lease = { token: 'other', now, leaseMs: 3_600_000, pauseMs: 0 };
  await ports.locks.acquire('notices/bog', lease);
  await lookAgain(4);
  expect(received).toEqual([]);
});

test('goes on after a stored state that is damaged', async () => {
  await ports.objects.put('watches/bog.json', Buffer.from('{'));
  await lookAgain(3);
  expect(received.map(({ event }) => event)).toEqual(['done']);
});
