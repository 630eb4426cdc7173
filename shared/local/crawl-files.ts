/** The files of a crawl in a data folder, beside the databases. */
import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Folders in `objects/` with a folder `<crawl>` or a file `<crawl>.json`. The settings are the last: they name the models. */
export const OBJECT_FOLDERS = 'raw clean doubts records judgements sums applied models settings'.split(' ');

const MODEL = /models\/([0-9a-f]{32}\.model)/g;
/** Name of a file of gathered seeds, after the name of the crawl. */
const SEED_FILE = /^-[0-9a-f]{16}\./;

/** Returns the files and folders of a crawl in a data folder. A name may have dots: `<crawl>.json` may be the folder of another crawl. */
export function pathsOfCrawl(dir: string, crawl: string): string[] {
  const folders = [...OBJECT_FOLDERS.map((folder) => join(dir, 'objects', folder)), join(dir, 'notices')];
  const seeds = namesIn(join(dir, 'seeds'))
    .filter((name) => name.startsWith(crawl) && SEED_FILE.test(name.slice(crawl.length)))
    .map((name) => join(dir, 'seeds', name));
  const files = [...seeds, ...ownModels(dir, crawl), ...folders.map((folder) => join(folder, `${crawl}.json`))];
  return [
    ...files.filter((path) => statOf(path)?.isFile()),
    ...folders.map((folder) => join(folder, crawl)).filter((path) => statOf(path)?.isDirectory()),
  ];
}

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

/** Removes also what a link leads to: captures may be on another disk. */
export function removePath(path: string): void {
  const isLink = lstatSync(path).isSymbolicLink();
  rmSync(realpathSync(path), { recursive: true, force: true });
  if (isLink) unlinkSync(path);
}

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

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
const namesIn = (folder: string): string[] => (statOf(folder)?.isDirectory() ? readdirSync(folder) : []);
