/**
 * Stores immutable objects under keys like `raw/<crawl>/<yyyy>/<mm>/<dd>/<hhmmss>-<run>.warc.gz`.
 *
 * Adapters: `local/folder-objects.ts` (a folder, atomic rename), `aws/s3/s3-objects.ts`.
 * Contract: `test/contracts/objects.contract.ts`.
 */
export interface Objects {
  /**
   * Stores an object durably before it resolves. Readers never see a partial object. The caller may reuse `bytes` afterwards.
   *
   * @param options.ifAbsent fails if the key exists, and leaves the existing object unchanged.
   * @throws ObjectExistsError for `ifAbsent`; other errors of the store are passed on.
   */
  put(key: string, bytes: Uint8Array, options?: { ifAbsent?: boolean }): Promise<void>;
  /** @param range reads only these bytes. @returns undefined if the object does not exist. */
  get(key: string, range?: { offset: number; length: number }): Promise<Uint8Array | undefined>;
  /** Lists the keys that start with `prefix`, sorted. */
  list(prefix: string): AsyncIterable<string>;
  /** Deletes objects; ignores keys that do not exist. */
  delete(keys: readonly string[]): Promise<void>;
}

/** Thrown by a conditional write if the key exists already. */
export class ObjectExistsError extends Error {
  override readonly name = 'ObjectExistsError';
}
