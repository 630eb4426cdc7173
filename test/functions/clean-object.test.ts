import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanObject } from '../../functions/clean-object.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { systemRandom } from '../../shared/local/system.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Url } from '../../shared/url/url.ts';
import { fakeClock } from '../fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';

let ports: ReturnType<typeof createPorts>;
let message: ObjectMessage;
const logged: unknown[] = [];
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(line));
  logged.length = 0;
  ports = createPorts();
  await ports.control.create('bogs', 'settings/bogs/1.json', 0);
  message = await fetchPages('north', 'south');
});
afterEach(() => vi.restoreAllMocks());

function createPorts() {
  const db = openDatabase(':memory:');
  const clock = fakeClock();
  const queue = (name: string) => sqliteQueue<ObjectMessage>(db, name, clock, { maxReceives: 5, hasDeadLetters: true });
  return {
    ...{ clock, random: systemRandom, objects: memoryObjects(), control: sqliteControl(db) },
    ...{ captures: queue('captures'), documents: queue('documents'), deadLetters: queue('dead') },
  };
}

/** Stores an object with these pages. @returns its message */
async function fetchPages(...names: string[]): Promise<ObjectMessage> {
  const visit = createCaptureWriter('bogs', { software: 'Thresher' }, ports).startVisit();
  for (const name of names)
    visit.add({
      url: `http://bog.example/${name}` as Url,
      ...{ fetchedAt: ports.clock.now(), status: 200, statusText: '', httpVersion: '1.1', requestHeaders: [] },
      ...{ truncated: false, address: '127.0.0.1', headers: [['Content-Type', 'text/html']] },
      body: Buffer.from(`<title>${name}</title><p>The sundews of ${name} catch insects with the glue of their leaves.`),
      ...{ record: 'response', payloadDigest: '0'.repeat(64), note: { depth: 1, class: 2 } },
    });
  const stored = visit.flush(0);
  await ports.clock.advance(2_000);
  await stored;
  const [delivery] = await ports.captures.receive(1, 1_000);
  return delivery!.message;
}

const clean = (receives = 1) => cleanObject(message, ports, DEFAULT_CLEAN_OPTIONS, receives);
const deadLetters = async () => (await ports.deadLetters.receive(9, 1_000)).map((one) => one.message);
const counts = async () => (await ports.control.get('bogs'))?.counts;

test('an undamaged object leaves no dead letter', async () => {
  await clean();
  expect(await deadLetters()).toEqual([]);
  expect(logged).toEqual([]);
  expect(await counts()).toMatchObject({ 'clean.document': 2 });
});

test('a truncated object is named in the log, becomes a dead letter, and its readable captures are cleaned', async () => {
  const object = (await ports.objects.get(message.key))!;
  await ports.objects.put(message.key, object.subarray(0, -100));
  await clean(2);
  expect(await deadLetters()).toEqual([{ ...message, tries: 2 }]);
  const damage = expect.stringContaining(`object ${message.key} is damaged: it has ${object.length - 100} of`);
  expect(logged).toEqual([{ event: 'object-damaged', ...message, damage }]);
  expect(await counts()).toMatchObject({ 'clean.document': 1, 'clean.broken': 1 });
  expect((await ports.documents.depth()).waiting).toBe(1);
});

test('a message that cannot become a dead letter fails, and is counted when it is delivered again', async () => {
  const object = (await ports.objects.get(message.key))!;
  await ports.objects.put(message.key, object.subarray(0, -100));
  vi.spyOn(ports.deadLetters, 'send').mockRejectedValueOnce(new Error('the queue is away'));
  await expect(clean()).rejects.toThrow('the queue is away');
  expect(await counts()).toEqual({});
  await clean();
  expect(await counts()).toMatchObject({ 'clean.document': 1 });
});
