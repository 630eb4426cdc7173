/** The files of a crawl in a data folder, beside the databases. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Folders in `objects/` with a folder `<crawl>` or a file `<crawl>.json`. The settings are the last: they name the models. */
export const OBJECT_FOLDERS = 'raw clean doubts records judgements sums applied models settings'.split(' ');

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
  const files = [...seeds, ...ownModels(dir, crawl), ...folders.map((folder) => join(folder, `${crawl}.json`))];
  return [
    ...files.filter((path) => statOf(path)?.isFile()),
    ...folders.map((folder) => join(folder, crawl)).filter((path) => statOf(path)?.isDirectory()),
  ];
}

/**
 * Returns links that keep a crawl from being deleted: those in place of its own files and folders, since what they lead to may belong to others, and
 * those of shared folders, such as `objects/raw`, that lead nowhere, as if their disk was not mounted.
 */
export function linksOfCrawl(dir: string, crawl: string): string[] {
  const folders = foldersOf(dir);
  const own = folders.flatMap((folder) => [join(folder, crawl), join(folder, `${crawl}.json`)]);
  const shared = [join(dir, 'objects'), ...folders, join(dir, 'seeds')];
  return [
    ...own.filter((path) => statOf(path)?.isSymbolicLink()),
    ...shared.filter((path) => statOf(path)?.isSymbolicLink() && !existsSync(path)),
  ];
}

const foldersOf = (dir: string): string[] => [
  ...OBJECT_FOLDERS.map((folder) => join(dir, 'objects', folder)),
  join(dir, 'notices'),
];

/** Returns the paths of the topic models that only this crawl uses. */
function ownModels(dir: string, crawl: string): string[] {
  const settings = join(dir, 'objects', 'settings');
  const modelsOf = (name: string) =>
    filesBelow(join(settings, name)).flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(MODEL), ([, model]) => model!),
    );
  const others = new Set(
    namesIn(settings)
      .filter((name) => name !== crawl)
      .flatMap(modelsOf),
  );
  return [...new Set(modelsOf(crawl))]
    .filter((model) => !others.has(model))
    .map((model) => join(dir, 'objects', 'models', model));
}

/** Removes a file, or a folder with all that is in it. Of a link only the link itself goes. */
export const removePath = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Returns a file itself, or all files below a folder. Follows no links in it. */
function filesBelow(path: string): string[] {
  const stat = statOf(path);
  if (!stat?.isDirectory()) return stat ? [path] : [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Counts files: `paths` that are some, and those below folders. */
export function sizeOf(paths: readonly string[]): { files: number; bytes: number } {
  const files = paths.flatMap(filesBelow);
  return { files: files.length, bytes: files.reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0) };
}

/** Counts the verdicts of a person, which are files of their own. */
export const countVerdicts = (dir: string, crawl: string): number =>
  filesBelow(join(dir, 'objects', 'judgements', crawl)).length;

/** Does not follow a link in place of the file. Undefined: there is none. */
const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
