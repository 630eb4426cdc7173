import { existsSync } from 'node:fs';
import { frontierFile } from '../../run/folder/data-folder.ts';
import { openStores, type Stores } from '../../run/wiring.ts';

/** Reads a data folder. Returns `absent` if it has no frontier, and creates none: the folder may have been moved. */
export async function readFolder<Result>(
  dir: string,
  absent: Result,
  read: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(frontierFile(dir))) return absent;
  const stores = openStores(dir, 'read');
  try {
    return await read(stores);
  } finally {
    stores.close();
  }
}
