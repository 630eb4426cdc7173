import type { RecordChange } from '../ports/search-index.ts';

/** Characters of texts that are held together with their words; 200 usual pages are a tenth of it, 200 of the longest 400 million. */
const AT_ONCE = 1 << 24;

/** Changes in their order, cut where their texts are too long to be held together; a part is never empty. */
export function* partsOf(changes: Iterable<RecordChange>): Generator<RecordChange[]> {
  let part: RecordChange[] = [];
  let characters = 0;
  for (const change of changes) {
    part.push(change);
    characters += change.kind === 'seen' && change.record ? change.record.text.length : 0;
    if (characters < AT_ONCE) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
