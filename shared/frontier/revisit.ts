import {
  addCheck,
  correctLastCheck,
  estimateChangeRate,
  MIN_GAIN_PER_INTERVAL,
  NO_CHECKS,
  optimalInterval,
} from './change-rate.ts';
import { type History, isSameRecord, type RevisitReason } from './host/history.ts';

/** Rules that set the next visit of pages. */
export type RevisitRules = {
  /**
   * `fixed`: always after `firstMs`. `adaptive`: by the estimated change rate of the page. `steps`: the interval grows by
   * half if the page is unchanged and is halved if it changed.
   */
  mode: 'fixed' | 'adaptive' | 'steps';
  /** Interval after the first visit, in milliseconds; null: pages are never visited again. */
  firstMs: number | null;
  /** Bounds of adapted intervals. Milliseconds. */
  minMs: number;
  maxMs: number;
  /** Minimum time until the next visit, by the outcome of the last one. Milliseconds. */
  minAfterMs?: Partial<Record<MinAfter, number>>;
};

/** Outcomes that can have a minimum time until the next visit. `robots`: robots.txt refused the URL. */
export const MIN_AFTER = ['fetched', 'unchanged', 'gone', 'failed', 'robots'] as const;
export type MinAfter = (typeof MIN_AFTER)[number];

/** Returns rules with a fixed interval in milliseconds; null: never. */
export function fixedRevisitRules(ms: number | null): RevisitRules {
  return { mode: 'fixed', firstMs: ms, minMs: ms ?? 0, maxMs: ms ?? 0 };
}

/** Result of a visit, compared with the previous visit. */
export type VisitObservation = {
  /** Epoch ms. */
  at: number;
  /** Time of the previous visit; absent for the first. Epoch ms. */
  before?: number;
  /** Whether the page changed since the previous visit; undefined if there is nothing to compare with. */
  changed?: boolean;
  /** Id of the page's record before this visit. */
  record?: string | null;
  /** From the HTTP headers: last change (epoch ms) and freshness lifetime (milliseconds). */
  modified?: number;
  freshMs?: number;
};

/** Factor of the interval after a check that found no change, and divisor after one that found a change (`revisit.mode: steps`). */
const GROWTH_FACTOR = 1.5;
const SHRINK_FACTOR = 2;
/** Heuristic freshness: a page is assumed to stay unchanged for a tenth of its age (RFC 9111, 4.2.2). */
const HEURISTIC_AGE_FRACTION = 0.1;
/** Prior for changes that few checks may have missed. 0.1 saved most fetches on several kinds of webs (`bench/recrawl.ts`). */
const PRIOR_CHANGES = 0.1;
/** Maximum growth of the interval per visit, because a few checks say little. */
const MAX_GROWTH = 2;
/** A Last-Modified this close to the request is ignored: the page is generated per request. Milliseconds. */
const GENERATED_ON_REQUEST_MS = 60_000;

/** Plans the next visit. @returns its time (`next`: epoch ms; absent: never) and the history to store. */
export function planRevisit(
  history: History | undefined,
  sight: VisitObservation,
  rules: RevisitRules,
): { next?: number; history: History } {
  const since = history?.since ?? sight.before ?? sight.at;
  if (rules.firstMs === null) return { history: { since, why: 'f', checks: NO_CHECKS } };
  if (rules.mode === 'fixed')
    return { next: sight.at + rules.firstMs, history: { since, why: 'f', checks: NO_CHECKS } };
  const corrected = correctPresumption(history, sight, rules.firstMs);
  const found = corrected.presumed && sight.changed ? { ...sight, changed: false } : sight;
  const learnt = addObservation(corrected, found, sight);
  const chosen = rules.mode === 'steps' ? chooseByStep(learnt, found) : chooseByRate(learnt, found, rules);
  const { intervalMs, why } = clampInterval(applyServerHints(chosen, found), rules);
  return { next: sight.at + intervalMs, history: { ...learnt, since, why, intervalMs } };
}

type LearntHistory = History & { intervalMs: number };
type IntervalChoice = { intervalMs: number; why: RevisitReason };

/**
 * Corrects the last check if only bytes changed. A page whose bytes differ at each visit (date, advertisement) but whose text
 * does not is unchanged. Later stages report this before the next visit. The check is then corrected, and the next change
 * of bytes is presumed to be of the same kind until the text turns out to differ.
 */
function correctPresumption(
  history: History | undefined,
  { record }: VisitObservation,
  firstMs: number,
): LearntHistory {
  const { since = 0, checks: looks = NO_CHECKS, intervalMs = firstMs, presumed } = history ?? {};
  const corrected: LearntHistory = { since, why: 'n', checks: looks, intervalMs };
  if (history?.before === undefined) return corrected;
  const step = SHRINK_FACTOR * GROWTH_FACTOR;
  if (isSameRecord(history, record)) {
    if (presumed) return { ...corrected, presumed };
    return { ...corrected, presumed: true, checks: correctLastCheck(looks, -1), intervalMs: intervalMs * step };
  }
  return presumed ? { ...corrected, checks: correctLastCheck(looks, 1), intervalMs: intervalMs / step } : corrected;
}

/**
 * Adds a visit to the history.
 *
 * @param found the visit as presumed by `correctPresumption`. @param seen the visit as observed.
 */
function addObservation(
  corrected: LearntHistory,
  { at, before, changed, modified }: VisitObservation,
  seen: VisitObservation,
): LearntHistory {
  const { presumed: _, ...rest } = corrected;
  if (before === undefined || changed === undefined) return rest;
  const spanMs = Math.max(0, at - before);
  // Last-Modified between the two visits dates the change: nothing changed after it.
  const isChangeDated =
    changed && modified !== undefined && modified > before && modified < at - GENERATED_ON_REQUEST_MS;
  const looks = addCheck(corrected.checks, changed, spanMs, isChangeDated ? at - modified : undefined);
  const isOther = seen.changed && typeof seen.record === 'string';
  const was = isOther ? { before: seen.record as string } : {};
  return {
    ...rest,
    checks: looks,
    ...was,
    ...(isOther && corrected.presumed && { presumed: true, why: 'b' as const }),
  };
}

function chooseByStep(
  { intervalMs, why }: LearntHistory,
  { at, before, changed, modified }: VisitObservation,
): IntervalChoice {
  if (before === undefined || changed === undefined) return { intervalMs: capByAge(intervalMs, at, modified), why };
  if (changed) return { intervalMs: intervalMs / SHRINK_FACTOR, why: 'c' };
  // An early visit, by a forced recrawl, covers too short a time to justify a longer interval.
  const seenMs = (at - before) * GROWTH_FACTOR;
  return {
    intervalMs: Math.max(intervalMs, Math.min(intervalMs * GROWTH_FACTOR, seenMs)),
    why: why === 'b' ? 'b' : 'u',
  };
}

/** Limits the first interval to the page's age: a page changed a day ago is not left alone for a week. */
function capByAge(intervalMs: number, at: number, modified: number | undefined): number {
  const ageMs = pageAgeMs(at, modified);
  return ageMs === undefined ? intervalMs : Math.min(intervalMs, ageMs);
}

function chooseByRate(
  { checks: looks, intervalMs, why }: LearntHistory,
  sight: VisitObservation,
  { minMs, maxMs }: RevisitRules,
): IntervalChoice {
  if (looks.compared === 0) return { intervalMs: capByAge(intervalMs, sight.at, sight.modified), why: 'n' };
  const wanted = optimalInterval(estimateChangeRate(looks, PRIOR_CHANGES), minMs * MIN_GAIN_PER_INTERVAL);
  return { intervalMs: Math.min(wanted, maxMs, intervalMs * MAX_GROWTH), why: why === 'b' ? 'b' : 'r' };
}

/** Applies freshness and age from the headers. They only lengthen the interval. */
function applyServerHints(choice: IntervalChoice, { at, modified, freshMs = 0 }: VisitObservation): IntervalChoice {
  const ofAgeMs = (pageAgeMs(at, modified) ?? 0) * HEURISTIC_AGE_FRACTION;
  if (freshMs > choice.intervalMs && freshMs >= ofAgeMs) return { intervalMs: freshMs, why: 'h' };
  return ofAgeMs > choice.intervalMs ? { intervalMs: ofAgeMs, why: 'm' } : choice;
}

function pageAgeMs(at: number, modified: number | undefined): number | undefined {
  return modified === undefined || at - modified < GENERATED_ON_REQUEST_MS ? undefined : at - modified;
}

function clampInterval({ intervalMs, why }: IntervalChoice, { minMs, maxMs }: RevisitRules): IntervalChoice {
  return { intervalMs: Math.min(maxMs, Math.max(minMs, intervalMs)), why };
}

/** Returns the longest interval that the rules allow, in milliseconds; null: never. */
export function maxIntervalMs({ mode, firstMs, maxMs }: RevisitRules): number | null {
  return mode === 'fixed' ? firstMs : maxMs;
}
