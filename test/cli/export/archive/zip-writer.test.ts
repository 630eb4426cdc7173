import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipWriter } from '../../../../cli/export/archive/zip-writer.ts';
import { openZip } from '../../../../shared/clean/decode/zip.ts';

const NOW = Date.UTC(2026, 10, 27);

test('writes entries that can be read, and returns their digests and lengths', async () => {
  const zip = zipWriter(NOW);
  const whole = buffer(zip.stream);
  const stored = await zip.add('archive/a.bin', [new Uint8Array(300_000).fill(7), 'end'], true);
  const packed = await zip.add('b.txt', ['one ', 'two'], false);
  zip.end();

  const file = await whole;
  expect(packed).toEqual({ name: 'b.txt', path: 'b.txt', hash: sha256('one two'), bytes: 7 });
  expect([stored.name, stored.bytes]).toEqual(['a.bin', 300_003]);
  const { names, bytes, text } = openZip(file, 1e9);
  expect(names).toEqual(['archive/a.bin', 'b.txt']);
  expect(sha256(bytes('archive/a.bin') as Uint8Array)).toBe(stored.hash);
  expect(text('b.txt')).toBe('one two');
});

test('an error of the content is the error of its entry', async () => {
  const zip = zipWriter(NOW);
  async function* chunks() {
    yield 'one';
    throw new Error('object lost');
  }
  zip.stream.resume();
  await expect(zip.add('a', chunks(), true)).rejects.toThrow('object lost');
});

test('an entry does not wait for a file that is no longer written', async () => {
  const zip = zipWriter(NOW);
  const adding = zip.add('a', [new Uint8Array(1 << 20), new Uint8Array(1 << 20)], true);
  zip.stream.destroy(new Error('no space left'));
  await expect(adding).rejects.toThrow('no space left');
});

const sha256 = (content: string | Uint8Array) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
