/** Groups near-duplicates of a whole crawl, so that a corpus can be split without near copies on both sides. */
import { setImmediate } from 'node:timers/promises';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { countOnes, halfOf } from '../../shared/search/hamming-distance.ts';

/** Returns the group of a record: the smallest id of its group, or its own id if it has no near-duplicates. */
export type GroupOf = (id: string) => string;

const ID_BYTES = 32;

/** Records with a fingerprint, in the order of their ids. With `parents`, 44 bytes a record; the search takes up to 36 more. */
type Fingerprints = { count: number; ids: Uint8Array; high: Int32Array; low: Int32Array };

/**
 * Finds the groups of records: two near-duplicates are in one group, and so are their near-duplicates. Records that are short have no
 * fingerprint and no group.
 *
 * @param records in the order of their ids, which are SHA-256 digests
 * @param bits maximum Hamming distance between the fingerprints of near-duplicates, at most 6
 * @param interrupt ends the search; absent: it cannot be interrupted
 * @throws the reason of `interrupt`
 */
export async function findNearDuplicateGroups(
  records: AsyncIterable<Pick<SearchRecord, 'id' | 'simhash'>>,
  bits: number,
  interrupt?: AbortSignal,
): Promise<GroupOf> {
  const found = await readFingerprints(records);
  const parents = Int32Array.from({ length: found.count }, (_, i) => i);
  for (const _ of joinNear(found, bits, parents)) {
    await setImmediate();
    interrupt?.throwIfAborted();
  }
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

type Halves = Pick<Fingerprints, 'high' | 'low'>;

const byteOf = ({ high, low }: Halves, index: number, byte: number): number =>
  ((byte < 4 ? (high[index] as number) : (low[index] as number)) >>> ((byte & 3) * 8)) & 0xff;

const keyOf = (found: Halves, index: number, first: number, second: number): number =>
  (byteOf(found, index, first) << 8) | byteOf(found, index, second);

/** Records whose fingerprints are compared with each other. `high` and `low` are in their order, because random access is slow. */
type Bucket = Halves & { records: Int32Array };

/** Joins the records with equal fingerprints. Returns the first of each. */
function joinEqual(found: Fingerprints, parents: Int32Array): Bucket {
  let all: Bucket = { ...found, records: Int32Array.from({ length: found.count }, (_, i) => i) };
  // A radix sort: its steps keep the order of the ones before.
  for (let byte = 0; byte < FINGERPRINT_BYTES; byte += 2) all = sortByKey(all, byte, byte + 1).sorted;
  const { records, high, low } = all;
  let count = 0;
  for (let i = 0; i < records.length; i++) {
    if (count > 0 && high[i] === high[count - 1] && low[i] === low[count - 1]) {
      join(parents, records[i] as number, records[count - 1] as number);
      continue;
    }
    for (const values of [records, high, low]) values[count] = values[i] as number;
    count++;
  }
  return partOf(all, 0, count);
}

const partOf = ({ records, high, low }: Bucket, from: number, to: number): Bucket => ({
  records: records.subarray(from, to),
  high: high.subarray(from, to),
  low: low.subarray(from, to),
});

/** Counting sort by two bytes. `starts[key]`: position of the first record with the key. */
function sortByKey(bucket: Bucket, first: number, second: number): { sorted: Bucket; starts: Int32Array } {
  const { records, high, low } = bucket;
  const count = records.length;
  const starts = new Int32Array(KEYS + 1);
  for (let i = 0; i < count; i++) starts[keyOf(bucket, i, first, second) + 1]!++;
  for (let key = 0; key < KEYS; key++) starts[key + 1]! += starts[key] as number;
  const next = starts.slice();
  const sorted = { records: new Int32Array(count), high: new Int32Array(count), low: new Int32Array(count) };
  for (let i = 0; i < count; i++) {
    const to = next[keyOf(bucket, i, first, second)]!++;
    sorted.records[to] = records[i] as number;
    sorted.high[to] = high[i] as number;
    sorted.low[to] = low[i] as number;
  }
  return { sorted, starts };
}

/** Comparisons between two pauses: some milliseconds. */
const COMPARED_AT_A_TIME = 2_000_000;

/** Centres by number. `radius`: largest distance of a member, in bits; 0 without others. `members`: positions in the bucket, the centre first. */
type Centres = { high: Int32Array; low: Int32Array; radius: Uint8Array; members: number[][] };

/** Maximum number of records with one key that are all compared with each other. More are mostly pages of one template. */
const COMPARED_WITH_ALL = 2_048;

/**
 * Returns a function that joins the near-duplicates in a large bucket, and yields when a pause is due, and one that counts comparisons and
 * tells whether a pause is due: after about `COMPARED_AT_A_TIME` of all.
 */
function centreJoiner(bits: number, parents: Int32Array) {
  let compared = 0;
  const isDue = (more: number): boolean => {
    compared += more;
    if (compared < COMPARED_AT_A_TIME) return false;
    compared = 0;
    return true;
  };

  /**
   * Joins each record to the first centre near to it; one without is a centre. Pages of a template have few centres, so this is much less than
   * to compare all with each other.
   */
  function* joinToCentres({ records, high, low }: Bucket): Generator<void, Centres> {
    const found: Centres = {
      ...{ high: new Int32Array(records.length), low: new Int32Array(records.length) },
      ...{ radius: new Uint8Array(records.length), members: [] },
    };
    for (let i = 0; i < records.length; i++) {
      const [a, b] = [high[i] as number, low[i] as number];
      const count = found.members.length;
      let near = 0;
      let distance = 0;
      for (; near < count; near++) {
        distance = countOnes(a ^ (found.high[near] as number));
        if (distance > bits) continue;
        distance += countOnes(b ^ (found.low[near] as number));
        if (distance <= bits) break;
      }
      if (near === count) {
        found.high[near] = a;
        found.low[near] = b;
        found.members.push([i]);
      } else {
        const members = found.members[near] as number[];
        members.push(i);
        found.radius[near] = Math.max(found.radius[near] as number, distance);
        join(parents, records[members[0] as number] as number, records[i] as number);
      }
      if (isDue(near)) yield;
    }
    return found;
  }

  /** Joins two centres with their members if some of them are near. Yields when a pause is due. */
  function* joinCentres(
    { records, high, low }: Bucket,
    some: readonly number[],
    others: readonly number[],
  ): Generator<void> {
    const [one, other] = [records[some[0] as number] as number, records[others[0] as number] as number];
    if (rootOf(parents, one) === rootOf(parents, other)) return;
    const distance = (i: number, j: number): number =>
      countOnes((high[i] as number) ^ (high[j] as number)) + countOnes((low[i] as number) ^ (low[j] as number));
    const near = others.length === 1 ? others : others.filter((j) => distance(some[0] as number, j) <= 2 * bits);
    for (const i of some) {
      if (others.length > 1 && distance(i, others[0] as number) > 2 * bits) continue;
      if (isDue(near.length)) yield;
      if (!near.some((j) => distance(i, j) <= bits)) continue;
      join(parents, one, other);
      return;
    }
  }

  function* joinByCentres(bucket: Bucket): Generator<void> {
    const { high, low, radius, members } = yield* joinToCentres(bucket);
    // By the triangle inequality, near members of two centres are within `2 * bits` of the other's centre.
    for (let a = 0; a < members.length; a++) {
      // Centres without members are not near to each other.
      if (radius[a] === 0) continue;
      const reach = bits + (radius[a] as number);
      for (let b = 0; b < members.length; b++) {
        const most = reach + (radius[b] as number);
        const distance = countOnes((high[a] as number) ^ (high[b] as number));
        if (distance > most || distance + countOnes((low[a] as number) ^ (low[b] as number)) > most) continue;
        if (b === a || (b < a && radius[b] !== 0)) continue;
        yield* joinCentres(bucket, members[a] as number[], members[b] as number[]);
        if (isDue(members[a]!.length + members[b]!.length)) yield;
      }
      if (isDue(members.length)) yield;
    }
  }

  return { joinByCentres, isDue };
}

/** Joins near-duplicates in a part of a bucket: compares each with all others. */
function joinPairs({ records, high, low }: Bucket, from: number, to: number, bits: number, parents: Int32Array): void {
  for (let i = from + 1; i < to; i++) {
    const [a, b] = [high[i] as number, low[i] as number];
    for (let j = from; j < i; j++) {
      // One branch that is rarely taken is faster than an early exit.
      if (countOnes(a ^ (high[j] as number)) + countOnes(b ^ (low[j] as number)) <= bits)
        join(parents, records[i] as number, records[j] as number);
    }
  }
}

/** Joins the near-duplicates among records. Yields from time to time. */
function* joinNear(found: Fingerprints, bits: number, parents: Int32Array): Generator<void> {
  const distinct = joinEqual(found, parents);
  const { joinByCentres, isDue } = centreJoiner(bits, parents);
  for (let first = 0; first < FINGERPRINT_BYTES; first++)
    for (let second = first + 1; second < FINGERPRINT_BYTES; second++) {
      const { sorted, starts } = sortByKey(distinct, first, second);
      yield;
      for (let key = 0; key < KEYS; key++) {
        const [from, to] = [starts[key] as number, starts[key + 1] as number];
        const size = to - from;
        if (size > COMPARED_WITH_ALL) yield* joinByCentres(partOf(sorted, from, to));
        else if (size > 1) {
          joinPairs(sorted, from, to, bits, parents);
          if (isDue(size * size)) yield;
        }
      }
    }
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
