import { describe, expect, test } from 'vitest';
import { EMPTY_CONTENT } from '../../shared/clean/content.ts';
import { parsePaper } from '../../shared/clean/paper.ts';

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

const said = (change: object) => ({
  ...EMPTY_CONTENT,
  title: 'On moss',
  author: 'Ada Moor and Ben Fen',
  text: TEXT,
  ...change,
});

describe('a paper', () => {
  test('has its fields where papers have them', () => {
    expect(parsePaper(said({}), false)).toEqual({
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

  test('says nothing of what is not found', () => {
    const bare = TEXT.replace(/Keywords.*\n\nACM.*\n/, '').replace(/References.*$/s, 'Bibliography');
    expect(parsePaper(said({ text: bare, author: null }), false)).toMatchObject({
      authors: [],
      keywords: [],
      subjects: [],
      references: [],
    });
  });

  test('in HTML is known by its headings, or by what it declares', () => {
    expect(parsePaper(said({ headings: ['Bogs'] }), true)).toBeUndefined();
    expect(parsePaper(said({ headings: ['Bogs', '1 Introduction'] }), true)).toBeDefined();
    const metadata = { citation_title: ['Moss'], citation_author: ['A. Moor', 'B. Fen'] };
    expect(parsePaper(said({ text: 'short', metadata }), true)).toMatchObject({
      title: 'Moss',
      authors: ['A. Moor', 'B. Fen'],
    });
  });
});

test('a document with title, authors, a headed abstract and keywords is a paper, whatever its sections are called; a page is not', () => {
  const text =
    'Vom Moos\n\nZusammenfassung\n\nTorfmoos hält das Vielfache seines eigenen Gewichts an Wasser, und so das Moor nass.\n\nSchlüsselwörter: Torf, Moos\n\n1 Das Moor';
  const about = said({
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
  ['an abstract', 'Abstract', '', true],
  ['a summary alone', 'Zusammenfassung', '', false],
  ['a life', 'Résumé', 'References\n\nA. Moor, head of the institute\n\nB. Fen, who taught me', false],
  ['a summary and works of others', 'Résumé', TEXT.slice(TEXT.indexOf('References')), true],
])('a document with title, author and, headed by a word, %s is a paper or not', (_, heading, end, isPaper) => {
  const text = `Moor\n\n${heading}\n\nSphagnum holds many times its own weight of water, and keeps a bog wet.\n\n${end}`;
  expect(parsePaper(said({ text, headings: ['Moor', heading] }), false) !== undefined).toBe(isPaper);
});

test.each([
  ['with one of its words', 'An abstract painting.\n\nReferences on request.'],
  ['with sections that any text has', 'Introduction\n\nx\n\nConclusion\n\ny\n\nChapter 1\n\nz'],
])('a text %s is no paper', (_, text) => expect(parsePaper(said({ text }), false)).toBeUndefined());
