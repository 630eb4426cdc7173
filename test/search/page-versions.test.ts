import { describe, expect, test } from 'vitest';
import { sqliteCapturedUrls } from '../../shared/local/captured/sqlite-captured-urls.ts';
import { openDatabase } from '../../shared/local/database.ts';
import {
  findVersions,
  type PageVersions,
  readVersion,
  urlsOf,
  type VersionsPlace,
} from '../../shared/search/page-versions.ts';
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

const SINCE = NOON - 100 * DAY;
const FROM = { since: SINCE, place: { before: NOON + DAY, skip: 0 } };
const always = () => true;

type Stored = ReturnType<typeof memoryObjects>;
const portsOf = (objects: Stored, hasTime = always) => ({ objects, hasTime });

test('finds the captures of all URLs of a page, newest first', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 40 * DAY, 'a', [
    page(NOON - 40 * DAY),
    page(1, { url: 'http://c.example/' as Url }),
  ]);
  await storeDocuments(objects, NOON, 'b', [page(NOON + 1), page(NOON + 2, { url: MIRROR })]);
  const found = await findVersions('plants', [PAGE, MIRROR], portsOf(objects), FROM);
  expect(found.versions.map(({ url, fetchedAt }) => [url, fetchedAt])).toEqual([
    [MIRROR, NOON + 2],
    [PAGE, NOON + 1],
    [PAGE, NOON - 40 * DAY],
  ]);
  expect(found).toMatchObject({ searched: 2, next: null });
});

test.each(['noarchive', 'nosnippet', 'noindex'])('a capture with %s has no version, and no text', async (directive) => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'a', [page(NOON, { robots: [directive] })]);
  expect((await findVersions('plants', [PAGE], portsOf(objects), FROM)).versions).toEqual([]);
  expect(await readVersion('plants', [PAGE], NOON, portsOf(objects))).toBeUndefined();
});

test('stops when the time is up, and goes on from there', async () => {
  const objects = memoryObjects();
  for (const day of [0, 1, 2]) await storeDocuments(objects, NOON - day * DAY, 'r', [page(NOON - day * DAY)]);
  // Of four days, the first has no objects. Each request lists one day and reads one object, whatever the time.
  let looks = 3;
  const first = await findVersions(
    'plants',
    [PAGE],
    portsOf(objects, () => looks-- > 0),
    FROM,
  );
  expect(first.versions.map(({ fetchedAt }) => fetchedAt)).toEqual([NOON, NOON - DAY]);
  expect(first.next).not.toBeNull();
  const rest = await findVersions('plants', [PAGE], portsOf(objects), { since: SINCE, place: first.next! });
  expect(rest.versions.map(({ fetchedAt }) => fetchedAt)).toEqual([NOON - 2 * DAY]);
  expect(rest.next).toBeNull();
});

test('skips a damaged object', async () => {
  const objects = memoryObjects();
  const key = await storeDocuments(objects, NOON, 'a', [page(NOON)]);
  await objects.put(key, new Uint8Array([1, 2, 3]));
  await storeDocuments(objects, NOON - DAY, 'b', [page(NOON - DAY)]);
  const { versions } = await findVersions('plants', [PAGE], portsOf(objects), FROM);
  expect(versions).toHaveLength(1);
});

test('reads the text of a capture by its time', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 1000, 'a', [page(NOON, { url: MIRROR, text: 'Sundews catch flies.' })]);
  expect(await readVersion('plants', [PAGE, MIRROR], NOON, portsOf(objects))).toMatchObject({
    url: MIRROR,
    text: 'Sundews catch flies.',
  });
  expect(await readVersion('plants', [PAGE, MIRROR], NOON + 1, portsOf(objects))).toBeUndefined();
});

test('reads the text of an imported capture, which is older than its object', async () => {
  const objects = memoryObjects();
  const capturedUrls = sqliteCapturedUrls(openDatabase(':memory:'));
  const key = await storeDocuments(objects, NOON, 'a', [page(NOON - 90 * DAY, { text: 'Sundews catch flies.' })]);
  capturedUrls.set(key, [PAGE]);
  capturedUrls.set(await storeDocuments(objects, NOON, 'b', [page(NOON, { url: MIRROR })]), [MIRROR]);
  const ports = { ...portsOf(objects), capturedUrls };
  expect(await readVersion('plants', [PAGE], NOON - 90 * DAY, ports)).toMatchObject({ text: 'Sundews catch flies.' });
  expect(await readVersion('plants', [PAGE], NOON - 89 * DAY, ports)).toBeUndefined();
});

test('lists no further day when the time is up, however long the crawl was idle', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON - 99 * DAY, 'a', [page(NOON - 99 * DAY)]);
  let days = 3;
  const first = await findVersions(
    'plants',
    [PAGE],
    portsOf(objects, () => days-- > 0),
    FROM,
  );
  expect(first).toMatchObject({ versions: [], searched: 0 });
  expect(first.next!.before).toBeGreaterThan(NOON - 3 * DAY);
  const rest = await findVersions('plants', [PAGE], portsOf(objects), { since: SINCE, place: first.next! });
  expect(rest.versions).toHaveLength(1);
});

test('reads no text when the time is up', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'a', [page(NOON)]);
  expect(
    await readVersion(
      'plants',
      [PAGE],
      NOON,
      portsOf(objects, () => false),
    ),
  ).toBeUndefined();
});

test('takes the URL that a record is shown under first', () => {
  expect(urlsOf({ url: 'b', urls: { a: 1, b: 2 } })).toEqual(['b', 'a']);
});

describe('a page with more captures than one request returns', () => {
  const COUNT = 130;
  const stored = async () => {
    const objects = memoryObjects();
    // Three objects of the same second, and others of earlier days.
    for (const run of ['a', 'b', 'c'])
      await storeDocuments(
        objects,
        NOON,
        run,
        Array.from({ length: 30 }, (_, i) => page(NOON + 3 * i + run.charCodeAt(0) - 97)),
      );
    for (let i = 0; i < COUNT - 90; i++)
      await storeDocuments(objects, NOON - i * DAY - 1_000, 'r', [page(NOON - i * DAY - 500)]);
    return objects;
  };

  test.each([true, false])('has each of them on one of the pages, recorded URLs: %s', async (isRecorded) => {
    const objects = await stored();
    const ports = {
      ...portsOf(objects),
      ...(isRecorded && { capturedUrls: sqliteCapturedUrls(openDatabase(':memory:')) }),
    };
    const times: number[] = [];
    let place: VersionsPlace | null = FROM.place;
    let pages = 0;
    for (; place; pages++) {
      const found: PageVersions = await findVersions('plants', [PAGE], ports, { since: SINCE, place });
      expect(found.versions.length).toBeLessThanOrEqual(50);
      times.push(...found.versions.map(({ fetchedAt }) => fetchedAt));
      place = found.next;
    }
    expect(pages).toBeLessThanOrEqual(4);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBe(times.length);
    expect(times).toHaveLength(COUNT);
  });
});

test('reads only the objects that have a URL of the page, once all are recorded', async () => {
  const objects = memoryObjects();
  for (let i = 0; i < 300; i++)
    await storeDocuments(objects, NOON - i * 60_000, 'r', [
      page(NOON - i * 60_000, { url: `http://o.example/${i}` as Url }),
    ]);
  await storeDocuments(objects, NOON - 50 * DAY, 'r', [page(NOON - 50 * DAY)]);
  const capturedUrls = sqliteCapturedUrls(openDatabase(':memory:'));
  const ports = { ...portsOf(objects), capturedUrls };
  const first = await findVersions('plants', [PAGE], ports, FROM);
  expect(first).toMatchObject({ searched: 200, versions: [] });
  await findVersions('plants', [PAGE], ports, { since: SINCE, place: first.next! });
  const again = await findVersions('plants', [PAGE], ports, FROM);
  expect(again).toMatchObject({ searched: 1, next: null });
  expect(again.versions).toHaveLength(1);
});

test('finds the captures of each of many URLs', async () => {
  const objects = memoryObjects();
  const urls = Array.from({ length: 40 }, (_, i) => `http://m.example/${i}` as Url);
  await storeDocuments(
    objects,
    NOON,
    'a',
    urls.map((url, i) => page(NOON + i, { url })),
  );
  expect((await findVersions('plants', urls, portsOf(objects), FROM)).versions).toHaveLength(40);
  expect(await readVersion('plants', urls, NOON + 39, portsOf(objects))).toMatchObject({ url: urls[39] });
});
