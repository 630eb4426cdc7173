import { beforeEach, expect, test, vi } from 'vitest';
import { dispatchAll } from '../../functions/dispatch-all.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { systemChance, systemClock } from '../../shared/local/system.ts';
import type { VisitMessage } from '../../shared/ports/messages.ts';

const SIZES = { slots: 100, hostsAMessage: 10 };

let sent: VisitMessage[];
let depth: { waiting: number; underWay: number; dead: number };
let ports: Parameters<typeof dispatchAll>[0];
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sent = [];
  depth = { waiting: 0, underWay: 0, dead: 0 };
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
    chance: systemChance,
  };
});

/** A crawl with so many hosts that are due. */
async function crawl(name: string, hosts: number): Promise<void> {
  await ports.control.create(name, 'settings', 0);
  const entries = Array.from({ length: hosts }, (_, i) => ({
    crawl: name,
    host: `h${i}.example`,
    group: `h${i}`,
    best: 3,
  }));
  await ports.frontier.announce(entries, systemClock.now());
}

const hostsOf = (name: string) => sent.filter(({ crawl }) => crawl === name).flatMap(({ hosts }) => hosts).length;
const noBudget = async () => ({ made: { budgetPages: null } });

test('no more is sent than the workers take', async () => {
  await crawl('one', 300);
  await dispatchAll(ports, noBudget, new Map(), SIZES);
  expect(hostsOf('one')).toBe(100);
});

test('what waits or is under way takes up its part', async () => {
  await crawl('one', 300);
  depth = { waiting: 3, underWay: 5, dead: 0 };
  await dispatchAll(ports, noBudget, new Map(), SIZES);
  expect(hostsOf('one')).toBe(20);
});

test('nothing is sent while the workers have enough', async () => {
  await crawl('one', 300);
  depth = { waiting: 0, underWay: 10, dead: 0 };
  await dispatchAll(ports, noBudget, new Map(), SIZES);
  expect(sent).toEqual([]);
});

test('crawls share the workers, and what one does not need the next may have', async () => {
  await crawl('few', 10);
  await crawl('many', 300);
  await dispatchAll(ports, noBudget, new Map(), SIZES);
  expect([hostsOf('few'), hostsOf('many')]).toEqual([10, 90]);
});

test('a crawl that is paused or stopped takes no part', async () => {
  for (const name of ['open', 'paused', 'stopped'] as const) {
    await crawl(name, 300);
    await ports.control.setState(name, name);
  }
  await dispatchAll(ports, noBudget, new Map(), SIZES);
  expect([hostsOf('open'), hostsOf('paused'), hostsOf('stopped')]).toEqual([100, 0, 0]);
});

test('a crawl that cannot be dispatched holds up no other, and is not hushed up', async () => {
  await crawl('bad', 300);
  await crawl('good', 10);
  const crawlOf = async (name: string) => {
    if (name === 'bad') throw new Error('its settings are missing');
    return noBudget();
  };
  await expect(dispatchAll(ports, crawlOf, new Map(), SIZES)).rejects.toThrow('1 of 2 crawls were not dispatched');
  expect(hostsOf('good')).toBe(10);
});

test.each([
  ['a minute ago is not sent again', 60_000, 30],
  ['as long ago as a visit may take, and is still due, is sent again', 5 * 60_000, 60],
])('what was sent %s', async (_name, ms, hosts) => {
  await crawl('one', 30);
  const memory = new Map();
  await dispatchAll(ports, noBudget, memory, SIZES);
  const later = { ...systemClock, now: () => systemClock.now() + ms };
  await dispatchAll({ ...ports, clock: later }, noBudget, memory, SIZES);
  expect(hostsOf('one')).toBe(hosts);
});

test('a crawl at rest is told once, and again when it sends something or its state changes', async () => {
  const told: unknown[] = [];
  vi.spyOn(console, 'info').mockImplementation(({ hosts, state }) => void told.push([hosts, state]));
  await ports.control.create('one', 'settings', 0);
  const memory = new Map();
  const rest = async (times: number, crawlOf = noBudget as Parameters<typeof dispatchAll>[1]) => {
    for (let i = 0; i < times; i++) await dispatchAll(ports, crawlOf, memory, SIZES);
  };
  await rest(3);
  expect(told).toEqual([[0, 'open']]);
  await crawl('one', 5);
  await rest(3);
  await rest(3, async () => ({ made: { budgetPages: 0 } }));
  expect(told).toEqual([
    [0, 'open'],
    [5, 'open'],
    [0, 'spent'],
  ]);
});
