import type { DocumentLine } from '../../clean/document.ts';
import type { Objects } from '../../ports/objects.ts';
import { createNewestVisits, type NewestVisits, restoreNewestVisits } from './newest-visits.ts';
import { type Reclassification, reclassifyObject } from './reclassify-crawl.ts';
import { addFault } from './reclassify-report.ts';
import { addVisits, currentDocuments, readObject } from './stored-documents.ts';

/** Where a reclassification in several calls continues. */
export type ReclassifyPosition = {
  /** Name of the stored table of visits. */
  survey: string;
  /** `survey` reads all visits, `judge` judges the current documents. */
  phase: 'survey' | 'judge';
  part: number;
  parts: number;
  /** Key of the last object of the earlier calls; absent: the phase begins. */
  after?: string | undefined;
  /** Objects read so far by the survey of all objects, and by the judgement of the first part of the URLs. */
  surveyed: number;
  judged: number;
};

/** URLs in memory at a time, for a function with 512 MB: the table and its stored form take 40 MB. */
const MAX_URLS = 2 ** 19;

/**
 * Continues a reclassification until `hasTime` is false; reads at least one object. Between calls the table of visits is an
 * object in the store.
 *
 * @returns the position for the next call, absent if this was the last one, and the objects read so far, as in a position
 * @throws if the table of an earlier call is missing
 */
export async function reclassifyPart(
  reclassification: Reclassification,
  from: ReclassifyPosition,
  hasTime: () => boolean,
): Promise<{ position?: ReclassifyPosition; judged: number; surveyed: number }> {
  const { crawl, ports } = reclassification;
  const tableKey = `surveys/${crawl}/${from.survey}`;
  const position = { ...from };
  const isFresh = from.phase === 'survey' && from.after === undefined;
  let newest = isFresh
    ? createNewestVisits(MAX_URLS, from.part, from.parts)
    : await readVisits(tableKey, ports.objects);
  let isStored = !isFresh;

  for (;;) {
    const { after = '', part } = position;
    for await (const key of ports.objects.list(`clean/${crawl}/`)) {
      if (key <= after) continue;
      const lines = await readObject(key, ports.objects);
      if (position.phase === 'survey') {
        if (Array.isArray(lines)) addVisits(lines, newest);
        isStored = false;
        if (part === 0) position.surveyed++;
      } else {
        if (part === 0) position.judged++;
        // The other parts meet the same faults.
        if (Array.isArray(lines)) await judgeCurrent(key, lines, newest, reclassification);
        else if (part === 0) addFault(reclassification.report, lines);
      }
      position.after = key;
      if (hasTime()) continue;
      if (!isStored) await ports.objects.put(tableKey, newest.encode());
      return { position, surveyed: position.surveyed, judged: position.judged };
    }
    position.after = undefined;
    if (position.phase === 'survey') {
      position.phase = 'judge';
      position.parts = newest.parts;
      continue;
    }
    if (++position.part >= position.parts) return { surveyed: position.surveyed, judged: position.judged };
    position.phase = 'survey';
    newest = createNewestVisits(MAX_URLS, position.part, position.parts);
    isStored = false;
  }
}

/** Reads the table of visits that an earlier call has stored. */
async function readVisits(key: string, objects: Pick<Objects, 'get'>): Promise<NewestVisits> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`${key} is missing: repeat the command`);
  return restoreNewestVisits(bytes, MAX_URLS);
}

/** Judges the documents of an object that are the newest of their URLs. */
async function judgeCurrent(
  key: string,
  lines: readonly DocumentLine[],
  newest: NewestVisits,
  reclassification: Reclassification,
): Promise<void> {
  const documents = currentDocuments(lines, newest);
  if (documents.length > 0) await reclassifyObject({ key, documents }, reclassification);
}
