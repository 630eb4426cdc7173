/**
 * Protects the records of a host from a fault of the host. Normally a page that is gone (404, 410), or that redirects
 * permanently to where other pages redirect, loses its record. If too many pages of a host do so at once, the removal is
 * held: the record stays and the page is requested again.
 *
 * The counts are stored in the host's head for a week, as `round.<hour>.<word>`, starting with the first lost page. They
 * count pages with a record: `asked` (requested), `gone` (of those, lost), and `lost` (records that were removed).
 */
import type { PageEntry } from '../frontier/host/entry.ts';
import { unpackHistory } from '../frontier/host/history.ts';
import { isRemovalCount } from '../frontier/host/removal-window.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
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
};

const HOUR_MS = 3_600_000;
/** Length of a counting window: a week, in hours. */
const WINDOW_HOURS = 7 * 24;
/** Number of records that a host may always lose in a window: every site loses some pages. */
const FREE_REMOVALS = 5;
/** If more than this share of the requested pages is gone, each is requested a second time before its record is removed. */
const BURST_SHARE = 0.9;
/** First retry of a held page, in milliseconds; doubles each time (1, 2, 4 … days). */
const HELD_RETRY_MS = 24 * HOUR_MS;
/** Maximum number of doublings of that delay. */
const MAX_DOUBLINGS = 5;
const PERMANENT_REDIRECTS = new Set([301, 308]);

/** Default of `revisit.maxGoneShare`. */
const DEFAULT_MAX_GONE_SHARE = 0.5;

/**
 * @param counts counts of the host's head; the guard changes them
 * @param maxShare share of the host's known pages that may lose their record in a window, 0 to 1
 */
export function createRemovalGuard(counts: Record<string, number>, maxShare = DEFAULT_MAX_GONE_SHARE): RemovalGuard {
  const targets = new Set<string>();

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
      const window = openWindow(counts, now, isLost);
      if (!window) return interpretation;
      const count = (word: string) => {
        counts[`${window}.${word}`] = (counts[`${window}.${word}`] ?? 0) + 1;
        return counts[`${window}.${word}`]!;
      };
      const requested = count('asked');
      if (!isLost || unpackHistory(page.history)?.believed) return interpretation;
      const isBurst = count('gone') > BURST_SHARE * requested;
      const lost = counts[`${window}.lost`] ?? 0;
      if (!mayRemove(counts, { lost, isBurst, wasHeld: isHeld(page) }, maxShare))
        return hold(interpretation, page, now);
      count('lost');
      return interpretation;
    },
  };
}

const isHeld = (page: PageEntry) => page.outcome.endsWith('.held');

/**
 * Returns whether one more record may be removed.
 *
 * @param window.lost records removed in the window so far
 * @param window.isBurst whether nearly all requested pages were gone
 * @param window.wasHeld whether the page was held before
 */
function mayRemove(
  counts: Record<string, number>,
  { lost, isBurst, wasHeld }: { lost: number; isBurst: boolean; wasHeld: boolean },
  maxShare: number,
): boolean {
  const of = (name: string) => counts[name] ?? 0;
  const held = of('gone.held') + of('redirected.held');
  if (maxShare >= 1 || (lost < FREE_REMOVALS && held === 0)) return true;
  const known = of('fetched') + of('unchanged') + held + lost;
  const isTooMuch = lost + held + (wasHeld ? 0 : 1) > maxShare * known;
  // A page that was held has now been gone twice, a day apart.
  return !isTooMuch && (wasHeld || !isBurst);
}

/** Returns the prefix of the current window's counts, or undefined if there is no window and `isLost` opens none. */
function openWindow(counts: Record<string, number>, now: number, isLost: boolean): string | undefined {
  const hour = Math.floor(now / HOUR_MS);
  for (const name of Object.keys(counts)) {
    if (!isRemovalCount(name)) continue;
    const since = name.split('.')[1];
    if (hour - Number(since) < WINDOW_HOURS) return `round.${since}`;
    delete counts[name];
  }
  return isLost ? `round.${hour}` : undefined;
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

/** Returns whether the operator confirmed that such pages are gone. They are then requested as if they were new. */
export function isBelieved(page: PageEntry | undefined): boolean {
  return unpackHistory(page?.history)?.believed === true;
}
