/**
 * Decrypts Office files with the default password ([MS-OFFCRYPTO] 2.4.2.3), which Office tries before it asks. Workbooks that
 * are only protected against changes use it. Files with another password are not read.
 */
import { createDecipheriv, createHash } from 'node:crypto';
import { openOle } from '../../decode/ole.ts';
import { Unreadable } from '../../decode/unreadable.ts';
import { attributeOf, readMarkup } from '../markup.ts';

const DEFAULT_PASSWORD = Buffer.from('VelvetSweatshop', 'utf16le');
/** Size of a segment of agile encryption. Each has its own initialization vector. */
const SEGMENT_BYTES = 4096;
/** Maximum number of hash rounds. Office uses 100,000. */
const MAX_HASH_ROUNDS = 200_000;
/** Sizes of AES keys. */
const KEY_BYTES = [16, 24, 32];
/** Names of hash functions in Node.js, by their names in Office files. */
const HASH_NAMES: Record<string, string> = {
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

/** @returns the decrypted package. @throws Unreadable if the file has another password or is broken */
export function decryptPackage(bytes: Uint8Array): Buffer {
  const ole = openOle(bytes);
  const info = ole.stream('EncryptionInfo') ?? Buffer.alloc(0);
  const data = ole.stream('EncryptedPackage') ?? Buffer.alloc(0);
  if (info.length < 8 || data.length < 8) throw passwordRequired();
  const decrypted =
    info.readUInt16LE(2) === 4 && info.readUInt16LE(0) === 4
      ? decryptAgile(info, data.subarray(8))
      : decryptStandard(info, data.subarray(8));
  return decrypted.subarray(0, Number(data.readBigUInt64LE(0)));
}

const passwordRequired = () => new Unreadable('encrypted', 'it asks for a password');
const hash = (name: string, ...parts: Buffer[]): Buffer => createHash(name).update(Buffer.concat(parts)).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Hashes the default password. */
function hashPassword(name: string, salt: Buffer, rounds: number): Buffer {
  let hashed = hash(name, salt, DEFAULT_PASSWORD);
  for (let i = 0; i < rounds; i++) hashed = createHash(name).update(uint32(i)).update(hashed).digest();
  return hashed;
}

/** Pads or cuts a key or an initialization vector to its length (2.3.4.11, 2.3.4.12). */
const fitLength = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);

/**
 * Decrypts AES without padding. An incomplete last block is dropped.
 * @param iv initialization vector of CBC mode; undefined for ECB mode
 * @throws Unreadable if AES has no keys of this length
 */
function decipher(key: Buffer, iv: Buffer | undefined, data: Buffer): Buffer {
  if (!KEY_BYTES.includes(key.length))
    throw new Unreadable('conversion-failed', 'its key has an invalid length for AES');
  const aes = createDecipheriv(`aes-${key.length * 8}-${iv ? 'cbc' : 'ecb'}` as 'aes-128-cbc', key, iv ?? null);
  aes.setAutoPadding(false);
  return Buffer.concat([aes.update(data.subarray(0, data.length & ~15)), aes.final()]);
}

/** Decrypts the standard encryption of Office 2007 (2.3.4.5 ff.). */
function decryptStandard(info: Buffer, data: Buffer): Buffer {
  const header = 12 + (info.length >= 12 ? info.readUInt32LE(8) : 0);
  const keyBytes = info.length >= 32 ? info.readUInt32LE(28) / 8 : 0;
  if (info.length < header + 72 || !KEY_BYTES.includes(keyBytes)) throw passwordRequired();
  const salt = info.subarray(header + 4, header + 20);
  const last = hash('sha1', hashPassword('sha1', salt, 50_000), uint32(0));
  const pads = [0x36, 0x5c].map((pad) =>
    hash('sha1', Buffer.alloc(64, pad).map((byte, i) => byte ^ (last[i] ?? 0)) as Buffer),
  );
  const key = Buffer.concat(pads).subarray(0, keyBytes);
  const verifier = decipher(key, undefined, info.subarray(header + 20, header + 36));
  const verifierHash = decipher(key, undefined, info.subarray(header + 40, header + 72));
  if (!hash('sha1', verifier).equals(verifierHash.subarray(0, 20))) throw passwordRequired();
  return decipher(key, undefined, data);
}

/** Block keys, from which the keys for the verifier and for the secret key are derived (2.3.4.13). */
const [VERIFIER_INPUT, VERIFIER_HASH, KEY] = ['fea7d2763b4b9e79', 'd7aa0f6d3061344e', '146e0be7abacd0d6'].map((hex) =>
  Buffer.from(hex, 'hex'),
) as [Buffer, Buffer, Buffer];

/** Decrypts the agile encryption of Office 2010 and later (2.3.4.10 ff.). */
function decryptAgile(info: Buffer, data: Buffer): Buffer {
  const elements: Record<string, string> = {};
  readMarkup(info.toString('utf8', 8), {
    open(name, attributes) {
      elements[name] ??= attributes;
    },
    close() {},
    text() {},
  });
  const attribute = (element: string, name: string) => attributeOf(elements[element] ?? '', name) ?? '';
  const decodeAttribute = (element: string, name: string) => Buffer.from(attribute(element, name), 'base64');
  const hashName = (element: string) => HASH_NAMES[attribute(element, 'hashAlgorithm')];
  const [keyHash, dataHash] = [hashName('encryptedKey'), hashName('keyData')];
  const rounds = Number(attribute('encryptedKey', 'spinCount'));
  const keyBytes = Number(attribute('encryptedKey', 'keyBits')) / 8;
  if (!keyHash || !dataHash || !(rounds <= MAX_HASH_ROUNDS) || !KEY_BYTES.includes(keyBytes)) throw passwordRequired();
  const salt = decodeAttribute('encryptedKey', 'saltValue');
  const passwordHash = hashPassword(keyHash, salt, rounds);
  const decryptField = (blockKey: Buffer, field: string) =>
    decipher(
      fitLength(hash(keyHash, passwordHash, blockKey), keyBytes),
      fitLength(salt, 16),
      decodeAttribute('encryptedKey', field),
    );
  const verifierHash = decryptField(VERIFIER_HASH, 'encryptedVerifierHashValue');
  const expected = hash(keyHash, decryptField(VERIFIER_INPUT, 'encryptedVerifierHashInput'));
  if (!verifierHash.subarray(0, expected.length).equals(expected)) throw passwordRequired();
  const key = decryptField(KEY, 'encryptedKeyValue').subarray(0, Number(attribute('keyData', 'keyBits')) / 8);
  const parts: Buffer[] = [];
  for (let at = 0, i = 0; at < data.length; at += SEGMENT_BYTES, i++) {
    const iv = hash(dataHash, decodeAttribute('keyData', 'saltValue'), uint32(i)).subarray(0, 16);
    parts.push(decipher(key, iv, data.subarray(at, at + SEGMENT_BYTES)));
  }
  return Buffer.concat(parts);
}
