import { expect, test } from 'vitest';
import { MAX_CLAUSES, MAX_DEPTH } from '../../../shared/query/ast/query-ast.ts';
import { parsePlql } from '../../../shared/query/plql/parse-plql.ts';
import { showNode } from '../show-query.ts';

// query · tree
test.each<[string, string]>([
  ['elections', 'elections'],
  ["'Sarah Palin'", '"Sarah Palin"'],
  ['‘Sarah Palin’', '"Sarah Palin"'],
  ['meat-eating', 'meat-eating'],
  ['a and b or c and d', '(((a and b) or c) and d)'],
  ['a AND (b OR c)', '(a and (b or c))'],
  [
    "elections and lom.general.title = 'Sarah Palin' and lom.general.language = 'English'",
    '((elections and lom.general.title = "Sarah Palin") and lom.general.language = English)',
  ],
  ['lom.general.title.langstring.string = moss', 'lom.general.title.langstring.string = moss'],
  ['LOM.General.identifier[2].entry = "x y"', 'LOM.General.identifier[2].entry = "x y"'],
  ['3 < lom.technical.size', 'lom.technical.size > 3'],
  ['lom.technical.size >= 2 * (1024 + 3) - 10 / 5', 'lom.technical.size >= 2052'],
  ['dc.date != "2020"', 'dc.date <> 2020'],
  ['a and not b', '(a and -{b})'],
  ['not not a', '-{-{a}}'],
  ['-dc.title = moss', '-{dc.title = moss}'],
  ['-5', '-5'],
  ['mpeg7.creationinformation.creation.title = moss', 'mpeg7.creationinformation.creation.title = moss'],
  ['bog.example.org', 'bog.example.org'],
])('parses %s', (query, tree) => {
  const { query: parsed, error } = parsePlql(query);
  expect(error).toBeUndefined();
  expect(showNode(parsed!.root)).toBe(tree);
});

// query · position · message
test.each<[string, number, string]>([
  ['', 0, 'expected a word, a path or a value, but the query ends'],
  ['a b', 2, 'expected an operator or the end of the query, but found "b"'],
  ['a and', 5, 'expected a word, a path or a value, but the query ends'],
  ['(a', 2, 'expected a closing bracket for the one at 0, but the query ends'],
  ["a and 'b", 6, 'the quotation mark before "b" is not closed'],
  ["lom.general.titel = 'x'", 12, 'lom.general has no element "titel"'],
  ['dc.title.main = x', 9, 'dc.title has no element "main"'],
  ['foo.bar = 3', 0, 'there is no schema "foo"; the schemas are lom, dc and mpeg7'],
  ['dc.title', 0, 'dc.title must be compared with a value'],
  ['title = x', 6, '"=" needs a metadata path on one side'],
  ['dc.title = dc.date', 11, 'dc.title must be compared with a text or a number'],
  ['dc.title = a = b', 13, '"=" needs a metadata path on one side'],
  ['dc.date = "2" + 3', 14, '"+" needs a number on both sides'],
  ['lom.technical.size = 1 / 0', 23, 'the result is not a number'],
  ['lom.general[x] = 1', 12, 'expected a number, but found "x"'],
])('reports the error in %j', (query, at, message) => {
  expect(parsePlql(query).error).toEqual({ at, message });
});

test('limits length, depth and clauses', () => {
  expect(parsePlql(`${'('.repeat(MAX_DEPTH)}a${')'.repeat(MAX_DEPTH)}`).error).toBeUndefined();
  for (const sign of ['(', '-', 'not ']) {
    const { error } = parsePlql(`${sign.repeat(4_000)}a`);
    expect(error).toMatchObject({ at: MAX_DEPTH * sign.length + (sign === '(' ? 0 : sign.length) });
  }
  expect(
    parsePlql(
      Array(MAX_CLAUSES + 1)
        .fill('a')
        .join(' and '),
    ).error?.message,
  ).toContain('more than 256 clauses');
  expect(parsePlql('a'.repeat(1e6)).error?.message).toContain('at most 20000');
});
