import { expect, test } from 'vitest';
import { parseStoredJson } from '../../shared/text/stored-json.ts';

const parse = (text: string) => parseStoredJson(Buffer.from(text), 'applied/x.json', 'restore it');

test('returns the value of a stored object', () => {
  expect(parse('{"runs":1}')).toEqual({ runs: 1 });
});

test.each([
  ['', /^object applied\/x\.json is damaged: it is empty; restore it$/],
  ['{"runs":', /^object applied\/x\.json is damaged: Unexpected end of JSON input; restore it$/],
  ['12', /^object applied\/x\.json is damaged: it has no JSON object; restore it$/],
  ['null', /^object applied\/x\.json is damaged: it has no JSON object; restore it$/],
])('names the object that holds %j, and what to do', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});
