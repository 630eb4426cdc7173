import { expect, test } from 'vitest';
import { createNewestVisits, restoreNewestVisits } from '../../../shared/classify/reclassify/newest-visits.ts';
import { type ObjectFault, storedDocuments } from '../../../shared/classify/reclassify/stored-documents.ts';
import type { DocumentLine } from '../../../shared/clean/document.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { headOf, lineOf } from '../documents.ts';

const note = { depth: 0, class: 0 };
const page = (path: string, fetchedAt: number, text = `text ${path}`, was?: string) =>
  lineOf({ url: `http://h.test/${path}` as Url, text }, { fetchedAt, note: { ...note, ...(was && { was }) } });
const visit = (path: string, fetchedAt: number, rest: object) =>
  ({ ...headOf(`http://h.test/${path}`, { fetchedAt }), ...rest }) as DocumentLine;

/** Stores objects of lines. @returns the current documents as `path time visited`, and the faults. */
async function current(stored: DocumentLine[][], options: { maxUrls?: number; broken?: string[] } = {}) {
  const objects = memoryObjects();
  for (const [i, lines] of stored.entries()) await objects.put(`clean/c/${i}.jsonl.zst`, writeJsonLines(lines));
  for (const key of options.broken ?? []) await objects.put(key, writeJsonLines([1, 2, 3]).subarray(0, 9));
  const found: string[] = [];
  const faults: ObjectFault[] = [];
  const { maxUrls } = options;
  const given = { onFault: (fault: ObjectFault) => void faults.push(fault), ...(maxUrls !== undefined && { maxUrls }) };
  for await (const { documents } of storedDocuments('c', objects, given))
    for (const { line, visitedAt } of documents) found.push(`${line.url.slice(14)} ${line.fetchedAt} ${visitedAt}`);
  return { found: found.sort(), faults };
}

test('yields the newest document of each URL, in any order of objects', async () => {
  const { found } = await current([[page('a', 300), page('b', 100)], [page('a', 200)], [page('b', 400)]]);
  expect(found).toEqual(['a 300 300', 'b 400 400']);
});

test('yields the document of the newest visit if the clock was set back before it', async () => {
  const later = lineOf({ url: 'http://h.test/a' as Url }, { fetchedAt: 100, note: { ...note, changeAt: 301 } });
  const { found } = await current([[later], [page('a', 300)]]);
  expect(found).toEqual(['a 100 301']);
});

test.each<[string, object, string[]]>([
  ['unchanged since', { kind: 'unchanged' }, ['a 100 200']],
  ['gone since', { kind: 'gone', status: 404 }, []],
  ['gone but held by the guard', { kind: 'gone', status: 404, note: { ...note, held: true } }, ['a 100 200']],
  ['moved for ever', { kind: 'moved', to: null, permanent: true }, []],
  ['moved for a while', { kind: 'moved', to: null, permanent: false }, ['a 100 200']],
  ['a list now', { kind: 'list', urls: [], lists: [], reason: null }, []],
])('follows the page: %s', async (_name, rest, expected) => {
  expect((await current([[visit('a', 200, rest)], [page('a', 100)]])).found).toEqual(expected);
});

test('keeps the earlier documents of pages that are held as error pages', async () => {
  const paths = ['a', 'b', 'c', 'd', 'e'];
  const before = paths.map((path) => page(path, 100));
  const after = paths.map((path) => page(path, 200, 'sorry', `digest of text ${path}`));
  expect((await current([before, after])).found).toEqual(paths.map((path) => `${path} 100 200`));
});

test('finds the same documents with a table for few URLs', async () => {
  const range = Array.from({ length: 300 }, (_, i) => i);
  const stored = [
    range.map((i) => page(`${i}`, 100 + i)),
    range.filter((i) => i % 3 === 0).map((i) => page(`${i}`, 900 + i)),
  ];
  const { found } = await current(stored);
  expect(found).toHaveLength(300);
  expect((await current(stored, { maxUrls: 20 })).found).toEqual(found);
});

test('limits the number of URLs in memory', () => {
  const newest = createNewestVisits(64);
  for (let i = 0; i < 10_000; i++) newest.add(`http://h.test/${i}` as Url, 5, 'document');
  expect(newest.parts).toBeGreaterThanOrEqual(10_000 / 64 / 2);
});

test('reports an unreadable object once and continues', async () => {
  const key = 'clean/c/00.jsonl.zst';
  const { found, faults } = await current([[page('a', 1)]], { broken: [key], maxUrls: 1 });
  expect(found).toEqual(['a 1 1']);
  expect(faults.map((fault) => fault.key)).toEqual([key]);
  expect(faults[0]!.message).not.toBe('');
});

test('restores a stored table of visits with the part of the URLs that it keeps', () => {
  const url = (i: number) => `http://h.test/${i}` as Url;
  const newest = createNewestVisits(40);
  for (let i = 0; i < 100; i++) newest.add(url(i), 100 + i, i % 3 === 0 ? 'end' : 'document');
  for (let i = 0; i < 100; i += 2) newest.add(url(i), 900, 'none');
  const restored = restoreNewestVisits(newest.encode(), 40);
  expect(restored.parts).toBe(newest.parts);
  expect(restored.parts).toBeGreaterThan(1);
  const visits = (table: typeof newest) => Array.from({ length: 101 }, (_, i) => table.visitedAt(url(i), 100 + i));
  expect(visits(restored)).toEqual(visits(newest));
  expect(new Set(visits(restored)).size).toBeGreaterThan(2);
  restored.add(url(1), 950, 'none');
  newest.add(url(1), 950, 'none');
  expect(visits(restored)).toEqual(visits(newest));
});
