import { readLines } from '../clean/lines.ts';
import type { Counts } from '../ports/control.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../ports/search-index.ts';

/**
 * Tells the search index the changes of a records object. May be repeated, and objects may come in any order.
 *
 * @returns `record.seen` and `record.left`: changes that were told.
 * @throws when the object is not there.
 */
export async function indexRecords(
  { crawl, key }: ObjectMessage,
  ports: { objects: Objects; index: SearchIndex },
): Promise<Counts> {
  const bytes = await ports.objects.get(key);
  if (!bytes) throw new Error(`no object ${key}`);
  const counts: Counts = {};
  let part: RecordChange[] = [];
  let characters = 0;
  for (const change of readLines<RecordChange>(bytes)) {
    part.push(change);
    counts[`record.${change.kind}`] = (counts[`record.${change.kind}`] ?? 0) + 1;
    characters += change.kind === 'seen' && change.record ? change.record.text.length : 0;
    if (characters < AT_ONCE) continue;
    await ports.index.write(crawl, part);
    part = [];
    characters = 0;
  }
  if (part.length > 0) await ports.index.write(crawl, part);
  return counts;
}

/** Characters of texts that are held together with their words; 200 usual pages are a tenth of it, 200 of the longest 400 million. */
const AT_ONCE = 1 << 24;
