import type { Reason } from '../url/reason.ts';

/**
 * Stores robots.txt files, one item per scheme, host and port, shared by all crawls. Other files of a site have their path behind the origin
 * (`keyOfFile` in `robots/fetch-robots.ts`).
 * Adapters: `local/sqlite-robots-store.ts`, `aws/dynamo/dynamo-robots-store.ts`; contract: `test/contracts/robots-store.contract.ts`.
 */
export interface RobotsStore {
  /** @param origin as `originOf` writes it, or the key of another file. @returns `undefined` if nothing is stored or the item has been removed as expired. */
  get(origin: string): Promise<RobotsItem | undefined>;
  put(item: RobotsItem): Promise<void>;
}

/** The robots.txt of an origin, as last read. */
export type RobotsItem = {
  origin: string;
  /** Text of the file in the last successful response; '' if there is no file, which allows all URLs. */
  text: string;
  /** Time at which `text` was read, in epoch milliseconds; 0 if never. */
  readAt: number;
  /** Time from which the file is requested again, in epoch milliseconds. */
  expiresAt: number;
  /** Time since which the file is unreachable (5xx, 429, a check for browsers, no response), in epoch milliseconds. Absent if it is reachable. */
  unreachableSince?: number;
  /** Why the last request failed. Absent if it succeeded. */
  cause?: { reason: Reason; detail: string };
};
