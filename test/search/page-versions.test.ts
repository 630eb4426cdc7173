import { expect, test } from 'vitest';
import { findVersions, readVersion, urlsOf } from '../../shared/search/page-versions.ts';
import type { Url } from '../../shared/url/url.ts';
import { lineOf } from '../classify/documents.ts';
import { storeDocuments } from '../classify/review/stored.ts';
import { memoryObjects } from '../memory-objects.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const DAY = 86_400_000;
const PAGE = 'http://a.example/page' as Url;
const MIRROR = 'http://b.example/page' as Url;

type Change = { url?: Url; text?: string; robots?: string[] };
const page = (fetchedAt: number, { url = PAGE, ...fields }: Change = {}) =>
  lineOf({ url, text: `text of ${fetchedAt}`, ...fields }, { fetchedAt });

const FROM = { since: NOON - 100 * DAY, before: NOON + DAY };
const always = () => true;

test('finds the captures of all URLs of a page, newest first', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 40 * DAY, 'a', [
    page(NOON - 40 * DAY),
    page(1, { url: 'http://c.example/' as Url }),
  ]);
  await storeDocuments(objects, NOON, 'b', [page(NOON + 1), page(NOON + 2, { url: MIRROR })]);
  const found = await findVersions('plants', [PAGE, MIRROR], objects, FROM, always);
  expect(found.versions.map(({ url, fetchedAt }) => [url, fetchedAt])).toEqual([
    [MIRROR, NOON + 2],
    [PAGE, NOON + 1],
    [PAGE, NOON - 40 * DAY],
  ]);
  expect(found).toMatchObject({ searched: 2, before: null });
});

test.each(['noarchive', 'nosnippet', 'noindex'])('a capture with %s has no version, and no text', async (directive) => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'a', [page(NOON, { robots: [directive] })]);
  expect((await findVersions('plants', [PAGE], objects, FROM, always)).versions).toEqual([]);
  expect(await readVersion('plants', [PAGE], NOON, objects, always)).toBeUndefined();
});

test('stops when the time is up, and goes on from there', async () => {
  const objects = memoryObjects();
  for (const day of [0, 1, 2]) await storeDocuments(objects, NOON - day * DAY, 'r', [page(NOON - day * DAY)]);
  // Three days are listed, the first without objects, and two objects are read.
  let looks = 5;
  const first = await findVersions('plants', [PAGE], objects, FROM, () => looks-- > 0);
  expect(first.versions.map(({ fetchedAt }) => fetchedAt)).toEqual([NOON, NOON - DAY]);
  expect(first.before).not.toBeNull();
  const rest = await findVersions('plants', [PAGE], objects, { ...FROM, before: first.before! }, always);
  expect(rest.versions.map(({ fetchedAt }) => fetchedAt)).toEqual([NOON - 2 * DAY]);
  expect(rest.before).toBeNull();
});

test('skips a damaged object', async () => {
  const objects = memoryObjects();
  const key = await storeDocuments(objects, NOON, 'a', [page(NOON)]);
  await objects.put(key, new Uint8Array([1, 2, 3]));
  await storeDocuments(objects, NOON - DAY, 'b', [page(NOON - DAY)]);
  const { versions } = await findVersions('plants', [PAGE], objects, FROM, always);
  expect(versions).toHaveLength(1);
});

test('reads the text of a capture by its time', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 1000, 'a', [page(NOON, { url: MIRROR, text: 'Sundews catch flies.' })]);
  expect(await readVersion('plants', [PAGE, MIRROR], NOON, objects, always)).toMatchObject({
    url: MIRROR,
    text: 'Sundews catch flies.',
  });
  expect(await readVersion('plants', [PAGE, MIRROR], NOON + 1, objects, always)).toBeUndefined();
});

test('lists no further day when the time is up, however long the crawl was idle', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 99 * DAY, 'a', [page(NOON - 99 * DAY)]);
  let days = 3;
  const first = await findVersions('plants', [PAGE], objects, FROM, () => days-- > 0);
  expect(first).toMatchObject({ versions: [], searched: 0 });
  expect(first.before).toBeGreaterThan(NOON - 3 * DAY);
  const rest = await findVersions('plants', [PAGE], objects, { ...FROM, before: first.before! }, always);
  expect(rest.versions).toHaveLength(1);
});

test('reads no text when the time is up', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'a', [page(NOON)]);
  expect(await readVersion('plants', [PAGE], NOON, objects, () => false)).toBeUndefined();
});

test('takes the URL that a record is shown under first', () => {
  expect(urlsOf({ url: 'b', urls: { a: 1, b: 2 } })).toEqual(['b', 'a']);
});
