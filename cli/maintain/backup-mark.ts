import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import { writeWhole } from '../output/output-file.ts';
import { frontierFile } from '../run/folder/data-folder.ts';
import type { FolderOrigin } from '../run/wiring.ts';

/** File that marks a folder as a backup, which the next backup may change. */
export const MARK_FILE = 'backup.json';

/** Size of a frontier in bytes, and the time of its last change in epoch ms. */
type FrontierState = { bytes: number; mtimeMs: number };

/**
 * `of`: real path of the data folder. `identity` and `crawls`: its origin at the start of the latest backup; absent: an earlier version wrote the
 * mark. The backup of a deleted crawl may be its last copy, so it is not replaced. `frontiers`: states of the frontier that backups have written;
 * empty before the first one is complete. There are two because a backup may be killed between writing the mark and replacing the frontier.
 */
export type BackupMark = { of: string; frontiers: FrontierState[] } & Partial<FolderOrigin>;

/**
 * Reads the mark of a backup.
 *
 * @returns undefined if the folder has none
 * @throws UsageError if it is damaged
 */
export function readBackupMark(to: string): BackupMark | undefined {
  const file = join(to, MARK_FILE);
  if (!existsSync(file)) return undefined;
  try {
    const mark = JSON.parse(readFileSync(file, 'utf8')) as BackupMark;
    if (typeof mark.of === 'string' && Array.isArray(mark.frontiers)) return mark;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`${file} is damaged, so its backup may be that of another folder; give an empty or new folder`);
}

/** Replaces the mark of a backup at once, so that a kill leaves the earlier one. */
export const writeBackupMark = (to: string, mark: BackupMark): Promise<void> =>
  writeWhole(join(to, MARK_FILE), Buffer.from(`${JSON.stringify(mark)}\n`));

/**
 * Returns the mark that fits the present frontier of a backup and the one that replaces it.
 *
 * @param file the new frontier, closed, under any name
 */
export function markNewFrontier(to: string, mark: BackupMark, file: string): BackupMark {
  const states = [stateOf(frontierFile(to)), stateOf(file)];
  return { ...mark, frontiers: states.filter((state) => state !== undefined) };
}

/** Returns whether a command has changed the frontier of a backup since it was written. A missing frontier has nothing to lose. */
export function isBackupChanged(to: string, { frontiers }: BackupMark): boolean {
  const state = stateOf(frontierFile(to));
  if (!state) return false;
  const isWritten = frontiers.some(({ bytes, mtimeMs }) => bytes === state.bytes && mtimeMs === state.mtimeMs);
  return !isWritten || (stateOf(`${frontierFile(to)}-wal`)?.bytes ?? 0) > 0;
}

function stateOf(file: string): FrontierState | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && { bytes: found.size, mtimeMs: found.mtimeMs };
}
