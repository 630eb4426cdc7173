/** The files of a folder as pages, for `thresher import`: documents that no server sends. */
import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeepBytes, StreamedItem } from '../../shared/fetch/warc/warc-stream.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { describeReadError } from '../read-text-file.ts';
import { fieldsOf, recordOf, timeOfFile } from './page-record.ts';

/**
 * Opens a folder. Each file in it and its folders gets the address `base` with its path; its time is that of its last change. Names that
 * begin with a dot are left out, and so are links to folders, which may form rings.
 *
 * @param base address of the folder, with a slash at its end
 */
export const folderPages = (folder: string, base: string): Archive => ({
  name: folder,
  read: (keep) => readFiles(folder, base, keep),
  isFolder: true,
});

async function* readFiles(folder: string, base: string, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  for await (const path of filesIn(folder, [])) {
    if ('kind' in path) {
      yield path;
      continue;
    }
    const file = join(folder, ...path);
    try {
      yield await readRecord(file, base + path.map(pathSegment).join('/'), keep);
    } catch (error) {
      yield unreadable(file, error);
    }
  }
}

/** Escapes what a path cannot have. Signs such as `&` stay, as servers of files write them. */
const pathSegment = (name: string): string => encodeURI(name).replace(/[?#]/g, encodeURIComponent);

const unreadable = (file: string, error: unknown): StreamedItem => ({
  ...{ kind: 'broken', offset: 0, file, detail: describeReadError(error) },
});

/** Yields the paths of the files below a folder, in the same order each time, and the folders that cannot be read. */
async function* filesIn(folder: string, path: readonly string[]): AsyncGenerator<string[] | StreamedItem> {
  const place = join(folder, ...path);
  const entries = await readdir(place, { withFileTypes: true }).catch((error: unknown) => unreadable(place, error));
  if ('kind' in entries) {
    yield entries;
    return;
  }
  for (const entry of entries.sort(byName)) {
    if (entry.name.startsWith('.')) continue;
    const own = [...path, entry.name];
    if (entry.isDirectory()) yield* filesIn(folder, own);
    else if (entry.isFile() || (await isLinkToFile(join(folder, ...own), entry))) yield own;
  }
}

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);

async function isLinkToFile(file: string, entry: Dirent): Promise<boolean> {
  return (
    entry.isSymbolicLink() &&
    (await stat(file).then(
      (found) => found.isFile(),
      () => true,
    ))
  );
}

async function readRecord(file: string, url: string, keep: KeepBytes): Promise<StreamedItem> {
  const handle = await open(file);
  try {
    const found = await handle.stat();
    const fields = fieldsOf({ url, at: timeOfFile(found) });
    const block = Buffer.alloc(Math.min(found.size, keep(fields)));
    const { bytesRead } = await handle.read(block, 0, block.length, 0);
    return recordOf(fields, block.subarray(0, bytesRead), { offset: 0, file, blockBytes: found.size });
  } finally {
    await handle.close();
  }
}
