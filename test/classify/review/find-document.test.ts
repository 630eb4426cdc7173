import { expect, test } from 'vitest';
import { findDocument, scanForDocument } from '../../../shared/classify/review/find-document.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { headOf, lineOf } from '../documents.ts';
import { rawKey, storeDocuments } from './stored.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const SECOND = 1_000;
const MINUTE = 60_000;
const PAGE = 'http://a.example/page' as Url;

const page = (fetchedAt: number, title = 'A page') => lineOf({ url: PAGE, title }, { fetchedAt });

/** Counts the objects that are read. */
function counted(objects: Objects) {
  const read: string[] = [];
  const get = async (key: string) => {
    read.push(key);
    return objects.get(key);
  };
  return { read, objects: { ...objects, get } };
}

test('finds the document of a page by the time of its fetch, in an object that was opened before', async () => {
  const objects = memoryObjects();
  const others = lineOf({ url: 'http://a.example/other' as Url, links: [{ url: PAGE, anchor: '', rel: '' }] });
  await storeDocuments(objects, NOON - 20 * SECOND, 'z', [others, page(NOON)]);
  // Opened too early, and later than the fetch: not read.
  const early = await storeDocuments(objects, NOON - 20 * MINUTE, 'a', [page(NOON - 20 * MINUTE)]);
  const late = await storeDocuments(objects, NOON + 5 * SECOND, 'b', [page(NOON + 9 * SECOND)]);
  const { read, objects: watched } = counted(objects);
  const found = await findDocument('plants', PAGE, [{ at: NOON + 321 }], watched);
  expect(found).toMatchObject({ url: PAGE, fetchedAt: NOON });
  expect(read).not.toContain(early);
  expect(read).not.toContain(late);
});

test('finds a document that was fetched just after midnight in an object of the day before', async () => {
  const objects = memoryObjects();
  const midnight = Date.UTC(2026, 4, 3);
  await storeDocuments(objects, midnight - 30 * SECOND, 'r', [page(midnight + SECOND)]);
  expect(await findDocument('plants', PAGE, [{ at: midnight + SECOND }], objects)).toBeDefined();
});

test('takes the latest document if an object has two of the page', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'r', [page(NOON + 2, 'new'), page(NOON + 1, 'old')]);
  const found = await findDocument('plants', PAGE, [{ at: NOON + 2 }], objects);
  expect(found).toMatchObject({ document: { title: 'new' } });
});

test('tries the next hint if an object has no document of the page', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'again', [{ ...headOf(PAGE, { fetchedAt: NOON + 1 }), kind: 'unchanged' }]);
  await storeDocuments(objects, NOON - 9 * 24 * 60 * MINUTE, 'first', [page(1, 'first')]);
  const captureKey = rawKey(NOON - 9 * 24 * 60 * MINUTE, 'first');
  const found = await findDocument('plants', PAGE, [{ at: NOON + 1 }, { captureKey }], objects);
  expect(found).toMatchObject({ document: { title: 'first' } });
});

test('reads at most 300 objects, none twice', async () => {
  const objects = memoryObjects();
  for (let i = 0; i < 320; i++) await storeDocuments(objects, NOON - i * SECOND, `r${i}`, [lineOf({})]);
  const { read, objects: watched } = counted(objects);
  expect(await findDocument('plants', PAGE, [{ at: NOON }, { at: NOON - 1 }], watched)).toBeUndefined();
  expect(read.length).toBe(300);
  expect(new Set(read).size).toBe(read.length);
});

test('stops when the time is over', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'r', [page(NOON)]);
  expect(await findDocument('plants', PAGE, [{ at: NOON }], objects, () => false)).toBeUndefined();
});

test('a damaged object does not hide a document in another one', async () => {
  const objects = memoryObjects();
  const broken = await storeDocuments(objects, NOON, 'cut', [page(NOON)]);
  await objects.put(broken, (await objects.get(broken))!.subarray(0, 20));
  await storeDocuments(objects, NOON, 'whole', [page(NOON, 'whole')]);
  expect(await findDocument('plants', PAGE, [{ at: NOON }], objects)).toMatchObject({ document: { title: 'whole' } });
});

test('finds the newest document of a page without a time, and says how much it searched', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'a', [page(NOON + 3, 'newest'), lineOf({})]);
  await storeDocuments(objects, NOON - 30 * MINUTE, 'b', [page(NOON - 30 * MINUTE, 'old')]);
  const unchanged: DocumentLine = { ...headOf(PAGE, { fetchedAt: NOON + 60 * MINUTE }), kind: 'unchanged' };
  await storeDocuments(objects, NOON + 60 * MINUTE, 'c', [unchanged]);
  const ports = { objects, createdAt: NOON, now: NOON };
  expect(await scanForDocument('plants', PAGE, ports)).toMatchObject({
    line: { document: { title: 'newest' } },
    sample: { pages: 4, objects: 3, ofObjects: 3 },
  });
  expect(await scanForDocument('plants', 'http://a.example/none' as Url, ports)).toMatchObject({ line: undefined });
});
