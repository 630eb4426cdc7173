import { expect, test } from 'vitest';
import { answerLines } from '../../../cli/output/json-lines.ts';
import { MAX_LINE_BYTES } from '../../../cli/output/split-lines.ts';
import { testTerminal } from '../test-terminal.ts';

const double = ({ n }: Record<string, unknown>) => {
  if (typeof n !== 'number') throw new Error('n must be a number');
  return { doubled: n * 2 };
};

test('answers every request in order, with its id', async () => {
  const terminal = testTerminal(['{"id":"a","n":1}', '', '{"id":2,"n":2}', '{"n":3}']);
  const slowFirst = async (q: Record<string, unknown>) => {
    if (q['id'] === 'a') await new Promise((resolve) => setTimeout(resolve, 5));
    return double(q);
  };
  expect(await answerLines(slowFirst, terminal)).toBe(0);
  expect(terminal.printed).toEqual(['{"id":"a","doubled":2}', '{"id":2,"doubled":4}', '{"id":null,"doubled":6}']);
});

test('answers a bad line with its number, continues, and exits with code 1', async () => {
  const terminal = testTerminal(['{"id":1,"n":1}', 'no json', '', '[1]', '{"id":5,"n":"x"}', '{"id":6,"n":6}']);
  expect(await answerLines(double, terminal)).toBe(1);
  const answers = terminal.printed.map((line) => JSON.parse(line));
  expect(answers).toEqual([
    { id: 1, doubled: 2 },
    { id: null, error: { message: expect.stringContaining('JSON'), line: 2 } },
    { id: null, error: { message: 'a line must be a JSON object', line: 4 } },
    { id: 5, error: { message: 'n must be a number', line: 5 } },
    { id: 6, doubled: 12 },
  ]);
});

test.each([
  '1234567890123456789',
  '-0.1234567890123456789',
  '1e400',
  '["t",1234567890123456789]',
  '{"a":{"b":9007199254740993}}',
])('keeps all digits of the id %s', async (id) => {
  const terminal = testTerminal([`{"n":1,"id":${id}}`, `{"id":${id},"html":"<p>","n":"x","x":{"id":2}}`]);
  expect(await answerLines(double, terminal)).toBe(1);
  expect(terminal.printed).toEqual([
    `{"id":${id},"doubled":2}`,
    `{"id":${id},"error":{"message":"n must be a number","line":2}}`,
  ]);
});

test('says that a line is too long, instead of where it was cut', async () => {
  const terminal = testTerminal([], {
    async *lineBytes() {
      yield Buffer.alloc(MAX_LINE_BYTES, '{');
    },
  });
  expect(await answerLines(double, terminal)).toBe(1);
  expect(terminal.printed).toEqual(['{"id":null,"error":{"message":"the line is longer than 256 MiB","line":1}}']);
});

test('passes on the errors of an earlier filter', async () => {
  const error = { id: 7, error: { message: 'url: expected a string', line: 3, at: 1 } };
  const terminal = testTerminal([JSON.stringify(error), '{"error":{"message":"m"}}', '{"id":1,"error":{},"n":1}']);
  expect(await answerLines(double, terminal)).toBe(1);
  expect(terminal.printed.map((line) => JSON.parse(line))).toEqual([
    error,
    { id: null, error: { message: 'm' } },
    { id: 1, doubled: 2 },
  ]);
});

test('stops reading while the consumer is slower', async () => {
  let read = 0;
  let open: () => void = () => undefined;
  const terminal = testTerminal([], {
    async *lines() {
      for (; read < 5; read++) yield '{"n":1}';
    },
    out: () => new Promise<void>((resolve) => (open = resolve)),
  });
  const run = answerLines(double, terminal);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(read).toBe(0);
  for (let i = 0; i < 5; i++) {
    open();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await run).toBe(0);
  expect(read).toBe(5);
});

test('ends quietly when the consumer is gone', async () => {
  const closed = new AbortController();
  const terminal = testTerminal(['{"n":1}', '{"n":2}', '{"n":3}'], { closed: closed.signal });
  const answered: unknown[] = [];
  const code = await answerLines((q) => {
    answered.push(q['n']);
    closed.abort();
    return double(q);
  }, terminal);
  expect([code, answered]).toEqual([0, [1]]);
});

test('ends with exit code 130 when interrupted', async () => {
  const terminal = testTerminal(['{"n":1}'], { interrupt: AbortSignal.abort() });
  expect(await answerLines(double, terminal)).toBe(130);
  expect(terminal.printed).toEqual([]);
});
