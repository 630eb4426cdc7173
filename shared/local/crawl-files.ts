/** The files of a crawl in a data folder, beside the databases. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Folders in `objects/` with a folder `<crawl>` or a file `<crawl>.json`. The settings are the last: they name the models. */
export const OBJECT_FOLDERS = 'raw clean doubts records judgements sums applied models settings'.split(' ');

/** Those with a file `<crawl>.json`. */
const FILE_FOLDERS = ['sums', 'applied'];

const MODEL = /models\/([0-9a-f]{32}\.model)/g;
/**
 * Name of a file of gathered seeds, after the name of the crawl. A name with a second such part is that of another crawl, whose name begins alike:
 * `moss-0123456789abcdef.v2`.
 */
const SEED_FILE = /^-[0-9a-f]{16}\.(?!.*-[0-9a-f]{16}\.)/;

/** Returns the files and folders of a crawl in a data folder. A name may have dots: `<crawl>.json` may be the folder of another crawl. */
export function pathsOfCrawl(dir: string, crawl: string): string[] {
  const folders = foldersOf(dir);
  const seeds = namesIn(join(dir, 'seeds'))
    .filter((name) => name.startsWith(crawl) && SEED_FILE.test(name.slice(crawl.length)))
    .map((name) => join(dir, 'seeds', name));
  const named = [...seeds, ...ownModels(dir, crawl)];
  return [
    ...named.filter((path) => statOf(path)?.isFile() || isLink(path)),
    ...folders.map((folder) => join(folder, `${crawl}.json`)).filter((path) => statOf(path)?.isFile()),
    ...folders.map((folder) => join(folder, crawl)).filter((path) => statOf(path)?.isDirectory()),
  ];
}

/** Links in a data folder that a deletion meets. Paths. */
export type FolderLinks = {
  /** In place of folders and files of the crawl: what they lead to may belong to others. */
  own: string[];
  /** Folders of all crawls that lead nowhere, as if their disk was not mounted. */
  missing: string[];
  /** Folders of all crawls that lead to another place, whose files of the crawl go, too. */
  followed: string[];
};

/** Finds links in place of what a crawl owns or shares. Links further down are not among them. */
export function linksOfCrawl(dir: string, crawl: string): FolderLinks {
  const folders = foldersOf(dir);
  const shared = [join(dir, 'objects'), ...folders, join(dir, 'seeds')].filter(isLink);
  return {
    own: [
      ...folders.map((folder) => join(folder, crawl)),
      ...FILE_FOLDERS.map((folder) => join(dir, 'objects', folder, `${crawl}.json`)),
    ].filter(isLink),
    missing: shared.filter((path) => !existsSync(path)),
    followed: shared.filter((path) => existsSync(path)),
  };
}

const foldersOf = (dir: string): string[] => [
  ...OBJECT_FOLDERS.map((folder) => join(dir, 'objects', folder)),
  join(dir, 'notices'),
];

/** Returns the paths of the topic models that only this crawl uses: none if the settings of another crawl cannot be read. */
function ownModels(dir: string, crawl: string): string[] {
  const settings = join(dir, 'objects', 'settings');
  // Follows links, unlike a deletion.
  const modelsOf = (name: string) =>
    readdirSync(join(settings, name)).flatMap((file) =>
      Array.from(readFileSync(join(settings, name, file), 'utf8').matchAll(MODEL), ([, model]) => model!),
    );
  if (!existsSync(join(settings, crawl))) return [];
  try {
    const others = readdirSync(settings).filter((name) => name !== crawl);
    const used = new Set(others.flatMap(modelsOf));
    return [...new Set(modelsOf(crawl))]
      .filter((model) => !used.has(model))
      .map((model) => join(dir, 'objects', 'models', model));
  } catch {
    return [];
  }
}

/** Removes a file, or a folder with all that is in it. Of a link only the link itself goes. */
export const removePath = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Returns a path itself if it is no folder, or all files in the folder and its folders. Follows no links. */
function filesWithin(path: string): string[] {
  const stat = statOf(path);
  if (!stat?.isDirectory()) return stat ? [path] : [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Counts files: `paths` that are some, and those below folders. */
export function sizeOf(paths: readonly string[]): { files: number; bytes: number } {
  const files = paths.flatMap(filesWithin);
  return { files: files.length, bytes: files.reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0) };
}

/** Counts the verdicts of a person, which are files of their own. */
export const countVerdicts = (dir: string, crawl: string): number =>
  filesWithin(join(dir, 'objects', 'judgements', crawl)).length;

/** Does not follow a link in place of the file. Undefined: there is none. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder of its path is a file, or a link to itself.
    return undefined;
  }
}
const isLink = (path: string): boolean => statOf(path)?.isSymbolicLink() === true;
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
