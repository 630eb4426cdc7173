import { existsSync } from 'node:fs';
import { formatNoun } from '../shared/text/format-count.ts';
import { printable, type Terminal } from './output/terminal.ts';
import { FAULT_TEXTS, frontierFile, IndexFaultError, type IndexState, indexFile } from './run/folder/data-folder.ts';
import { isReadable, reindexFolder } from './run/folder/reindex-folder.ts';
import { causesOf, primaryCode, SQLITE } from './run/folder/storage-fault.ts';
import { openStores } from './run/wiring.ts';

/**
 * Rebuilds the index of a data folder from the stored records if it was lost, cut short, damaged or replaced by an older copy, or if
 * damaged objects were mended, and prints a line that says so. Names the objects that cannot be read, in each run until they are
 * mended or deleted.
 *
 * @returns undefined if there was nothing to do; `incomplete` if stored objects cannot be read, which are named; `interrupted`
 * if the user ended it: then the next run begins anew
 */
export async function repairIndex(
  dir: string,
  terminal: Pick<Terminal, 'err' | 'interrupt'>,
): Promise<'done' | 'incomplete' | 'interrupted' | undefined> {
  const { err } = terminal;
  const missing: string[] = [];
  const state = findIndexState(dir) ?? (await findMended(dir, missing));
  if (!state) return reportMissing(dir, missing, err);
  const crawls = await reindexFolder(dir, terminal);
  if (!crawls) return 'interrupted';
  const records = crawls.reduce((sum, crawl) => sum + crawl.records, 0);
  const count = formatNoun(records, 'record');
  err(printable(`${indexFile(dir)} ${FAULT_TEXTS[state]}: it was rebuilt from the stored records, with ${count}`));
  const damaged = crawls.flatMap((crawl) => crawl.damaged);
  return reportMissing(dir, damaged, err) ?? 'done';
}

function reportMissing(dir: string, damaged: readonly string[], err: Terminal['err']): 'incomplete' | undefined {
  for (const key of damaged)
    err(
      printable(
        `${dir}/objects/${key}: cannot be read; its records are missing in the index. Restore the file from a backup, or delete it`,
      ),
    );
  return damaged.length > 0 ? 'incomplete' : undefined;
}

/**
 * Looks at the objects that could not be read when the index was rebuilt.
 *
 * @param missing those that still cannot be read are added to it
 * @returns `incomplete` if others were mended or deleted, so that the index can be rebuilt with more records
 */
async function findMended(dir: string, missing: string[]): Promise<IndexState | undefined> {
  if (!existsSync(frontierFile(dir))) return undefined;
  const stores = openStores(dir, 'read');
  try {
    const keys = stores.missingObjects.list();
    for (const key of keys) {
      const bytes = await stores.objects.get(key);
      if (bytes && !isReadable(bytes)) missing.push(key);
    }
    return missing.length < keys.length ? 'incomplete' : undefined;
  } finally {
    stores.close();
  }
}

/** Returns undefined if the index has all records, or if there is no crawl. @throws if another file cannot be read */
function findIndexState(dir: string): IndexState | undefined {
  if (!existsSync(frontierFile(dir))) return undefined;
  try {
    openStores(dir, 'read').close();
    return undefined;
  } catch (error) {
    if (error instanceof IndexFaultError) return error.fault;
    if (isDamaged(error, indexFile(dir))) return 'damaged';
    throw error;
  }
}

const isDamaged = (error: unknown, file: string): boolean =>
  causesOf(error).some(
    ({ path, errcode }) =>
      path === file &&
      errcode !== undefined &&
      [SQLITE.corrupt, SQLITE.notADatabase].some((code) => code === primaryCode(errcode)),
  );
