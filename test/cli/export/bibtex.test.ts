import { expect, test } from 'vitest';
import { bibtexRecord } from '../../../cli/export/bibtex.ts';
import type { ExportedRecord } from '../../../cli/export/exported-record.ts';

const RECORD = {
  ...{ id: '0123456789abcdef', url: 'http://bog.test/a_{b}%20c', title: '50 % of {Moss} & \\fen_1', language: 'en' },
  ...{ date: '2024-05-06T07:08:09Z', fetchedAt: '2026-11-28T01:02:03.456Z', publisher: null, description: null },
  ...{ author: 'Ada von Moss; Institute of Peat; Ben Fen Jr.', keywords: ['moss'], classes: [] },
} as unknown as ExportedRecord;

test('writes a page with escaped texts and a URL as it is', () => {
  expect(bibtexRecord(RECORD)).toBe(`@misc{moss2024-0123456789ab,
  author = {Ada von Moss and {Institute of Peat} and Fen, Jr., Ben},
  title = {{50 \\% of \\textbraceleft{}Moss\\textbraceright{} \\& \\textbackslash{}fen\\_1}},
  year = {2024},
  url = {http://bog.test/a_%7Bb%7D%20c},
  urldate = {2026-11-28},
  language = {en},
  keywords = {moss},
  month = may,
}

`);
});

test('writes an article with its journal', () => {
  const citation = { doi: '10.5555/moss_1', journal: 'Annals of Moss', volume: '12', issue: '3', pages: '101-119' };
  const lines = bibtexRecord({ ...RECORD, citation }).split('\n');
  expect(lines[0]).toBe('@article{moss2024-0123456789ab,');
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['  journal = {Annals of Moss},', '  volume = {12},', '  number = {3},', '  pages = {101--119},'],
      '  doi = {10.5555/moss_1},',
    ]),
  );
});

test.each([
  ['101-119', '101--119'],
  ['S1-S9', 'S1--S9'],
  ['e17', 'e17'],
  ['e-17', 'e-17'],
  ['1-2-3', '1-2-3'],
])('writes the pages %s as %s', (pages, written) => {
  const citation = { journal: 'Annals of Moss', pages };
  expect(bibtexRecord({ ...RECORD, citation })).toContain(`  pages = {${written}},\n`);
});

test('writes what is known, and balances braces', () => {
  const bare = { ...RECORD, author: null, title: null, date: null, keywords: [], language: 'und' } as ExportedRecord;
  expect(bibtexRecord({ ...bare, url: 'http://bog.test/' })).toBe(
    '@misc{page-0123456789ab,\n  title = {{http://bog.test/}},\n  url = {http://bog.test/},\n  urldate = {2026-11-28},\n}\n\n',
  );
  const hostile = bibtexRecord({ ...RECORD, title: '}}}{{\\', author: '}{', keywords: ['{', '@misc{x,'] });
  let depth = 0;
  for (const sign of hostile) {
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
});
