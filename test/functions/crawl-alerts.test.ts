/** Alerts of a crawl in a stack: their schedule, and its calls. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AdminPorts, administer } from '../../functions/admin/administer.ts';
import { type AlertCallPorts, evaluateCrawlAlerts } from '../../functions/alerts/evaluate-crawl-alerts.ts';
import type { AlertMessage } from '../../shared/alerts/evaluate-alert.ts';
import { scheduleName } from '../../shared/aws/event-schedules.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import type { CrawlSchedule } from '../../shared/ports/schedules.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { memoryObjects } from '../memory-objects.ts';
import { startSmtpServer, type TestSmtpServer } from '../net/smtp-server.ts';

const SECRET = `whsec_${Buffer.from('a key of thirty bytes of letters').toString('base64')}`;

let ports: AdminPorts & AlertCallPorts;
let made: Map<string, CrawlSchedule>;
let logged: Record<string, unknown>[];
let received: { message: AlertMessage; signature: unknown }[];
/** Status of the webhook. */
let status: number;
let webhook: string;
let smtp: TestSmtpServer;
let close: () => void;
beforeEach(async () => {
  const db = openDatabase(':memory:');
  made = new Map();
  logged = [];
  received = [];
  status = 204;
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: Record<string, unknown>) => void logged.push(line));
  smtp = await startSmtpServer();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ message: JSON.parse(body) as AlertMessage, signature: request.headers['webhook-signature'] });
      response.writeHead(status).end();
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
    robots: sqliteRobotsStore(db),
    locks: sqliteHostLock(db),
    objects: memoryObjects(),
    index: sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString),
    // Evaluations leave the changes of the last minutes for later.
    clock: { ...systemClock, now: () => Date.now() + 600_000 },
    random: systemRandom,
    records: { send: async () => {}, depth: async () => ({ waiting: 0, inFlight: 0, dead: 0 }) },
    schedules: {
      put: async (schedule) => void made.set(scheduleName(schedule), schedule),
      remove: async (key) => void made.delete(scheduleName(key)),
      scheduleContinuation: async () => {},
    },
    readSecret: async (place) => {
      const found = { 'secret:key': SECRET, 'secret:smtp': `smtp://127.0.0.1:${smtp.port}` }[place];
      if (found === undefined) throw new Error(`${place}: no such secret`);
      return found;
    },
    isSearchUnavailable: (error) => (error as Error).message === 'away',
  };
});
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

const ask = (request: unknown, over: Partial<AdminPorts> = {}) => administer(request, { ...ports, ...over }, 'host');
const hook = (more: object = {}) => ({ name: 'moss', query: 'moss', webhook, ...more });
const settingsOf = (alerts: object[], more: object = {}) => ({
  crawl: 'bog',
  seeds: ['http://bog.example/'],
  network: { allowPrivate: ['127.0.0.0/8'] },
  alerts,
  ...more,
});
const create = (alerts: object[], more: object = {}, over: Partial<AdminPorts> = {}) =>
  ask({ action: 'create', settings: settingsOf(alerts, more) }, over);
const evaluate = (over: Partial<AlertCallPorts> = {}) =>
  evaluateCrawlAlerts('bog', { ...ports, reportState: async () => {}, ...over }, 300_000);
const write = (...ids: string[]) =>
  ports.index.write(
    'bog',
    ids.map((id) => seen(id, `http://bog.example/${id}`, { text: `moss ${id}` })),
  );
const reported = () => received.map(({ message }) => message.records.map(({ id }) => id).sort());
const events = () => logged.map(({ event }) => event);

describe('the schedule of alerts', () => {
  const names = () => [...made.values()].map(({ name, at }) => `${name} ${at}`);

  test('exists as long as the crawl has alerts and is not stopped', async () => {
    expect((await create([])).status).toBe(200);
    expect(names()).toEqual([]);
    expect((await create([hook()])).status).toBe(200);
    expect(names()).toEqual(['ALERTS rate(5 minutes)']);
    expect((await ask({ action: 'stop', crawl: 'bog' })).status).toBe(200);
    expect(names()).toEqual([]);
    expect((await ask({ action: 'resume', crawl: 'bog' })).status).toBe(200);
    expect(names()).toEqual(['ALERTS rate(5 minutes)']);
    expect((await create([])).status).toBe(200);
    expect(names()).toEqual([]);
  });

  test('exists also without alerts and without a search engine if the crawl has notices', async () => {
    const notify = { webhook, on: ['limit'] };
    const without = { records: undefined as never };
    expect((await create([], { notify }, without)).status).toBe(200);
    expect(names()).toEqual(['ALERTS rate(5 minutes)']);
    expect((await create([], {}, without)).status).toBe(200);
    expect(names()).toEqual([]);
    const local = await create([], { notify: { webhook: 'env:HOOK' } }, without);
    expect(local).toMatchObject({
      status: 400,
      body: { error: 'notify: env:HOOK: a stack has no environment variables; use secret:NAME' },
    });
  });

  test('reports the state of a crawl also if that fails for its alerts', async () => {
    await create([hook()], { notify: { webhook } });
    await write('1');
    await evaluateCrawlAlerts(
      'bog',
      { ...ports, reportState: async ({ crawl }) => Promise.reject(new Error(`no ${crawl}`)) },
      300_000,
    );
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'notices-failed', crawl: 'bog', error: 'Error: no bog' }),
    );
    expect(reported()).toEqual([['1']]);
  });

  test('is removed by a call for a crawl that has no alerts', async () => {
    await create([]);
    made.set(scheduleName({ crawl: 'bog', name: 'ALERTS' }), {} as CrawlSchedule);
    await evaluate();
    expect(names()).toEqual([]);
  });

  test.each<[string, object, Partial<AdminPorts>, RegExp]>([
    ['needs a search engine', {}, { records: undefined as never }, /no search engine/],
    ['needs a stack with schedules', {}, { schedules: undefined as never }, /deploy it again/],
    ['needs secrets of the stack', { secret: 'env:KEY' }, {}, /env:KEY: a stack has no environment variables/],
  ])('%s', async (_what, more, over, message) => {
    const answer = await create([hook(more)], {}, over);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(message) } });
  });
});

describe('a call', () => {
  test('reports, and frees the lock, also if its usage cannot be counted', async () => {
    await create([hook()]);
    await write('1');
    const control = { ...ports.control, addUsage: () => Promise.reject(new Error('throttled')) };
    await evaluate({ control });
    expect(reported()).toEqual([['1']]);
    expect(logged.at(-1)).toMatchObject({ event: 'alerts-not-counted', crawl: 'bog', error: 'Error: throttled' });
    await write('2');
    await evaluate();
    expect(reported()).toEqual([['1'], ['2']]);
  });

  test('reports new records once, in a signed message and by mail', async () => {
    const mail = { mail: { smtp: 'secret:smtp', from: 'alerts@bog.example' } };
    await create([hook({ secret: 'secret:key', mail: 'reader@bog.example' })], mail);
    // Also those of the first minutes of a crawl.
    await write('1', '2');
    await evaluate();
    expect(reported()).toEqual([['1', '2']]);
    expect(received[0]!.signature).toMatch(/^v1,/);
    expect(smtp.mails).toMatchObject([{ to: ['reader@bog.example'] }]);
    expect(logged).toMatchObject([
      { event: 'alert', crawl: 'bog', name: 'moss', channel: 'webhook', records: 2 },
      { event: 'alert', crawl: 'bog', name: 'moss', channel: 'mail', records: 2 },
    ]);
    await write('1', '3');
    await evaluate();
    await evaluate();
    expect(reported()).toEqual([['1', '2'], ['3']]);
    expect(smtp.mails).toHaveLength(2);
    expect(events()).toHaveLength(4);
  });

  test('leaves the latest changes for the next one', async () => {
    await create([hook()]);
    await write('1');
    await evaluate({ clock: systemClock });
    expect(received).toEqual([]);
    await evaluate();
    expect(reported()).toEqual([['1']]);
  });

  test('sends what was not accepted again with the same id', async () => {
    await create([hook()]);
    await write('1');
    status = 404;
    await evaluate();
    expect(logged).toMatchObject([{ event: 'alert-undelivered', waiting: 1, error: expect.stringContaining('404') }]);
    await write('2');
    status = 204;
    await evaluate();
    expect(reported()).toEqual([['1'], ['1'], ['2']]);
    expect(received[0]!.message.id).toBe(received[1]!.message.id);
  });

  test('of an alert that was added later reports only later records', async () => {
    await create([hook()]);
    await write('1');
    await create([hook(), hook({ name: 'new' })]);
    await evaluate();
    expect(logged).toMatchObject([
      { name: 'moss', records: 1 },
      { name: 'new', isNew: true },
    ]);
    await write('2');
    await evaluate();
    expect(received.map(({ message }) => `${message.alert} ${message.records[0]!.id}`).sort()).toEqual([
      ...['moss 1', 'moss 2', 'new 2'],
    ]);
    // One that was removed meanwhile is new again.
    await create([hook()]);
    await create([hook(), hook({ name: 'new' })]);
    await write('3');
    await evaluate();
    expect(logged.at(-1)).toMatchObject({ name: 'new', isNew: true });
  });

  test('does nothing while another one evaluates', async () => {
    await create([hook()]);
    await write('1');
    await Promise.all([evaluate(), evaluate(), evaluate()]);
    expect(reported()).toEqual([['1']]);
    expect(events().sort()).toEqual(['alert', 'alerts-busy', 'alerts-busy']);
    await write('2');
    await evaluate();
    expect(reported()).toEqual([['1'], ['2']]);
  });

  test('reads a secret of several alerts once', async () => {
    const secret = 'secret:key';
    await create([hook({ secret }), hook({ name: 'peat', secret }), hook({ name: 'fen', secret })]);
    const read: string[] = [];
    const readSecret = (place: string) => {
      read.push(place);
      return ports.readSecret(place);
    };
    await write('1');
    await evaluate({ readSecret });
    expect(read).toEqual([secret]);
    expect(received.map(({ signature }) => signature)).toEqual(Array(3).fill(expect.stringMatching(/^v1,/)));
  });

  test('does not fail if the search engine or a secret is missing, and the next one continues', async () => {
    await create([hook({ secret: 'secret:none' })]);
    await write('1');
    const away = { ...ports.index, changedRecords: () => Promise.reject(new Error('away')) };
    await evaluate();
    await create([hook({ secret: 'secret:key' })]);
    await evaluate({ index: away });
    expect(events()).toEqual(['alerts-failed', 'search-unavailable']);
    await evaluate();
    expect(reported()).toEqual([['1']]);
  });
});
