import { statSync } from 'node:fs';
import { indexFile } from '../run/data-folder.ts';
import { openStores, type Stores } from '../run/wiring.ts';

/**
 * Returns a function that opens a data folder without writing to its index, once, and again after the index file was replaced by a
 * rebuilt one. Connections to the replaced file would answer from it for ever.
 *
 * @param use called with the opened stores; its result is kept as long as they are
 */
export function readOnlyStores<T>(dir: string, use: (stores: Stores) => T): () => T {
  let open: { stores: Stores; used: T; inode: number | undefined } | undefined;
  const inodeOf = () => statSync(indexFile(dir), { throwIfNoEntry: false })?.ino;
  return () => {
    const inode = inodeOf();
    if (open && open.inode === inode) return open.used;
    open?.stores.close();
    open = undefined;
    const stores = openStores(dir, 'search');
    open = { stores, used: use(stores), inode };
    return open.used;
  };
}
