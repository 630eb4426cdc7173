import { statSync } from 'node:fs';
import { DataFolderError, indexFile } from '../run/folder/data-folder.ts';
import { openStores, type Stores } from '../run/wiring.ts';

/**
 * Opens a data folder without writing to its index, once, and again after the index file was replaced by a
 * rebuilt one, or a read-only folder was changed by its owner. Connections would answer from the old file forever.
 *
 * @param use called with the opened stores, and a function that tells whether they are still those of the current files; its
 * result is kept as long as they are. Work that outlives a call, such as a stream, asks before it uses the stores again.
 */
export function readOnlyStores<T>(dir: string, use: (stores: Stores, isCurrent: () => boolean) => T) {
  type Opened = { stores: Stores; used: T; inode: number | undefined; calls: number };
  let latest: Opened | undefined;
  let isClosed = false;
  const all = new Set<Opened>();
  const inodeOf = () => statSync(indexFile(dir), { throwIfNoEntry: false })?.ino;
  const closeUnused = () => {
    for (const opened of all) if (opened !== latest && opened.calls === 0) close(opened);
  };
  const close = (opened: Opened) => {
    all.delete(opened);
    closeChanged(opened.stores);
  };
  function open(): Opened {
    const inode = inodeOf();
    if (latest && latest.inode === inode && !latest.stores.hasChanged()) return latest;
    latest = undefined;
    closeUnused();
    const stores = openStores(dir, 'search');
    latest = { stores, used: use(stores, () => isCurrent(stores)), inode, calls: 0 };
    all.add(latest);
    return latest;
  }
  function isCurrent(stores: Stores): boolean {
    try {
      return !isClosed && open().stores === stores;
    } catch {
      // The next call reports that the files cannot be opened.
      return false;
    }
  }
  return {
    /** Returns the result of `use` for the current files. It may be closed by the next call. */
    current: (): T => open().used,
    /** Calls `work` with the result of `use` for the current files. Stores that are replaced stay open until such calls end. */
    async run<R>(work: (used: T) => R): Promise<Awaited<R>> {
      const opened = open();
      opened.calls++;
      try {
        return await work(opened.used);
      } finally {
        opened.calls--;
        closeUnused();
      }
    },
    /** Closes all stores, also those in use. */
    close() {
      isClosed = true;
      latest = undefined;
      for (const opened of all) close(opened);
    },
  };
}

/** Closes stores whose files may have changed. */
function closeChanged(stores: Stores): void {
  try {
    stores.close();
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
  }
}
