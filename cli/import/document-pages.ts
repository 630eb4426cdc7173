/** Files as pages, for `thresher import`: documents that no server sends, single ones and those of a folder. */
import { type Dirent, existsSync } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { KeepBytes, StreamedItem } from '../../shared/fetch/warc/streamed-record.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { describeReadError } from '../read-text-file.ts';
import { frontierFile } from '../run/folder/data-folder.ts';
import { fieldsOf, recordOf, timeOfFile } from './page-record.ts';

/**
 * Opens a folder. Each file in it and its folders gets the address `base` with its path; its time is that of its last change. Names that
 * begin with a dot are left out, and so are links to folders, which may form rings, and data folders, which change during the import. Links to
 * files outside of the folder are damaged places: a folder from somebody else could publish any file of this machine.
 *
 * @param base address of the folder, with a slash at its end
 */
export const folderPages = (folder: string, base: string): Archive => ({
  name: folder,
  read: (keep) => readFiles(join(folder, '/'), base, keep),
  isFolder: true,
});

/**
 * Opens one document. It gets the address `base` with its name.
 *
 * @param base address of its folder, with a slash at its end
 */
export const documentPage = (file: string, base: string): Archive => ({
  name: file,
  read: (keep) => readFile(Buffer.from(file), base + pathSegment(Buffer.from(basename(resolve(file)))), keep),
});

/** Names of folders and of the file in the last of them. Bytes, because names may have another encoding than UTF-8. */
type Path = readonly Buffer[];

async function* readFiles(folder: string, base: string, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  for await (const path of filesIn(folder, [], await rootOf(folder))) {
    if ('kind' in path) {
      yield path;
      continue;
    }
    yield* readFile(placeOf(folder, path), base + path.map(pathSegment).join('/'), keep);
  }
}

async function* readFile(file: Buffer, url: string, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  try {
    yield await readRecord(file, url, keep);
  } catch (error) {
    yield unreadable(file, error);
  }
}

/** @param folder with a slash at its end */
const placeOf = (folder: string, path: Path): Buffer =>
  Buffer.concat([Buffer.from(folder), ...path.flatMap((name, i) => (i === 0 ? [name] : [SLASH, name]))]);

const SLASH = Buffer.from('/');

/** Escapes what a path cannot have, byte by byte. Signs such as `&` stay, as servers of files write them. */
const pathSegment = (name: Buffer): string =>
  name
    .toString('latin1')
    .replace(/[^\w.~!$&'()*+,;=:@-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** Returns where links in a folder may lead: into the folder itself. A folder that cannot be resolved is reported when it is read. */
const rootOf = (folder: string): Promise<string> =>
  realpath(folder).then(
    (root) => join(root, sep),
    () => folder,
  );

const unreadable = (file: Buffer, error: unknown): StreamedItem => ({
  ...{ kind: 'broken', offset: 0, file: file.toString(), detail: describeReadError(error) },
});

/** Yields the paths of the files below a folder, in the same order each time, and the folders that cannot be read. */
async function* filesIn(folder: string, path: Path, root: string): AsyncGenerator<Path | StreamedItem> {
  const place = placeOf(folder, path);
  if (existsSync(frontierFile(place.toString()))) return;
  const entries = await readdir(place, { withFileTypes: true, encoding: 'buffer' }).catch((error: unknown) =>
    unreadable(place, error),
  );
  if ('kind' in entries) {
    yield entries;
    return;
  }
  for (const entry of entries.sort(byName)) {
    if (entry.name[0] === DOT) continue;
    const own = [...path, entry.name];
    if (entry.isDirectory()) yield* filesIn(folder, own, root);
    else if (entry.isFile()) yield own;
    else if (await isLinkToFile(placeOf(folder, own), entry))
      yield (await leadsOut(placeOf(folder, own), root)) ? outside(placeOf(folder, own)) : own;
  }
}

/** Tells whether a link leads out of a folder. A link to nothing does not. */
const leadsOut = (link: Buffer, root: string): Promise<boolean> =>
  realpath(link, 'buffer').then(
    (target) => !target.subarray(0, Buffer.byteLength(root)).equals(Buffer.from(root)),
    () => false,
  );

const outside = (file: Buffer): StreamedItem => ({
  ...{ kind: 'broken', offset: 0, file: file.toString(), detail: 'a link to a file outside of the folder' },
});

const DOT = 0x2e;

const byName = (one: Dirent<Buffer>, other: Dirent<Buffer>) => Buffer.compare(one.name, other.name);

/** Returns whether an entry of a folder is a link to a file, or to nothing, which is reported when it is read. */
export async function isLinkToFile(file: string | Buffer, entry: Pick<Dirent, 'isSymbolicLink'>): Promise<boolean> {
  return (
    entry.isSymbolicLink() &&
    (await stat(file).then(
      (found) => found.isFile(),
      () => true,
    ))
  );
}

async function readRecord(file: Buffer, url: string, keep: KeepBytes): Promise<StreamedItem> {
  const handle = await open(file);
  try {
    const found = await handle.stat();
    const fields = fieldsOf({ url, at: timeOfFile(found) });
    const block = Buffer.alloc(Math.min(found.size, keep(fields)));
    const { bytesRead } = await handle.read(block, 0, block.length, 0);
    return recordOf(fields, block.subarray(0, bytesRead), { offset: 0, file: file.toString(), blockBytes: found.size });
  } finally {
    await handle.close();
  }
}
