import { NO_CHECKS } from '../frontier/change-rate.ts';
import type { PageEntry } from '../frontier/host/entry.ts';
import { packHistory, type RevisitReason, unpackHistory } from '../frontier/host/history.ts';
import { planRevisit, type RevisitRules, type VisitObservation } from '../frontier/revisit.ts';
import type { HttpResponse } from '../ports/fetcher.ts';
import { freshnessOf } from './freshness.ts';

/** A page that answered, next to what is known of it. `page` absent: it never had its turn before. */
type Answered = Pick<HttpResponse, 'headers'> & { outcome: string; page: PageEntry | undefined };

/** @returns when the page is wanted again, epoch ms (absent: never), and what is to be remembered, packed. */
export function scheduleRevisit(
  { outcome, headers, page }: Answered,
  now: number,
  rules: RevisitRules,
): { next?: number; history: string } {
  const history = unpackHistory(page?.history);
  const isPage = outcome === 'fetched' || outcome === 'unchanged';
  const sight: VisitObservation = { at: now, ...(isPage && freshnessOf(headers, now)) };
  if (page !== undefined) {
    sight.before = page.tries > 0 ? Math.min(page.at, now - (history?.intervalMs ?? 0)) : page.at;
    if (page.record !== undefined) sight.record = page.record;
    const changed = hasChanged(outcome, page);
    if (changed !== undefined) sight.changed = changed;
  }
  const { next, history: learnt } = planRevisit(history, sight, rules);
  return { ...(next !== undefined && { next }), history: packHistory(learnt) };
}

/** Undefined: what was there before is not known. */
function hasChanged(outcome: string, page: PageEntry): boolean | undefined {
  if (outcome === 'unchanged') return false;
  const had = Boolean(page.digest ?? page.etag ?? page.modified);
  if (!had && !ANSWERED.test(page.outcome)) return undefined;
  return outcome === 'fetched' || outcome !== page.outcome;
}

const ANSWERED = /^(?:gone|redirected|refused\.client-error)/;

/** A visit that failed teaches nothing, and takes nothing away. */
export function historyWithReason(page: PageEntry | undefined, now: number, why: RevisitReason): string {
  const known = unpackHistory(page?.history) ?? { since: page?.at ?? now, checks: NO_CHECKS };
  return packHistory({ ...known, why });
}
