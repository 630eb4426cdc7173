import { createNewestVisits, restoreNewestVisits } from './newest-visits.ts';
import {
  type ReclassifyCrawlOptions,
  type ReclassifyPorts,
  type ReclassifyRun,
  reclassifyObject,
} from './reclassify-crawl.ts';
import { addFault, type ReclassifyReport } from './reclassify-report.ts';
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
 * @throws if the table of an earlier call is missing
 */
export async function reclassifyPart(
  crawl: string,
  from: ReclassifyPosition,
  ports: ReclassifyPorts,
  { maxUrls = MAX_URLS, ...options }: ReclassifyCrawlOptions & { maxUrls?: number },
  run: ReclassifyRun,
  report: ReclassifyReport,
  hasTime: () => boolean,
): Promise<{ position?: ReclassifyPosition; judged: number; surveyed: number }> {
  const { objects } = ports;
  const tableKey = `surveys/${crawl}/${from.survey}`;
  const position = { ...from };
  const isFresh = from.phase === 'survey' && from.after === undefined;
  let newest = isFresh ? createNewestVisits(maxUrls, from.part, from.parts) : await restore();
  let isStored = !isFresh;

  async function restore() {
    const bytes = await objects.get(tableKey);
    if (!bytes) throw new Error(`${tableKey} is missing: repeat the command`);
    return restoreNewestVisits(bytes, maxUrls);
  }
  const pause = async () => {
    if (!isStored) await objects.put(tableKey, newest.encode());
    return { position, surveyed: position.surveyed, judged: position.judged };
  };

  for (;;) {
    const { after = '', part } = position;
    for await (const key of objects.list(`clean/${crawl}/`)) {
      if (key <= after) continue;
      const lines = await readObject(key, objects);
      if (position.phase === 'survey') {
        if (Array.isArray(lines)) addVisits(lines, newest);
        isStored = false;
        if (part === 0) position.surveyed++;
      } else {
        if (part === 0) position.judged++;
        if (!Array.isArray(lines)) {
          if (part === 0) addFault(report, lines);
        } else {
          const documents = currentDocuments(lines, newest);
          if (documents.length > 0) await reclassifyObject(crawl, { key, documents }, ports, options, run, report);
        }
      }
      position.after = key;
      if (!hasTime()) return pause();
    }
    position.after = undefined;
    if (position.phase === 'survey') {
      position.phase = 'judge';
      position.parts = newest.parts;
      continue;
    }
    if (++position.part >= position.parts) return { surveyed: position.surveyed, judged: position.judged };
    position.phase = 'survey';
    newest = createNewestVisits(maxUrls, position.part, position.parts);
    isStored = false;
  }
}
