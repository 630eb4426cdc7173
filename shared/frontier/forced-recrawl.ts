import type { PageEntry } from './host/entry.ts';
import { packHistory, unpackHistory } from './host/history.ts';
import { ALIAS_OUTCOME, DELETED_OUTCOME } from './host/tombstone.ts';
import type { ForcedRecrawl, ForcedUrl } from './offer.ts';
import { isFetched } from './page-outcomes.ts';

/**
 * Outcomes that a forced recrawl leaves alone unless it names them or their URLs, because another request would do harm: pages that
 * crash workers (`poison`), URLs that the network guard refuses, and pages that were deleted or folded into another host. Pages refused by robots.txt are selected: robots.txt
 * is checked again first.
 */
const NEVER_RECRAWLED: ReadonlySet<string> = new Set([
  'refused.poison',
  'refused.private-address',
  DELETED_OUTCOME,
  ALIAS_OUTCOME,
]);

/** Returns the recrawl's time in whole seconds, like the marks of bundles. Selected pages are filed under it. Epoch seconds. */
export const recrawlMark = ({ at }: ForcedRecrawl): number => Math.floor(at / 1000);

/** Time by which the clocks of two workers may differ. A page is not of a later time because its worker's clock was fast. Milliseconds. */
const MAX_SKEW_MS = 10_000;

/**
 * Checks whether a recrawl selects a page. Unless the clock was set back, merging a recrawl twice has no further effect, because a page fetched
 * meanwhile is not selected again. A forced seed with metadata is an exception: merged again after a later seed has replaced its metadata, it
 * selects the page and brings them back, because pages do not store the time of their metadata.
 *
 * @param page a complete entry, not a partial one.
 * @param now start of the visit that merges the recrawl, epoch ms. A page of a later time was fetched before the clock was set back:
 *   it is selected, unless the recrawl is of changes that a list reports, which it does at each visit. Absent: there is no such page.
 */
export function needsRecrawl(page: PageEntry, recrawl: ForcedRecrawl, now = Number.POSITIVE_INFINITY): boolean {
  const { forced, outcomes } = recrawl;
  const isBefore = (time: number) => page.at < time || page.at > now + MAX_SKEW_MS;
  if (forced !== undefined) {
    const request = forced.get(page.url);
    if (!request || page.outcome === DELETED_OUTCOME) return false;
    // A request that was on its way at that time has stored its document without the new metadata.
    return isBefore(request.forcedAt) || hasOtherMetadata(page, request);
  }
  if (!isBefore(recrawl.at)) return false;
  if (outcomes === undefined ? NEVER_RECRAWLED.has(page.outcome) : !outcomes.includes(page.outcome)) return false;
  if (!matchesFilter(page, recrawl)) return false;
  // A page that is due already keeps its place, and is fetched in the same visits.
  if (!recrawl.confirmGone && page.next !== undefined && page.next <= recrawlMark(recrawl) * 1000) return false;
  return recrawl.prefix === undefined || page.url.startsWith(recrawl.prefix);
}

function matchesFilter(page: PageEntry, { missingSince, modified, confirmGone }: ForcedRecrawl): boolean {
  if (modified !== undefined) return page.at < (modified.get(page.url) ?? 0);
  if (confirmGone) return page.outcome.endsWith('.held') || page.verdict === 'soft-404';
  if (missingSince === undefined || page.depth === 0) return true;
  return !isFetched(page.outcome) && (unpackHistory(page.history)?.since ?? page.at) >= missingSince;
}

/** Returns a selected page, filed under the recrawl's time. Feedback on the page's last visit is found only if that visit was not later. */
export function scheduleForRecrawl(page: PageEntry, recrawl: ForcedRecrawl): PageEntry {
  const next = recrawlMark(recrawl) * 1000;
  const forced = recrawl.forced?.get(page.url);
  if (forced) return { ...withMetadata(page, forced), next, class: Math.min(page.class, forced.class) };
  const history = recrawl.confirmGone ? unpackHistory(page.history) : undefined;
  return history ? { ...page, next, history: packHistory({ ...history, goneConfirmed: true }) } : { ...page, next };
}

/**
 * Returns a page with other metadata. It forgets its content, so that its next response counts as new: a document gets its metadata when it is
 * cleaned, and a response with the same content is not cleaned again.
 */
function withMetadata(page: PageEntry, request: ForcedUrl): PageEntry {
  if (!hasOtherMetadata(page, request)) return page;
  const { etag: _etag, modified: _modified, digest: _digest, ...rest } = page;
  return { ...rest, about: request.about! };
}

/** Whether the metadata that the user gives replaces that of a page. */
const hasOtherMetadata = (page: PageEntry, { about }: ForcedUrl): boolean =>
  about !== undefined && !isSameMetadata(page.about, about);

const isSameMetadata = (one: PageEntry['about'] = {}, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(other).every(([name, value]) => Object.hasOwn(one, name) && one[name] === value);

/**
 * Copies feedback to the times of pending recrawls. Feedback on a visit before a recrawl can arrive after the page moved
 * to the recrawl's time. Without the copy, the next capture would miss the page's record. Unused copies are skipped.
 *
 * @param marks times of the pending recrawls, in epoch seconds.
 * @param now start of the visit, epoch ms. Feedback of a later time may be on a visit before the recrawl: the clock was set back.
 *   Absent: there is no such feedback.
 */
export function copyFeedbackToRecrawls(
  entries: readonly PageEntry[],
  marks: readonly number[],
  now = Number.POSITIVE_INFINITY,
): PageEntry[] {
  return marks.flatMap((mark) =>
    entries
      .filter((entry) => entry.partial && (entry.at < (mark + 1) * 1000 || entry.at > now))
      .map((entry) => ({ ...entry, next: mark * 1000 })),
  );
}
