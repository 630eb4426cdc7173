import { existsSync, renameSync, rmSync } from 'node:fs';
import { reindex } from '../../../shared/index/reindex.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { NewIndex } from '../../../shared/ports/reindex.ts';
import { readJsonLines } from '../../../shared/text/json-lines.ts';
import type { Terminal } from '../../output/terminal.ts';
import { openStores } from '../wiring.ts';
import { indexFile, newIndexFile } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { whileDiskLasts } from './while-disk-lasts.ts';

/** Result for one crawl of the folder. */
export type ReindexedCrawl = {
  crawl: string;
  /** Records that search finds. */
  records: number;
  /** Keys of stored objects that cannot be read. Their records are missing in the index. */
  damaged: string[];
};

/**
 * Rebuilds the index file of a data folder from the stored records of all its crawls. The new file replaces the old one when it
 * is complete.
 *
 * @param terminal whose `interrupt` ends the work early; the old file stays
 * @returns undefined if it was ended early
 * @throws FolderInUseError while a crawl runs; DataFolderError if the disk is nearly full; the old file stays
 */
export async function reindexFolder(
  dir: string,
  terminal: Pick<Terminal, 'err' | 'interrupt'>,
): Promise<ReindexedCrawl[] | undefined> {
  const unlock = lockFolder(dir);
  const file = newIndexFile(dir);
  try {
    removeDatabase(file);
    const crawls = await whileDiskLasts(dir, 'the rebuild of the index', terminal, (full) =>
      writeIndex(dir, terminal.interrupt, full),
    );
    if (crawls) replaceDatabase(file, indexFile(dir));
    return crawls;
  } finally {
    removeDatabase(file);
    unlock();
  }
}

/** @returns undefined if it was interrupted. @throws the reason of `full` if that ended it early */
async function writeIndex(
  dir: string,
  interrupt: AbortSignal,
  full: AbortSignal,
): Promise<ReindexedCrawl[] | undefined> {
  const signal = AbortSignal.any([interrupt, full]);
  const { control, index, indexMarks, missingObjects, close, ...stores } = openStores(dir, 'reindex');
  const newIndex: NewIndex = {
    open: async () => true,
    write: (crawl, _at, changes) => index.write(crawl, changes),
    move: async () => true,
  };
  try {
    const crawls: ReindexedCrawl[] = [];
    for (const { crawl } of await control.list()) {
      const damaged: string[] = [];
      const objects = readableObjects(stores.objects, damaged);
      const list = async function* () {
        // Nothing is stored meanwhile, as the folder is locked.
        for await (const key of objects.list(`records/${crawl}/`)) yield { key, keptAt: 0 };
      };
      const ports = { objects, list, index, newIndex };
      const { state } = await reindex({ crawl, reindex: { at: 1 } }, ports, () => !signal.aborted);
      if (!state.moved) {
        full.throwIfAborted();
        return undefined;
      }
      crawls.push({ crawl, records: await index.count(crawl), damaged });
    }
    missingObjects.set(crawls.flatMap(({ damaged }) => damaged));
    for (const { crawl, version } of indexMarks.list()) index.setLeastVersion(crawl, version);
    // Those who harvest the old file meanwhile ask for later changes than these.
    for (const { crawl } of crawls) index.renewChangeTimes(crawl);
    // The new file may be smaller. A run that is killed before it replaces the old one only lacks this check.
    indexMarks.forgetSize();
    const { annotationWords } = await import('../../../shared/annotations/annotation-words.ts');
    await stores.annotations.replaceWords(annotationWords);
    return crawls;
  } finally {
    close();
  }
}

/** Skips objects that cannot be read, so that one damaged file does not block the others. */
function readableObjects(objects: Objects, damaged: string[]): Objects {
  return {
    ...objects,
    async get(key) {
      const bytes = await objects.get(key);
      if (!bytes) return undefined;
      if (isReadable(bytes)) return bytes;
      damaged.push(key);
      return undefined;
    },
  };
}

/** Returns whether the bytes of a stored object can be read to their end. */
export function isReadable(bytes: Uint8Array): boolean {
  try {
    for (const _ of readJsonLines(bytes));
    return true;
  } catch {
    return false;
  }
}

/** Moves a closed database. The log of the old one must not survive: SQLite would apply it to the new one. */
function replaceDatabase(from: string, to: string): void {
  removeDatabase(to);
  renameSync(from, to);
}

function removeDatabase(file: string): void {
  // The log last: without it, an old database would be valid, but lack the latest records.
  for (const ending of ['', '-wal', '-shm']) if (existsSync(file + ending)) rmSync(file + ending);
}
