import type { Objects } from '../../ports/objects.ts';
import type { SharedModel } from './shared-model.ts';
import { listVersions, modelKey, type StoredModel } from './stored-model.ts';

/** Number of versions that are kept: the newest, and earlier ones for readers that have just listed them. */
const KEPT_VERSIONS = 2;

/**
 * Stores a version and deletes old ones. A slow writer may store a version that others have stored and deleted meanwhile. The
 * newest version then lacks what the writer has learned, so the late version is deleted.
 *
 * @returns false if another writer has stored this version: load the newest one and try again
 */
export async function saveModel(
  crawl: string,
  objects: Objects,
  { version, model }: Required<StoredModel<SharedModel>>,
): Promise<boolean> {
  try {
    await objects.put(modelKey(crawl, version), model.encode(), { ifAbsent: true });
  } catch (error) {
    if (error instanceof Error && error.name === 'ObjectExistsError') return false;
    throw error;
  }
  // The version is stored, so an error must not make the writer store the same observations again.
  const versions = await listVersions(crawl, objects).catch(() => []);
  const newest = Math.max(version, ...versions);
  const old = versions.filter((one) => one <= newest - KEPT_VERSIONS);
  await objects.delete(old.map((one) => modelKey(crawl, one))).catch(() => {});
  return version > newest - KEPT_VERSIONS;
}
