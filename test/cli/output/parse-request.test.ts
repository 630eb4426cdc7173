import { expect, test } from 'vitest';
import { parseRequest } from '../../../cli/output/parse-request.ts';

const FORMER = (line: Uint8Array): unknown => JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(line));

/** Returns what a parser makes of a line: the value, or the message of its error. */
function resultOf(parse: (line: Uint8Array) => unknown, line: Uint8Array): unknown {
  try {
    return { value: parse(line) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const PAGES = [
  '',
  'plain',
  '<p class="a">\r\n\tä ß € 漢字 😀 \u2028\u0000\u001f\x7f\\ / "',
  '\ud800 lone \udc00',
  'x'.repeat(70_000),
  '\u07ff\u0800\uffff\u{10000}\u{10ffff}',
];

test.each([
  ...PAGES.map((html) => JSON.stringify({ id: 1, url: 'http://a.example/', html, headers: { a: ['b'] } })),
  ...PAGES.map((html) => `{ "html" \t: ${JSON.stringify(html)} , "id":1}`),
  '{"html":"\\u00e4\\u20AC\\ud83d\\ude00\\/\\b\\f"}',
  '{"id":"\\"html\\":\\"x\\"","html":"page"}',
  '{"x\\"html":"of another key","id":1}',
  '{"headers":{"html":"nested"},"html":"page"}',
  '{"headers":{"html":"nested"}}',
  '{"html":"first","html":"last"}',
  '{"html":"first","h\\u0074ml":"last"}',
  '{"id":"html","html":"page"}',
  '{"id":"html"}',
  '[{"html":"page"}]',
  '["html"]',
  'null',
  '{"html":null}',
  '{"html":12}',
  '{"bodyBase64":"aA=="}',
])('parses request %# as JSON.parse does', (line) =>
  expect(resultOf(parseRequest, Buffer.from(line))).toEqual(resultOf(FORMER, Buffer.from(line))),
);

test.each([
  '{"html":"page"',
  '{"html":"page',
  '{"html":"page\\',
  '{"html":"page\\u12',
  '{"html":"\\u12g4"}',
  '{"html":"\\x"}',
  '{"html":"tab\there"}',
  '{"html":"page"} x',
  '{"html":"page",}',
  'x {"html":"page"}',
  '{"html":"a"html":"b"}',
])('rejects %s with the message of JSON.parse', (line) => {
  const result = resultOf(parseRequest, Buffer.from(line));
  expect(result).toEqual(resultOf(FORMER, Buffer.from(line)));
  expect(result).toHaveProperty('error');
});

test.each([
  [[0xff]],
  [[0x80]],
  [[0xc0, 0xaf]],
  [[0xc3]],
  [[0xe0, 0x80, 0xaf]],
  [[0xed, 0xa0, 0x80]],
  [[0xe2, 0x82]],
  [[0xf0, 0x80, 0x80, 0x80]],
  [[0xf4, 0x90, 0x80, 0x80]],
  [[0xf5, 0x80, 0x80, 0x80]],
  [[0xf0, 0x9f, 0x98]],
])('replaces the invalid bytes %j as a decoder does', (bytes) => {
  const line = Buffer.concat([Buffer.from('{"id":1,"html":"a'), Buffer.from(bytes), Buffer.from('b"}')]);
  expect(parseRequest(line)).toEqual(FORMER(line));
});

test('keeps the pages of earlier requests', () => {
  const [first, second] = ['first', 'other'].map((html) => parseRequest(Buffer.from(JSON.stringify({ html }))));
  expect([first, second]).toEqual([{ html: 'first' }, { html: 'other' }]);
});
