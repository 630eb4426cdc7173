import { expect, test } from 'vitest';
import type { DumpLine } from '../../cli/maintain/dump-frontier.ts';
import { urlListReader } from '../../shared/seeds/url-list.ts';
import type { Url } from '../../shared/url/url.ts';
import { readAll } from './read-all.ts';

const A = 'http://a.example/' as Url;
const B = 'http://a.example/b' as Url;
const link = { kind: 'page', class: 1, depth: 1, score: 0.5, parent: A } as const;

/** Reads lines as a frontier dump has them. */
const read = (...lines: (DumpLine | object)[]) =>
  readAll(urlListReader, lines.map((line) => JSON.stringify(line)).join('\n'));

test('reads the URLs of a frontier dump as seeds, with their class and without the state of the crawl', () => {
  const lines: DumpLine[] = [
    { type: 'crawl', version: 1, crawl: 'bogs', at: 1, state: 'open', createdAt: 1, counts: {} },
    { type: 'host', host: 'a.example', group: 'a.example', state: 'idle', best: 7 },
    { type: 'cash', host: 'a.example', data: '' },
    { type: 'page', url: A, at: 5, class: 0, depth: 0, outcome: 'fetched', visits: 1, tries: 0, digest: 'ab' },
    { type: 'page', url: B, at: 5, class: 7, depth: 0, outcome: '', visits: 0, tries: 0, partial: true },
    { type: 'queued', ...link, url: B, hops: 0, about: { title: 'Moss' } },
    { type: 'inbox', host: 'a.example', id: '1', links: [{ ...link, url: B, kind: 'sitemap' }], feedback: [] },
    { type: 'end', lines: 7 },
  ];
  expect(read(...lines)).toEqual({
    seeds: [
      { url: A, priority: 0, at: 4 },
      { url: B, at: 5 },
      { url: B, priority: 1, about: { title: 'Moss' }, at: 6 },
      { url: B, kind: 'sitemap', priority: 1, at: 7 },
    ],
    faults: [],
  });
});

test.each<object>([{ type: 'host' }, { type: 'page', href: A }, { type: 'end' }])(
  'reports %j, which is no line of a dump, as a fault',
  (line) => {
    expect(read(line)).toEqual({ seeds: [], faults: ['1: the JSON has no url'] });
  },
);

test('keeps the metadata of other JSON lines with a type', () => {
  expect(read({ type: 'page', url: A, title: 'Bogs' }).seeds).toEqual([
    { url: A, about: { type: 'page', title: 'Bogs' }, at: 1 },
  ]);
});
