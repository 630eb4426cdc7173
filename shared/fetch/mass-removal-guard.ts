/**
 * Protects the records of a host from a fault of the host. Normally a page that is gone (404, 410), or that redirects
 * permanently to where other pages redirect, loses its record. If too many pages of a host do so at once, the removal is
 * held: the record stays and the page is requested again.
 *
 * The head of the host stores a window of counts (`removals`). It starts with the first lost page and lasts a week.
 */
import type { PageEntry } from '../frontier/host/entry.ts';
import { unpackHistory } from '../frontier/host/history.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { RemovalWindow } from '../ports/frontier.ts';
import { DAY_MS } from '../text/time-units.ts';
import type { Interpretation } from './interpret-response.ts';
import { historyWithReason } from './schedule-revisit.ts';

export type RemovalGuard = {
  /**
   * Returns the interpretation unchanged, or with a held outcome.
   *
   * @param page what is known of the page; undefined if it is new
   */
  check(
    interpretation: Interpretation,
    page: PageEntry | undefined,
    response: HttpResponse | HttpFailure,
    now: number,
  ): Interpretation;
  /** Returns the counts for the host's head, or undefined if no page was lost within a week. */
  window(): RemovalWindow | undefined;
};

/** Length of a counting window: a week. Milliseconds. */
const WINDOW_MS = 7 * DAY_MS;
/** Number of records that a host may always lose in a window: every site loses some pages. */
const FREE_REMOVALS = 5;
/** If more than this share of the requested pages is gone, each is requested a second time before its record is removed. */
const BURST_SHARE = 0.9;
/** Delay before the first retry of a held page: a day, in milliseconds. It doubles with each retry (1, 2, 4 … days). */
const HELD_RETRY_MS = DAY_MS;
/** Maximum number of doublings of `HELD_RETRY_MS`: the longest delay is 32 days. */
const MAX_DOUBLINGS = 5;
/** Status codes of permanent redirects. */
const PERMANENT_REDIRECTS = new Set([301, 308]);

/** Default of `revisit.maxGoneShare`. */
const DEFAULT_MAX_GONE_SHARE = 0.5;

/**
 * @param counts number of the host's URLs per outcome; the visit changes them
 * @param stored window from the host's head; undefined if it has none
 * @param maxShare share of the host's known pages that may lose their record in a window, 0 to 1
 */
export function createRemovalGuard(
  counts: Readonly<Record<string, number>>,
  stored: RemovalWindow | undefined,
  maxShare = DEFAULT_MAX_GONE_SHARE,
): RemovalGuard {
  const targets = new Set<string>();
  let window = stored && { ...stored };

  /** Whether a page redirects permanently to the front page, or to the target of another page of this visit. */
  const isMassRedirect = (
    { outcome, location = '' }: Interpretation,
    response: HttpResponse | HttpFailure,
  ): boolean => {
    if (outcome !== 'redirected' || response.kind !== 'response' || !PERMANENT_REDIRECTS.has(response.status))
      return false;
    const isKnownTarget = targets.has(location);
    targets.add(location);
    return isKnownTarget || /^(?:https?:\/\/[^/]+)?\/?$/i.test(location);
  };

  return {
    check(interpretation, page, response, now) {
      const { outcome } = interpretation;
      if (typeof page?.record !== 'string' || outcome.startsWith('failed') || outcome.startsWith('refused'))
        return interpretation;
      const isLost = outcome.startsWith('gone') || isMassRedirect(interpretation, response);
      if (window && now - window.since >= WINDOW_MS) window = undefined;
      if (isLost) window ??= { since: now, requested: 0, gone: 0, removed: 0 };
      if (!window) return interpretation;
      window.requested++;
      if (!isLost || unpackHistory(page.history)?.goneConfirmed) return interpretation;
      window.gone++;
      if (!mayRemove(counts, window, isHeld(page), maxShare)) return hold(interpretation, page, now);
      window.removed++;
      return interpretation;
    },
    window: () => window,
  };
}

const isHeld = (page: PageEntry) => page.outcome.endsWith('.held');

/** Returns whether one more record may be removed. @param wasHeld whether the page was held before */
function mayRemove(
  counts: Readonly<Record<string, number>>,
  { requested, gone, removed }: RemovalWindow,
  wasHeld: boolean,
  maxShare: number,
): boolean {
  const countOf = (name: string) => counts[name] ?? 0;
  const held = countOf('gone.held') + countOf('redirected.held');
  if (maxShare >= 1 || (removed < FREE_REMOVALS && held === 0)) return true;
  const known = countOf('fetched') + countOf('unchanged') + held + removed;
  const isBurst = gone > BURST_SHARE * requested;
  const isTooMuch = removed + held + (wasHeld ? 0 : 1) > maxShare * known;
  // A held page is removed even in a burst: it has now been gone twice, at least a day apart.
  return !isTooMuch && (wasHeld || !isBurst);
}

function hold(interpretation: Interpretation, page: PageEntry, now: number): Interpretation {
  const kind = interpretation.outcome.startsWith('gone') ? 'gone' : 'redirected';
  const tries = isHeld(page) ? page.tries : 0;
  const next = now + HELD_RETRY_MS * 2 ** Math.min(tries, MAX_DOUBLINGS);
  return {
    ...interpretation,
    outcome: `${kind}.held`,
    next,
    history: historyWithReason(page, now, 'g'),
    tries: tries + 1,
  };
}
