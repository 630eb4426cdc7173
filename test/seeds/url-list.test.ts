import fc from 'fast-check';
import { expect, test } from 'vitest';
import { urlListReader } from '../../shared/seeds/url-list.ts';
import { readAll } from './read-all.ts';

const INVALID = 'expected a URL, optionally followed by a priority from 0 to 7 and name=value pairs';

test.each<[line: string, seed: object]>([
  ['http://a.example/', { url: 'http://a.example/' }],
  ['  a.example  # by hand', { url: 'a.example' }],
  ['http://a.example/#top 3', { url: 'http://a.example/#top', priority: 3 }],
  [
    'http://a.example/ 0 title=Bogs lang=sv',
    { url: 'http://a.example/', priority: 0, about: { title: 'Bogs', lang: 'sv' } },
  ],
  [
    'http://a.example/\ttitle=Bogs and fens\tby=Me',
    { url: 'http://a.example/', about: { title: 'Bogs and fens', by: 'Me' } },
  ],
  ['http://a.example/ 2\ttitle=A', { url: 'http://a.example/', priority: 2, about: { title: 'A' } }],
  [
    '{"url":"http://a.example/","priority":1,"title":"A","n":5,"x":[1]}',
    { url: 'http://a.example/', priority: 1, about: { title: 'A', n: '5' } },
  ],
])('reads %s as a seed', (line, seed) => {
  expect(readAll(urlListReader, line)).toEqual({ seeds: [{ ...seed, at: 1 }], faults: [] });
});

test.each<[line: string, fault: string]>([
  ['http://a.example/ 9', INVALID],
  ['http://a.example/ and more', INVALID],
  ['{"url":', 'neither a URL nor JSON'],
  ['{"address":"http://a.example/"}', 'the JSON has no url'],
  ['{"url":"http://a.example/","priority":8}', 'the priority must be an integer from 0 to 7'],
  [`http://a.example/${'x'.repeat(70_000)}`, 'a line of more than 65,536 characters'],
])('reports %.40s as a fault', (line, fault) => {
  const after = '\nhttp://b.example/\n';
  expect(readAll(urlListReader, line + after, 1000)).toEqual({
    seeds: [{ url: 'http://b.example/', at: 2 }],
    faults: [`1: ${fault}`],
  });
});

test('numbers lines like an editor, for all line endings and chunk boundaries', () => {
  const text = '\ufeff# seeds\r\nhttp://a.example/\r\n\r\nhttp://ö.example/\rhttp://c.example/\nhttp://d.example/';
  const lines = [2, 4, 5, 6];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), (piece) => {
      const { seeds, faults } = readAll(urlListReader, text, piece);
      expect(seeds.map(({ at }) => at)).toEqual(lines);
      expect(seeds[1]!.url).toBe('http://ö.example/');
      expect(faults).toEqual([]);
    }),
  );
});

test('limits the metadata of a seed to a few hundred characters', () => {
  const line = JSON.stringify({ url: 'http://a.example/', title: 'T', text: 'x'.repeat(5_000), more: 'y' });
  const { about } = readAll(urlListReader, line).seeds[0]!;
  expect(JSON.stringify(about).length).toBeLessThan(650);
  expect(about?.['title']).toBe('T');
});
