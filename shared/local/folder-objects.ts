import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ObjectExistsError, type Objects } from '../ports/objects.ts';
import { PART_SUFFIX } from './files/clear-parts.ts';

const KEY = /^[\w.@=+-]+(\/[\w.@=+-]+)*$/;
const DOTS = /(^|\/)\.\.?(\/|$)/;

/**
 * Stores objects as files below `folder`. `put` writes a temporary file, syncs it and renames it, so readers see the whole object
 * or none. It also syncs the folder and new parent folders, without which a power failure could lose the name. Unlike in other
 * stores, a key cannot be a path prefix of another key (`a` and `a/b`).
 *
 * @param within folder that holds `folder`, and must exist: after it was moved away, `put` fails instead of writing to its old place.
 * Absent: `put` creates all folders
 */
export function folderObjects(folder: string, within?: string): Objects {
  const path = (key: string): string => {
    if (!KEY.test(key) || DOTS.test(key) || key.endsWith(PART_SUFFIX)) throw new Error(`invalid object key: ${key}`);
    return join(folder, key);
  };

  return {
    async put(key, bytes, options) {
      const file = path(key);
      let created: string | undefined;
      const write = async () => {
        created = (await createFolder(dirname(file), within)) ?? created;
        await writeAside(file, bytes, (temporary) =>
          options?.ifAbsent ? linkNew(temporary, file, key) : rename(temporary, file),
        );
      };
      try {
        // A crawl that starts clears all temporary files, also one of another process that is just being written.
        await write().catch((error) => (isAbsent(error) ? write() : Promise.reject(error)));
      } catch (error) {
        // Errors of writes name no file, and users do not know the temporary one.
        throw error instanceof ObjectExistsError ? error : Object.assign(error as Error, { path: file });
      }
      for (const parent of foldersToSync(file, created)) await syncFolder(parent);
    },
    async get(key, range) {
      const file = path(key);
      return undefinedIfAbsent(range ? readRange(file, range) : readFile(file));
    },
    async *list(prefix) {
      if (DOTS.test(prefix) || prefix.startsWith('/')) throw new Error(`invalid prefix of object keys: ${prefix}`);
      const folderEnd = prefix.lastIndexOf('/') + 1;
      for (const key of await listKeys(folder, prefix.slice(0, folderEnd))) if (key.startsWith(prefix)) yield key;
    },
    async delete(keys) {
      for (const key of keys) await undefinedIfAbsent(unlink(path(key)));
    },
  };
}

/**
 * Creates a folder and its parents, but not `within`.
 *
 * @returns the outermost folder that was created; undefined if the folder exists
 */
async function createFolder(folder: string, within: string | undefined): Promise<string | undefined> {
  if (within === undefined) return mkdir(folder, { recursive: true });
  try {
    await mkdir(folder);
    return folder;
  } catch (error) {
    if (isExisting(error)) return undefined;
    if (!isAbsent(error) || resolve(dirname(folder)) === resolve(within)) throw error;
    const outermost = await createFolder(dirname(folder), within);
    // Another thread may create it meanwhile. Below a link that leads nowhere it cannot be created.
    await mkdir(folder).catch((again: unknown) => {
      if (!isExisting(again)) throw again;
    });
    return outermost ?? folder;
  }
}

/** Writes a temporary file beside `file`, and lets `finish` give it its name. */
async function writeAside(file: string, bytes: Uint8Array, finish: (temporary: string) => Promise<void>) {
  // A process id is not unique: it is reused after a restart, and shared by all worker threads.
  const temporary = `${file}.${randomUUID()}${PART_SUFFIX}`;
  try {
    await writeSynced(temporary, bytes);
    await finish(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function linkNew(from: string, to: string, key: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isExisting(error)) throw new ObjectExistsError(key, { cause: error });
    throw error;
  }
}

/** Returns the folder of a file. If folders were created for it, also their parents up to the one that existed before. */
function foldersToSync(file: string, created: string | undefined): string[] {
  const folders = [resolve(dirname(file))];
  if (created === undefined) return folders;
  const top = dirname(resolve(created));
  while (folders.at(-1)!.length > top.length) folders.push(dirname(folders.at(-1)!));
  return folders;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readRange(file: string, range: { offset: number; length: number }): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(range.length), 0, range.length, range.offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function listKeys(folder: string, below: string): Promise<string[]> {
  const entries = (await undefinedIfAbsent(readdir(join(folder, below), { withFileTypes: true }))) ?? [];
  const keys: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) keys.push(...(await listKeys(folder, `${below}${entry.name}/`)));
    else if (!entry.name.endsWith(PART_SUFFIX)) keys.push(below + entry.name);
  }
  return keys.sort();
}

/** Error codes for: no such file; a folder instead of a file; a file instead of a folder. */
const ABSENT_CODES = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

async function undefinedIfAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

const isExisting = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

function isAbsent(error: unknown): boolean {
  return ABSENT_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}
