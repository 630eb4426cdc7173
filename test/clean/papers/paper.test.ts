import { describe, expect, test } from 'vitest';
import { EMPTY_CONTENT } from '../../../shared/clean/content.ts';
import { parsePaper } from '../../../shared/clean/papers/paper.ts';
import { cpuTimeOf } from '../../cpu-time.ts';

const TEXT = `On moss

Abstract

Sphagnum holds many times its own weight of water, and keeps a bog as wet as it is.

Keywords: peat, moss; bogs.

ACM Classification: H.3.1; H.3.3

1 Introduction

It is wet.

5. Conclusions

It stays so.

References

[1] C. Darwin. Insectivorous plants. London, 1875. [2] A. Moor and B. Fen. Bogs of the north. 1999.

[3] B. Fen. Fens of the south, a survey. 2003.`;

const source = (change: object) => ({
  ...EMPTY_CONTENT,
  title: 'On moss',
  author: 'Ada Moor and Ben Fen',
  text: TEXT,
  ...change,
});

describe('a paper', () => {
  test('has the fields of its sections', () => {
    expect(parsePaper(source({}), false)).toEqual({
      title: 'On moss',
      authors: ['Ada Moor', 'Ben Fen'],
      abstract: 'Sphagnum holds many times its own weight of water, and keeps a bog as wet as it is.',
      keywords: ['peat', 'moss', 'bogs'],
      subjects: ['H.3.1', 'H.3.3'],
      references: [
        'C. Darwin. Insectivorous plants. London, 1875.',
        'A. Moor and B. Fen. Bogs of the north. 1999.',
        'B. Fen. Fens of the south, a survey. 2003.',
      ],
    });
  });

  test('has empty fields for missing sections', () => {
    const bare = TEXT.replace(/Keywords.*\n\nACM.*\n/, '').replace(/References.*$/s, 'Bibliography');
    expect(parsePaper(source({ text: bare, author: null }), false)).toMatchObject({
      authors: [],
      keywords: [],
      subjects: [],
      references: [],
    });
  });

  test('in HTML is recognised by its headings or metadata', () => {
    expect(parsePaper(source({ headings: ['Bogs'] }), true)).toBeUndefined();
    expect(parsePaper(source({ headings: ['Bogs', '1 Introduction'] }), true)).toBeDefined();
    const metadata = { citation_title: ['Moss'], citation_author: ['A. Moor', 'B. Fen'] };
    expect(parsePaper(source({ text: 'short', metadata }), true)).toMatchObject({
      title: 'Moss',
      authors: ['A. Moor', 'B. Fen'],
    });
  });
});

test('a document with title, authors, abstract heading and keywords is a paper whatever its sections; a page is not', () => {
  const text =
    'Vom Moos\n\nZusammenfassung\n\nTorfmoos hält das Vielfache seines eigenen Gewichts an Wasser, und so das Moor nass.\n\nSchlüsselwörter: Torf, Moos\n\n1 Das Moor';
  const about = source({
    title: 'Vom Moos',
    author: 'Ada Moor',
    text,
    headings: ['Vom Moos', 'Zusammenfassung', '1 Das Moor'],
  });
  expect(parsePaper(about, false)).toMatchObject({
    title: 'Vom Moos',
    authors: ['Ada Moor'],
    abstract: text.split('\n\n')[2],
    keywords: ['Torf', 'Moos'],
  });
  expect(parsePaper({ ...about, author: null }, false)).toBeUndefined();
  expect(parsePaper(about, true)).toBeUndefined();
});

test.each<[what: string, heading: string, end: string, isPaper: boolean]>([
  ['the English heading of an abstract', 'Abstract', '', true],
  ['a summary heading alone', 'Zusammenfassung', '', false],
  ['the heading of a CV', 'Résumé', 'References\n\nA. Moor, head of the institute\n\nB. Fen, who taught me', false],
  ['a summary heading and dated references', 'Résumé', TEXT.slice(TEXT.indexOf('References')), true],
])('decides whether a document with title, author and %s is a paper', (_, heading, end, isPaper) => {
  const text = `Moor\n\n${heading}\n\nSphagnum holds many times its own weight of water, and keeps a bog wet.\n\n${end}`;
  expect(parsePaper(source({ text, headings: ['Moor', heading] }), false) !== undefined).toBe(isPaper);
});

test.each([
  ['with one section word', 'An abstract painting.\n\nReferences on request.'],
  ['with common section headings only', 'Introduction\n\nx\n\nConclusion\n\ny\n\nChapter 1\n\nz'],
])('a text %s is no paper', (_, text) => expect(parsePaper(source({ text }), false)).toBeUndefined());

test('reads paragraphs of digits in linear time', async () => {
  const text = `${TEXT}\n\n${'1'.repeat(80)}`;
  const read = () => expect(parsePaper(source({ text }), false)?.references).toHaveLength(3);
  expect(await cpuTimeOf(read)).toBeLessThan(1_000);
});
