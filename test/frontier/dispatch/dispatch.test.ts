import { describe, expect, test } from 'vitest';
import { type DispatchMemory, type DispatchOptions, dispatch } from '../../../shared/frontier/dispatch/dispatch.ts';
import { WAITING_SEED_CLASS } from '../../../shared/frontier/strategy.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../../shared/local/sqlite-queue.ts';
import type { Control } from '../../../shared/ports/control.ts';
import type { Head, HeadChange } from '../../../shared/ports/frontier.ts';
import type { VisitMessage } from '../../../shared/ports/messages.ts';
import { fakeClock } from '../../fake-clock.ts';
import { seededRandom } from '../seeded-random.ts';

const CRAWL = 'plants';
const OPTIONS: DispatchOptions = {
  slots: 10,
  hostsPerMessage: 4,
  rememberMs: 300_000,
  budgetPages: null,
  pagesPerVisit: 60,
  reservationMs: 900_000,
};

type HostAtStart = { host: string; group?: string; best?: number };

async function world(hosts: HostAtStart[], seed = 1) {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  const visits = sqliteQueue<VisitMessage>(db, 'visits', clock, {
    retentionMs: 900_000,
    maxReceives: 3,
    hasDeadLetters: false,
  });
  const ports = { control: sqliteControl(db), frontier: sqliteFrontier(db), visits, clock, random: seededRandom(seed) };
  const memory: DispatchMemory = { sent: new Map() };
  await ports.control.create(CRAWL, 'settings', clock.now());
  await ports.frontier.notifyHosts(
    hosts.map(({ host, group = host, best = 3 }) => ({ crawl: CRAWL, host, group, best })),
    clock.now(),
  );
  /** Runs one round. @returns the messages that it sent. */
  const round = async (change: Partial<DispatchOptions> = {}) => {
    const answer = await dispatch(CRAWL, ports, memory, { ...OPTIONS, ...change });
    const deliveries = await visits.receive(1_000, 60_000);
    await visits.ack(deliveries);
    return { ...answer, messages: deliveries.map(({ message }) => message) };
  };
  return { ports, clock, memory, round };
}

const named = (n: number, change: Omit<HostAtStart, 'host'> = {}): HostAtStart[] =>
  Array.from({ length: n }, (_, i) => ({ host: `h${i}.example`, ...change }));
const hostsOf = (messages: VisitMessage[]) => messages.flatMap(({ hosts }) => hosts.map(({ host }) => host));

describe('hosts to send', () => {
  test('sends due hosts with group and due time, several per message', async () => {
    const { round, clock } = await world(named(6));
    const { hosts, state, messages } = await round();
    expect({ hosts, state }).toEqual({ hosts: 6, state: 'open' });
    expect(messages.map((message) => message.hosts.length)).toEqual([4, 2]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    expect(messages[0]).toMatchObject({ crawl: CRAWL, hosts: [{ due: clock.now() }, {}, {}, {}] });
    expect(messages[0]).not.toHaveProperty('pages');
    expect(hostsOf(messages).sort()).toEqual(named(6).map(({ host }) => host));
  });

  test('with scarce pages, worse hosts wait while a better one pauses or is visited', async () => {
    const { round, clock, ports } = await world([{ host: 'good', best: 2 }, ...named(3, { best: 4 })]);
    expect(hostsOf((await round({ onlyBest: true })).messages)).toEqual(['good']);
    expect((await round({ onlyBest: true })).hosts).toBe(0);
    const key = { crawl: CRAWL, host: 'good' };
    const opened = await ports.frontier.open(key, clock.now(), 'good');
    const { epoch, manifest, counts } = (opened as { head: Head }).head;
    const commit = (change: Pick<HeadChange, 'state' | 'due'>) =>
      ports.frontier.commit(key, epoch, { manifest, counts, best: 2, ...change });
    await commit({ state: 'ready', due: clock.now() + 2_000 });
    expect((await round({ onlyBest: true })).hosts).toBe(0);
    await commit({ state: 'idle' });
    expect(hostsOf((await round({ onlyBest: true })).messages).sort()).toEqual(named(3).map(({ host }) => host));
  });

  test('with scarce pages, worse hosts do not wait for a better one that was sent and never committed', async () => {
    const { round, clock } = await world([{ host: 'good', best: 2 }, ...named(3, { best: 4 })]);
    expect(hostsOf((await round({ onlyBest: true })).messages)).toEqual(['good']);
    await clock.advance(89_999);
    expect((await round({ onlyBest: true })).hosts).toBe(0);
    await clock.advance(1);
    expect((await round({ onlyBest: true })).hosts).toBe(3);
  });

  test('with scarce pages, worse hosts do not wait for a better one that interrupts its visits', async () => {
    const { round, clock, ports } = await world([{ host: 'good', best: 2 }, ...named(3, { best: 4 })]);
    const key = { crawl: CRAWL, host: 'good' };
    const opened = (await ports.frontier.open(key, clock.now(), 'good')) as { head: Head };
    await ports.frontier.isolate(key, opened.head.epoch, opened.head.attempts);
    expect((await round({ onlyBest: true })).hosts).toBe(4);
  });

  test('sends nothing if no host is due', async () => {
    const { round, clock, ports } = await world([]);
    await ports.frontier.notifyHosts([{ crawl: CRAWL, host: 'a', group: 'a', best: 0 }], clock.now() + 1);
    expect(await round()).toEqual({ hosts: 0, state: 'open', messages: [] });
  });

  test('sends no more hosts than slots', async () => {
    const { round } = await world(named(50));
    expect((await round({ slots: 7 })).hosts).toBe(7);
  });

  test('sends one host per group and round', async () => {
    const { round } = await world([...named(5, { group: 'one' }), { host: 'x.example', group: 'two' }]);
    const { messages } = await round();
    const groups = messages.flatMap(({ hosts }) => hosts.map(({ group }) => group));
    expect(groups.sort()).toEqual(['one', 'two']);
  });

  test('sends the next host of a group in the next round', async () => {
    const { round } = await world(named(3, { group: 'one' }));
    const sent = [await round(), await round(), await round()].flatMap(({ messages }) => hostsOf(messages));
    expect(sent.sort()).toEqual(['h0.example', 'h1.example', 'h2.example']);
  });

  test('sends the best class first and keeps two slots in ten for others', async () => {
    const good = Array.from({ length: 30 }, (_, i) => ({ host: `good${i}.example`, best: 0 }));
    const { round } = await world([...named(30, { best: 6 }), ...good]);
    let other = 0;
    for (let i = 0; i < 3; i++) {
      const hosts = hostsOf((await round()).messages);
      expect(hosts).toHaveLength(10);
      expect(hosts.filter((host) => host.startsWith('good')).length).toBeGreaterThanOrEqual(8);
      other += hosts.filter((host) => !host.startsWith('good')).length;
    }
    expect(other).toBeGreaterThan(0);
  });

  test('orders equal hosts randomly', async () => {
    const draws = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => (await world(named(40), seed)).round({ slots: 5 })),
    );
    expect(new Set(draws.map(({ messages }) => hostsOf(messages).join())).size).toBeGreaterThan(1);
  });

  test('sends hosts of the worst class eventually while better ones keep coming', async () => {
    const { round, ports, clock } = await world(named(20, { best: 7 }));
    const waiting = new Set(named(20).map(({ host }) => host));
    for (let i = 0; i < 60 && waiting.size > 0; i++) {
      const better = Array.from({ length: 20 }, (_, k) => `better${i}-${k}.example`);
      await clock.advance(60_000);
      await ports.frontier.notifyHosts(
        better.map((host) => ({ crawl: CRAWL, host, group: host, best: 0 })),
        clock.now(),
      );
      for (const host of hostsOf((await round()).messages)) waiting.delete(host);
    }
    expect([...waiting]).toEqual([]);
  });

  test('sends the host with the best class of a group first', async () => {
    const { round } = await world([
      ...named(5, { group: 'one', best: 4 }),
      { host: 'x.example', group: 'one', best: 1 },
    ]);
    expect(hostsOf((await round()).messages)).toEqual(['x.example']);
  });

  test.each([
    ['one group', 1],
    ['three groups', 3],
  ])('others are not hidden behind a thousand hosts of %s that are due longer', async (_how, groups) => {
    const crowd = Array.from({ length: 1_000 }, (_, i) => ({
      host: `c${i}.example`,
      group: `crowd${i % groups}`,
      best: 0,
    }));
    const { round, ports, clock } = await world(crowd);
    await clock.advance(1_000);
    const others = named(20).map(({ host }) => ({ crawl: CRAWL, host, group: host, best: 5 }));
    await ports.frontier.notifyHosts(others, clock.now());
    const waiting = new Set(others.map(({ host }) => host));
    for (let i = 0; i < 12; i++) for (const host of hostsOf((await round()).messages)) waiting.delete(host);
    expect([...waiting]).toEqual([]);
  });

  test('sends every host of a large group eventually', async () => {
    const { round, ports, clock } = await world(named(200, { group: 'one' }));
    const waiting = new Set(named(200).map(({ host }) => host));
    for (let i = 0; i < 400 && waiting.size > 0; i++) {
      for (const { hosts } of (await round({ slots: 2 })).messages)
        for (const { host, group } of hosts) {
          waiting.delete(host);
          const key = { crawl: CRAWL, host };
          const opened = await ports.frontier.open(key, clock.now(), group);
          if ('refused' in opened) continue;
          const done = { state: 'idle' as const, manifest: '', best: 7, counts: {} };
          await ports.frontier.commit(key, opened.head.epoch, done);
        }
      await clock.advance(10_000);
    }
    expect(waiting.size).toBe(0);
  });

  test('sends a host that may have crashed its worker in a message of its own', async () => {
    const { round, ports, clock } = await world(named(3));
    const A = { crawl: CRAWL, host: 'h1.example' };
    const opened = await ports.frontier.open(A, clock.now(), A.host);
    await ports.frontier.isolate(A, 'head' in opened ? opened.head.epoch : 0, 1);
    const { messages } = await round();
    expect(messages.map(({ hosts }) => hosts.map(({ host }) => host).sort()).sort()).toEqual(
      [['h0.example', 'h2.example'], ['h1.example']].sort(),
    );
  });
});

describe('a sent host', () => {
  test('is not sent again for some time', async () => {
    const { round, clock } = await world(named(3));
    expect((await round()).hosts).toBe(3);
    await clock.advance(OPTIONS.rememberMs - 1);
    expect((await round()).hosts).toBe(0);
    await clock.advance(1);
    expect((await round()).hosts).toBe(3);
  });

  test('is sent at once if a commit changed its due time', async () => {
    const { round, ports, clock } = await world(named(2));
    await round();
    await clock.advance(5_000);
    const A = { crawl: CRAWL, host: 'h0.example' };
    const opened = await ports.frontier.open(A, clock.now(), A.host);
    const epoch = 'head' in opened ? opened.head.epoch : 0;
    await ports.frontier.commit(A, epoch, { state: 'ready', due: clock.now(), manifest: '', best: 3, counts: {} });
    expect(hostsOf((await round()).messages)).toEqual(['h0.example']);
  });

  test('does not hide the hosts behind it', async () => {
    const { round } = await world(named(100));
    const sent = new Set<string>();
    for (let i = 0; i < 10; i++) for (const host of hostsOf((await round()).messages)) sent.add(host);
    expect(sent.size).toBe(100);
  });

  test('is not remembered if sending failed', async () => {
    const { round, ports, memory } = await world(named(2));
    const send = ports.visits.send;
    ports.visits.send = async () => {
      throw new Error('the queue is away');
    };
    await expect(round()).rejects.toThrow('the queue is away');
    expect(memory.sent.size).toBe(0);
    ports.visits.send = send;
    expect((await round()).hosts).toBe(2);
  });

  test('is forgotten eventually, so the memory does not grow', async () => {
    const { round, memory, clock } = await world(named(30));
    for (let i = 0; i < 3; i++) await round();
    expect(memory.sent.size).toBe(30);
    await clock.advance(OPTIONS.rememberMs);
    await round();
    expect(memory.sent.size).toBeLessThanOrEqual(10);
  });

  test('is not sent while a visit is in progress', async () => {
    const { round, memory } = await world(named(3));
    memory.busy = new Set(['h1.example']);
    expect(hostsOf((await round()).messages).sort()).toEqual(['h0.example', 'h2.example']);
  });
});

describe('the state of a crawl', () => {
  test.each(['paused', 'stopped'] as const)('sends nothing if it is %s', async (state) => {
    const { round, ports } = await world(named(3));
    await ports.control.setState(CRAWL, state);
    expect(await round()).toEqual({ hosts: 0, state, messages: [] });
  });

  test('sends nothing if the crawl does not exist', async () => {
    const { ports, memory } = await world([]);
    expect(await dispatch('nobody', ports, memory, OPTIONS)).toEqual({ hosts: 0, state: 'missing' });
  });
});

describe('the budget', () => {
  const pages = (messages: VisitMessage[]) => messages.map((message) => message.pages);
  const shares = async ({ ports }: Awaited<ReturnType<typeof world>>) => (await ports.control.get(CRAWL))!.shares;

  test('reserves pages for each message, with an expiry', async () => {
    const crawl = await world(named(6));
    const { messages } = await crawl.round({ budgetPages: 1_000 });
    expect(pages(messages)).toEqual([240, 120]);
    const until = crawl.clock.now() + OPTIONS.reservationMs;
    expect(await shares(crawl)).toEqual({
      [messages[0]!.id]: { pages: 240, until },
      [messages[1]!.id]: { pages: 120, until },
    });
  });

  test.each([1, 2, 3, 7, 50, 200, 300])('reserves no more than %i pages', async (budgetPages) => {
    const crawl = await world(named(10));
    let handed = 0;
    for (let i = 0; i < 4; i++) {
      const { messages } = await crawl.round({ budgetPages });
      expect(messages.every((message) => message.pages! > 0)).toBe(true);
      handed += messages.reduce((sum, message) => sum + message.pages!, 0);
    }
    expect(handed).toBe(Math.min(budgetPages, 600));
  });

  test('makes no more reservations than the store may keep, and none without a limit of pages', async () => {
    const crawl = await world(named(40));
    const limited = { budgetPages: 40, maxReservations: 3, slots: 40, pagesPerVisit: 2 };
    const [first, second] = [await crawl.round(limited), await crawl.round(limited)];
    // The pages are divided among the messages that are sent.
    expect(first.messages.map(({ pages }) => pages)).toEqual([8, 8, 8]);
    expect([first.hosts, second.hosts]).toEqual([12, 0]);
    const free = await world(named(40));
    expect((await free.round({ maxReservations: 3, slots: 40 })).hosts).toBe(40);
  });

  test('does not count seeds as opened that it has no reservation for', async () => {
    const { round, ports } = await world(named(40, { best: WAITING_SEED_CLASS }));
    const limited = { order: 'finish', budgetPages: 1_000, maxReservations: 3, slots: 40, pagesPerVisit: 2 } as const;
    const rounds = [await round(limited), await round(limited)];
    expect(rounds.map(({ hosts, state }) => [hosts, state])).toEqual([
      [12, 'open'],
      [0, 'shared-out'],
    ]);
    expect((await ports.control.get(CRAWL))!.counts['cycle.seeds']).toBe(12);
  });

  test('does not reserve pages twice and reuses unused pages', async () => {
    const crawl = await world(named(4));
    const { messages } = await crawl.round({ budgetPages: 100 });
    expect(pages(messages)).toEqual([100]);
    await crawl.clock.advance(OPTIONS.rememberMs);
    expect(await crawl.round({ budgetPages: 100 })).toEqual({ hosts: 0, state: 'shared-out', messages: [] });
    await crawl.ports.control.addUsage(CRAWL, { pages: 30 }, messages[0]!.id);
    expect(pages((await crawl.round({ budgetPages: 100 })).messages)).toEqual([70]);
  });

  test('reuses an expired reservation', async () => {
    const crawl = await world(named(1));
    await crawl.round({ budgetPages: 50 });
    await crawl.clock.advance(OPTIONS.reservationMs - 1);
    expect((await crawl.round({ budgetPages: 50 })).state).toBe('shared-out');
    await crawl.clock.advance(1);
    expect(pages((await crawl.round({ budgetPages: 50 })).messages)).toEqual([50]);
  });

  test('reports a spent budget', async () => {
    const crawl = await world(named(3));
    await crawl.ports.control.addUsage(CRAWL, { pages: 100 });
    expect(await crawl.round({ budgetPages: 100 })).toEqual({ hosts: 0, state: 'spent', messages: [] });
    expect(pages((await crawl.round({ budgetPages: 101 })).messages)).toEqual([1]);
  });

  test('respects other limits', async () => {
    const crawl = await world(named(3));
    await crawl.ports.control.addUsage(CRAWL, { requests: 7 });
    const pagesWithin = (most: number) => (control: Control, now: number) =>
      now === crawl.clock.now() ? most - (control.counts['requests'] ?? 0) : 0;
    expect(await crawl.round({ pagesWithin: pagesWithin(7) })).toEqual({ hosts: 0, state: 'spent', messages: [] });
    expect(pages((await crawl.round({ pagesWithin: pagesWithin(9) })).messages)).toEqual([2]);
    expect((await crawl.round({ pagesWithin: pagesWithin(9) })).state).toBe('shared-out');
  });

  test('does not remember hosts that got no pages', async () => {
    const crawl = await world(named(10));
    expect((await crawl.round({ budgetPages: 2 })).messages).toHaveLength(2);
    expect(crawl.memory.sent.size).toBe(2);
    expect((await crawl.round()).hosts).toBe(8);
  });
});
