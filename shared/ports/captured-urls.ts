/**
 * Records which URLs the stored objects of documents have, so that the captures of a URL are found without reading every object. It only
 * saves reads: an object that is not recorded is read.
 *
 * Adapter: `local/captured/sqlite-captured-urls.ts`. On AWS there is none.
 */
export interface CapturedUrls {
  /** Records the URLs of the documents in an object. They replace those that were recorded under its key. */
  set(key: string, urls: Iterable<string>): void;
  /**
   * Selects the URLs that an object may have.
   *
   * @returns all those that it has, and rarely another one; undefined if the object is not recorded
   */
  select(key: string, urls: readonly string[]): string[] | undefined;
}
