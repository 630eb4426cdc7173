import type { Reason } from '../url/reason.ts';

/**
 * Answers to robots.txt, one item a scheme + host + port, shared by all crawls.
 * Adapters: `local/sqlite-robots-store.ts`, `aws/dynamo-robots-store.ts`; contract: `test/contracts/robots-store.contract.ts`.
 */
export interface RobotsStore {
  /** @param origin as `originOf` gives it. @returns undefined when nothing was ever kept, or it has expired. */
  get(origin: string): Promise<RobotsItem | undefined>;
  put(item: RobotsItem): Promise<void>;
}

export type RobotsItem = {
  origin: string;
  /** What the last good answer said: the file's text ('' when there is none, which allows all). */
  text: string;
  /** When `text` was read. Epoch milliseconds; 0: never yet. */
  readAt: number;
  /** To be asked again from then on. Epoch milliseconds. */
  expiresAt: number;
  /** Since when it cannot be read (5xx, 429, no answer). Epoch milliseconds; absent: it can. */
  unreachableSince?: number;
  /** Why it could not be read when it was last asked for. Absent: it could. */
  cause?: { reason: Reason; detail: string };
};
