import { existsSync } from 'node:fs';
import { formatNoun } from './output/progress.ts';
import { printable, type Terminal } from './output/terminal.ts';
import { FAULT_TEXTS, frontierFile, IndexFaultError, type IndexState, indexFile } from './run/data-folder.ts';
import { causesOf, primaryCode, SQLITE } from './run/storage-fault.ts';
import { openStores } from './run/wiring.ts';

/**
 * Rebuilds the index of a data folder from the stored records if it was lost, cut short, damaged or replaced by an older copy, and
 * prints a line that says so.
 *
 * @returns undefined if there was nothing to do; `incomplete` if stored objects cannot be read, which are named; `interrupted`
 * if the user ended it: then the next run begins anew
 */
export async function repairIndex(
  dir: string,
  { err, interrupt }: Pick<Terminal, 'err' | 'interrupt'>,
): Promise<'done' | 'incomplete' | 'interrupted' | undefined> {
  const state = findIndexState(dir);
  if (!state) return undefined;
  const { reindexFolder } = await import('./run/reindex-folder.ts');
  const crawls = await reindexFolder(dir, interrupt);
  if (!crawls) return 'interrupted';
  const records = crawls.reduce((sum, crawl) => sum + crawl.records, 0);
  const count = formatNoun(records, 'record');
  err(printable(`${indexFile(dir)} ${FAULT_TEXTS[state]}: it was rebuilt from the stored records, with ${count}`));
  const damaged = crawls.flatMap((crawl) => crawl.damaged);
  for (const key of damaged)
    err(printable(`${dir}/objects/${key}: cannot be read; its records are missing in the index`));
  return damaged.length > 0 ? 'incomplete' : 'done';
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
