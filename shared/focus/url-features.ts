import { memoizeText } from '../text/memoize.ts';
import { prefixHasher } from '../url/fingerprint.ts';
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
  ancestors: readonly number[];
  /** Hashes of words, and of traits of the path that work like words. */
  words: readonly number[];
};

/** Number of URLs whose features are kept: those of the links of some pages, which repeat from page to page. */
const KEPT_URLS = 2_048;

const keptFeatures = memoizeText(KEPT_URLS, (url) => extractFeatures(url as Url));

/** Returns the features of a URL. They are shared: the caller must not change them. */
export function urlFeaturesOf(url: Url): UrlFeatures {
  return keptFeatures(url);
}

function extractFeatures(url: Url): UrlFeatures {
  const { directory, file, extension, shape, words, fileWords } = readUrl(url);
  const hashes: number[] = [];
  for (const word of words) hashes.push(hashUrlWord(word));
  for (const word of fileWords) hashes.push(hashFileWord(word));
  hashes.push(directory.traits[0], hashPathForm(shape), directory.traits[1], directory.traits[2]);
  return {
    host: directory.host,
    directory: directory.directory,
    parentDirectory: directory.parentDirectory,
    pattern: hashOf(`${directory.pattern}${file === '' ? '' : `*${extension}`}`),
    shape: hashShape(shape),
    ancestors: directory.ancestors,
    words: hashes,
  };
}

/** Returns names of the words of a URL, in the order of their hashes. */
export function urlWordNames(url: Url): string[] {
  const { directory, shape, words, fileWords } = readUrl(url);
  return [
    ...words.map((word) => `${URL_WORD}${word}`),
    ...fileWords.map((word) => `${FILE_WORD}${word}`),
    directory.firstDirectory,
    `${PATH_FORM}${shape}`,
    directory.depth,
    directory.hostName,
  ];
}

const URL_WORD = 'URL word: ';
const FILE_WORD = 'file name: ';
const PATH_FORM = 'form of the path: ';
const hashUrlWord = prefixHasher(URL_WORD);
const hashFileWord = prefixHasher(FILE_WORD);
const hashPathForm = prefixHasher(PATH_FORM);
const hashShape = prefixHasher('shape ');

/** Parts of a URL. `words` and `fileWords`: the different words of its path, and of its file name without the extension. */
type UrlParts = {
  directory: DirectoryFeatures;
  file: string;
  extension: string;
  shape: string;
  words: string[];
  fileWords: string[];
};

function readUrl(url: Url): UrlParts {
  const path = pathOf(url);
  const end = path.lastIndexOf('/') + 1;
  const file = path.slice(end);
  const extension = EXTENSION.exec(file)?.[0].toLowerCase() ?? '';
  const directory = directoryOf(url, path.slice(0, end));
  const words: string[] = [];
  addNew(words, directory.words, MAX_URL_WORDS);
  addNew(words, wordsOf(file, MAX_URL_WORDS), MAX_URL_WORDS - directory.words.length);
  const fileWords: string[] = [];
  addNew(fileWords, wordsOf(file.slice(0, file.length - extension.length), MAX_URL_WORDS), MAX_URL_WORDS);
  return { directory, file, extension, shape: directory.shape + shapeOf(file, extension), words, fileWords };
}

/** Adds those of the first `max` words that a list lacks. The lists are short. */
function addNew(list: string[], words: readonly string[], max: number): void {
  for (let i = 0; i < Math.min(words.length, max); i++) if (!list.includes(words[i]!)) list.push(words[i]!);
}

const EXTENSION = /\.[a-z]+$/i;

/** What the URLs of a directory share. `pattern` and `shape` are beginnings, which the file name continues. */
type DirectoryFeatures = Pick<UrlFeatures, 'host' | 'directory' | 'parentDirectory' | 'ancestors'> & {
  words: string[];
  pattern: string;
  shape: string;
  firstDirectory: string;
  depth: string;
  hostName: string;
  /** Hashes of these three names. */
  traits: readonly [firstDirectory: number, depth: number, hostName: number];
};

/** Maximum number of directories whose features are kept: those of the links of some pages. */
const MAX_DIRECTORIES = 512;
const directories = new Map<string, DirectoryFeatures>();

/** Returns the features of a directory. @param path decoded path of the directory of `url`, with a slash at its end */
function directoryOf(url: Url, path: string): DirectoryFeatures {
  const key = url.slice(0, originOf(url).length + path.length);
  // Another path was decoded, and the URL may have other slashes than the path.
  if (!key.endsWith(path)) return readDirectory(url, path);
  const known = directories.get(key);
  if (known) return known;
  if (directories.size >= MAX_DIRECTORIES) directories.clear();
  const found = readDirectory(url, path);
  directories.set(key, found);
  return found;
}

function readDirectory(url: Url, path: string): DirectoryFeatures {
  const host = hostOf(url);
  const segments = path.split('/').slice(1, -1);
  const above = segments.slice(0, -1).map((segment) => `${segment}/`);
  const firstDirectory = `first directory: ${foldName(segments[0] ?? '')}`;
  const depth = `depth of the path: ${segments.length}`;
  const hostName = `host: ${host}`;
  return {
    host: hashOf(`host ${host}`),
    directory: hashOf(`directory ${host}${path}`),
    parentDirectory: hashOf(`directory ${host}/${above.join('')}`),
    ancestors: ancestorsOf(url),
    words: wordsOf(path, MAX_URL_WORDS),
    pattern: `pattern ${host} ${patternOf(segments)}`,
    shape: `/${segments.map((segment) => (segment.startsWith('~') ? '~/' : 'd/')).join('')}`,
    ...{ firstDirectory, depth, hostName },
    traits: [hashOf(firstDirectory), hashOf(depth), hashOf(hostName)],
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

/** `/~ann/papers/p12.html` → `/~/d/*.html`, of which this is the part after the directories. */
function shapeOf(file: string, extension: string): string {
  if (file === '') return '';
  return /^(?:index|default|home|welcome)\b/i.test(file) ? 'index' : `*${extension}`;
}

function ancestorsOf(url: Url): number[] {
  const root = originOf(url).length;
  const path = url.replace(/[?#].*$/, '');
  const found: number[] = [];
  for (let slash = path.lastIndexOf('/'); slash >= root; slash = path.lastIndexOf('/', slash - 1))
    found.push(hashDirectory(path.slice(0, slash + 1) as Url));
  return found;
}
