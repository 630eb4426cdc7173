/** Checks that messages which expired in a stack lose no stored page, with the stages and stores of one machine. */
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { resendObjects } from '../../../functions/daily/resend-objects.ts';
import { classifyDocuments } from '../../../shared/classify/classify-documents.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { cleanCaptures } from '../../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { createCaptureWriter } from '../../../shared/fetch/warc/capture-writer.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { indexRecords } from '../../../shared/index/index-records.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../../shared/local/sqlite-queue.ts';
import { systemRandom } from '../../../shared/local/system.ts';
import { dayOf } from '../../../shared/maintain/resend/calendar-day.ts';
import type { ResendPosition } from '../../../shared/maintain/resend/resend-position.ts';
import { MAX_TRIES } from '../../../shared/maintain/resend/sent-days.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import type { Queue } from '../../../shared/ports/queue.ts';
import { analyzeToString } from '../../../shared/text/analysis/analyze.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import type { Url } from '../../../shared/url/url.ts';
import { type FakeClock, fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const DAY_MS = 86_400_000;
/** Time of an invocation: more than the call reserves for its end. Milliseconds. */
const CALL_MS = 60_000;
const STAGES = ['captures', 'documents', 'records'] as const;
type StageName = (typeof STAGES)[number];

let clock: FakeClock;
let errors: MockInstance<typeof console.error>;
let ports: ReturnType<typeof createPorts>;
beforeEach(async () => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  clock = fakeClock();
  ports = createPorts();
  await ports.control.create('bogs', 'settings/bogs/1.json', clock.now());
});
afterEach(() => vi.restoreAllMocks());

/** The queues of a stack: a message is retained for a week, and then it is gone. */
function createPorts() {
  const db = openDatabase(':memory:');
  const queue = (name: string) =>
    sqliteQueue<ObjectMessage>(db, name, clock, { retentionMs: 7 * DAY_MS, maxReceives: 5, hasDeadLetters: false });
  return {
    ...{
      clock,
      random: systemRandom,
      objects: memoryObjects(),
      control: sqliteControl(db),
      frontier: sqliteFrontier(db),
    },
    ...{ captures: queue('captures'), documents: queue('documents'), records: queue('records') },
    index: sqliteSearchIndex(openDatabase(':memory:'), analyzeToString),
  };
}

async function fetchPages(...names: string[]) {
  const visit = createCaptureWriter('bogs', { software: 'Thresher' }, ports).startVisit();
  for (const name of names)
    visit.add({
      url: `http://bog.example/${name}` as Url,
      fetchedAt: clock.now(),
      ...{
        status: 200,
        statusText: '',
        httpVersion: '1.1',
        requestHeaders: [],
        truncated: false,
        address: '127.0.0.1',
      },
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from(`<title>${name}</title><p>The sundews of ${name} catch insects with the glue of their leaves.`),
      ...{ record: 'response', payloadDigest: '0'.repeat(64), note: { depth: 1, class: 2 } },
    });
  const stored = visit.flush(0);
  await clock.advance(2_000);
  await stored;
}

const judge = compileFilters([{ terms: '10: sundews=A', file: 't', cutOff: 4 }]);
const offTopic = compileFilters([{ terms: '10: pitcher=A', file: 't', cutOff: 4 }]);
const clean = (message: ObjectMessage) => cleanCaptures(message, ports, DEFAULT_CLEAN_OPTIONS);
const classify = (message: ObjectMessage) =>
  classifyDocuments(message, ports, { judge, scope: () => undefined, grouping: 'host' });
const work: Record<StageName, (message: ObjectMessage) => Promise<unknown>> = {
  captures: clean,
  documents: classify,
  records: (message) => indexRecords(message, ports),
};

/** Processes all messages of the stages. @returns the number of messages of each */
async function run(...stages: readonly StageName[]) {
  const processed: Partial<Record<StageName, number>> = {};
  for (const stage of stages) {
    const queue: Queue<ObjectMessage> = ports[stage];
    for (let got = await queue.receive(10, 1_000); got.length > 0; got = await queue.receive(10, 1_000)) {
      for (const { message } of got) await work[stage](message);
      await queue.ack(got);
      processed[stage] = (processed[stage] ?? 0) + got.length;
    }
  }
  return processed;
}

const check = (remainingMs = CALL_MS) => resendObjects(ports, remainingMs);
const titles = async () => {
  const found: string[] = [];
  for await (const { title } of ports.index.records('bogs')) found.push(title ?? '');
  return found.sort();
};
const all = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
};
const logged = () => errors.mock.calls.map(([line]) => line);

test.each<[StageName, StageName[]]>([
  ['captures', []],
  ['documents', ['captures']],
  ['records', ['captures', 'documents']],
])('finds the pages again whose messages expired in the queue of %s', async (expired, before) => {
  await fetchPages('north', 'south');
  await run(...before);
  await clock.advance(9 * DAY_MS);
  expect(await run(...STAGES)).toEqual({});
  expect(await titles()).toEqual([]);
  await check();
  expect(logged()).toMatchObject([{ event: 'resent', crawl: 'bogs', [expired]: 1 }]);
  await run(...STAGES);
  expect(await titles()).toEqual(['north', 'south']);
});

test('sends each object once, and none that was processed or whose message may still be waiting', async () => {
  await fetchPages('north');
  await run(...STAGES);
  await clock.advance(5 * DAY_MS);
  await fetchPages('south');
  await clock.advance(4 * DAY_MS);
  await check();
  expect(logged()).toEqual([]);
  await clock.advance(5 * DAY_MS);
  await check();
  await check();
  expect(await run(...STAGES)).toEqual({ captures: 1, documents: 1, records: 1 });
  expect(await titles()).toEqual(['north', 'south']);
});

test('continues where time ran out', async () => {
  for (const name of ['a', 'b', 'c']) await fetchPages(name);
  await clock.advance(9 * DAY_MS);
  const { send } = ports.captures;
  const slow = vi.spyOn(ports.captures, 'send').mockImplementationOnce(async (messages) => {
    await send(messages);
    await clock.advance(CALL_MS);
  });
  await check();
  expect(slow).toHaveBeenCalledTimes(1);
  await check();
  expect(slow).toHaveBeenCalledTimes(3);
  expect(await run('captures')).toEqual({ captures: 3 });
});

test('does not send records that may be older than the memory of removals of the index', async () => {
  await fetchPages('north');
  await run('captures', 'documents');
  await clock.advance(40 * DAY_MS);
  await check();
  expect(logged()).toMatchObject([{ event: 'resend-unchecked', crawl: 'bogs', unchecked: 1 }]);
  expect(await run(...STAGES)).toEqual({});
});

test('asks for no reindex because of old records that the index has', async () => {
  await fetchPages('north');
  await run(...STAGES);
  await clock.advance(40 * DAY_MS);
  await check();
  expect(logged()).toEqual([]);
});

test('gives up an object that a stage cannot process after three months, and says so', async () => {
  await fetchPages('north');
  await run('captures');
  await pass(200, 'captures', 'records');
  expect(eventsOf().filter((event) => event === 'resent')).toHaveLength(MAX_TRIES);
  expect(logged().filter(({ event }) => event === 'resend-given-up')).toMatchObject([
    { crawl: 'bogs', objects: 1, example: expect.stringMatching(/^clean\/bogs\//) },
  ]);
  expect((await storedPosition()).sent).toEqual([]);
});

test('sends records again that only say that a page is gone, or that it is unchanged', async () => {
  const url = 'http://bog.example/north' as Url;
  await fetchPages('north');
  await run(...STAGES);
  const [record] = await all(ports.index.records('bogs'));
  const at = clock.now();
  for (const [name, change] of Object.entries({
    unchanged: { kind: 'seen', id: record!.id, url, at },
    gone: { kind: 'left', id: record!.id, url, at: at + 1 },
  })) {
    const key = `records/bogs/${dayOf(at)}/235959-${name}.jsonl.zst`;
    for (const folder of ['raw', 'clean']) await ports.objects.put(key.replace('records', folder), Buffer.from(''));
    await ports.objects.put(key, writeJsonLines([change]));
  }
  await clock.advance(9 * DAY_MS);
  await check();
  expect(logged()).toMatchObject([{ event: 'resent', crawl: 'bogs', records: 2 }]);
  await run('records');
  expect(await titles()).toEqual([]);
});

test('checks the other crawls when one fails', async () => {
  await ports.control.create('ants', 'settings/ants/1.json', clock.now());
  await fetchPages('north');
  await clock.advance(9 * DAY_MS);
  const { list } = ports.objects;
  ports.objects.list = (prefix) => {
    if (prefix.includes('/ants/')) throw new Error('no list');
    return list(prefix);
  };
  await check();
  const byCrawl = logged().sort((a, b) => (a.crawl < b.crawl ? -1 : 1));
  expect(byCrawl).toMatchObject([
    { event: 'resend-failed', crawl: 'ants' },
    { event: 'resent', crawl: 'bogs', captures: 1 },
  ]);
});

test('begins with another crawl every day, so that one which takes all the time leaves turns to the others', async () => {
  await ports.control.create('ants', 'settings/ants/1.json', clock.now());
  const checked = new Set<string>();
  const { list } = ports.objects;
  ports.objects.list = async function* (prefix) {
    checked.add(prefix.split('/')[1]!);
    yield* list(prefix);
    await clock.advance(CALL_MS);
  };
  await clock.advance(20 * DAY_MS);
  await check();
  expect(checked.size).toBe(1);
  await clock.advance(DAY_MS);
  await check();
  expect(checked).toEqual(new Set(['ants', 'bogs']));
});

test('of a damaged object of records sends it to the stage that names it', async () => {
  await fetchPages('north');
  await run('captures', 'documents');
  for await (const key of ports.objects.list('records/')) await ports.objects.put(key, Buffer.from('damaged'));
  await clock.advance(9 * DAY_MS);
  await check();
  await expect(run('records')).rejects.toThrow(/^object records\/bogs\/\S+ is damaged/);
});

test.each(['putInbox', 'notifyHosts'] as const)('sends documents again whose function ended at %s', async (call) => {
  await fetchPages('north');
  await run('captures');
  vi.spyOn(ports.frontier, call).mockRejectedValueOnce(new Error('the function ends here'));
  await expect(run('documents')).rejects.toThrow('the function ends here');
  await clock.advance(9 * DAY_MS);
  await check();
  expect(logged()).toMatchObject([{ event: 'resent', documents: 1 }]);
  await run(...STAGES);
  const { items } = await ports.frontier.readInbox({ crawl: 'bogs', host: 'bog.example' }, 100);
  expect(items.flatMap(({ body }) => decodeOffer(body).feedback.map(({ url }) => url))).toEqual([
    'http://bog.example/north',
  ]);
  expect(await titles()).toEqual(['north']);
});

test('of a crawl that was never checked sends all captures and documents, and asks for a reindex', async () => {
  await fetchPages('north');
  await run('captures');
  await fetchPages('south');
  await clock.advance(100 * DAY_MS);
  await check();
  expect(logged()).toMatchObject([
    { event: 'resent', crawl: 'bogs', captures: 1, documents: 1 },
    { event: 'resent-old', crawl: 'bogs', objects: 2 },
  ]);
  await run(...STAGES);
  expect(await titles()).toEqual(['north', 'south']);
  await check();
  expect(logged()).toHaveLength(2);
});

/** Lets days pass. Each day the stages run that are up, then the check. */
async function pass(days: number, ...up: readonly StageName[]) {
  for (let i = 0; i < days; i++) {
    await clock.advance(DAY_MS);
    await run(...up);
    await check();
  }
}
const others = (down: StageName) => STAGES.filter((stage) => stage !== down);
const eventsOf = () => logged().map(({ event }) => event);

test.each([
  ['captures', 30],
  ['captures', 60],
  ['documents', 30],
  ['documents', 60],
] as const)('finds the pages again after %s stood still for %i days', async (stage, days) => {
  await fetchPages('north');
  await pass(days, ...others(stage));
  expect(await titles()).toEqual([]);
  expect(eventsOf()).toContain('resent-again');
  await pass(9, ...STAGES);
  expect(await titles()).toEqual(['north']);
  // Then nothing is left to send.
  await pass(9, ...STAGES);
  expect((await storedPosition()).sent).toEqual([]);
  errors.mockClear();
  await pass(20, ...STAGES);
  expect(logged()).toEqual([]);
});

test.each([30, 60])('asks for a reindex after records stood still for %i days', async (days) => {
  await fetchPages('north');
  await pass(days, ...others('records'));
  expect(logged().filter(({ event }) => event === 'resent-again')).toMatchObject([
    { objects: 1, example: expect.stringMatching(/^records\/bogs\//) },
    { objects: 1 },
  ]);
  await pass(9, ...STAGES);
  expect(eventsOf().at(-1)).toBe('resend-unchecked');
  expect((await storedPosition()).sent).toEqual([]);
});

const storedPosition = async () =>
  JSON.parse(new TextDecoder().decode(await ports.objects.get('applied/bogs/resent.json'))) as ResendPosition;
const storePosition = (text: string) => ports.objects.put('applied/bogs/resent.json', Buffer.from(text));

test('finds documents again whose message expired after their capture was sent again', async () => {
  await fetchPages('north');
  await pass(9);
  await pass(1, 'captures');
  await pass(9);
  expect(logged()).toMatchObject([
    { event: 'resent', captures: 1 },
    { event: 'resent', captures: 0, documents: 1 },
    { event: 'resent-again', objects: 1 },
  ]);
  await run(...STAGES);
  expect(await titles()).toEqual(['north']);
});

test('sends an object every eight days that no stage can process, and names it', async () => {
  await fetchPages('north');
  for await (const key of ports.objects.list('raw/')) await ports.objects.put(key, Buffer.from(''));
  work.captures = async () => undefined;
  await pass(8 * 10 + 1, ...STAGES);
  work.captures = clean;
  expect(logged().filter(({ event }) => event === 'resent')).toHaveLength(10);
  const again = logged().filter(({ event }) => event === 'resent-again');
  expect(again).toHaveLength(9);
  expect(again.at(-1)).toMatchObject({ objects: 1, example: expect.stringMatching(/^raw\/bogs\//) });
  expect((await storedPosition()).sent).toHaveLength(1);
});

test('checks no day again from which nothing was sent', async () => {
  await fetchPages('north');
  await run(...STAGES);
  await pass(30, ...STAGES);
  const listed = vi.spyOn(ports.objects, 'list');
  await pass(1);
  expect(listed).toHaveBeenCalledTimes(3);
  expect((await storedPosition()).sent).toEqual([]);
});

test('does not send documents that were classified and changed no record', async () => {
  await fetchPages('north');
  work.documents = (message) =>
    classifyDocuments(message, ports, { judge: offTopic, scope: () => undefined, grouping: 'host' });
  await run(...STAGES);
  work.documents = classify;
  await pass(9);
  expect(logged()).toEqual([]);
});

test('does not send records whose page has left since', async () => {
  const url = 'http://bog.example/north' as Url;
  await fetchPages('north');
  await run(...STAGES);
  const [record] = await all(ports.index.records('bogs'));
  await ports.index.write('bogs', [{ kind: 'left', id: record!.id, url, at: clock.now() }]);
  await pass(9);
  expect(logged()).toEqual([]);
});

test('continues a repeated check where time ran out', async () => {
  for (const name of ['a', 'b', 'c']) await fetchPages(name);
  await pass(15);
  const { send } = ports.captures;
  const sent: string[] = [];
  vi.spyOn(ports.captures, 'send').mockImplementation(async (messages) => {
    await send(messages);
    sent.push(...messages.map(({ key }) => key));
    await clock.advance(CALL_MS);
  });
  await pass(3);
  expect([sent.length, new Set(sent).size]).toEqual([3, 3]);
  expect(await run('captures')).toEqual({ captures: 3 });
  await pass(20, ...STAGES);
  expect(await titles()).toEqual(['a', 'b', 'c']);
  expect((await storedPosition()).sent).toEqual([]);
});

test('reads the position of a version that did not check days again', async () => {
  await fetchPages('north');
  await storePosition(JSON.stringify({ day: dayOf(clock.now() + DAY_MS) }));
  await clock.advance(9 * DAY_MS);
  await check();
  expect(logged()).toEqual([]);
});

test.each(['', '{"day":', 'null', '{}', '{"day":"noon"}', '{"day":"2026/01/01","sent":[{}]}'])(
  'starts with the creation of the crawl if the stored position is %j, and says so',
  async (text) => {
    await fetchPages('north');
    await storePosition(text);
    await clock.advance(9 * DAY_MS);
    await check();
    expect(logged()).toMatchObject([
      { event: 'resend-position-damaged', error: expect.stringContaining('applied/bogs/resent.json is damaged: ') },
      { event: 'resent', captures: 1 },
    ]);
  },
);

test('logs what was sent before a check fails', async () => {
  await fetchPages('north');
  await clock.advance(9 * DAY_MS);
  const { list } = ports.objects;
  const failing = dayOf(clock.now() - 8 * DAY_MS);
  ports.objects.list = (prefix) => {
    if (prefix.includes(failing)) throw new Error('no list');
    return list(prefix);
  };
  await check();
  expect(logged()).toMatchObject([{ event: 'resent', captures: 1 }, { event: 'resend-failed' }]);
});
