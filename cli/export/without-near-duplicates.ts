/** Leaves out near-duplicates of records that an export has already, for corpora. */
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { countOnes, halfOf } from '../../shared/search/hamming-distance.ts';
import { nearKeys } from '../../shared/text/duplicate-keys.ts';

/** Kept records: the halves of each fingerprint, and the start of each id. With the keys, about 50 bytes a record. */
type Kept = { high: Int32Array; low: Int32Array; ids: Int32Array; count: number; byKey: Map<number, Numbers> };
type Numbers = { values: Int32Array; count: number };

/**
 * Returns a function that tells whether a record is exported: no near-duplicate of it was before. Records that are short have no
 * fingerprint and are always exported. A second pass over the same records, as `graphml` needs, gets the same answers.
 *
 * @param bits maximum Hamming distance between the fingerprints of near-duplicates
 */
export function newNearDuplicateFilter(bits: number): (record: Pick<SearchRecord, 'id' | 'simhash'>) => boolean {
  const kept: Kept = {
    ...{ high: new Int32Array(1024), low: new Int32Array(1024), ids: new Int32Array(1024) },
    ...{ count: 0, byKey: new Map() },
  };
  return ({ id, simhash }) => {
    if (simhash === undefined) return true;
    const keys = nearKeys(simhash);
    const [high, low, start] = [halfOf(simhash, 0), halfOf(simhash, 8), halfOf(id, 0)];
    for (const key of keys) {
      const { values, count } = kept.byKey.get(key) ?? NONE;
      for (let i = 0; i < count; i++) {
        const other = values[i] as number;
        const distance = countOnes((kept.high[other] as number) ^ high) + countOnes((kept.low[other] as number) ^ low);
        if (distance <= bits) return kept.ids[other] === start;
      }
    }
    add(kept, keys, high, low, start);
    return true;
  };
}

const NONE: Numbers = { values: new Int32Array(0), count: 0 };

function add(kept: Kept, keys: readonly number[], high: number, low: number, id: number): void {
  const index = kept.count++;
  for (const name of ['high', 'low', 'ids'] as const) kept[name] = grown(kept[name], index);
  kept.high[index] = high;
  kept.low[index] = low;
  kept.ids[index] = id;
  for (const key of keys) {
    const numbers = kept.byKey.get(key) ?? { values: new Int32Array(4), count: 0 };
    numbers.values = grown(numbers.values, numbers.count);
    numbers.values[numbers.count++] = index;
    kept.byKey.set(key, numbers);
  }
}

/** Returns an array with room for an index. */
function grown(values: Int32Array, index: number): Int32Array {
  if (index < values.length) return values;
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
