import type { CleanDocument, DocumentLine } from '../../shared/clean/document.ts';
import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import type { MatchRecords } from '../../shared/search/matching-records.ts';
import { findOtherFormats } from '../../shared/search/other-formats.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { readStoredLines } from '../../shared/text/json-lines.ts';
import { findStorageFault } from '../run/folder/storage-fault.ts';
import type { Stores } from '../run/wiring.ts';
import type { ExportedRecord } from './exported-record.ts';
import type { GroupOf } from './near-duplicate-groups.ts';

export type RecordToExport = { exported: ExportedRecord; record: SearchRecord };

/** Where records are read from. */
export type RecordSource = Pick<Stores, 'objects' | 'index'> & {
  /** Chooses the records. Absent: all. */
  matching?: MatchRecords;
  /** Whether a chosen record is exported, called in the order of the export. Absent: each is. */
  isExported?: (record: SearchRecord) => boolean;
  /** Returns the group of a record. Absent: records have none. */
  groupOf?: GroupOf;
};

/** Called with a message for what could not be exported because stored objects are missing or damaged. */
export type OnSkipped = (message: string) => void;

type FoundRecord = { document: CleanDocument; record: SearchRecord };

/** Yields each chosen record with its document. Documents that did not become a record are skipped. */
export async function* recordsToExport(
  crawl: string,
  { objects, index, matching, isExported = () => true, groupOf }: RecordSource,
  onSkipped: OnSkipped,
): AsyncGenerator<RecordToExport> {
  const expected = await index.count(crawl);
  let exported = 0;
  for await (const key of objects.list(`clean/${crawl}/`)) {
    const bytes = await objects.get(key);
    if (!bytes) continue;
    const found = await recordsOf(bytes, key, crawl, index).catch((error: Error) => {
      if (findStorageFault(error)) throw error;
      onSkipped(error.message);
      return [];
    });
    exported += found.length;
    const matched = matching ? await matchingOf(found, matching) : found;
    const chosen = matched.filter(({ record }) => isExported(record));
    const formats = await findOtherFormats(crawl, urlsOf(chosen), index);
    for (const { document, record } of chosen)
      yield {
        exported: {
          ...exportRecord(document, record, formats(record.url)),
          ...(groupOf && { group: groupOf(record.id) }),
        },
        record,
      };
  }
  // A crawl that runs meanwhile may have removed records.
  const missing = Math.min(expected, await index.count(crawl)) - exported;
  if (missing > 0)
    onSkipped(`no document under clean/${crawl}/ for ${formatCount(missing)} of ${formatNoun(expected, 'record')}`);
}

/** Yields each chosen record, without its document. */
export async function* chosenRecords(crawl: string, source: RecordSource): AsyncGenerator<SearchRecord> {
  const { isExported = () => true } = source;
  for await (const record of matchingRecords(crawl, source)) if (isExported(record)) yield record;
}

async function* matchingRecords(crawl: string, { index, matching }: RecordSource): AsyncGenerator<SearchRecord> {
  if (!matching) return yield* index.records(crawl);
  let waiting: { record: SearchRecord }[] = [];
  for await (const record of index.records(crawl)) {
    waiting.push({ record });
    if (waiting.length < MATCHED_TOGETHER) continue;
    for (const chosen of await matchingOf(waiting, matching)) yield chosen.record;
    waiting = [];
  }
  for (const chosen of await matchingOf(waiting, matching)) yield chosen.record;
}

/** Maximum number of records that are matched together. */
const MATCHED_TOGETHER = 1_000;

async function matchingOf<Found extends { record: SearchRecord }>(
  found: readonly Found[],
  matching: MatchRecords,
): Promise<Found[]> {
  const chosen: Found[] = [];
  for (let from = 0; from < found.length; from += MATCHED_TOGETHER) {
    const part = found.slice(from, from + MATCHED_TOGETHER);
    const ids = await matching(part.map(({ record }) => record.id));
    chosen.push(...part.filter(({ record }) => ids.has(record.id)));
  }
  return chosen;
}

async function recordsOf(bytes: Uint8Array, key: string, crawl: string, index: SearchIndex): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for (const line of readStoredLines<DocumentLine>(bytes, key)) {
    const record = line.kind === 'document' ? await findRecord(line, crawl, index) : undefined;
    if (line.kind === 'document' && record) found.push({ document: line.document, record });
  }
  return found;
}

const urlsOf = (found: readonly { record: SearchRecord }[]): string[] => found.map(({ record }) => record.url);

async function findRecord(line: DocumentLine & { kind: 'document' }, crawl: string, index: SearchIndex) {
  const record = await index.get(crawl, line.document.digest);
  const { key, offset } = line.capture;
  return record?.capture.key === key && record.capture.offset === offset ? record : undefined;
}

function exportRecord(document: CleanDocument, record: SearchRecord, formats: string[]): ExportedRecord {
  const { id, url, verdict, score, classes } = record;
  const fetchedAt = new Date(record.fetchedAt).toISOString();
  const urls = Object.keys(record.urls);
  const known = { numRefBy: urls.length, otherFormats: formats };
  return { ...document, id, url, urls, ...known, fetchedAt, verdict, score, classes };
}
