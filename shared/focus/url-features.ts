import { hostOf, originOf, type Url } from '../url/url.ts';
import { hashDirectory } from './link-evidence.ts';
import { hashOf, wordsOf } from './words.ts';

/** Most words of a URL that count. */
const MAX_URL_WORDS = 16;

/** What a URL says without its page. Groups are hashes. */
export type UrlFeatures = {
  host: number;
  directory: number;
  /** The directory above. */
  parentDirectory: number;
  /** Host and path with numbers, home directories and the file name folded. URLs of one template often share a topic. */
  pattern: number;
  /** The pattern without names: depth, home directory, kind of file. */
  shape: number;
  /** The directory and those above it, as the evidence stores them. */
  ancestors: number[];
  /** Words, and traits of the path that work like words. */
  words: string[];
};

/** Extracts the features of a URL. */
export function urlFeaturesOf(url: Url): UrlFeatures {
  const host = hostOf(url);
  const path = pathOf(url);
  const segments = path.split('/').slice(1);
  const file = segments.pop() ?? '';
  const directory = `${host}/${segments.map((segment) => `${segment}/`).join('')}`;
  const above = `${host}/${segments
    .slice(0, -1)
    .map((segment) => `${segment}/`)
    .join('')}`;
  const extension = /\.[a-z]+$/i.exec(file)?.[0].toLowerCase() ?? '';
  const shape = shapeOf(segments, file, extension);
  return {
    host: hashOf(`host ${host}`),
    directory: hashOf(`directory ${directory}`),
    parentDirectory: hashOf(`directory ${above}`),
    pattern: hashOf(`pattern ${host} ${patternOf(segments)}${file === '' ? '' : `*${extension}`}`),
    shape: hashOf(`shape ${shape}`),
    ancestors: ancestorsOf(url),
    words: [
      ...new Set([
        ...wordsOf(path, MAX_URL_WORDS).map((word) => `URL word: ${word}`),
        ...wordsOf(file.slice(0, file.length - extension.length), MAX_URL_WORDS).map((word) => `file name: ${word}`),
        `first directory: ${foldName(segments[0] ?? '')}`,
        `form of the path: ${shape}`,
        `depth of the path: ${segments.length}`,
        `host: ${host}`,
      ]),
    ],
  };
}

/** Returns the decoded path without query and fragment. */
function pathOf(url: Url): string {
  const path = url.slice(originOf(url).length).replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `['~ann', 'p12']` → `/~/p#/`. */
function patternOf(segments: readonly string[]): string {
  return `/${segments.map((segment) => `${foldName(segment)}/`).join('')}`;
}

function foldName(segment: string): string {
  return segment.startsWith('~') ? '~' : segment.toLowerCase().replace(/\d+/g, '#');
}

/** `/~ann/papers/p12.html` → `/~/d/*.html`. */
function shapeOf(segments: readonly string[], file: string, extension: string): string {
  const directories = segments.map((segment) => (segment.startsWith('~') ? '~/' : 'd/')).join('');
  if (file === '') return `/${directories}`;
  return /^(?:index|default|home|welcome)\b/i.test(file) ? `/${directories}index` : `/${directories}*${extension}`;
}

function ancestorsOf(url: Url): number[] {
  const root = originOf(url).length;
  const path = url.replace(/[?#].*$/, '');
  const found: number[] = [];
  for (let slash = path.lastIndexOf('/'); slash >= root; slash = path.lastIndexOf('/', slash - 1))
    found.push(hashDirectory(path.slice(0, slash + 1) as Url));
  return found;
}
