import type { DatabaseSync } from 'node:sqlite';
import { DataFolderError } from './data-folder.ts';
import { primaryCode, SQLITE, type StorageError } from './storage-fault.ts';

/**
 * Layout of a data folder, stored as `user_version` of its frontier. Raise it with a change after which an earlier version of Thresher
 * would read or write a folder wrongly. 0: versions that stored none.
 */
export const FOLDER_LAYOUT = 1;

/**
 * Checks that this version knows the layout of a data folder, and stores its own layout in an older folder that it may write.
 *
 * @param db the frontier
 * @throws DataFolderError if a newer version wrote the folder
 */
export function checkLayout(db: DatabaseSync, dir: string, mayWrite: boolean): void {
  const { user_version: layout } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (layout > FOLDER_LAYOUT)
    throw new DataFolderError(
      `${dir}: a newer version of Thresher wrote this folder (layout ${layout}; this version knows ${FOLDER_LAYOUT}); use the newer version, or another folder`,
    );
  if (layout === FOLDER_LAYOUT || !mayWrite) return;
  try {
    db.exec(`PRAGMA user_version = ${FOLDER_LAYOUT}`);
  } catch (error) {
    // The command says so when it has something to write.
    if (primaryCode((error as StorageError).errcode ?? 0) !== SQLITE.readOnly) throw error;
  }
}
