import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ObjectExistsError, type Objects } from '../ports/objects.ts';

const KEY = /^[\w.@=+-]+(\/[\w.@=+-]+)*$/;
const DOTS = /(^|\/)\.\.?(\/|$)/;
/** Ends the names of files that are still being written, or were when the process died. */
const ASIDE = '.part';

/**
 * Objects as files below `folder`. A file is written aside, synced and then given its name, so that it is there whole or
 * not at all; its folder is synced too, and those above it that are new, since only that keeps the name through a power cut.
 * Unlike in other stores, no key may be the beginning of another's path (`a` and `a/b`).
 */
export function folderObjects(folder: string): Objects {
  const path = (key: string): string => {
    if (!KEY.test(key) || DOTS.test(key) || key.endsWith(ASIDE)) throw new Error(`not a key: ${key}`);
    return join(folder, key);
  };

  return {
    async put(key, bytes, options) {
      const file = path(key);
      // A process number would come again: after a restart, and in every worker thread of one process.
      const aside = `${file}.${randomUUID()}${ASIDE}`;
      const made = await mkdir(dirname(file), { recursive: true });
      try {
        await writeSynced(aside, bytes);
        if (options?.ifAbsent) await linkNew(aside, file, key);
        else await rename(aside, file);
      } finally {
        await rm(aside, { force: true });
      }
      for (const above of foldersAbove(file, made)) await syncFolder(above);
    },
    async get(key, range) {
      const file = path(key);
      return absentIsUndefined(range ? readRange(file, range) : readFile(file));
    },
    async *list(prefix) {
      if (DOTS.test(prefix) || prefix.startsWith('/')) throw new Error(`not the beginning of a key: ${prefix}`);
      const cut = prefix.lastIndexOf('/') + 1;
      for (const key of await walk(folder, prefix.slice(0, cut))) if (key.startsWith(prefix)) yield key;
    },
    async delete(keys) {
      for (const key of keys) await absentIsUndefined(unlink(path(key)));
    },
  };
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new ObjectExistsError(key, { cause: error });
    throw error;
  }
}

/** The file's folder and, where some were made for it, those up to the one that holds the first of them. */
function foldersAbove(file: string, made: string | undefined): string[] {
  const folders = [resolve(dirname(file))];
  if (made === undefined) return folders;
  const top = dirname(resolve(made));
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

async function walk(folder: string, below: string): Promise<string[]> {
  const entries = (await absentIsUndefined(readdir(join(folder, below), { withFileTypes: true }))) ?? [];
  const keys: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) keys.push(...(await walk(folder, `${below}${entry.name}/`)));
    else if (!entry.name.endsWith(ASIDE)) keys.push(below + entry.name);
  }
  return keys.sort();
}

/** Nothing of that name; a folder, which is no object; a file where the key has a folder. */
const ABSENT = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

async function absentIsUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
