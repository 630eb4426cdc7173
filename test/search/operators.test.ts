/** Operators that a search does not apply: which ones are named, and which texts have none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWebQuery } from '../../shared/search/query.ts';

// query · words that are searched · operators, each with the start of its message
test.each<[string, string, [operator: string, detail: string][]]>([
  ['"pitcher plants" bog', 'pitcher plants bog', [['"pitcher plants"', 'the words are searched one by one']]],
  ['“pitcher plants”', 'pitcher plants', [['"pitcher plants"', 'the words are searched one by one']]],
  ['"pitcher plants', 'pitcher plants', [['"pitcher plants', 'the words are searched one by one']]],
  ['"sundews"', 'sundews', [['"sundews"', 'the word is searched in all its forms']]],
  ['"bog moss"~5', 'bog moss', [['"bog moss"~5', 'the words are searched one by one']]],
  ['pitcher -baseball', 'pitcher', [['-baseball', 'pages with it are not left out']]],
  ['pitcher -"major league"', 'pitcher', [['-"major league"', 'pages with it are not left out']]],
  ['pitcher NOT baseball', 'pitcher', [['NOT baseball', 'pages with it are not left out']]],
  ['NOT (a OR (b)) moss', 'moss', [['NOT (a OR (b))', 'pages with it are not left out']]],
  ['moss -(fen OR bog) peat', 'moss peat', [['-(fen OR bog)', 'pages with it are not left out']]],
  ['-baseball', '', [['-baseball', 'pages with it are not left out']]],
  ['moss AND fen', 'moss fen', [['AND', 'a page may lack some']]],
  ['moss && fen', 'moss fen', [['&&', 'a page may lack some']]],
  ['moss OR fen', 'moss fen', [['OR', 'not needed']]],
  [
    '(moss OR fen) AND bog AND peat',
    'moss fen bog peat',
    [
      ['OR', 'not needed'],
      ['AND', 'a page may lack some'],
      ['(moss OR fen)', 'brackets do not group'],
    ],
  ],
  ['title:plants x', 'title:plants x', [['title:plants', 'there is no field title:; the fields are site:, after:']]],
  ['TITLE:plants', 'TITLE:plants', [['TITLE:plants', 'there is no field TITLE:']]],
  ['author:"Ada Moor"', 'author: Ada Moor', [['author:"Ada Moor"', 'there is no field author:']]],
  ['year:2020', 'year:2020', [['year:2020', 'there is no field year:']]],
  ['plant*', 'plant*', [['plant*', 'only this word']]],
  [
    '*ology colo?r',
    '*ology colo?r',
    [
      ['*ology', 'only this word'],
      ['colo?r', 'only this word'],
    ],
  ],
  [
    'sundw~2 ~bog',
    'sundw~2 ~bog',
    [
      ['sundw~2', 'similar words'],
      ['~bog', 'similar words'],
    ],
  ],
  [
    '+moss +"pitcher plants"',
    '+moss pitcher plants',
    [
      ['+moss', 'the word is not required'],
      ['+"pitcher plants"', 'the word is not required'],
    ],
  ],
  ['moss^4 bog', 'moss^4 bog', [['moss^4', 'all words have the same weight']]],
])('names the operators of %s', (query, text, operators) => {
  const { text: searched, ignored } = parseWebQuery(query);
  expect(searched.split(' ')).toEqual(text.split(' '));
  expect(ignored).toEqual(
    operators.map(([operator, detail]) => ({ operator, detail: expect.stringContaining(detail) })),
  );
});

test.each([
  ...[
    'meat-eating plants',
    'C++ templates',
    'C# and F#',
    "don't panic",
    'rock ’n’ roll',
    'moss – a guide',
    'moss - a guide',
  ],
  ...[
    'http://bog.example/a?b=c*d',
    'https://bog.example:8080/',
    'bog.example:8080',
    'localhost:8080',
    'mailto:ada@bog.example',
  ],
  ...[
    '12:30',
    'at 12:30:15',
    'ratio 3:1',
    'John 3:16',
    'Genesis:3',
    'std::vector',
    'C:\\temp',
    'doi:10.1000/182',
    'note: moss',
  ],
  ...[
    'what is moss?',
    'A* search',
    '5 * 3',
    'f(x)',
    'Drosera (sundew)',
    '**bold**',
    '~/.bashrc',
    '~100 km',
    'x^2',
    'a+b',
    '+46 8 123',
  ],
  ...[
    '-5 °C',
    'ls -l',
    'npm --save-dev',
    'a -> b',
    'rock -n- roll',
    '7" vinyl',
    '6\'2"',
    'and or not',
    'Portland OR',
    'Portland, OR',
  ],
  ...[
    'TO BE OR NOT TO BE',
    'moss & fern',
    'R&D',
    'a | b',
    '食虫植物',
    '題目：苔',
    'site:bog.example moss',
    'lang:en "',
    '()',
  ],
])('takes %s as words', (query) => {
  expect(parseWebQuery(query).ignored).toEqual([]);
});

test('keeps numbers, options and dashes, which exclude nothing', () => {
  expect(parseWebQuery('-5 ls -l --all moss').text).toBe('-5 ls -l --all moss');
});

test('names at most ten operators, each once and shortened', () => {
  const { ignored } = parseWebQuery(
    `-${'x'.repeat(500)} ${Array.from({ length: 50 }, (_, i) => `-word${i} -word${i}`).join(' ')}`,
  );
  expect(ignored).toHaveLength(10);
  expect(ignored.map(({ operator }) => operator.length)).toEqual([80, ...Array(9).fill(6)]);
});

test('never throws and never repeats an operator', () => {
  const operators = fc.constantFrom('"', '(', ')', '-', 'NOT', 'AND', 'OR', '~', '*', '+', 'a:', ' ', 'moss', '“');
  fc.assert(
    fc.property(fc.array(operators), (parts) => {
      const { ignored } = parseWebQuery(parts.join(' ').replaceAll('  ', ''));
      expect(new Set(ignored.map(({ operator }) => operator)).size).toBeGreaterThanOrEqual(ignored.length - 1);
    }),
  );
});
