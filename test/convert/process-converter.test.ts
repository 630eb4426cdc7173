/** A document that hangs, crashes or exceeds its limits does not affect the next one. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type ProcessOptions, processConverter } from '../../shared/convert/process-converter.ts';
import { findResourceFault } from '../../shared/http/local-fault.ts';
import type { Converted } from '../../shared/ports/converter.ts';
import { docxOf, odtOf, pageOf, pdfOf } from '../clean/converters/sample-documents.ts';
import { oleOf } from '../clean/converters/sample-ole.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { fewOrMany, longTest } from '../long-test.ts';
import { convert, startConverter } from './converter.ts';

const real = startConverter();
afterAll(() => real.close());

/** Timeout that is never reached, even on a busy machine. */
const PATIENT = { timeoutMs: 120_000 };

const textOf = (answer: object) =>
  'parts' in answer ? (answer as Converted).parts.map((part) => 'text' in part && part.text).join('|') : answer;
const GOOD = docxOf('<w:p><w:r><w:t>good</w:t></w:r></w:p>', { 'word/footnotes.xml': '' });

const ENTRY = new URL('../../shared/convert/process.ts', import.meta.url);

const open = (thread: URL, change: Partial<ProcessOptions> = {}) =>
  processConverter({ entry: ENTRY, thread, cMaps: '', environment: process.env, programs: null, ...change });

describe('a process', () => {
  const thread = new URL('./hanging-thread.ts', import.meta.url);
  const converter = open(thread);
  afterEach(() => converter.close());
  const ask = (bytes: number, mimeType: string, limits = {}) =>
    convert(converter, new Uint8Array(bytes), {
      mimeType,
      limits: { timeoutMs: fewOrMany(300, 1_000), memoryMb: 64, ...limits },
    });

  test.each([
    ['exits', ENTRY, 'data:text/javascript,process.exit(7)', 'code 7'],
    ['has a module that cannot be loaded', ENTRY, 'file:///missing.ts', "Cannot find module '/missing.ts'"],
    ['has no module itself', new URL('file:///missing.ts'), thread.href, 'ended with 1 before it was ready'],
  ])('that %s before it is ready rejects at once', async (_, entry, module, message) => {
    const other = open(new URL(module), { entry });
    await expect(convert(other, new Uint8Array(1), { mimeType: 'x' })).rejects.toThrow(message);
    await other.close();
  });

  test('that a signal ends before it is ready is no fault of the document', async () => {
    const module = new URL("data:text/javascript,process.kill(process.pid, 'SIGABRT')");
    const other = open(module);
    const error = await convert(other, new Uint8Array(1), { mimeType: 'x' }).catch((thrown) => thrown);
    expect(findResourceFault(error)?.code).toBe('EAGAIN');
    await other.close();
  });

  test('has ended when the converter is closed', async () => {
    const pid = Number(textOf(await ask(1, 'process', PATIENT)));
    expect(process.kill(pid, 0)).toBe(true);
    await converter.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test.each([
    ['hangs', 2, {}, 'conversion-timeout'],
    ['exits', 2, PATIENT, 'conversion-failed'],
    ['crashes', 2, PATIENT, 'conversion-failed'],
    ['fills its heap', 2, PATIENT, 'conversion-memory'],
    // V8 aborts the process, because the array does not fit into the heap when it grows.
    ['fills its heap with one array', 2, PATIENT, 'conversion-memory'],
    ['fills buffers', 2, PATIENT, 'conversion-memory'],
  ])('that %s is ended, and the next document is converted', async (mimeType, bytes, limits, reason) => {
    const [bad, good] = await Promise.all([ask(bytes, mimeType, limits), ask(1, 'x', PATIENT)]);
    expect(bad).toMatchObject({ reason });
    expect(textOf(good)).toBe('read');
  });

  test('that times out returns its partial result', async () => {
    const answer = await ask(3, 'hangs');
    expect(textOf(answer)).toBe('half');
    expect((answer as Converted).metadata['thresher.cut']).toEqual(['conversion-timeout']);
    expect((answer as Converted).cut).toBe('conversion-timeout');
  });

  test('that is idle for a minute is ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = await ask(1, 'process');
      vi.advanceTimersByTime(59_000);
      expect(await ask(1, 'process')).toEqual(first);
      vi.advanceTimersByTime(59_000);
      expect(await ask(1, 'process')).toEqual(first);
      vi.advanceTimersByTime(60_000);
      expect(await ask(1, 'process')).not.toEqual(first);
    } finally {
      vi.useRealTimers();
    }
  });

  test('gets the variables that Node needs, and no credentials', async () => {
    const other = open(thread, { environment: { TZ: 'UTC', AWS_SECRET_ACCESS_KEY: 'secret' } });
    const answer = await convert(other, new Uint8Array(1), { mimeType: 'environment', limits: PATIENT });
    const names = `${textOf(answer)}`.split(' ');
    expect(names).toContain('TZ');
    expect(names).not.toContain('AWS_SECRET_ACCESS_KEY');
    await other.close();
  });

  test('that aborts returns its partial result', async () => {
    expect(await ask(3, 'fills its heap with one array', PATIENT)).toMatchObject({ cut: 'conversion-memory' });
  });

  test('that ends after a document is replaced, whenever the next document comes', async () => {
    expect(textOf(await ask(1, 'exits after it', PATIENT))).toBe('read');
    for (const wait of [0, 1, 5, 20]) {
      await sleep(wait);
      expect(textOf(await ask(1, 'exits after it', PATIENT))).toBe('read');
    }
  });

  test('runs no programs if they are disabled', async () => {
    const program = { command: ['cat', '{in}'], output: 'text' } as const;
    expect(await convert(converter, Buffer.from('x'), { program })).toMatchObject({ reason: 'no-converter' });
  });
});

describe('a malicious document', () => {
  const MANY = fewOrMany(200_000, 1_000_000);
  const bomb = 'x'.repeat(30_000_000);
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "&a;&a;&a;&a;">`).join('')}]>`;
  const deep = '<text:span>'.repeat(MANY);
  const cases: [what: string, bytes: Buffer, answer: unknown][] = [
    ['unpacks to more than its limit', docxOf(bomb), { reason: 'conversion-memory' }],
    ['is cut', GOOD.subarray(0, GOOD.length - 40), { reason: 'no-converter' }],
    ['declares entities that grow', odtOf('', { 'content.xml': `${entities}<text:p>&a29;</text:p>` }), '&a29;'],
    ['nests very deep', odtOf(`<text:p>${deep}in</text:p>`), 'in'],
    ['opens very many groups', Buffer.from(`{\\rtf1 ${'{'.repeat(MANY)}x`), ''],
    [
      'has the tables of TeX without an end',
      Buffer.from(`\\documentclass{a}\\begin{document}${'\\begin{tabular}{'.repeat(100_000)}`),
      '',
    ],
    ['is a PDF in its first line only', Buffer.from('%PDF-1.4\nnothing of the kind'), { reason: 'conversion-failed' }],
    [
      'asks for a password',
      oleOf({ EncryptionInfo: Buffer.alloc(9), EncryptedPackage: Buffer.alloc(9) }),
      { reason: 'encrypted' },
    ],
  ];
  test.each(cases)('that %s costs itself only', async (_, bytes, expected) => {
    const [bad, good] = await Promise.all([convert(real, bytes), convert(real, GOOD)]);
    if (typeof expected === 'string') expect(textOf(bad)).toContain(expected);
    else expect(bad).toMatchObject(expected as object);
    expect(textOf(good)).toBe('good');
  });

  longTest('a PDF with cyclic pages or a stream of 400 MB ends within its limits', async () => {
    const circle = Buffer.from(pdfOf(['']).toString('latin1').replace('/Kids [4 0 R]', '/Kids [2 0 R]'), 'latin1');
    const zeros = deflateSync(Buffer.alloc(400_000_000), { level: 1 });
    const flood = pdfOf([zeros], { extra: '/Filter /FlateDecode' });
    for (const bytes of [circle, flood]) {
      const answer = await convert(real, bytes, { limits: { timeoutMs: 5_000 } });
      if ('reason' in answer) expect(answer.reason).toMatch(/^conversion-(failed|timeout|memory)$/);
      else expect(textOf(answer)).toBe('');
    }
    expect(textOf(await convert(real, pdfOf([pageOf([[12, 'good']])])))).toBe('good');
  });
});

describe('an external program', () => {
  const RTF = Buffer.from('{\\rtf1 x}');
  const run = (command: string[], limits = {}, output: 'text' | 'html' = 'text') =>
    convert(real, RTF, { program: { command, output }, limits });

  test('gets the file, and its text or HTML is converted', async () => {
    expect(textOf(await run(['cat', '{in}']))).toBe('{\\rtf1 x}');
    expect(textOf(await run(['echo', '<h1>One</h1><p>two<script>no</script>'], {}, 'html'))).toBe('One|two');
  });

  test('gets its arguments unchanged, without a shell', async () => {
    expect(textOf(await run(['echo', '$(id); `id` && x', '{in}']))).toContain('$(id); `id` && x');
  });

  test.each([
    ['hangs', ['sleep', '60'], { timeoutMs: 300 }, 'conversion-timeout'],
    ['leaves a hanging child behind', ['sh', '-c', 'sleep 60 & sleep 60'], { timeoutMs: 300 }, 'conversion-timeout'],
    ['writes endlessly', ['yes'], { unpackedBytes: 100_000 }, 'conversion-memory'],
    ['does not exist', ['no-such-program', '{in}'], {}, 'no-converter'],
    ['fails', ['sh', '-c', 'echo bad >&2; exit 3'], {}, 'conversion-failed'],
    // dd allocates a buffer of the block size. A lower limit sometimes makes Node itself hang.
    [
      'takes too much memory',
      ['dd', 'if=/dev/zero', 'of=/dev/null', 'bs=1000000000', 'count=1'],
      { memoryMb: 200 },
      'conversion-failed',
    ],
  ])('that %s is killed with a reason', async (_, command, limits, reason) => {
    expect(await run(command, limits)).toMatchObject({ reason });
  });

  test('of an interrupted run is killed, and its folder removed', async () => {
    const mark = join(temporaryFolder(), 'mark');
    const interrupt = new AbortController();
    const converter = startConverter(interrupt.signal);
    const command = ['sh', '-c', `echo "$$ $PWD" > ${mark}.new; mv ${mark}.new ${mark}; exec sleep 60`];
    const ask = () => convert(converter, RTF, { program: { command, output: 'text' } });
    const asked = ask();
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), PATIENT.timeoutMs);
    const [pid, cwd] = readFileSync(mark, 'utf8').trim().split(' ');
    interrupt.abort(new Error('over'));
    await expect(asked).rejects.toThrow('over');
    expect(existsSync(cwd!)).toBe(false);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await expect(ask()).rejects.toThrow('over');
    await converter.close();
  });

  test('that fails is reported with the first 500 characters of standard error', async () => {
    const write = (letter: string) => `printf '${letter.repeat(400)}' >&2`;
    expect(await run(['sh', '-c', `${write('a')}; sleep 0.3; ${write('é')}; exit 3`])).toEqual({
      reason: 'conversion-failed',
      detail: `3 ${'a'.repeat(400)}${'é'.repeat(100)}`,
    });
  });
});
