import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { formatJson } from '../../../cli/output/format-json.ts';
import { bold, linesOf, printable, type Terminal, writeTo } from '../../../cli/output/terminal.ts';
import { fewOrMany } from '../../long-test.ts';
import { CONTROL_CHARACTERS, recordingStream } from '../recording-stream.ts';

test.each([
  ['lines end with a line feed', ['a\nb\n'], ['a', 'b']],
  ['a last line needs no end', ['a\nb'], ['a', 'b']],
  ['a line may come in pieces', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
  ['empty lines are lines', ['a\n\nb\n'], ['a', '', 'b']],
  ['nothing has no line', [], []],
])('%s', async (_, chunks, lines) => expect(await all(chunks.map((text) => Buffer.from(text)))).toEqual(lines));

test('decodes a character that is split between two chunks', async () => {
  const bytes = Buffer.from('ä€\nö');
  expect(await all([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['ä€', 'ö']);
});

test('drops a byte order mark at the start of the stream only, and keeps lines with invalid bytes', async () => {
  const bytes = Buffer.concat([Buffer.from('\ufeffone\n\ufefftwo\n'), Uint8Array.of(0x61, 0xff, 0x0a, 0x62)]);
  expect(await all([bytes])).toEqual(['one', '\ufefftwo', 'a\ufffd', 'b']);
});

test('splits lines that are longer than chunks and than the buffer that is kept', async () => {
  const lines = ['', 'a', 'b'.repeat(100), '', 'ä€'.repeat(fewOrMany(1_000_000, 5_000_000)), 'c'.repeat(3), ''];
  const bytes = Buffer.from(lines.join('\n'));
  for (const size of [9_001, 65_536]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    expect(await all(chunks)).toEqual(lines.slice(0, -1));
  }
});

test('untrusted text cannot move the cursor', () => {
  expect(printable('a\x1b[2Jb\u009bc\r\nd\u202ee')).toBe('a [2Jb c d e');
  expect(printable('  - a\u061cb\u2028c')).toBe('  - a b c');
});

describe('output', () => {
  const HOSTILE = '\x1b]0;x\x07\x1b[2J\u009b31m\u009d52;c;eA==\u009c\r\u202e\u2066\u061c';

  test('to a terminal has no control characters of a page, and JSON keeps its meaning', () => {
    const { stream, text } = recordingStream(true);
    writeTo(stream, stream, new AbortController().signal).out(JSON.stringify({ title: HOSTILE }));
    expect(text()).not.toMatch(CONTROL_CHARACTERS);
    expect(JSON.parse(text())).toEqual({ title: HOSTILE });
  });

  test('of JSON has no control characters of a page either, and waits for a stream that is full', async () => {
    const { stream, text } = recordingStream(true);
    expect(writeTo(stream, stream, new AbortController().signal).outJson({ title: HOSTILE })).toBeUndefined();
    expect(text()).not.toMatch(CONTROL_CHARACTERS);
    expect(JSON.parse(text())).toEqual({ title: HOSTILE });
    const full = new PassThrough({ highWaterMark: 1 });
    const { out, outJson } = writeTo(full, full, new AbortController().signal);
    const waits = [out('a line'), outJson({ a: 1 })];
    full.resume();
    await Promise.all(waits);
    expect(waits.every((wait) => wait !== undefined)).toBe(true);
    expect(writeTo(full, full, AbortSignal.abort()).outJson({ a: 1 })).toBeUndefined();
  });

  test('keeps line ends, tabs and our own styles, but no escape sequence of a page, also not of the same style', () => {
    const { stream, text } = recordingStream(true);
    const styled = bold('a', { isTTY: true, env: {} } as Terminal);
    writeTo(stream, stream, new AbortController().signal).out(`${styled}\tb\nc\x1b[8m\x1b[1\x1b[1m\x1b[22m`);
    expect(text()).toBe('\x1b[1ma\x1b[22m\tb\nc\\u001b[8m\\u001b[1\\u001b[1m\\u001b[22m\n');
  });

  test('waits once for a stream that is full, however many lines follow', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const { out } = writeTo(stream, stream, new AbortController().signal);
    const waits = Array.from({ length: 20 }, () => out('a line'));
    expect(stream.listenerCount('drain')).toBe(1);
    stream.resume();
    await Promise.all(waits);
    expect(stream.listenerCount('drain')).toBe(0);
  });

  // A pipe may lead to a terminal (`| tee log`). Direction marks are part of Arabic and Hebrew texts, in which an escape would be a fault.
  test('to a file or a pipe has no control characters, but keeps direction marks of texts', () => {
    const { stream, text } = recordingStream(false);
    writeTo(stream, stream, new AbortController().signal).out(`${HOSTILE}\u200f\t\n\x1b[1m`);
    expect(text().replace(/[\t\n]/g, '')).not.toMatch(/\p{Cc}/u);
    expect(text()).toContain('\\u001b[2J\\u009b31m');
    expect(text()).toMatch(/\u202e\u2066\u061c\u200f\t\n\\u001b\[1m\n$/);
  });

  test('of JSON has neither, and keeps its meaning', () => {
    const value = { title: `${HOSTILE}\x7f\u0080\u2028\u200f`, name: 'sundew' };
    expect(formatJson(value)).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/u);
    expect(JSON.parse(formatJson(value))).toEqual(value);
    expect(JSON.parse(formatJson(value, 2))).toEqual(value);
    expect(formatJson({ name: 'ä€😀' }, 2)).toBe('{\n  "name": "ä€😀"\n}');
  });

  test('has no control characters in messages and progress, also in a log that is shown later', () => {
    for (const isTTY of [true, false]) {
      const { stream, text } = recordingStream(isTTY);
      const output = writeTo(stream, stream, new AbortController().signal);
      output.err(HOSTILE);
      expect(text()).not.toMatch(CONTROL_CHARACTERS);
      output.progress(HOSTILE);
      expect(text()).not.toMatch(CONTROL_CHARACTERS);
    }
  });
});

async function all(chunks: Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream())) lines.push(line);
  return lines;
}
