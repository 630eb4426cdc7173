import { ObjectExistsError, type Objects } from '../shared/ports/objects.ts';

/** An object store in memory, for tests that keep many small objects. */
export function memoryObjects(): Objects {
  const all = new Map<string, Uint8Array>();
  return {
    async put(key, bytes, options) {
      if (options?.ifAbsent && all.has(key)) throw new ObjectExistsError(key);
      all.set(key, Uint8Array.from(bytes));
    },
    async get(key, range) {
      const bytes = all.get(key);
      return range ? bytes?.subarray(range.offset, range.offset + range.length) : bytes;
    },
    async *list(prefix) {
      yield* [...all.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    async delete(keys) {
      for (const key of keys) all.delete(key);
    },
  };
}
