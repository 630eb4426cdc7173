/** Decryption of workbooks that use Office's default password, and rejection of others. */
import { createCipheriv, createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { convertedContent } from '../../../../shared/clean/converted-content.ts';
import type { Url } from '../../../../shared/url/url.ts';
import { read, startConverter } from '../../../convert/converter.ts';
import { fewOrMany } from '../../../long-test.ts';
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

/** Encrypts as Office 2010 does, in segments. @param secretBytes length of the stored secret key; 32 is valid */
function agile(password: string, name = 'sha512', salt = SALT, secretBytes = 32): Buffer {
  const content = xlsxOf();
  const secret = Buffer.alloc(32, 7);
  const base = hashed(name, salt, password, 10);
  const encryptField = (purpose: string, data: Buffer) =>
    encrypt(to(32, digest(name, base, Buffer.from(purpose, 'hex'))), to(16, salt), data).toString('base64');
  const verifier = Buffer.alloc(16, 3);
  const shared = `saltValue="${salt.toString('base64')}" keyBits="256" hashAlgorithm="${name.toUpperCase()}"`;
  const info = `<encryption><keyData ${shared}/><p:encryptedKey spinCount="10" ${shared}
    encryptedVerifierHashInput="${encryptField('fea7d2763b4b9e79', verifier)}"
    encryptedVerifierHashValue="${encryptField('d7aa0f6d3061344e', digest(name, verifier))}"
    encryptedKeyValue="${encryptField('146e0be7abacd0d6', secret.subarray(0, secretBytes))}"/></encryption>`;
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += 4096)
    parts.push(
      encrypt(secret, digest(name, salt, numbers(at / 4096)).subarray(0, 16), content.subarray(at, at + 4096)),
    );
  return file(Buffer.concat([u16(4, 4), numbers(0x40), Buffer.from(info)]), Buffer.concat(parts), content.length);
}

/** Encrypts as Office 2007 does, in ECB mode. */
function standard(password: string): Buffer {
  const content = xlsxOf();
  const last = digest('sha1', hashed('sha1', SALT, password, 50_000), numbers(0));
  const key = digest('sha1', Buffer.from(Buffer.alloc(64, 0x36).map((byte, i) => byte ^ (last[i] ?? 0)))).subarray(
    0,
    16,
  );
  const verifier = Buffer.alloc(16, 3);
  const head = numbers(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0);
  const verifierRecord = Buffer.concat([
    numbers(16),
    SALT,
    encrypt(key, null, verifier),
    numbers(20),
    encrypt(key, null, digest('sha1', verifier)),
  ]);
  return file(
    Buffer.concat([u16(3, 2), numbers(0x24, head.length), head, verifierRecord]),
    encrypt(key, null, content),
    content.length,
  );
}

const SCHEMES: [what: string, encryptWorkbook: (password: string) => Buffer][] = [
  ['Office 2010', agile],
  ['Office 2007', standard],
  ['Office 2010 with a hash shorter than the key', (password: string) => agile(password, 'sha1')],
  [
    'Office 2010 with a salt shorter than a block',
    (password: string) => agile(password, 'sha512', Buffer.from('salt')),
  ],
];

test.each(fewOrMany(SCHEMES.slice(0, 1), SCHEMES))('decrypts a workbook of %s', async (_, encryptWorkbook) => {
  const { text } = convertedContent(
    await read(converter, encryptWorkbook('VelvetSweatshop')),
    'http://bog.example/a' as Url,
    DEFAULT_CLEAN_OPTIONS,
  );
  expect(text).toContain('Deeside\t2020-01-01\t12.50%\t1,234.50');
  await expect(read(converter, encryptWorkbook('sundew'))).rejects.toThrow('encrypted');
});

test('rejects a key of invalid length as a broken file', async () => {
  await expect(read(converter, agile('VelvetSweatshop', 'sha512', SALT, 0))).rejects.toThrow(
    'conversion-failed: its key',
  );
});
