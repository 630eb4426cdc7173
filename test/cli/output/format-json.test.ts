import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatJson } from '../../../cli/output/format-json.ts';

/** A call that prints or yields what `JSON.stringify` returns, also on the next line. */
const RAW_JSON = /(\.out|yield)\b[^;]*?JSON\.stringify\((?!printable)/;

const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('cli', file));

test.each([
  'terminal.out(JSON.stringify(x));',
  'terminal.out(\n  json\n    ? JSON.stringify(x)\n    : text,\n);',
  'yield JSON.stringify(x);',
])('recognises JSON that is printed without escapes: %j', (code) => expect(code).toMatch(RAW_JSON));

test('every command prints JSON with `formatJson`', () => {
  expect(sources.length).toBeGreaterThan(100);
  const raw = sources.filter((file) =>
    RAW_JSON.test(readFileSync(file, 'utf8').replaceAll(/printable\(JSON[^)]*\)/g, '')),
  );
  expect(raw).toEqual([]);
});

test('escapes nothing in a text that no terminal obeys', () => {
  const value = { title: 'Sonnentau – 茅膏菜 😀', text: 'a\tb\nc', fields: [null, 1, true] };
  expect(formatJson(value)).toBe(JSON.stringify(value));
  expect(formatJson(value, 2)).toBe(JSON.stringify(value, null, 2));
});
