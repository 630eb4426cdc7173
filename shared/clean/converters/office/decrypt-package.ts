/**
 * Office files that were encrypted with the password that Office itself tries first ([MS-OFFCRYPTO] 2.4.2.3): workbooks that
 * are only kept from being changed, which open without asking. Others ask, and are not read.
 */
import { createDecipheriv, createHash } from 'node:crypto';
import { openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { attributeOf, readMarkup } from '../markup.ts';

const DEFAULT_PASSWORD = Buffer.from('VelvetSweatshop', 'utf16le');
const SEGMENT_BYTES = 4096;
/** Twice as often as Office hashes. */
const MAX_HASH_ROUNDS = 200_000;
const KEY_BYTES = [16, 24, 32];
const HASH_NAMES: Record<string, string> = {
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

/** @returns the package within. @throws Unreadable when it has another password, or is broken. */
export function decryptPackage(bytes: Uint8Array): Buffer {
  const ole = openOle(bytes);
  const info = ole.stream('EncryptionInfo') ?? Buffer.alloc(0);
  const data = ole.stream('EncryptedPackage') ?? Buffer.alloc(0);
  if (info.length < 8 || data.length < 8) throw passwordRequired();
  const opened =
    info.readUInt16LE(2) === 4 && info.readUInt16LE(0) === 4
      ? decryptAgile(info, data.subarray(8))
      : decryptStandard(info, data.subarray(8));
  return opened.subarray(0, Number(data.readBigUInt64LE(0)));
}

const passwordRequired = () => new Unreadable('encrypted', 'it asks for a password');
const hash = (name: string, ...parts: Buffer[]): Buffer => createHash(name).update(Buffer.concat(parts)).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function hashPassword(name: string, salt: Buffer, rounds: number): Buffer {
  let found = hash(name, salt, DEFAULT_PASSWORD);
  for (let i = 0; i < rounds; i++) found = createHash(name).update(uint32(i)).update(found).digest();
  return found;
}

/** Keys and first blocks are made as long as they are to be (2.3.4.11, 2.3.4.12). */
const fitLength = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);

/** AES without padding: what is cut is left out. @param iv undefined: each block for itself. @throws Unreadable: no such key. */
function decipher(key: Buffer, iv: Buffer | undefined, data: Buffer): Buffer {
  if (!KEY_BYTES.includes(key.length)) throw new Unreadable('conversion-failed', 'its key is of no size that AES has');
  const aes = createDecipheriv(`aes-${key.length * 8}-${iv ? 'cbc' : 'ecb'}` as 'aes-128-cbc', key, iv ?? null);
  aes.setAutoPadding(false);
  return Buffer.concat([aes.update(data.subarray(0, data.length & ~15)), aes.final()]);
}

/** Of Office 2007 (2.3.4.5 ff.). */
function decryptStandard(info: Buffer, data: Buffer): Buffer {
  const head = 12 + (info.length >= 12 ? info.readUInt32LE(8) : 0);
  const keyBytes = info.length >= 32 ? info.readUInt32LE(28) / 8 : 0;
  if (info.length < head + 72 || !KEY_BYTES.includes(keyBytes)) throw passwordRequired();
  const salt = info.subarray(head + 4, head + 20);
  const last = hash('sha1', hashPassword('sha1', salt, 50_000), uint32(0));
  const pads = [0x36, 0x5c].map((pad) =>
    hash('sha1', Buffer.alloc(64, pad).map((byte, i) => byte ^ (last[i] ?? 0)) as Buffer),
  );
  const key = Buffer.concat(pads).subarray(0, keyBytes);
  const asked = decipher(key, undefined, info.subarray(head + 20, head + 36));
  const answer = decipher(key, undefined, info.subarray(head + 40, head + 72));
  if (!hash('sha1', asked).equals(answer.subarray(0, 20))) throw passwordRequired();
  return decipher(key, undefined, data);
}

/** Names of the keys that are made of the password (2.3.4.13). */
const [VERIFIER_INPUT, VERIFIER_HASH, KEY] = ['fea7d2763b4b9e79', 'd7aa0f6d3061344e', '146e0be7abacd0d6'].map((hex) =>
  Buffer.from(hex, 'hex'),
) as [Buffer, Buffer, Buffer];

/** Since Office 2010 (2.3.4.10 ff.). */
function decryptAgile(info: Buffer, data: Buffer): Buffer {
  const elements: Record<string, string> = {};
  readMarkup(info.toString('utf8', 8), {
    open(name, attributes) {
      elements[name] ??= attributes;
    },
    close() {},
    text() {},
  });
  const said = (element: string, name: string) => attributeOf(elements[element] ?? '', name) ?? '';
  const bytesOf = (element: string, name: string) => Buffer.from(said(element, name), 'base64');
  const hashOf = (element: string) => HASH_NAMES[said(element, 'hashAlgorithm')];
  const [ofKey, ofData] = [hashOf('encryptedKey'), hashOf('keyData')];
  const rounds = Number(said('encryptedKey', 'spinCount'));
  const keyBytes = Number(said('encryptedKey', 'keyBits')) / 8;
  if (!ofKey || !ofData || !(rounds <= MAX_HASH_ROUNDS) || !KEY_BYTES.includes(keyBytes)) throw passwordRequired();
  const salt = bytesOf('encryptedKey', 'saltValue');
  const password = hashPassword(ofKey, salt, rounds);
  const opened = (name: Buffer, value: string) =>
    decipher(fitLength(hash(ofKey, password, name), keyBytes), fitLength(salt, 16), bytesOf('encryptedKey', value));
  const answer = opened(VERIFIER_HASH, 'encryptedVerifierHashValue');
  const expected = hash(ofKey, opened(VERIFIER_INPUT, 'encryptedVerifierHashInput'));
  if (!answer.subarray(0, expected.length).equals(expected)) throw passwordRequired();
  const key = opened(KEY, 'encryptedKeyValue').subarray(0, Number(said('keyData', 'keyBits')) / 8);
  const parts: Buffer[] = [];
  for (let at = 0, i = 0; at < data.length; at += SEGMENT_BYTES, i++) {
    const iv = hash(ofData, bytesOf('keyData', 'saltValue'), uint32(i)).subarray(0, 16);
    parts.push(decipher(key, iv, data.subarray(at, at + SEGMENT_BYTES)));
  }
  return Buffer.concat(parts);
}
