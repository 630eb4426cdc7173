import type { Objects } from '../../ports/objects.ts';
import { modelKey, type StoredModel } from './stored-model.ts';

/** Number of earlier versions that are kept, for readers that have just listed them. */
const KEPT_VERSIONS = 2;
/** Stores a version and deletes old ones. @returns false if another writer has stored this version: load it and try again. */
export async function saveModel(
  crawl: string,
  objects: Objects,
  { version, model }: Required<StoredModel>,
): Promise<boolean> {
  try {
    await objects.put(modelKey(crawl, version), model.encode(), { ifAbsent: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'ObjectExistsError') return false;
    throw error;
  }
  if (version > KEPT_VERSIONS) await objects.delete([modelKey(crawl, version - KEPT_VERSIONS)]);
  return true;
}
