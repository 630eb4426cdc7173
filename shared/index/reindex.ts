import { readLines } from '../clean/lines.ts';
import { simhash } from '../clean/simhash.ts';
import type { Reindexing, ReindexMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { ListRecords, NewIndex } from '../ports/reindex.ts';
import type { RecordChange, SearchIndex } from '../ports/search-index.ts';

export type ReindexPorts = { objects: Objects; list: ListRecords; index: SearchIndex; newIndex: NewIndex };

/** Clocks of whoever asked and of the object store may be so far apart, and a put may take so long. Milliseconds. */
const SKEW_MS = 600_000;

/**
 * Writes records of a crawl again, as far as there is time. First all of them, to a new index that nobody sees; then that takes
 * the place of the old one; then those that were kept meanwhile, which may only have been written to the old one. Since
 * changes may come in any order and twice, every step may be repeated, from any point.
 *
 * @param hasTime asked after each object, so each call comes further.
 * @returns how far it came; undefined: nothing is left to do.
 */
export async function reindex(
  { crawl, reindex: { at, after, moved } }: ReindexMessage,
  { objects, list, index, newIndex }: ReindexPorts,
  hasTime: () => boolean,
): Promise<Reindexing | undefined> {
  const write = (changes: RecordChange[]) => (moved ? index.write(crawl, changes) : newIndex.write(crawl, at, changes));
  for await (const { key, keptAt } of list(crawl, after)) {
    if (!moved || keptAt >= at - SKEW_MS) {
      const bytes = await objects.get(key);
      // Gone since it was listed: then somebody took it away on purpose.
      if (bytes) await write([...readLines<RecordChange>(bytes)].map(withFingerprint));
    }
    if (!hasTime()) return { at, after: key, ...(moved && { moved }) };
  }
  if (moved) return undefined;
  await newIndex.move(crawl, at);
  return { at, moved: true };
}

/** Records that were kept before there were fingerprints get theirs, which follow from the text. */
function withFingerprint(change: RecordChange): RecordChange {
  if (change.kind !== 'seen' || !change.record || change.record.simhash !== undefined) return change;
  const bits = simhash(change.record.text);
  return bits === null ? change : { ...change, record: { ...change.record, simhash: bits } };
}
