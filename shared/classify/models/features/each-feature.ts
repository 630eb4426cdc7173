import { eachPosition } from '../../../text/analysis/analyze.ts';
import { analysisLanguage } from '../../../text/analysis/language.ts';
import { plainWord } from '../../../text/analysis/plain-word.ts';
import { fnv1a } from '../../../text/fnv1a.ts';
import { memoizeText } from '../../../text/memoize.ts';

/** What a topic model reads of a document. */
export type ModelInput = {
  /** Empty: unknown. */
  url: string;
  title: string | null;
  text: string;
  /** ISO 639-1 code, or `und`. */
  language: string;
};

/** The part of a document that a feature was read from. */
export const IN_TITLE = 0;
export const IN_TEXT = 1;
const IN_URL = 2;

/**
 * Receives a feature: a hash other than 0, the part of the document, and its place in that part (UTF-16 units, end exclusive).
 * A pair spans both words.
 */
export type VisitFeature = (hash: number, part: number, start: number, end: number) => void;

/** Number of words per language whose hashes are cached. */
const CACHED_WORDS = 60_000;
/** Maximum number of UTF-16 units of a text that are read: the start of a long document shows its topic. */
const MAX_TEXT_LENGTH = 50_000;

/** Distinguish the same word in different parts of a document. */
const TITLE_SEED = 0x51ed270b;
const URL_SEED = 0x2545f491;

type WordHash = (text: string, start: number, end: number) => number;
const wordHashes = new Map<string, WordHash>();

/**
 * Calls `visit` for each feature of a document: stemmed words that are no stop words, pairs of such words that follow each
 * other, the words of the title once more as title words, and the words of the URL's path.
 *
 * @param language ISO 639-1 code of the stop words and the stemmer
 */
export function eachFeature({ url, title, text }: ModelInput, language: string, visit: VisitFeature): void {
  const hashOf = wordHash(language);
  if (title !== null) visitWords(title, IN_TITLE, hashOf, visit);
  visitWords(text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text, IN_TEXT, hashOf, visit);
  if (url !== '') visitUrl(url, hashOf, visit);
}

/** Calls `visit` for the words of title and text only. */
export function eachWordFeature({ title, text }: ModelInput, language: string, visit: VisitFeature): void {
  const hashOf = wordHash(language);
  const parts = [title ?? '', text.slice(0, MAX_TEXT_LENGTH)];
  parts.forEach((content, part) => {
    eachPosition(content, (start, end) => {
      const hash = hashOf(content, start, end);
      if (hash !== 0) visit(hash, part, start, end);
    });
  });
}

function visitWords(text: string, part: number, hashOf: WordHash, visit: VisitFeature): void {
  let previous = 0;
  let previousStart = 0;
  eachPosition(text, (start, end) => {
    const hash = hashOf(text, start, end);
    if (hash === 0) return;
    visit(hash, part, start, end);
    if (part === IN_TITLE) visit(mix(hash, TITLE_SEED), part, start, end);
    if (previous !== 0) visit(mix(hash, previous), part, previousStart, end);
    previous = hash;
    previousStart = start;
  });
}

/** Visits the words of the path, without the host: a host stands for a site and not for a topic. */
function visitUrl(url: string, hashOf: WordHash, visit: VisitFeature): void {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  if (path < 0) return;
  visit(shapeHash(url, path), IN_URL, path, url.length);
  eachUrlWord(url, path, (start, end) => {
    const hash = hashOf(url, start, end);
    if (hash !== 0) visit(mix(hash, URL_SEED), IN_URL, start, end);
  });
}

/**
 * Hashes the shape of a path: the number of folders below the top or below a home page (`~name`), and whether it ends in a folder, an
 * index file or another file. A home page of a course or project differs from the pages below it in nothing else.
 */
function shapeHash(url: string, path: number): number {
  let folders = 0;
  let last = path;
  const end = endOfPath(url, path);
  for (let at = path + 1; at < end; at++)
    if (url.charCodeAt(at) === SLASH) {
      folders = url.charCodeAt(last + 1) === TILDE ? HOME : folders + 1;
      last = at;
    }
  const name = url.slice(last + 1, end);
  const kind = name === '' || !name.includes('.') ? FOLDER : INDEX_FILE.test(name) ? INDEX : FILE;
  return mix(mix(Math.min(folders, MAX_FOLDERS + HOME) + 1, kind), URL_SEED);
}

function endOfPath(url: string, path: number): number {
  const end = url.slice(path).search(/[?#]/);
  return end < 0 ? url.length : path + end;
}

const [FOLDER, INDEX, FILE] = [1, 2, 3];
const INDEX_FILE = /^(index|home|default|welcome|homepage)\.[a-z0-9]+$/i;
const SLASH = 0x2f;
/** Number of folders from which deeper paths are alike, and the count of a home page. */
const MAX_FOLDERS = 5;
const HOME = 16;

/** Visits runs of letters, so that numbers in names (`cs314`, `page2`) do not make them rare, and the tilde of home pages. */
function eachUrlWord(url: string, from: number, visit: (start: number, end: number) => void): void {
  let start = -1;
  for (let at = from; at <= url.length; at++) {
    const unit = url.charCodeAt(at) | 0x20;
    const isLetter = (unit >= 0x61 && unit <= 0x7a) || unit > 0x7f;
    if (isLetter && start < 0) start = at;
    if (!isLetter && start >= 0) {
      visit(start, at);
      start = -1;
    }
    if (url.charCodeAt(at) === TILDE) visit(at, at + 1);
  }
}

const TILDE = 0x7e;

/** Returns the function that hashes a word's stem; 0 for stop words. */
function wordHash(code: string): WordHash {
  let found = wordHashes.get(code);
  if (!found) {
    const language = analysisLanguage(code);
    const cached = memoizeText(CACHED_WORDS, (raw) => (raw === '~' ? TILDE_HASH : hashWord(plainWord(language, raw))));
    found = cached;
    wordHashes.set(code, found);
  }
  return found;
}

/** FNV-1a over UTF-16 units, finished so that all bits depend on all units. 0 only for the empty word. */
export function hashWord(word: string): number {
  return word === '' ? 0 : finish(fnv1a(word));
}

/** Combines two hashes; the order matters. */
export function mix(one: number, two: number): number {
  return finish(Math.imul(one, 0x9e3779b1) ^ ((two << 13) | (two >>> 19)));
}

function finish(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash === 0 ? 1 : hash | 0;
}

const TILDE_HASH = hashWord('~');
