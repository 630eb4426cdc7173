import type { RecordChange } from '../ports/search-index.ts';

/**
 * Maximum length of the texts of one part, in UTF-16 units, and maximum number of its changes: about one bulk request of a search
 * engine (5 MB with the words of the texts, 200 records). A caller with limited time checks the clock between parts.
 */
const MAX_PART_LENGTH = 1 << 21;
const MAX_PART_CHANGES = 200;

/**
 * Splits changes, in their order, into parts of limited size. A part is never empty.
 *
 * @param skipped number of changes to leave out at the beginning
 */
export function* splitChanges(changes: Iterable<RecordChange>, skipped = 0): Generator<RecordChange[]> {
  let part: RecordChange[] = [];
  let characters = 0;
  let left = skipped;
  for (const change of changes) {
    if (left-- > 0) continue;
    part.push(change);
    characters += change.kind === 'seen' && change.record ? change.record.text.length : 0;
    if (characters < MAX_PART_LENGTH && part.length < MAX_PART_CHANGES) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}
