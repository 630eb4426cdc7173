import { beforeEach, expect, test } from 'vitest';
import type { TopicFilter } from '../../../shared/classify/filters/compile-filter.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { reportTopic, type TopicReportLimits } from '../../../shared/classify/review/report-topic.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { headOf, lineOf } from '../documents.ts';
import { storeDocuments } from './stored.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const FILTERS: TopicFilter[] = [
  { sitesOk: ['ok.example'] },
  { terms: '10: sundew=CP\n1: bog=CP', file: 'plants.txt', cutOff: 25 },
];

const page = (path: string, sundews: number, fields: Partial<CleanDocument> = {}, fetchedAt = NOON) =>
  lineOf(
    { url: `http://a.example/${path}` as Url, title: path, text: 'sundew '.repeat(sundews).trim(), ...fields },
    { fetchedAt },
  );

let objects: Objects;
beforeEach(() => {
  objects = memoryObjects();
});

const report = (filters = FILTERS, limits: Partial<TopicReportLimits> = {}) => {
  const ports = { objects, createdAt: NOON, now: NOON };
  return reportTopic('plants', compileFilters(filters), ports, { pages: 1_000, listed: 2, ...limits });
};
const titles = (list: { title: string; score: number }[]) => list.map(({ title, score }) => `${title} ${score}`);

test('lists the pages on both sides of the cut-off, the closest first', async () => {
  await storeDocuments(objects, NOON, 'one', [
    ...[page('s1', 1), page('s2', 2), page('s5', 5), page('none', 0), page('s0', 0, { text: 'bog' })],
    ...[page('s3', 3), page('s4', 4)],
    // Neither list has pages that another filter or a rule decides about.
    page('listed', 3, { url: 'http://ok.example/' as Url }),
    page('noindex', 3, { reason: 'noindex' }),
    page('noindex-off', 2, { reason: 'noindex' }),
    { ...headOf('http://a.example/moved'), kind: 'moved', to: null, permanent: true },
  ]);
  const found = await report();
  expect(titles(found.nearest)).toEqual(['s2 20', 's1 10']);
  expect(titles(found.weakest)).toEqual(['s3 30', 's4 40']);
  expect(found.verdicts).toEqual({ relevant: 4, 'leads-on': 1, 'off-topic': 5 });
  expect(found.sample).toEqual({ pages: 11, objects: 1, ofObjects: 1 });
  expect(found.cutOffs).toEqual([{ filter: 'plants.txt', cutOff: 25 }]);
  expect(found.nearest[0]).toEqual({
    url: 'http://a.example/s2',
    title: 's2',
    score: 20,
    cutOff: 25,
    filter: 'plants.txt',
    terms: [{ term: 'sundew', hits: 2, points: 20 }],
    fetchedAt: '2026-05-03T12:00:00.000Z',
  });
  expect(titles((await report(FILTERS, { listed: 9 })).nearest)).toEqual(['s2 20', 's1 10', 's0 1']);
});

test('takes the newest document of a page, whatever the order of the objects', async () => {
  await storeDocuments(objects, NOON, 'a', [page('a', 2, {}, NOON), page('b', 3, {}, NOON)]);
  await storeDocuments(objects, NOON, 'z', [page('a', 3, {}, NOON - 1), page('b', 2, {}, NOON - 1)]);
  const found = await report();
  expect(titles([...found.nearest, ...found.weakest])).toEqual(['a 20', 'b 30']);
  expect(found.verdicts).toEqual({ relevant: 1, 'leads-on': 0, 'off-topic': 1 });
});

test('leaves out pages that are gone or moved since', async () => {
  const at = (path: string, fetchedAt: number) => headOf(`http://a.example/${path}`, { fetchedAt });
  await storeDocuments(objects, NOON, 'a', [
    { ...at('gone', NOON + 1), kind: 'gone' },
    { ...at('moved', NOON + 1), kind: 'moved', to: null, permanent: true },
    { ...at('away', NOON + 1), kind: 'moved', to: null, permanent: false },
    { ...at('back', NOON - 1), kind: 'gone' },
  ]);
  await storeDocuments(
    objects,
    NOON,
    'b',
    ['gone', 'moved', 'away', 'back'].map((path) => page(path, 2)),
  );
  const { nearest, verdicts } = await report();
  expect(titles(nearest)).toEqual(['away 20', 'back 20']);
  expect(verdicts['off-topic']).toBe(2);
});

test('uses the topic definition that is closest to accepting a page', async () => {
  await storeDocuments(objects, NOON, 'one', [page('a', 2)]);
  const second: TopicFilter = { terms: '100: sundew=CP', file: 'other.txt', cutOff: 201 };
  expect((await report([...FILTERS, second])).nearest).toMatchObject([
    { filter: 'other.txt', score: 200, cutOff: 201 },
  ]);
});

test('reads no more pages than allowed, spread over the crawl, and says so', async () => {
  for (let i = 0; i < 50; i++)
    await storeDocuments(
      objects,
      NOON + i * 60_000,
      'r',
      Array.from({ length: 10 }, (_, j) => page(`${i}-${j}`, 1)),
    );
  const { sample, nearest } = await report(FILTERS, { pages: 95, listed: 500 });
  expect(sample).toEqual({ pages: 100, objects: 10, ofObjects: 50 });
  const parts = new Set(nearest.map(({ title }) => Math.floor(Number(title.split('-')[0]) / 10)));
  expect(parts).toEqual(new Set([0, 1, 2, 3, 4]));
});

test('stops when the time is over', async () => {
  await storeDocuments(objects, NOON, 'one', [page('a', 1)]);
  expect((await report(FILTERS, { hasTime: () => false })).sample).toEqual({ pages: 0, objects: 0, ofObjects: 1 });
});

test('reports an empty crawl', async () => {
  const { sample, nearest, weakest } = await report();
  expect({ sample, nearest, weakest }).toEqual({
    sample: { pages: 0, objects: 0, ofObjects: 0 },
    nearest: [],
    weakest: [],
  });
});
