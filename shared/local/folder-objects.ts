import { constants } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ObjectExistsError, type Objects } from '../ports/objects.ts';

/**
 * Objects as files below `folder`. A file is written aside, synced and then given its name, so that it is there whole or
 * not at all; its folder is synced too, since only that keeps the name through a power cut.
 */
export function folderObjects(folder: string): Objects {
  const path = (key: string): string => {
    if (!/^[\w.@=+-]+(\/[\w.@=+-]+)*$/.test(key) || /(^|\/)\.\.?(\/|$)/.test(key)) throw new Error(`not a key: ${key}`);
    return join(folder, key);
  };
  let writes = 0;

  return {
    async put(key, bytes, options) {
      const file = path(key);
      const aside = `${file}.${process.pid}-${writes++}.part`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeSynced(aside, bytes);
        if (options?.ifAbsent) await linkNew(aside, file, key);
        else await rename(aside, file);
      } finally {
        await rm(aside, { force: true });
      }
      await syncFolder(dirname(file));
    },
    get: (key, range) => absentIsUndefined(range ? readRange(path(key), range) : readFile(path(key))),
    async *list(prefix) {
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
    else if (!entry.name.endsWith('.part')) keys.push(below + entry.name);
  }
  return keys.sort();
}

async function absentIsUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
