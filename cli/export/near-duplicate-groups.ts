/** Groups near-duplicates of a whole crawl, so that a corpus can be split without near copies on both sides. */
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { countOnes, halfOf } from '../../shared/search/hamming-distance.ts';

/** Returns the group of a record: the smallest id of its group, or its own id if it has no near-duplicates. */
export type GroupOf = (id: string) => string;

const ID_BYTES = 32;

/** Records with a fingerprint, in the order of their ids. With `parents`, 44 bytes a record. */
type Fingerprints = { count: number; ids: Uint8Array; high: Int32Array; low: Int32Array };

/**
 * Finds the groups of records: two near-duplicates are in one group, and so are their near-duplicates. Records that are short have no
 * fingerprint and no group.
 *
 * @param records in the order of their ids, which are SHA-256 digests
 * @param bits maximum Hamming distance between the fingerprints of near-duplicates, at most 6
 */
export async function findNearDuplicateGroups(
  records: AsyncIterable<Pick<SearchRecord, 'id' | 'simhash'>>,
  bits: number,
): Promise<GroupOf> {
  const found = await readFingerprints(records);
  const parents = Int32Array.from({ length: found.count }, (_, i) => i);
  for (let first = 0; first < FINGERPRINT_BYTES; first++)
    for (let second = first + 1; second < FINGERPRINT_BYTES; second++)
      joinWithKey(found, (i) => (byteOf(found, i, first) << 8) | byteOf(found, i, second), bits, parents);
  return (id) => {
    const bytes = Buffer.from(id, 'hex');
    const index = indexOf(found, bytes);
    return index === undefined ? id : Buffer.from(idAt(found, rootOf(parents, index))).toString('hex');
  };
}

async function readFingerprints(records: AsyncIterable<Pick<SearchRecord, 'id' | 'simhash'>>): Promise<Fingerprints> {
  const found: Fingerprints = {
    ...{ count: 0, ids: new Uint8Array(1024 * ID_BYTES) },
    ...{ high: new Int32Array(1024), low: new Int32Array(1024) },
  };
  for await (const { id, simhash } of records) {
    if (simhash === undefined) continue;
    const index = found.count++;
    if (index === found.high.length) {
      found.ids = grown(found.ids, new Uint8Array(found.ids.length * 2));
      found.high = grown(found.high, new Int32Array(index * 2));
      found.low = grown(found.low, new Int32Array(index * 2));
    }
    found.ids.set(Buffer.from(id, 'hex'), index * ID_BYTES);
    found.high[index] = halfOf(simhash, 0);
    found.low[index] = halfOf(simhash, 8);
  }
  return found;
}

function grown<Values extends Uint8Array | Int32Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}

const idAt = ({ ids }: Fingerprints, index: number): Uint8Array =>
  ids.subarray(index * ID_BYTES, (index + 1) * ID_BYTES);

function indexOf(found: Fingerprints, id: Buffer): number | undefined {
  let from = 0;
  let to = found.count;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = id.compare(idAt(found, middle));
    if (order === 0) return middle;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return undefined;
}

/** Fingerprints that differ in at most 6 bits have two equal bytes in common, so each of the 28 pairs of bytes is a key. */
const FINGERPRINT_BYTES = 8;
const KEYS = 1 << 16;

const byteOf = ({ high, low }: Fingerprints, index: number, byte: number): number =>
  ((byte < 4 ? (high[index] as number) : (low[index] as number)) >>> ((byte & 3) * 8)) & 0xff;

/**
 * Number of records with one key that are all compared with each other. So many are pages of one template. Of more, each is compared with
 * those that are not near to one before them; all are in one group in the end, unless only two of the others link them.
 */
const COMPARED_WITH_ALL = 4_096;

/** Joins the near-duplicates among records with the same key. */
function joinWithKey(found: Fingerprints, keyOf: (index: number) => number, bits: number, parents: Int32Array): void {
  const { order, starts } = sortByKey(found.count, keyOf);
  const { high, low } = found;
  for (let key = 0; key < KEYS; key++) {
    const from = starts[key] as number;
    const to = starts[key + 1] as number;
    const isCrowded = to - from > COMPARED_WITH_ALL;
    let compared = from;
    for (let i = from; i < to; i++) {
      const one = order[i] as number;
      let isKept = true;
      for (let j = from; j < compared; j++) {
        const other = order[j] as number;
        const distance =
          countOnes((high[one] as number) ^ (high[other] as number)) +
          countOnes((low[one] as number) ^ (low[other] as number));
        if (distance > bits) continue;
        join(parents, one, other);
        // A record with an equal fingerprint has the same near-duplicates.
        if (!isCrowded && distance > 0) continue;
        isKept = false;
        break;
      }
      if (isKept) order[compared++] = one;
    }
  }
}

/** Counting sort. `starts[key]`: index in `order` of the first record with the key. */
function sortByKey(count: number, keyOf: (index: number) => number): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(KEYS + 1);
  for (let i = 0; i < count; i++) starts[keyOf(i) + 1]!++;
  for (let key = 0; key < KEYS; key++) starts[key + 1]! += starts[key] as number;
  const next = starts.slice();
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[next[keyOf(i)]!++] = i;
  return { order, starts };
}

/** The root of a group is its first record, which has the smallest id. */
function join(parents: Int32Array, one: number, other: number): void {
  const [a, b] = [rootOf(parents, one), rootOf(parents, other)];
  if (a < b) parents[b] = a;
  else parents[a] = b;
}

/** Union–find with path halving. */
function rootOf(parents: Int32Array, index: number): number {
  let at = index;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at] as number] as number;
    at = parents[at] as number;
  }
  return at;
}
