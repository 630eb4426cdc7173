import { cleanWholeObject } from '../../clean/clean-captures.ts';
import type { CleanOptions } from '../../clean/clean-options.ts';
import type { CleanDocument, DocumentLine } from '../../clean/document.ts';
import { documentsKey } from '../../clean/documents-key.ts';
import type { PoisonJournal } from '../../clean/poison-journal.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import type { Converter } from '../../ports/converter.ts';
import { formatNoun } from '../../text/format-count.ts';
import { writeJsonLines } from '../../text/json-lines.ts';
import { createNewestVisits, type NewestVisits } from './newest-visits.ts';
import {
  type Reclassification,
  type ReclassifyCrawlOptions,
  type ReclassifyPorts,
  reclassifyObject,
} from './reclassify-crawl.ts';
import { addFault } from './reclassify-report.ts';
import { addVisits, readObject, type StoredDocument } from './stored-documents.ts';

export type RecleanPorts = ReclassifyPorts & { converter: Converter };

type Options = ReclassifyCrawlOptions & { clean: CleanOptions; maxUrls?: number };

/** A reclassification that cleans the captures before. */
export type Recleaning = Reclassification & { ports: RecleanPorts; options: Options };

/**
 * Cleans the current capture of each URL again, judges the documents, and replaces documents and records. Nothing is fetched.
 * May be killed and repeated: an object's documents are replaced after its records, so a repeated run finds what the records
 * were made from.
 *
 * Objects without a current document are left alone. Captures that cannot be read are reported, and their documents stay.
 */
export async function recleanCrawl(recleaning: Recleaning): Promise<void> {
  const { crawl, ports, options, run } = recleaning;
  const keys: string[] = [];
  for await (const key of ports.objects.list(`raw/${crawl}/`)) keys.push(key);
  for (let part = 0, parts = 1; part < parts; part++) {
    const newest = createNewestVisits(options.maxUrls, part, parts);
    for (const key of keys) {
      if (run.signal?.aborted) return;
      // A fault is reported by the second pass.
      addVisits((await readLines(key, ports)) ?? (await cleanRaw(key, [], ports, options)) ?? [], newest);
    }
    parts = newest.parts;
    for (const key of keys) {
      if (run.signal?.aborted) return;
      await recleanObject(key, newest, recleaning);
    }
  }
}

async function recleanObject(key: string, newest: NewestVisits, recleaning: Recleaning): Promise<void> {
  const { ports, options, run, report } = recleaning;
  const stored = await readLines(key, ports);
  if (stored && !stored.some((line) => isCurrent(line, newest))) return;
  const all = await cleanRaw(key, stored ?? [], ports, options);
  if (!all) return addFault(report, { key, message: 'no such object; its documents stay as they are' });
  // A deletion has removed the lines of its pages.
  const cleaned = all.filter((line) => !isDeletedLine(line, options));
  const found = new Set(all.map(identity));
  const lost = (stored ?? []).filter((line) => !found.has(identity(line)));
  if (lost.length > 0)
    addFault(report, {
      key,
      message: `${formatNoun(lost.length, 'capture')} cannot be read; the stored documents stay as they are`,
    });
  const lines = [...cleaned, ...lost];

  const before = new Map<string, CleanDocument>();
  for (const line of stored ?? []) if (line.kind === 'document') before.set(identity(line), line.document);
  const documents = lines.flatMap((line): StoredDocument[] => {
    const visitedAt = newest.visitedAt(line.url, changeTimeOf(line));
    if (line.kind !== 'document' || visitedAt === undefined) return [];
    const earlier = before.get(identity(line));
    return [{ line, visitedAt, ...(earlier && { before: earlier }) }];
  });
  await reclassifyObject({ key: documentsKey(key), documents }, recleaning);
  if (run.isApplied) await ports.objects.put(documentsKey(key), writeJsonLines(lines));
}

const isDeletedLine = (line: DocumentLine, { deleted }: Options): boolean =>
  deleted !== undefined &&
  (deleted.hasUrl(line.url) ||
    (line.kind === 'document' && (line.document.reason === 'deleted' || deleted.hasRecord(line.document.digest))));

const isCurrent = (line: DocumentLine, newest: NewestVisits): boolean =>
  line.kind === 'document' && newest.visitedAt(line.url, changeTimeOf(line)) !== undefined;

const identity = (line: DocumentLine): string => `${changeTimeOf(line)} ${line.url}`;

/** @returns the stored lines of an object of captures; undefined if they are missing or unreadable */
async function readLines(key: string, { objects }: Pick<RecleanPorts, 'objects'>): Promise<DocumentLine[] | undefined> {
  const lines = await readObject(documentsKey(key), objects);
  return Array.isArray(lines) ? lines : undefined;
}

/** @param stored lines of the same captures, which tell the pages that crash a worker, and checks for browsers that were stored as pages */
async function cleanRaw(
  key: string,
  stored: readonly DocumentLine[],
  { objects, converter }: Pick<RecleanPorts, 'objects' | 'converter'>,
  { clean }: Pick<Options, 'clean'>,
): Promise<DocumentLine[] | undefined> {
  const object = await objects.get(key);
  if (!object) return undefined;
  const earlier = new Map(stored.map((line) => [line.capture.offset, line]));
  const { lines } = await cleanWholeObject(
    object,
    key,
    {},
    { options: clean, converter, journal: knownPoison(stored), earlier },
  );
  return [...lines.read<DocumentLine>()];
}

/** Skips the pages that an earlier run has skipped because they crash a worker. */
function knownPoison(stored: readonly DocumentLine[]): PoisonJournal {
  const offsets = new Set(
    stored.flatMap((line) =>
      line.kind === 'document' && line.document.reason === 'poison' ? [line.capture.offset] : [],
    ),
  );
  return { isPoison: (offset) => offsets.has(offset), start: async () => {}, finish: async () => {} };
}
