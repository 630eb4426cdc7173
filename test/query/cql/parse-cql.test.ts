import { expect, test } from 'vitest';
import { MAX_CLAUSES, MAX_DEPTH } from '../../../shared/query/ast/query-ast.ts';
import { parseCql } from '../../../shared/query/cql/parse-cql.ts';
import { showNode } from '../show-query.ts';

// query · tree
test.each<[string, string]>([
  ['sundew', 'sundew'],
  ['"round leaved sundew"', '"round leaved sundew"'],
  ['net.bog.moss', 'net.bog.moss'],
  ['""', '""'],
  ['round leaved sundew', '"round leaved sundew"'],
  ['title = sundew', 'title = sundew'],
  ['title=sundew', 'title = sundew'],
  ['dc.title Any "moss peat"', 'dc.title Any "moss peat"'],
  ['title exact moss', 'title exact moss'],
  ['title scr moss', 'title scr moss'],
  ['title == moss', 'title == moss'],
  ['year <> 4 or year >= 5', '(year <> 4 or year >= 5)'],
  ['date within "2002 2005"', 'date within "2002 2005"'],
  ['title bath.near moss', 'title bath.near moss'],
  ['title =/Relevant/rel.algorithm=CORI moss', 'title =/relevant/rel.algorithm=CORI moss'],
  ['title any/f.foo/b.bar>1 "moss peat"', 'title any/f.foo/b.bar>1 "moss peat"'],
  ['a AND b Or c', '((a and b) or c)'],
  ['a or b and c not d', '(((a or b) and c) not d)'],
  ['a and (b or c)', '(a and (b or c))'],
  ['a prox/distance<=3/unit=word/ordered b', '(a prox/distance<=3/unit=word/ordered b)'],
  ['a and/rel.SumOfScores b', '(a and/rel.sumofscores b)'],
  ['title = (moss or peat)', '(title = moss or title = peat)'],
  ['> dc = "info:x" dc.title = moss', '>dc=info:x dc.title = moss'],
  ['>"info:x" >b="info:y" a and b', '>=info:x >b=info:y (a and b)'],
  ['a and (>dc=x dc.title=b)', '(a and >dc=x dc.title = b)'],
  // Keywords are terms where a term must stand.
  ['and', 'and'],
  ['fred and any', '(fred and any)'],
  ['all', 'all'],
  ['title any or and prox', '(title any or and prox)'],
  // Backslashes stay for the term, in quotation marks and without.
  [String.raw`"say \"moss\" 5\*4"`, JSON.stringify(String.raw`say \"moss\" 5\*4`)],
  [String.raw`"m\oss"`, JSON.stringify(String.raw`m\oss`)],
  [String.raw`title = 5\" and moss`, `(title = ${JSON.stringify(String.raw`5\"`)} and moss)`],
  [String.raw`bog\\ or moss`, `(${JSON.stringify(String.raw`bog\\`)} or moss)`],
  [String.raw`bog moss\.peat fen`, JSON.stringify(String.raw`bog moss\.peat fen`)],
  ['bog\tmoss\n', '"bog moss"'],
])('parses %s', (query, tree) => {
  const { query: parsed, error } = parseCql(query);
  expect(error).toBeUndefined();
  expect(showNode(parsed!.root)).toBe(tree);
});

test('reads sort keys with their modifiers', () => {
  const { query } = parseCql('moss sortBy dc.date/sort.Descending title');
  expect(query?.sort).toEqual([
    { index: 'dc.date', modifiers: [{ name: 'sort.descending' }], at: 12 },
    { index: 'title', modifiers: [], at: 36 },
  ]);
  expect(parseCql('sortby sortby sortby').query?.sort.map(({ index }) => index)).toEqual(['sortby']);
});

// query · position · start of the message
test.each<[string, number, string]>([
  ['', 0, 'expected an index or a term, but the query ends'],
  ['()', 1, 'expected an index or a term, but found ")"'],
  ['(moss', 5, 'expected a closing bracket for the one at 0'],
  ['moss)', 4, 'expected the end of the query'],
  ['moss and', 8, 'expected an index or a term'],
  ['title any', 9, 'expected a term'],
  ['<', 0, 'expected an index or a term'],
  ['a b = c', 4, 'expected a Boolean operator'],
  ['a = b = c', 6, 'expected a Boolean operator'],
  ['title =/ moss ', 14, 'expected a term'],
  ['title =//', 8, 'expected the name of a modifier'],
  ['a and/x= b', 10, 'expected an index or a term'],
  ['moss sortby', 11, 'expected the index of a sort key'],
  ['(moss sortby title)', 6, 'expected a closing bracket'],
  ['> dc = "info:x"', 15, 'expected an index or a term'],
  ['ä "moss', 2, 'the quotation mark before "moss" is not closed'],
])('reports the error in %j', (query, at, message) => {
  const { error } = parseCql(query);
  expect(error).toMatchObject({ at, message: expect.stringContaining(message) });
  expect(error?.diagnostic).toBeGreaterThan(0);
});

// query · number in the SRU diagnostics list
test.each<[string, number]>([
  ['', 10],
  ['title =', 10],
  ['= moss', 10],
  ['moss and', 10],
  ['moss sortby', 10],
  ['()', 13],
  ['(moss', 13],
  ['moss)', 13],
  ['"moss', 14],
])('gives the error in %j its number', (query, diagnostic) => {
  expect(parseCql(query).error).toMatchObject({ diagnostic });
});

test('limits length, depth and clauses', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
  const chained = (clauses: number) => Array(clauses).fill('a').join(' and ');
  expect(parseCql(nested(MAX_DEPTH)).error).toBeUndefined();
  expect(parseCql(nested(MAX_DEPTH + 1)).error).toMatchObject({ at: MAX_DEPTH, diagnostic: 13 });
  expect(parseCql(nested(9_000)).error).toMatchObject({ diagnostic: 13 });
  expect(parseCql(chained(MAX_CLAUSES)).error).toBeUndefined();
  expect(parseCql(chained(MAX_CLAUSES + 1)).error).toMatchObject({ diagnostic: 38 });
  expect(parseCql('a'.repeat(1e6)).error).toMatchObject({ diagnostic: 12 });
});
