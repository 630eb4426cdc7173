/** Workbooks that are encrypted with Office's own password open; others ask for one. */
import { createCipheriv, createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { convertedContent } from '../../../../shared/clean/converted-content.ts';
import type { Url } from '../../../../shared/url/url.ts';
import { read, startConverter } from '../../../convert/converter.ts';
import { xlsxOf } from '../sample-documents.ts';
import { numbers, oleOf, u16 } from '../sample-ole.ts';

const converter = startConverter();
afterAll(() => converter.close());

const digest = (name: string, ...parts: Buffer[]) => createHash(name).update(Buffer.concat(parts)).digest();
const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc(-data.length & 15)]);
function encrypt(key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const aes = createCipheriv(`aes-${key.length * 8}-${iv ? 'cbc' : 'ecb'}` as 'aes-128-cbc', key, iv);
  aes.setAutoPadding(false);
  return Buffer.concat([aes.update(padded(data)), aes.final()]);
}
function hashed(name: string, salt: Buffer, password: string, rounds: number): Buffer {
  let found = digest(name, salt, Buffer.from(password, 'utf16le'));
  for (let i = 0; i < rounds; i++) found = digest(name, numbers(i), found);
  return found;
}
const SALT = Buffer.from('0123456789abcdef');
const file = (info: Buffer, data: Buffer, bytes: number) =>
  oleOf({ EncryptionInfo: info, EncryptedPackage: Buffer.concat([numbers(bytes, 0), data]) });

const to = (length: number, data: Buffer) => Buffer.concat([data, Buffer.alloc(length, 0x36)]).subarray(0, length);

/** As Office 2010 does, in segments. @param secretBytes of the key of the data, which is to have 32. */
function agile(password: string, name = 'sha512', salt = SALT, secretBytes = 32): Buffer {
  const content = xlsxOf();
  const secret = Buffer.alloc(32, 7);
  const base = hashed(name, salt, password, 10);
  const locked = (purpose: string, data: Buffer) =>
    encrypt(to(32, digest(name, base, Buffer.from(purpose, 'hex'))), to(16, salt), data).toString('base64');
  const asked = Buffer.alloc(16, 3);
  const shared = `saltValue="${salt.toString('base64')}" keyBits="256" hashAlgorithm="${name.toUpperCase()}"`;
  const info = `<encryption><keyData ${shared}/><p:encryptedKey spinCount="10" ${shared}
    encryptedVerifierHashInput="${locked('fea7d2763b4b9e79', asked)}"
    encryptedVerifierHashValue="${locked('d7aa0f6d3061344e', digest(name, asked))}"
    encryptedKeyValue="${locked('146e0be7abacd0d6', secret.subarray(0, secretBytes))}"/></encryption>`;
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += 4096)
    parts.push(
      encrypt(secret, digest(name, salt, numbers(at / 4096)).subarray(0, 16), content.subarray(at, at + 4096)),
    );
  return file(Buffer.concat([u16(4, 4), numbers(0x40), Buffer.from(info)]), Buffer.concat(parts), content.length);
}

/** As Office 2007 does, each block for itself. */
function standard(password: string): Buffer {
  const content = xlsxOf();
  const last = digest('sha1', hashed('sha1', SALT, password, 50_000), numbers(0));
  const key = digest('sha1', Buffer.from(Buffer.alloc(64, 0x36).map((byte, i) => byte ^ (last[i] ?? 0)))).subarray(
    0,
    16,
  );
  const asked = Buffer.alloc(16, 3);
  const head = numbers(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0);
  const verifier = Buffer.concat([
    numbers(16),
    SALT,
    encrypt(key, null, asked),
    numbers(20),
    encrypt(key, null, digest('sha1', asked)),
  ]);
  return file(
    Buffer.concat([u16(3, 2), numbers(0x24, head.length), head, verifier]),
    encrypt(key, null, content),
    content.length,
  );
}

test.each([
  ['Office 2010 locks them', agile],
  ['Office 2007 locks them', standard],
  ['a hash may be shorter than the key', (password: string) => agile(password, 'sha1')],
  ['and a salt shorter than a block', (password: string) => agile(password, 'sha512', Buffer.from('salt'))],
])('as %s', async (_, locked) => {
  const { text } = convertedContent(
    await read(converter, locked('VelvetSweatshop')),
    'http://bog.example/a' as Url,
    DEFAULT_CLEAN_OPTIONS,
  );
  expect(text).toContain('Deeside\t2020-01-01\t12.50%\t1,234.50');
  await expect(read(converter, locked('sundew'))).rejects.toThrow('encrypted');
});

test('a key of no size that AES has is a broken file', async () => {
  await expect(read(converter, agile('VelvetSweatshop', 'sha512', SALT, 0))).rejects.toThrow(
    'conversion-failed: its key',
  );
});
