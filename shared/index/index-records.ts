import type { Counts } from '../ports/control.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../ports/search-index.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { readStoredLines } from '../text/json-lines.ts';
import { isRecordsRefused } from './records-refused.ts';
import { splitChanges } from './split-changes.ts';

/** `rest`: the message that continues, if time ran out; absent: all changes are written. */
type IndexedRecords = { counts: Counts; rest?: ObjectMessage };

/**
 * Writes the changes of a records object to the search index. May be repeated, and objects may come in any order.
 *
 * @param hasTime checked between the parts, so every call makes progress. Default: there is time for all
 * @returns counts of the changes that this call wrote: `record.seen` and `record.left`
 * @throws if the object does not exist; RecordsRefusedError if the engine rejects some of its records, after the others were written
 */
export async function indexRecords(
  message: ObjectMessage,
  ports: { objects: Objects; index: SearchIndex; stageCache?: StageCache },
  hasTime: () => boolean = () => true,
): Promise<IndexedRecords> {
  const { crawl, key, written: begin = 0 } = message;
  const changes =
    ports.stageCache?.take<RecordChange>(key) ?? readStoredLines<RecordChange>(await ports.objects.get(key), key);
  const counts: Counts = {};
  let written = begin;
  let refused: Error | undefined;
  for (const part of splitChanges(changes, begin)) {
    if (written > begin && !hasTime()) {
      if (refused) break;
      return { counts, rest: { ...message, written } };
    }
    try {
      await ports.index.write(crawl, part);
    } catch (error) {
      // The other records of the part are written. A bad record must not keep those of the next parts out of the index.
      if (!isRecordsRefused(error)) throw error;
      refused ??= error;
    }
    written += part.length;
    for (const { kind } of part) counts[`record.${kind}`] = (counts[`record.${kind}`] ?? 0) + 1;
  }
  if (refused) throw refused;
  return { counts };
}
