import { expect, test } from 'vitest';
import { encodeJsonLine } from '../../../cli/output/encode-json.ts';
import { formatJson } from '../../../cli/output/format-json.ts';

test.each([
  ['no field', {}],
  ['fields of all types', { a: 1, b: null, c: [true], d: { e: '"' }, 'f"': 'ä' }],
  ['an absent value', { a: undefined, b: 1, c: undefined }],
  ['names that are numbers', { b: 1, 2: 'x' }],
  ['other characters than ASCII', { a: 'ä€漢😀', b: 'plain', c: '\ud800' }],
  ['what a terminal may obey', { 'a\u009b': '\x7f', b: 'x\u0080\u009fä', c: '\u2028\u200f\u202e\u061c', d: '\x1b[2J' }],
  ['a field larger than the buffer', { a: '\x7f'.repeat(100_000), b: '€'.repeat(100_000), c: 'x'.repeat(5_000_000) }],
])('encodes %s as formatJson does', (_, value) => {
  const expected = Buffer.from(`${formatJson(value)}\n`);
  expect(Buffer.compare(encodeJsonLine(value), expected)).toBe(0);
});

test('a line keeps its bytes when the next one is encoded', () => {
  const line = encodeJsonLine({ a: 1 });
  encodeJsonLine({ b: 2 });
  expect(Buffer.from(line).toString()).toBe('{"a":1}\n');
});
