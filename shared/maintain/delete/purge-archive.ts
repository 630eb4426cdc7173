import { eraseCaptures } from '../../fetch/warc/erase-captures.ts';
import { changeTimeAfter } from '../../frontier/change-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import type { Deleted } from '../../url/deleted.ts';
import { hostOf } from '../../url/url.ts';
import { addTally, createTally, type Tally, tally } from '../tally.ts';
import { isDeletedChange, type PurgedObject, purgeChanges, purgeDocuments } from './find-deleted.ts';

export type ArchivePorts = {
  objects: Objects;
  clock: Clock;
  /** Removes URLs from their records in the search index, at once or through a queue. */
  leaveRecords(crawl: string, changes: readonly RecordChange[]): Promise<void>;
};

export type PurgeOptions = {
  /** False: only counts. */
  apply: boolean;
  /** Whether captures in `raw/` are overwritten too. */
  raw: boolean;
};

/** Deleted pages in the objects of a crawl. */
export type ArchiveFindings = {
  /** Lines of objects below `clean/`; the examples are URLs. */
  documents: Tally;
  /** Changes of records below `records/`. */
  changes: Tally;
  /** Captures below `raw/`: the erased ones, or those that the deleted documents name if none are erased. */
  captures: Tally;
  /** Objects that could not be read, so they may still contain deleted pages. */
  unreadable: Tally;
  /** Number of objects read. */
  objects: number;
  /** Hosts of the deleted lines. */
  hosts: Set<string>;
};

/** Returns empty findings, to which `purgeArchive` adds. */
export const createArchiveFindings = (): ArchiveFindings => ({
  documents: createTally(),
  changes: createTally(),
  captures: createTally(),
  unreadable: createTally(),
  objects: 0,
  hosts: new Set(),
});

/** One run over the objects of a crawl. */
export type Purge = {
  crawl: string;
  deleted: Deleted;
  ports: ArchivePorts;
  options: PurgeOptions;
  /** Updated after each object. */
  found: ArchiveFindings;
};

/** The part of a run that one call makes. */
export type PurgeCall = {
  /** Checked after each object; false ends the call. Absent: the call reads all objects. */
  hasTime?: () => boolean;
  /** Key of the last object of an earlier call. Absent: starts with the first. */
  after?: string | undefined;
};

/** Folders of objects with pages, in the order in which they are purged, which is that of their names. */
const FOLDERS = ['clean', 'raw', 'records'] as const;

/**
 * Searches all objects of a crawl for deleted pages and removes them. Holds one object in memory. Safe to repeat.
 *
 * @returns the key of the last object if the call ended early, undefined if all were read
 */
export async function purgeArchive(
  purge: Purge,
  { hasTime = () => true, after = '' }: PurgeCall = {},
): Promise<string | undefined> {
  const { crawl, ports, options } = purge;
  for (const folder of FOLDERS) {
    const prefix = `${folder}/${crawl}/`;
    if (folder === 'raw' && !(options.raw && options.apply)) continue;
    for await (const key of ports.objects.list(prefix)) {
      if (key <= after) continue;
      await purgeObject(folder, key, purge);
      if (!hasTime()) return key;
    }
  }
  return undefined;
}

async function purgeObject(folder: (typeof FOLDERS)[number], key: string, purge: Purge): Promise<void> {
  const { crawl, deleted, ports, options, found } = purge;
  found.objects++;
  if (folder === 'raw') return eraseFromObject(key, new Set(), purge);
  const purged = await (folder === 'clean' ? purgeDocuments : purgeChanges)(key, ports.objects, deleted);
  if (!purged) return;
  if (purged.error) return tally(found.unreadable, `${key}: ${purged.error.message}`);
  for (const url of purged.urls) {
    tally(folder === 'clean' ? found.documents : found.changes, url);
    found.hosts.add(hostOf(url));
  }
  if (folder === 'clean') await settleCaptures(purged, purge);
  if (!options.apply || !purged.bytes) return;
  // The index first: after a crash the object still names the records.
  if (folder === 'records') await leaveIndex(crawl, key, deleted, ports);
  await ports.objects.put(key, purged.bytes);
}

/**
 * Counts the captures that deleted documents name, or erases those of deleted texts, which only their documents find.
 * Captures of deleted URLs are erased with their object, because some have no document.
 */
async function settleCaptures({ captures }: PurgedObject, purge: Purge): Promise<void> {
  const { apply, raw } = purge.options;
  if (!apply || !raw) {
    for (const { key } of captures) tally(purge.found.captures, key);
    return;
  }
  const places = captures.filter(({ isOfUrl }) => !isOfUrl);
  for (const [key, list] of Map.groupBy(places, (place) => place.key))
    await eraseFromObject(key, new Set(list.map(({ offset }) => offset)), purge);
}

async function eraseFromObject(
  key: string,
  offsets: ReadonlySet<number>,
  { deleted, ports: { objects, clock }, found }: Purge,
): Promise<void> {
  const object = await objects.get(key);
  if (!object) return;
  const chosen = { hasUrl: deleted.hasUrl, hasResponse: (offset: number) => offsets.has(offset) };
  const { bytes, captures } = eraseCaptures(object, chosen, clock.now());
  if (bytes) await objects.put(key, bytes);
  for (let i = 0; i < captures; i++) tally(found.captures, key);
}

/** Removes the URLs of an object's deleted changes from their records. */
async function leaveIndex(
  crawl: string,
  key: string,
  deleted: Deleted,
  { objects, leaveRecords, clock }: ArchivePorts,
) {
  const bytes = await objects.get(key);
  const now = clock.now();
  const left = new Map<string, RecordChange>();
  for (const change of bytes ? readJsonLines<RecordChange>(bytes) : []) {
    const { id, url } = change;
    if (!isDeletedChange(change, deleted)) continue;
    const at = Math.max(left.get(`${id} ${url}`)?.at ?? 0, changeTimeAfter(change.at, now));
    left.set(`${id} ${url}`, { kind: 'left', id, url, at });
  }
  if (left.size > 0) await leaveRecords(crawl, [...left.values()]);
}

/** Adds the findings of one call to those of the calls before. */
export function addFindings(
  into: ArchiveFindings,
  more: Omit<ArchiveFindings, 'hosts'> & { hosts: Iterable<string> },
): void {
  for (const name of ['documents', 'changes', 'captures', 'unreadable'] as const) addTally(into[name], more[name]);
  into.objects += more.objects;
  for (const host of more.hosts) into.hosts.add(host);
}
