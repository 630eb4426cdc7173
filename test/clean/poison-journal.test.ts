import { expect, test } from 'vitest';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../shared/clean/clean-options.ts';
import type { DocumentLine } from '../../shared/clean/document.ts';
import { removeMark } from '../../shared/clean/poison-journal.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import { warcInfo, warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import { TooLittleTimeError } from '../../shared/http/too-little-time.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import { readJsonLines } from '../../shared/text/json-lines.ts';
import type { Url } from '../../shared/url/url.ts';
import { memoryObjects } from '../memory-objects.ts';

const KEY = 'raw/bogs/2024/02/03/run1.warc.gz';
const NOTE_KEY = 'doubts/bogs/2024/02/03/run1.warc.gz.json';
const AT = Date.UTC(2024, 1, 3);
const PATHS = ['/a', '/b', '/c', '/d'];

function objectOf(paths: readonly string[]): Buffer {
  let n = 0;
  const ids = () => `id${n++}`;
  const captures = paths.map((path) => ({
    url: `http://bog.example${path}` as Url,
    fetchedAt: AT,
    status: 200,
    statusText: '',
    httpVersion: '1.1' as const,
    requestHeaders: [],
    headers: [['Content-Type', 'text/html']] as [string, string][],
    body: Buffer.from(`<title>${path}</title><p>text`),
    truncated: false,
    address: '127.0.0.1',
    record: 'response' as const,
    payloadDigest: '0'.repeat(64),
    note: { depth: 1, class: 2 },
  }));
  return Buffer.concat([warcInfo({}, ids(), AT), ...captures.flatMap((one) => warcRecords(one, ids).bytes)]);
}

/** A stage whose workers some pages crash, or interrupt with another error: at once without a journal, otherwise when the page is marked. */
async function stageWith(deadly: readonly string[], error = new Error('ended')) {
  const objects = memoryObjects();
  const object = objectOf(PATHS);
  await objects.put(KEY, object);
  const paths = new Map(
    Array.from(readCaptures(object, KEY), (found) => [
      found.place.offset,
      'capture' in found ? new URL(found.capture.url).pathname : '',
    ]),
  );
  const notes: number[] = [];
  const queued: ObjectMessage[] = [];
  const away = { documents: false };
  const ports = {
    objects: {
      ...objects,
      async put(key: string, bytes: Uint8Array) {
        if (key.startsWith('clean/') && away.documents) throw new Error('away');
        await objects.put(key, bytes);
        if (key !== NOTE_KEY) return;
        const { under } = JSON.parse(Buffer.from(bytes).toString()) as { under?: number };
        if (under === undefined) return;
        notes.push(under);
        if (deadly.includes(paths.get(under)!)) throw error;
      },
    },
    documents: {
      send: async (messages: readonly ObjectMessage[]) => void queued.push(...messages),
    } as Queue<ObjectMessage>,
  };
  return {
    ...{ objects, notes, queued, away },
    clean: (receives: number) => cleanCaptures({ crawl: 'bogs', key: KEY }, ports, OPTIONS, receives),
    async reasons() {
      const bytes = (await objects.get('clean/bogs/2024/02/03/run1.jsonl.zst'))!;
      const lines = [...readJsonLines<DocumentLine>(bytes)];
      return lines.map((line) => (line.kind === 'document' ? [line.document.title, line.document.reason] : []));
    },
  };
}

test('skips a page after it crashed two workers, and cleans the other pages of its object', async () => {
  const { clean, reasons, queued } = await stageWith(['/b']);
  for (const receives of [2, 3]) await expect(clean(receives)).rejects.toThrow('ended');
  expect(queued).toEqual([]);
  const { counts } = await clean(4);
  expect(counts).toMatchObject({ 'clean.document': 3, 'clean.poison': 1 });
  expect(await reasons()).toEqual([
    ['/a', null],
    [null, 'poison'],
    ['/c', null],
    ['/d', null],
  ]);
  expect(queued).toHaveLength(1);
});

test('finds several poison pages of an object as its message is redelivered', async () => {
  const { clean, reasons } = await stageWith(['/a', '/d']);
  for (const receives of [2, 3, 4, 5]) await expect(clean(receives)).rejects.toThrow('ended');
  await clean(6);
  expect((await reasons()).map(([, reason]) => reason)).toEqual(['poison', null, null, 'poison']);
});

test('neither marks nor skips pages on the first delivery, even of a message that was sent again', async () => {
  const { clean, reasons, notes } = await stageWith(['/b']);
  await expect(clean(2)).rejects.toThrow('ended');
  notes.length = 0;
  await clean(1);
  expect(notes).toEqual([]);
  expect((await reasons()).map(([, reason]) => reason)).toEqual([null, null, null, null]);
});

test('a store that fails after the last page marks no page as poison', async () => {
  const { clean, reasons, away } = await stageWith([]);
  away.documents = true;
  for (const receives of [2, 3]) await expect(clean(receives)).rejects.toThrow('away');
  away.documents = false;
  await clean(4);
  expect((await reasons()).map(([, reason]) => reason)).toEqual([null, null, null, null]);
});

test.each([
  ['a machine without file descriptors', Object.assign(new Error('full'), { code: 'EMFILE' })],
  ['a call that ends too soon', new TooLittleTimeError('full')],
])('%s marks no page as poison', async (_, error) => {
  const interrupted = ['/b'];
  const { clean, reasons } = await stageWith(interrupted, error);
  for (let i = 0; i < 4; i++) await expect(clean(2)).rejects.toThrow('full');
  interrupted.pop();
  await clean(2);
  expect((await reasons()).map(([, reason]) => reason)).toEqual([null, null, null, null]);
});

test('workers that are ended from outside make no page poison, and found poison pages stay', async () => {
  const ended = ['/a', '/d'];
  const { clean, reasons, objects } = await stageWith(ended);
  await removeMark(KEY, objects);
  expect(await objects.get(NOTE_KEY)).toBeUndefined();
  for (const receives of [2, 3]) await expect(clean(receives)).rejects.toThrow('ended');
  for (let i = 0; i < 3; i++) {
    await expect(clean(4)).rejects.toThrow('ended');
    await removeMark(KEY, objects);
  }
  ended.pop();
  await clean(4);
  expect((await reasons()).map(([, reason]) => reason)).toEqual(['poison', null, null, null]);
});

test.each(['', '{"passed":[1', 'null', '{}'])('a stored journal that holds %j counts as empty', async (text) => {
  const { clean, reasons, objects } = await stageWith(['/b']);
  await objects.put(NOTE_KEY, Buffer.from(text));
  for (const receives of [2, 3]) await expect(clean(receives)).rejects.toThrow('ended');
  await clean(4);
  expect((await reasons()).map(([, reason]) => reason)).toEqual([null, 'poison', null, null]);
});
