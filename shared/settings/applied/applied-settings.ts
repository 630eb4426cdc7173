import type { Objects } from '../../ports/objects.ts';
import { parseStoredJson } from '../../text/stored-json.ts';

/** Which settings the stored pages of a crawl follow. The settings of the crawl may have changed since. */
export type AppliedSettings = {
  /** Number of reclassifications and recleanings that were started. Each has its own number. */
  runs: number;
  /** Key of the settings whose topic and scope the records follow. */
  judgedBy: string;
  /** Key of the settings that the documents were cleaned with. */
  cleanedBy: string;
  /** In a stack: keys of settings whose changes may still be on their way to the index, because a run was not completed. */
  pending?: string[];
};

/**
 * Reads which settings the stored pages follow.
 *
 * @param settingsKey key of the crawl's settings: the answer if nothing else is stored
 * @throws if the object is damaged, with its key
 */
export async function readApplied(
  crawl: string,
  settingsKey: string,
  objects: Pick<Objects, 'get'>,
): Promise<AppliedSettings> {
  const bytes = await objects.get(keyOf(crawl));
  if (!bytes) return { runs: 0, judgedBy: settingsKey, cleanedBy: settingsKey };
  return parseStoredJson<AppliedSettings>(bytes, keyOf(crawl), ADVICE);
}

/** Stores which settings the stored pages follow. */
export async function storeApplied(
  crawl: string,
  applied: AppliedSettings,
  objects: Pick<Objects, 'put'>,
): Promise<void> {
  await objects.put(keyOf(crawl), new TextEncoder().encode(JSON.stringify(applied)));
}

/** Without the object, pages count as judged by the present settings; a reclassification makes that true. */
const ADVICE = 'restore it from a backup, or delete it and run `thresher reclassify`';

/** Not below `settings/`, whose objects never change. */
const keyOf = (crawl: string) => `applied/${crawl}.json`;
