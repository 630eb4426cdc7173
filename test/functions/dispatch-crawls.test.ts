import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatchCrawls } from '../../functions/dispatch-crawls.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';

const SIZES = { slots: 100, hostsPerMessage: 10 };

let sent: VisitMessage[];
let depth: { waiting: number; inFlight: number; dead: number };
let ports: Parameters<typeof dispatchCrawls>[0]['ports'];
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sent = [];
  depth = { waiting: 0, inFlight: 0, dead: 0 };
  const db = openDatabase(':memory:');
  ports = {
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    visits: {
      ...noQueue<VisitMessage>(),
      send: async (messages) => void sent.push(...messages),
      depth: async () => depth,
    },
    clock: systemClock,
    random: systemRandom,
  };
});

/** Creates a crawl with this number of due hosts. */
async function crawl(name: string, hosts: number): Promise<void> {
  await ports.control.create(name, 'settings', 0);
  const entries = Array.from({ length: hosts }, (_, i) => ({
    crawl: name,
    host: `h${i}.example`,
    group: `h${i}`,
    best: 3,
  }));
  await ports.frontier.notifyHosts(entries, systemClock.now());
}

const hostsOf = (name: string) => sent.filter(({ crawl }) => crawl === name).flatMap(({ hosts }) => hosts).length;
const noBudget = async () => ({ derived: { budgetPages: null } });

type Dispatcher = Parameters<typeof dispatchCrawls>[0];
/** Dispatches once, in a new process and without budgets unless `given` has others. */
const dispatch = (given: Partial<Dispatcher> = {}, call?: Parameters<typeof dispatchCrawls>[1]) =>
  dispatchCrawls({ ports, findCrawl: noBudget, memory: new Map(), capacity: SIZES, ...given }, call);

test('sends no more hosts than there are slots', async () => {
  await crawl('one', 300);
  await dispatch();
  expect(hostsOf('one')).toBe(100);
});

test('subtracts waiting and in-flight messages from the slots', async () => {
  await crawl('one', 300);
  depth = { waiting: 3, inFlight: 5, dead: 0 };
  await dispatch();
  expect(hostsOf('one')).toBe(20);
});

test('sends nothing while all slots are taken', async () => {
  await crawl('one', 300);
  depth = { waiting: 0, inFlight: 10, dead: 0 };
  await dispatch();
  expect(sent).toEqual([]);
});

test('divides the slots among the crawls, and passes unused ones on', async () => {
  await crawl('few', 10);
  await crawl('many', 300);
  await dispatch({}, { turn: { last: 'many' } });
  expect([hostsOf('few'), hostsOf('many')]).toEqual([10, 90]);
});

const FOUR = ['a', 'b', 'c', 'd'];
const crawlsOf = (messages: VisitMessage[]) => messages.map((message) => message.crawl);

test('dispatches all crawls in turn if time does not suffice for all in one round', async () => {
  for (const name of FOUR) await crawl(name, 100);
  let now = systemClock.now();
  const slow = { ...ports, clock: { ...systemClock, now: () => now } };
  const crawlOf = async () => {
    now += 1_000;
    return noBudget();
  };
  const turn = { last: 'd' };
  const rounds: string[][] = [];
  for (let i = 0; i < 3; i++) {
    sent.length = 0;
    await dispatch(
      { ports: slow, findCrawl: crawlOf, capacity: { slots: 8, hostsPerMessage: 10 } },
      { turn, remainingMs: 13_000 },
    );
    rounds.push(crawlsOf(sent));
  }
  expect(rounds).toEqual([
    ['a', 'b', 'c'],
    ['d', 'a', 'b'],
    ['c', 'd', 'a'],
  ]);
});

test('dispatches all crawls in turn if slots do not suffice for all in one round', async () => {
  for (const name of FOUR) await crawl(name, 100);
  const turn = { last: 'd' };
  const few = { slots: 2, hostsPerMessage: 10 };
  for (let i = 0; i < 2; i++) await dispatch({ capacity: few }, { turn });
  expect(crawlsOf(sent)).toEqual(FOUR);
});

test('dispatches a crawl also in a round that begins late', async () => {
  await crawl('one', 5);
  await dispatch({}, { remainingMs: 0 });
  expect(hostsOf('one')).toBe(5);
});

test('begins with another crawl every minute in new processes', async () => {
  for (const name of FOUR) await crawl(name, 100);
  const start = Math.ceil(systemClock.now() / 240_000) * 240_000;
  for (let minute = 0; minute < 4; minute++) {
    const later = { ...systemClock, now: () => start + minute * 60_000 };
    await dispatch({ ports: { ...ports, clock: later }, capacity: { slots: 1, hostsPerMessage: 10 } });
  }
  expect(crawlsOf(sent)).toEqual(FOUR);
});

test('skips paused and stopped crawls', async () => {
  for (const name of ['open', 'paused', 'stopped'] as const) {
    await crawl(name, 300);
    await ports.control.setState(name, name);
  }
  await dispatch();
  expect([hostsOf('open'), hostsOf('paused'), hostsOf('stopped')]).toEqual([100, 0, 0]);
});

test('dispatches the other crawls if one fails, and reports the failure', async () => {
  await crawl('bad', 300);
  await crawl('good', 10);
  const crawlOf = async (name: string) => {
    if (name === 'bad') throw new Error('its settings are missing');
    return noBudget();
  };
  await expect(dispatch({ findCrawl: crawlOf })).rejects.toThrow('1 of 2 crawls were not dispatched');
  expect(hostsOf('good')).toBe(10);
});

test.each([
  ['does not send it again after a minute', 60_000, 30],
  ['sends it again if it is still due after the maximum duration of a visit', 5 * 60_000, 60],
])('after sending a host, %s', async (_name, ms, hosts) => {
  await crawl('one', 30);
  const memory = new Map();
  await dispatch({ memory });
  const later = { ...systemClock, now: () => systemClock.now() + ms };
  await dispatch({ ports: { ...ports, clock: later }, memory });
  expect(hostsOf('one')).toBe(hosts);
});

test('logs an idle crawl once, and again when it sends hosts or its state changes', async () => {
  const logged: unknown[] = [];
  vi.spyOn(console, 'info').mockImplementation(({ hosts, state }) => void logged.push([hosts, state]));
  await ports.control.create('one', 'settings', 0);
  const memory = new Map();
  const rest = async (times: number, crawlOf = noBudget as Parameters<typeof dispatchCrawls>[0]['findCrawl']) => {
    for (let i = 0; i < times; i++) await dispatch({ findCrawl: crawlOf, memory });
  };
  await rest(3);
  expect(logged).toEqual([[0, 'open']]);
  await crawl('one', 5);
  await rest(3);
  await rest(3, async () => ({ derived: { budgetPages: 0 } }));
  expect(logged).toEqual([
    [0, 'open'],
    [5, 'open'],
    [0, 'spent'],
  ]);
});

/** Sends hosts at these times after one another. @returns the time of the crawl, in milliseconds */
async function timeAfter(passed: readonly number[]): Promise<number | undefined> {
  await crawl('one', 300);
  let now = Date.now();
  const timed = { ...ports, clock: { ...systemClock, now: () => now } };
  const memory: Parameters<typeof dispatchCrawls>[0]['memory'] = new Map();
  for (const ms of passed) {
    now += ms;
    await dispatch({ ports: timed, memory, capacity: { ...SIZES, slots: 20 } });
  }
  return (await ports.control.get('one'))?.counts['run.ms'];
}

test('counts the time in which a crawl had hosts to visit', async () => {
  expect(await timeAfter([0, 10_000, 10_000, 7_200_000])).toBe(60_000 + 10_000 + 10_000 + 180_000);
});

test('counts the whole visit of a crawl that sends nothing meanwhile', async () => {
  expect(await timeAfter([0, 170_000])).toBe(60_000 + 170_000);
});

describe('hosts may become due soon', () => {
  const isActive = async (memory = new Map(), more = {}) =>
    (await dispatch({ ports: { ...ports, ...more }, memory })).isActive;
  const queueWith = (waiting: number) => ({ depth: async () => ({ waiting, inFlight: 0, dead: 0 }) });
  const sentBefore = (ms: number) => new Map([['one', { sent: new Map(), sentAt: systemClock.now() - ms }]]);

  test('after hosts were sent', async () => {
    await crawl('one', 1);
    expect(await isActive()).toBe(true);
  });

  test.each([
    ['waits', { waiting: 1, inFlight: 0, dead: 0 }],
    ['runs', { waiting: 0, inFlight: 1, dead: 0 }],
  ])('while a visit %s', async (_, given) => {
    await crawl('one', 0);
    expect(await isActive()).toBe(false);
    depth = given;
    expect(await isActive()).toBe(true);
  });

  test.each(['captures', 'documents'])('while pages of a recent visit are in the queue of %s', async (name) => {
    await crawl('one', 0);
    expect(await isActive(sentBefore(60_000), { [name]: queueWith(0) })).toBe(false);
    expect(await isActive(sentBefore(60_000), { [name]: queueWith(1) })).toBe(true);
    expect(await isActive(sentBefore(600_000), { [name]: queueWith(1) })).toBe(false);
  });

  test('unless no crawl may send hosts', async () => {
    await crawl('one', 5);
    depth = { waiting: 0, inFlight: 1, dead: 0 };
    const spent = async () => ({ derived: { budgetPages: 0 } });
    expect((await dispatch({ findCrawl: spent })).isActive).toBe(false);
    await ports.control.setState('one', 'paused');
    expect(await isActive()).toBe(false);
  });

  test('unless the queue of a stage does not answer', async () => {
    await crawl('one', 0);
    const captures = { depth: () => Promise.reject(new Error('throttled')) };
    expect(await isActive(sentBefore(60_000), { captures })).toBe(false);
  });
});

test('names the crawl that sent hosts last, to pay for the waiting', async () => {
  await crawl('a', 1);
  await crawl('b', 0);
  const memory = new Map([['b', { sent: new Map(), sentAt: 1 }]]);
  const payer = async () => (await dispatch({ memory })).payer;
  expect(await payer()).toBe('a');
  await ports.control.setState('a', 'paused');
  expect(await payer()).toBe('b');
  await ports.control.setState('b', 'stopped');
  expect(await payer()).toBeUndefined();
});

test('says that a crawl begins to send hosts, also after a rest', async () => {
  await crawl('one', 300);
  const begins = async (sentAgo?: number) => {
    const memory = new Map([['one', { sent: new Map(), ...(sentAgo && { sentAt: systemClock.now() - sentAgo }) }]]);
    return (await dispatch({ memory })).hasBegun;
  };
  expect([await begins(), await begins(60_000), await begins(3_600_000)]).toEqual([true, false, true]);
  depth = { waiting: 10, inFlight: 0, dead: 0 };
  expect(await begins()).toBe(false);
});
