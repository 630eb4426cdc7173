/**
 * Immutable objects under keys like `raw/<crawl>/<yyyy>/<mm>/<dd>/<run>.warc.gz`.
 * Adapters: `local/folder-objects.ts` (a folder, atomic rename), `aws/s3-objects.ts`; contract: `test/contracts/objects.contract.ts`.
 */
export interface Objects {
  /**
   * The object is kept for good, whole, when this resolves, and never seen in part; `bytes` may be written over then.
   *
   * @param ifAbsent a key that is already there is an error, and stays as it is.
   * @throws ObjectExistsError for `ifAbsent`; anything else as the store gives it.
   */
  put(key: string, bytes: Uint8Array, options?: { ifAbsent?: boolean }): Promise<void>;
  /** @param range only these bytes. @returns undefined when there is no such object. */
  get(key: string, range?: { offset: number; length: number }): Promise<Uint8Array | undefined>;
  /** Keys that begin with `prefix`, in order of their names. */
  list(prefix: string): AsyncIterable<string>;
  /** Those that are not there are passed over. */
  delete(keys: readonly string[]): Promise<void>;
}

export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
}
