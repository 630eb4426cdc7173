import type { RecordChange } from '../ports/search-index.ts';

/**
 * Maximum length of the texts of one part, in UTF-16 units; texts and their words are in memory together. 200 usual pages are
 * a tenth of it, 200 of the longest would be 400 million.
 */
const MAX_PART_LENGTH = 1 << 24;

/** Splits changes, in their order, into parts with texts of limited length. A part is never empty. */
export function* splitChanges(changes: Iterable<RecordChange>): Generator<RecordChange[]> {
  let part: RecordChange[] = [];
  let characters = 0;
  for (const change of changes) {
    part.push(change);
    characters += change.kind === 'seen' && change.record ? change.record.text.length : 0;
    if (characters < MAX_PART_LENGTH) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
