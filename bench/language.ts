/**
 * Measures language detection on single sentences: `node bench/language.ts [FILE.jsonl… | FOLDER]`.
 *
 * - FILE.jsonl: lines of `{language, text}`.
 * - FOLDER: folders of texts whose names end with the name of a language, such as the tests in chardet's source package
 *   (`pip download --no-deps --no-binary chardet chardet==6.0.0`). The detection was not tuned on these pages.
 * - Without arguments: messages of installed programs in up to a hundred languages (gettext's `.mo` files below
 *   /usr/share/locale), one or two sentences each, without placeholders.
 */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../shared/clean/decode/charset.ts';
import { languageOf } from '../shared/clean/language/detect-language.ts';

/** Maximum number of sentences per language. */
const MAX_SENTENCES = 120;
/** Minimum number of sentences for a result. */
const MIN_SENTENCES = 10;
/** Languages of most web pages. */
const MAJOR = new Set('ar cs da de el en es fi fr hu it ja nl no pl pt ro ru sv tr uk zh'.split(' '));
/** The seventy-five supported languages. */
const SUPPORTED = new Set(
  `af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gu he hi hr hu hy id is it ja ka kk ko la lg lt lv mi
  mk mn mr ms nl nn no pa pl pt ro ru sk sl sn so sq sr st sv sw ta te th tl tn tr ts uk ur vi xh yo zh zu`.split(
    /\s+/,
  ),
);
/** Languages by the name of their catalogue where the names differ. */
const NAMES: Record<string, string> = { nb: 'no' };

/** Encodings whose texts decode reliably. */
const UNICODE = /^(?:utf-8|utf-16|iso-8859|windows-125|koi8|gb|big5|euc|shift)/;
const OTHER_NAMES: Record<string, string> = { farsi: 'persian', slovene: 'slovenian' };

type Sentence = { language: string; text: string };

const files = process.argv.slice(2);
const sentences = files.length > 0 ? files.flatMap(sentencesOf) : catalogues();
const counts = new Map<string, { n: number; right: number; as: Map<string, number> }>();
const before = process.threadCpuUsage();
for (const { language, text } of sentences) {
  const count = counts.get(language) ?? { n: 0, right: 0, as: new Map() };
  counts.set(language, count);
  const found = languageOf(text, null);
  count.n++;
  if (found === language) count.right++;
  else count.as.set(found, (count.as.get(found) ?? 0) + 1);
}
const { user, system } = process.threadCpuUsage(before);
const rates: [language: string, rate: number][] = [];
for (const [language, { n, right, as }] of [...counts].sort()) {
  if (n < MIN_SENTENCES) continue;
  rates.push([language, right / n]);
  const others = [...as]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, times]) => `${name} ${times}`);
  print(`${language.padEnd(4)} ${(right / n).toFixed(3)} of ${n}  ${others.join(', ')}`);
}
const supported = rates.filter(([language]) => SUPPORTED.has(language));
const major = rates.filter(([language]) => MAJOR.has(language));
print(
  `mean accuracy: ${meanOf(supported)} over ${supported.length} supported languages, ${meanOf(rates)} over all ${rates.length}, ${meanOf(major)} over ${major.length} major ones`,
);
print(`${Math.round(sentences.length / ((user + system) / 1e6))} sentences per CPU second`);

function sentencesOf(path: string): Sentence[] {
  return statSync(path).isDirectory() ? textsBelow(path) : linesOf(path);
}

/** Reads the texts of a folder. A text in several encodings is read once, preferably as UTF-8. */
function textsBelow(root: string): Sentence[] {
  const english = new Intl.DisplayNames('en', { type: 'language' });
  const codes = new Map([...SUPPORTED].map((code) => [(english.of(code) ?? code).toLowerCase(), code]));
  const seen = new Map<string, Sentence[]>();
  for (const folder of readdirSync(root).sort().reverse()) {
    const language = codes.get(OTHER_NAMES[folder.replace(/.*-/, '')] ?? folder.replace(/.*-/, ''));
    if (language === undefined || !UNICODE.test(folder)) continue;
    for (const name of readdirSync(join(root, folder)).filter((file) => /^culturax.*\.txt$/.test(file)))
      if (!seen.has(language + name)) seen.set(language + name, sentencesIn(join(root, folder, name), language));
  }
  return [...seen.values()].flat();
}

function sentencesIn(path: string, language: string): Sentence[] {
  const { text } = decodeText(readFileSync(path), '', false);
  const pieces = text
    .split(/(?<=[.!?؟]["”»]?)\s+|\n+|(?<=[。！？])/u)
    .map((piece) => piece.replace(/\s+/g, ' ').trim());
  return pieces
    .filter((piece) => /[.!?。؟！]["”»)]?$/.test(piece) && !/[|{}<>@=\ufffd]|http|www/.test(piece) && isSentence(piece))
    .slice(0, 25)
    .map((piece) => ({ language, text: piece }));
}

function linesOf(file: string): Sentence[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Sentence]));
}

function catalogues(): Sentence[] {
  const found = new Map<string, Set<string>>();
  for (const path of globSync('/usr/share/locale/*/LC_MESSAGES/*.mo').sort()) {
    const code = /locale\/([a-z]{2})(?:_[A-Z]{2})?\/LC/.exec(path)?.[1];
    if (code === undefined) continue;
    const language = NAMES[code] ?? code;
    const texts = found.get(language) ?? new Set();
    found.set(language, texts);
    for (const text of messagesOf(readFileSync(path))) if (isSentence(text)) texts.add(text);
  }
  return [...found].flatMap(([language, texts]) => spread([...texts].sort()).map((text) => ({ language, text })));
}

/** Reads gettext's binary format: tables of lengths and offsets of the originals and the translations. */
function* messagesOf(bytes: Buffer): Generator<string> {
  if (bytes.length < 28 || bytes.readUInt32LE(0) !== 0x950412de) return;
  const originals = bytes.readUInt32LE(12);
  const table = bytes.readUInt32LE(16);
  for (let i = 1; i < bytes.readUInt32LE(8); i++) {
    const length = bytes.readUInt32LE(table + 8 * i);
    const from = bytes.readUInt32LE(table + 8 * i + 4);
    const original = bytes.readUInt32LE(originals + 8 * i + 4);
    const untranslated = bytes.subarray(original, original + bytes.readUInt32LE(originals + 8 * i));
    if (untranslated.equals(bytes.subarray(from, from + length))) continue;
    yield (bytes.toString('utf8', from, from + length).split('\0')[0] ?? '').replace(/\s+/g, ' ').trim();
  }
}

function isSentence(text: string): boolean {
  if (/[%<{[\\`=_\ufffd]|--/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const syllables = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu)?.length ?? 0;
  return letters >= (syllables > letters / 2 ? 18 : 45) && letters <= 200;
}

/** Returns at most `MAX_SENTENCES` texts, evenly spread over the list. */
function spread(texts: string[]): string[] {
  const step = Math.max(1, texts.length / MAX_SENTENCES);
  return Array.from({ length: Math.min(texts.length, MAX_SENTENCES) }, (_, i) => texts[Math.floor(i * step)] as string);
}

function meanOf(of: readonly [string, number][]): string {
  return (of.reduce((sum, [, rate]) => sum + rate, 0) / Math.max(1, of.length)).toFixed(4);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
