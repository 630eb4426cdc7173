import type { Objects } from '../../ports/objects.ts';
import type { ModelKind, SharedModel } from './shared-model.ts';

/**
 * A version of what a crawl has learned about links. Versions are separate objects, `models/<crawl>/links/<version>`, and a writer
 * puts the next one only if it is absent (`save-model.ts`). The store needs no other condition, and no writer loses what another has learned.
 */
export type StoredModel<Model extends SharedModel> = {
  /** 1 for the first; 0: none is stored. */
  version: number;
  /** Absent: none is stored, or it is damaged, of another release or of another strategy. */
  model?: Model;
};

/** Digits of a version in its key, so that keys sort by version. */
const VERSION_DIGITS = 10;

const prefixOf = (crawl: string): string => `models/${crawl}/links/`;
/** Returns the key of a version of the model. */
export const modelKey = (crawl: string, version: number): string =>
  prefixOf(crawl) + String(version).padStart(VERSION_DIGITS, '0');

/** Returns the numbers of the stored versions of a crawl's model. */
export async function listVersions(crawl: string, objects: Pick<Objects, 'list'>): Promise<number[]> {
  const versions: number[] = [];
  for await (const key of objects.list(prefixOf(crawl))) {
    const version = Number(key.slice(prefixOf(crawl).length));
    if (Number.isSafeInteger(version)) versions.push(version);
  }
  return versions;
}

/** Returns the newest version of a crawl's model. @param known version that the caller has: its model is not read again. */
export async function loadModel<Model extends SharedModel>(
  crawl: string,
  objects: Pick<Objects, 'list' | 'get'>,
  decode: ModelKind<Model>['decode'],
  known = 0,
): Promise<StoredModel<Model>> {
  const newest = Math.max(0, ...(await listVersions(crawl, objects)));
  if (newest === 0 || newest === known) return { version: newest };
  // A version is deleted when later ones exist: the next call finds them.
  const bytes = await objects.get(modelKey(crawl, newest));
  const model = bytes && decode(bytes);
  return { version: newest, ...(model && { model }) };
}
