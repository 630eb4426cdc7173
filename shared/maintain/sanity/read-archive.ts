import type { DocumentLine } from '../../clean/document.ts';
import { documentsKey } from '../../clean/documents-key.ts';
import { readCaptures } from '../../fetch/warc/warc-read.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import { formatNoun } from '../../text/format-count.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import { createFingerprintTable, type FingerprintTable } from './fingerprint-table.ts';
import type { ProblemList } from './problems.ts';
import type { SanityQueues } from './queues.ts';
import type { SanityRun } from './sanity-run.ts';

/** What the stored objects contain, as sets of fingerprints. */
export type Archive = {
  /** URLs with a document or list, or that a queued object may still bring. */
  documents: FingerprintTable;
  /** `<id> <url>` of each record that an object of documents can give again. */
  texts: FingerprintTable;
  /** `<id> <url>` of each change that adds a URL to a record. */
  records: FingerprintTable;
  /** `<id> <url>` of changes that wait for the index. */
  unindexed: FingerprintTable;
  /** URLs of documents that wait for classify: their records may be ahead of the frontier. */
  unclassified: FingerprintTable;
  /** Keys of the WARC objects. */
  captures: Set<string>;
};

/** Reads the objects of a crawl one by one and reports those that are missing or cannot be read. */
export async function readArchive(
  { crawl, problems, ...options }: SanityRun,
  { objects, queues }: { objects: Objects; queues: SanityQueues },
): Promise<Archive> {
  const archive: Archive = {
    documents: createFingerprintTable(),
    texts: createFingerprintTable(),
    records: createFingerprintTable(),
    unindexed: createFingerprintTable(),
    unclassified: createFingerprintTable(),
    captures: new Set(),
  };
  const cleaned = new Set<string>();
  for await (const key of objects.list(`clean/${crawl}/`)) cleaned.add(key);
  let read = 0;
  const step = () => {
    options.onProgress(`${formatNoun(++read, 'object')} read`);
    return options.signal.aborted;
  };
  for await (const key of objects.list(`raw/${crawl}/`)) {
    archive.captures.add(key);
    const isQueued = queues.has('captures', key);
    const isCleaned = cleaned.delete(documentsKey(key));
    if (isCleaned && !isQueued && !options.raw) continue;
    if (step()) return archive;
    await readCaptureObject(key, isCleaned && !isQueued, archive, objects, problems);
    if (isCleaned || isQueued) continue;
    if (options.repair) await queues.send('captures', key);
    problems.add('uncleaned-object', key, options.repair);
  }
  for await (const key of objects.list(`clean/${crawl}/`)) {
    if (step()) return archive;
    const error = await readDocuments(key, queues.has('documents', key), archive, objects);
    if (!error) continue;
    const source = capturesKeyOf(key, archive.captures);
    if (options.repair && source) await queues.send('captures', source);
    if (source) await readCaptureObject(source, false, archive, objects, problems);
    problems.add('unreadable-object', `${key}: ${error}`, options.repair && source !== undefined);
  }
  for await (const key of objects.list(`records/${crawl}/`)) {
    if (step()) return archive;
    const error = await readChanges(key, queues.has('records', key), archive, objects);
    if (!error) continue;
    const source = key.replace(/^records\//, 'clean/');
    const canRepair = options.repair && (await objects.get(source)) !== undefined;
    if (canRepair) await queues.send('documents', source);
    problems.add('unreadable-object', `${key}: ${error}`, canRepair);
  }
  return archive;
}

/** @param isChecked only reads the object; otherwise its URLs count as URLs with a document, because they will get one. */
async function readCaptureObject(
  key: string,
  isChecked: boolean,
  { documents }: Archive,
  objects: Objects,
  problems: ProblemList,
): Promise<void> {
  const bytes = await objects.get(key);
  if (!bytes) return;
  for (const found of readCaptures(bytes, key)) {
    if (found.kind === 'broken')
      problems.add('unreadable-object', `${key}, byte ${found.place.offset}: ${found.detail}`);
    else if (!isChecked) documents.add(found.capture.url);
  }
}

/** Returns the error of an unreadable object. */
async function readDocuments(key: string, isQueued: boolean, archive: Archive, objects: Objects) {
  return readLines<DocumentLine>(key, objects, (line) => {
    if (isQueued) archive.unclassified.add(line.url);
    if (line.kind === 'list') archive.documents.add(line.url);
    if (line.kind !== 'document') return;
    archive.documents.add(line.url);
    archive.texts.add(`${line.document.digest} ${line.url}`);
  });
}

async function readChanges(key: string, isQueued: boolean, { records, unindexed }: Archive, objects: Objects) {
  return readLines<RecordChange>(key, objects, (change) => {
    if (change.kind !== 'seen' || !change.record) return;
    records.add(`${change.id} ${change.url}`);
    if (isQueued) unindexed.add(`${change.id} ${change.url}`);
  });
}

async function readLines<Line>(key: string, objects: Objects, use: (line: Line) => void): Promise<string | undefined> {
  try {
    const bytes = await objects.get(key);
    for (const line of bytes ? readJsonLines<Line>(bytes) : []) use(line);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `clean/<crawl>/…` → `raw/<crawl>/…`, if that object exists. */
function capturesKeyOf(key: string, captures: ReadonlySet<string>): string | undefined {
  const path = key.replace(/^clean\//, 'raw/').replace(/\.jsonl\.zst$/, '');
  return [`${path}.warc.gz`, `${path}.warc`].find((one) => captures.has(one));
}
