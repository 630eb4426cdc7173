import type { CleanDocument, DocumentLine } from '../../clean/document.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import type { Objects } from '../../ports/objects.ts';
import { readStoredLines } from '../../text/json-lines.ts';
import { findHeldPages } from '../record-changes.ts';
import { createNewestVisits, MAX_URLS_PER_PASS, type NewestVisits, type VisitEffect } from './newest-visits.ts';

/** The current document of a URL, as the clean stage stored it. */
export type StoredDocument = {
  line: Extract<DocumentLine, { kind: 'document' }>;
  /** Change time of the newest visit of the URL, epoch ms. Later than that of `line` if the page was found unchanged since. */
  visitedAt: number;
  /** The document before it was cleaned again; absent if it was not. */
  before?: CleanDocument;
};

/** The current documents of one clean object. */
export type StoredObject = { key: string; documents: StoredDocument[] };

/** An object that could not be read, and why. */
export type ObjectFault = { key: string; message: string };

export type StoredDocumentsOptions = {
  /** Called once for each object that is missing or unreadable. Its documents are left out. */
  onFault(fault: ObjectFault): void;
  /** Reads only this many objects, the last ones by key: about the newest pages. Absent: all. */
  maxObjects?: number;
  /** URLs that are in memory at a time. With more URLs, the objects are read several times. Default: 2,097,152 (100 MB). */
  maxUrls?: number;
  /** Ends the iteration early. */
  signal?: AbortSignal;
};

/**
 * Iterates over the current document of each URL of a crawl: its newest document, unless the page is gone or moved since, or
 * the newest document is held as an error page. Nothing is fetched.
 *
 * The first pass over the clean objects finds the newest visit of each URL, the second one yields the documents. Memory is
 * limited to one object and the table of URLs.
 *
 * @returns objects in the order of their keys; those without a current document are left out
 */
export async function* storedDocuments(
  crawl: string,
  objects: Pick<Objects, 'get' | 'list'>,
  { onFault, maxObjects, maxUrls = MAX_URLS_PER_PASS, signal }: StoredDocumentsOptions,
): AsyncGenerator<StoredObject> {
  const keys = await listCleanObjects(crawl, objects, maxObjects);
  const broken = new Set<string>();
  const readAll = async function* (): AsyncGenerator<{ key: string; lines: DocumentLine[] }> {
    for (const key of keys) {
      if (signal?.aborted) return;
      if (broken.has(key)) continue;
      const lines = await readObject(key, objects);
      if (Array.isArray(lines)) yield { key, lines };
      else {
        broken.add(key);
        onFault(lines);
      }
    }
  };
  for (let part = 0, parts = 1; part < parts; part++) {
    const newest = createNewestVisits(maxUrls, part, parts);
    for await (const { lines } of readAll()) addVisits(lines, newest);
    parts = newest.parts;
    for await (const { key, lines } of readAll()) {
      const documents = currentDocuments(lines, newest);
      if (documents.length > 0) yield { key, documents };
    }
  }
}

async function listCleanObjects(
  crawl: string,
  objects: Pick<Objects, 'list'>,
  maxObjects: number | undefined,
): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(`clean/${crawl}/`)) keys.push(key);
  return maxObjects === undefined ? keys : keys.slice(-maxObjects);
}

/** Reads all lines of a clean object. @returns the fault if it is missing or unreadable */
export async function readObject(key: string, objects: Pick<Objects, 'get'>): Promise<DocumentLine[] | ObjectFault> {
  try {
    return [...readStoredLines<DocumentLine>(await objects.get(key), key)];
  } catch (error) {
    return { key, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Adds the visits of the lines of one clean object. */
export function addVisits(lines: readonly DocumentLine[], newest: NewestVisits): void {
  const held = findHeldPages(lines);
  for (const line of lines) newest.add(line.url, changeTimeOf(line), held.has(line) ? 'none' : effectOf(line));
}

/** @returns the documents among the lines of one clean object that are the current ones of their URLs */
export function currentDocuments(lines: readonly DocumentLine[], newest: NewestVisits): StoredDocument[] {
  const held = findHeldPages(lines);
  return lines.flatMap((line) => {
    if (line.kind !== 'document' || held.has(line)) return [];
    const visitedAt = newest.visitedAt(line.url, changeTimeOf(line));
    return visitedAt === undefined ? [] : [{ line, visitedAt }];
  });
}

/** Returns the effect of a line, with the same exceptions as `captureConsequence`. */
function effectOf(line: DocumentLine): VisitEffect {
  if (line.kind === 'document') return 'document';
  if (line.kind === 'list') return 'end';
  if (line.kind === 'unchanged' || line.note.held) return 'none';
  return line.kind === 'moved' && !line.permanent ? 'none' : 'end';
}
