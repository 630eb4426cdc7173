import { expect, test } from 'vitest';
import { limitRecord } from '../../../web/api/limit-record.ts';
import { publicRecord } from '../../../web/api/public-record.ts';
import { aRecord } from '../fixtures.ts';

const shown = (given: Parameters<typeof aRecord>[0]) => publicRecord(aRecord(given), 'http://search.example', 'bog');

test('a record is answered without a property that a plug-in has left out', () => {
  const record = { ...shown({ text: 'Moss grows.' }), author: undefined as never };
  expect(JSON.parse(JSON.stringify(limitRecord(record)))).toEqual(JSON.parse(JSON.stringify(record)));
});

test.each([
  [undefined, 'text'],
  ['body', 'body'],
] as const)('a text that is cut here keeps the first reason why it is not whole (%s)', (truncated, expected) => {
  const text = 'moss '.repeat(1_500_000);
  const limited = limitRecord({ ...shown({ text }), ...(truncated && { truncated }) });
  expect(limited.text?.length).toBeLessThan(text.length);
  expect(limited.truncated).toBe(expected);
});
