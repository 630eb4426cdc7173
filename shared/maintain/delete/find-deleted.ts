import type { DocumentLine } from '../../clean/document.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import { readJsonLines, writeJsonLines } from '../../text/json-lines.ts';
import type { Deleted } from '../../url/deleted.ts';
import type { Url } from '../../url/url.ts';

/** One stored object after the search for deleted pages. */
export type PurgedObject = {
  key: string;
  /** URLs of the lines that are deleted, one per line. */
  urls: Url[];
  /** Captures that the deleted lines are about. `isOfUrl`: the URL is deleted, not only the text. */
  captures: { key: string; offset: number; isOfUrl: boolean }[];
  /** The object without those lines; absent if it has none. */
  bytes?: Uint8Array;
  /** Why the object could not be read. */
  error?: Error;
};

/** Finds deleted pages in an object of documents (`clean/…`). Returns undefined if the object is gone. */
export function purgeDocuments(key: string, objects: Objects, deleted: Deleted): Promise<PurgedObject | undefined> {
  return purge<DocumentLine>(key, objects, deleted, (line) =>
    deleted.hasUrl(line.url) || (line.kind === 'document' && deleted.hasRecord(line.document.digest))
      ? { url: line.url, capture: line.capture }
      : undefined,
  );
}

/** Changes that remove a URL from a record contain no text. They stay, because a deletion itself may have stored them. */
export function isDeletedChange({ kind, id, url }: RecordChange, deleted: Deleted): boolean {
  return kind === 'seen' && (deleted.hasUrl(url as Url) || deleted.hasRecord(id));
}

/** Finds deleted pages in an object of changes of records (`records/…`). Returns undefined if the object is gone. */
export function purgeChanges(key: string, objects: Objects, deleted: Deleted): Promise<PurgedObject | undefined> {
  return purge<RecordChange>(key, objects, deleted, (change) =>
    isDeletedChange(change, deleted) ? { url: change.url as Url } : undefined,
  );
}

async function purge<Line>(
  key: string,
  objects: Objects,
  deleted: Deleted,
  match: (line: Line) => { url: Url; capture?: { key: string; offset: number } } | undefined,
): Promise<PurgedObject | undefined> {
  const bytes = await objects.get(key);
  if (!bytes) return undefined;
  const found: PurgedObject = { key, urls: [], captures: [] };
  const kept: Line[] = [];
  try {
    for (const line of readJsonLines<Line>(bytes)) {
      const one = match(line);
      if (!one) kept.push(line);
      else {
        found.urls.push(one.url);
        if (one.capture) {
          const { key, offset } = one.capture;
          found.captures.push({ key, offset, isOfUrl: deleted.hasUrl(one.url) });
        }
      }
    }
  } catch (error) {
    return { key, urls: [], captures: [], error: error as Error };
  }
  // An object without lines stays: a message in a queue may name it.
  return found.urls.length === 0 ? found : { ...found, bytes: writeJsonLines(kept) };
}
