/**
 * What a stage has just written into an object, for the next stage of the same process: it need not be read, unpacked and
 * parsed again. A short cut and nothing more. The object is kept all the same, and whoever finds nothing here reads it.
 * On one machine: `local/last-handed.ts`; Lambdas have none, as no two stages share a process there.
 */
export interface StageCache {
  /** @param values what the object says, line by line; from now on nobody changes them. */
  put(key: string, values: readonly unknown[]): void;
  /** @returns the values of the object of that key, once; undefined when it has to be read. */
  take<T>(key: string): readonly T[] | undefined;
}
