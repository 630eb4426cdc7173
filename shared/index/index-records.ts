import type { Counts } from '../ports/control.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../ports/search-index.ts';
import type { Handed } from '../ports/stage-cache.ts';
import { linesOf } from '../text/lines.ts';
import { partsOf } from './record-parts.ts';

/**
 * Tells the search index the changes of a records object. May be repeated, and objects may come in any order.
 *
 * @returns `record.seen` and `record.left`: changes that were told.
 * @throws when the object is not there.
 */
export async function indexRecords(
  { crawl, key }: ObjectMessage,
  ports: { objects: Objects; index: SearchIndex; handed?: Handed },
): Promise<Counts> {
  const changes = ports.handed?.take<RecordChange>(key) ?? linesOf<RecordChange>(await ports.objects.get(key), key);
  const counts: Counts = {};
  for (const part of partsOf(changes)) {
    for (const { kind } of part) counts[`record.${kind}`] = (counts[`record.${kind}`] ?? 0) + 1;
    await ports.index.write(crawl, part);
  }
  return counts;
}
