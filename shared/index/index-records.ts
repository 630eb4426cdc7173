import type { Counts } from '../ports/control.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../ports/search-index.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { readStoredLines } from '../text/json-lines.ts';
import { splitChanges } from './split-changes.ts';

/**
 * Writes the changes of a records object to the search index. May be repeated, and objects may come in any order.
 *
 * @returns counts of the changes: `record.seen` and `record.left`
 * @throws if the object does not exist
 */
export async function indexRecords(
  { crawl, key }: ObjectMessage,
  ports: { objects: Objects; index: SearchIndex; stageCache?: StageCache },
): Promise<Counts> {
  const changes =
    ports.stageCache?.take<RecordChange>(key) ?? readStoredLines<RecordChange>(await ports.objects.get(key), key);
  const counts: Counts = {};
  for (const part of splitChanges(changes)) {
    for (const { kind } of part) counts[`record.${kind}`] = (counts[`record.${kind}`] ?? 0) + 1;
    await ports.index.write(crawl, part);
  }
  return counts;
}
