import { NO_CHECKS } from '../frontier/change-rate.ts';
import type { PageEntry } from '../frontier/host/entry.ts';
import { packHistory, type RevisitReason, unpackHistory } from '../frontier/host/history.ts';
import { MIN_AFTER, planRevisit, type RevisitRules, type VisitObservation } from '../frontier/revisit.ts';
import type { HttpResponse } from '../ports/fetcher.ts';
import { freshnessOf } from './freshness.ts';

/** A final outcome of a URL. `page`: what is known of it; undefined if it is new. */
type SettledUrl = Pick<HttpResponse, 'headers'> & { outcome: string; page: PageEntry | undefined };

/**
 * Plans the next visit of a URL.
 *
 * @returns the time of the next visit (epoch ms; absent: never) and the packed history
 */
export function scheduleRevisit(
  { outcome, headers, page }: SettledUrl,
  now: number,
  rules: RevisitRules,
): { next?: number; history: string } {
  const history = unpackHistory(page?.history);
  const isPage = outcome === 'fetched' || outcome === 'unchanged';
  const observation: VisitObservation = { at: now, ...(isPage && freshnessOf(headers, now)) };
  if (page !== undefined) {
    // A visit in the future was before the clock was set back.
    const isUnknown = page.tries > 0 || page.at > now;
    observation.before = isUnknown ? Math.min(page.at, now - (history?.intervalMs ?? 0)) : page.at;
    if (page.record !== undefined) observation.record = page.record;
    const changed = hasChanged(outcome, page);
    if (changed !== undefined) observation.changed = changed;
  }
  const { next, history: updated } = planRevisit(history, observation, rules);
  return { ...(next !== undefined && { next }), history: packHistory(updated) };
}

/** Outcomes that say something about the page itself. */
const CONCLUSIVE = /^(?:gone|redirected|refused\.client-error)/;

/** Returns whether the page changed since the last visit, or undefined if there is nothing to compare with. */
function hasChanged(outcome: string, page: PageEntry): boolean | undefined {
  if (outcome === 'unchanged') return false;
  const hadBody = Boolean(page.digest ?? page.etag ?? page.modified);
  if (!hadBody && !CONCLUSIVE.test(page.outcome)) return undefined;
  return outcome === 'fetched' || outcome !== page.outcome;
}

/** Returns the page's packed history with another reason for its next visit. A failed visit changes nothing else in it. */
export function historyWithReason(page: PageEntry | undefined, now: number, why: RevisitReason): string {
  const known = unpackHistory(page?.history) ?? { since: page?.at ?? now, checks: NO_CHECKS };
  return packHistory({ ...known, why });
}

type ScheduledVisit = { outcome: string; next?: number; history?: string };

/** Postpones the next visit, if there is one, to the end of the minimum time that the rules set for the outcome. */
export function waitAfterOutcome<Visit extends ScheduledVisit>(
  visit: Visit,
  now: number,
  { minAfterMs }: RevisitRules,
): Visit {
  const kind = MIN_AFTER.find((one) => visit.outcome === one || visit.outcome.startsWith(`${one}.`));
  const minMs = kind && minAfterMs?.[kind];
  if (minMs === undefined || visit.next === undefined || visit.next >= now + minMs) return visit;
  const known = unpackHistory(visit.history) ?? { since: now, checks: NO_CHECKS };
  return { ...visit, next: now + minMs, history: packHistory({ ...known, why: 'o' }) };
}
