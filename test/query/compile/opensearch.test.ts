import { expect, test } from 'vitest';
import { hasParts, type PartsTest } from '../../../shared/index/field-parts.ts';
import { conditionQuery } from '../../../shared/query/compile/opensearch.ts';

const VALUES = ['event=a;b;c', 'event= a ; b;c', 'event=a.c;b|d;"~#@&<>', 'event=a;b', 'event=a;b;c;d', 'other=a;b;c'];

// The signs that are operators of Lucene are no operators, or the same ones, in JavaScript without flags.
test.each<[string, PartsTest['parts']]>([
  ['one part', [['a'], null, null]],
  ['several parts', [['a'], ['b'], ['c']]],
  ['alternatives', [['x', 'a'], null, ['c']]],
  ['signs', [['a.c'], ['b|d'], ['"~#@&<>']]],
  ['a sign that stands for others', [['.*'], null, null]],
])('matches the values that SQLite matches: %s', (_, parts) => {
  const test: PartsTest = { field: 'event', separator: ';', parts };
  const { regexp } = conditionQuery({ match: 'parts', ...test }) as { regexp: { fields: { value: string } } };
  const regex = new RegExp(`^(?:${regexp.fields.value})$`);
  expect(VALUES.filter((value) => regex.test(value))).toEqual(VALUES.filter((value) => hasParts(`\n${value}\n`, test)));
});
