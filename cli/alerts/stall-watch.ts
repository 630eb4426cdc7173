import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Clock } from '../../shared/ports/clock.ts';

/** Time between two statuses that counts at most, so that the sleep of a machine or a changed clock is no standstill. Milliseconds. */
const MAX_STEP_MS = 60_000;

/** Finds out that a running crawl gets no pages although it should. */
export type StallWatch = {
  /** Records a URL that was fetched and did not fail. */
  recordPage(): void;
  /** Records a URL that failed. */
  recordFailure(failure: { host: string; reason: string }): void;
  /**
   * Looks at the status. Call it regularly.
   *
   * @returns what is known of a standstill, once for each; undefined: the crawl gets pages, or has nothing to fetch
   */
  check(status: CrawlStatus): Stall | undefined;
};

/** `minutes`: with something to fetch and without a page. `failing`: number of hosts that failed since the last page. `reason`: that of the last failure; absent: there was none. */
export type Stall = { minutes: number; failing: number; reason?: string };

/** @param limitMs time without a page after which a crawl counts as stalled */
export function createStallWatch(limitMs: number, clock: Pick<Clock, 'now'>): StallWatch {
  const failing = new Set<string>();
  let reason: string | undefined;
  let lastCheck = clock.now();
  let withoutPageMs = 0;
  /** Whether the last status had work. */
  let isWorking = false;
  let isReported = false;

  /** One host at rest is no standstill of the crawl. A host that is due is fetched at once, unless something is wrong. */
  function hasWork({ state, due, processing = 0, resting, hosts }: CrawlStatus): boolean {
    if (state === 'paused' || state === 'stopped') return false;
    return due > 0 || processing > 0 || Math.max(failing.size, resting?.hosts ?? 0) > hosts / 2;
  }

  return {
    recordPage() {
      failing.clear();
      reason = undefined;
      withoutPageMs = 0;
      isReported = false;
    },
    recordFailure(failure) {
      failing.add(failure.host);
      reason = failure.reason;
    },
    check(status) {
      const now = clock.now();
      const stepMs = Math.min(MAX_STEP_MS, Math.max(0, now - lastCheck));
      lastCheck = now;
      // A crawl that has waited for a revisit has not stalled when it comes.
      const hadWork = isWorking;
      isWorking = hasWork(status);
      withoutPageMs = hadWork && isWorking ? withoutPageMs + stepMs : 0;
      if (isReported || withoutPageMs < limitMs) return undefined;
      isReported = true;
      return {
        minutes: Math.floor(withoutPageMs / 60_000),
        failing: failing.size,
        ...(reason !== undefined && { reason }),
      };
    },
  };
}
