/**
 * Measures charset detection: `node bench/clean/charset.ts [FOLDER]`. FOLDER contains folders named by encoding and language
 * (`koi8-r-russian`). Without FOLDER, pip downloads the tests of chardet's source package into .cache once. They are pages of
 * other people and not part of this project.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import { decodeText } from '../../shared/clean/decode/charset.ts';
import { nonstandardEncoding } from '../../shared/clean/decode/nonstandard-encodings.ts';

const CHARDET = 'chardet-5.2.0';
/** Folder names that are no labels of the Encoding standard. */
const NAMES: Record<string, string> = {
  cp874: 'windows-874',
  cp932: 'Shift_JIS',
  cp949: 'EUC-KR',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  'utf-32': 'UTF-32',
  'utf-8-sig': 'UTF-8',
};

const given = process.argv[2];
const root = given ?? downloadTests();
const wrong = new Map<string, string[]>();
let files = 0;
let right = 0;
let bytesRead = 0;
const before = process.threadCpuUsage();
for (const folder of readdirSync(root, { withFileTypes: true })) {
  if (!folder.isDirectory()) continue;
  for (const name of readdirSync(join(root, folder.name))) {
    const bytes = readFileSync(join(root, folder.name, name));
    const found = decodeText(bytes, '', name.endsWith('.xml'));
    files++;
    bytesRead += bytes.length;
    if (isRight(folder.name, bytes, found)) right++;
    else wrong.set(folder.name, [...(wrong.get(folder.name) ?? []), `${name}: ${found.charset}`]);
  }
}
const { user, system } = process.threadCpuUsage(before);
for (const [folder, names] of wrong) process.stdout.write(`${folder}: ${names.join(', ')}\n`);
const seconds = (user + system) / 1e6;
process.stdout.write(
  `${right} of ${files} files right, ${(bytesRead / 1e6 / seconds).toFixed(1)} MB per CPU second, detection included\n`,
);

/** Returns whether the encoding is the expected one, or decodes to the same text. */
function isRight(folder: string, bytes: Uint8Array, found: { charset: string; text: string }): boolean {
  const name = folder.toLowerCase().replace(/(?<=[a-z\d])-(?=[a-z]{4,}$)(?!roman$).*$/, '');
  const wanted = NAMES[name] ?? nonstandardEncoding(name) ?? labelToName(name);
  if (!wanted) return false;
  if (found.charset.startsWith(wanted)) return true;
  return nonstandardEncoding(wanted) === undefined && legacyHookDecode(bytes, wanted) === found.text;
}

/** Downloads the tests of chardet unless they are cached, and returns their folder. */
function downloadTests(): string {
  const cache = join(import.meta.dirname, '../../.cache/charset');
  const tests = join(cache, CHARDET, 'tests');
  if (existsSync(tests)) return tests;
  mkdirSync(cache, { recursive: true });
  const options = ['download', '--no-deps', '--no-binary', 'chardet', '--dest', cache, CHARDET.replace('-', '==')];
  execFileSync('python3', ['-m', 'pip', ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('tar', ['xzf', join(cache, `${CHARDET}.tar.gz`), '-C', cache]);
  return tests;
}
