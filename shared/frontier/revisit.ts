import {
  addCheck,
  correctLastCheck,
  estimateChangeRate,
  MIN_GAIN_PER_INTERVAL,
  NO_CHECKS,
  optimalInterval,
} from './change-rate.ts';
import { type History, isSameRecord, type RevisitReason } from './host/history.ts';

/** When pages are wanted again. */
export type RevisitRules = {
  /**
   * `fixed`: after `firstMs`, always. `adaptive`: by an estimate of how often the page changes. `steps`: half as long again
   * when nothing has changed, half as long when something has.
   */
  mode: 'fixed' | 'adaptive' | 'steps';
  /** After the first visit; null: never again. Milliseconds. */
  firstMs: number | null;
  /** Bounds of what is learnt. Milliseconds. */
  minMs: number;
  maxMs: number;
};

/** Always after so long; null: never. Milliseconds. */
export function fixedRevisitRules(ms: number | null): RevisitRules {
  return { mode: 'fixed', firstMs: ms, minMs: ms ?? 0, maxMs: ms ?? 0 };
}

/** What a visit found, next to the one before. */
export type VisitObservation = {
  /** Epoch ms. */
  at: number;
  /** Of the visit before; absent: this is the first. Epoch ms. */
  before?: number;
  /** Whether the page is another than the one before; undefined: there is nothing to compare with. */
  changed?: boolean;
  /** The page's record before this visit. */
  record?: string | null;
  /** What HTTP says: when the page was last changed (epoch ms), and how long it stays fresh (milliseconds). */
  modified?: number;
  freshMs?: number;
};

const GROWTH_FACTOR = 1.5;
const SHRINK_FACTOR = 2;
/** Of the time since the last change a page is taken to stay as it is for another tenth (RFC 9111, 4.2.2). */
const HEURISTIC_AGE_FRACTION = 0.1;
/** Of a change: what few looks may have missed. A tenth saved most fetches over several kinds of webs (`bench/recrawl.ts`). */
const PRIOR_CHANGES = 0.1;
/** Little is known of a page that was looked at a few times: the next look is at most so many times as far away. */
const MAX_GROWTH = 2;
/** A page that was changed at the time of the request says only that it is made for each. Milliseconds. */
const GENERATED_ON_REQUEST_MS = 60_000;

/** @returns when the page is wanted again (epoch ms; absent: never), and what is to be remembered of it. */
export function planRevisit(
  history: History | undefined,
  sight: VisitObservation,
  rules: RevisitRules,
): { next?: number; history: History } {
  const since = history?.since ?? sight.before ?? sight.at;
  if (rules.firstMs === null) return { history: { since, why: 'f', checks: NO_CHECKS } };
  if (rules.mode === 'fixed')
    return { next: sight.at + rules.firstMs, history: { since, why: 'f', checks: NO_CHECKS } };
  const known = correctPresumption(history, sight, rules.firstMs);
  const found = known.presumed && sight.changed ? { ...sight, changed: false } : sight;
  const learnt = addObservation(known, found, sight);
  const chosen = rules.mode === 'steps' ? chooseByStep(learnt, found) : chooseByRate(learnt, found, rules);
  const { intervalMs, why } = clampInterval(applyServerHints(chosen, found), rules);
  return { next: sight.at + intervalMs, history: { ...learnt, since, why, intervalMs } };
}

type LearntHistory = History & { intervalMs: number };
type IntervalChoice = { intervalMs: number; why: RevisitReason };

/**
 * A page whose bytes differ at each visit (a date, an advertisement) and whose text does not has not changed. That is known
 * only when later stages have spoken, which is before the next visit: what was learnt is then taken back, and the next
 * change of bytes is taken for one of that kind, until its text turns out to be another.
 */
function correctPresumption(
  history: History | undefined,
  { record }: VisitObservation,
  firstMs: number,
): LearntHistory {
  const { since = 0, checks: looks = NO_CHECKS, intervalMs = firstMs, presumed } = history ?? {};
  const known: LearntHistory = { since, why: 'n', checks: looks, intervalMs };
  if (history?.before === undefined) return known;
  const step = SHRINK_FACTOR * GROWTH_FACTOR;
  if (isSameRecord(history, record)) {
    if (presumed) return { ...known, presumed };
    return { ...known, presumed: true, checks: correctLastCheck(looks, -1), intervalMs: intervalMs * step };
  }
  return presumed ? { ...known, checks: correctLastCheck(looks, 1), intervalMs: intervalMs / step } : known;
}

/** @param found what the visit found, as it is taken. @param seen as it was. */
function addObservation(
  known: LearntHistory,
  { at, before, changed, modified }: VisitObservation,
  seen: VisitObservation,
): LearntHistory {
  const { presumed: _, ...rest } = known;
  if (before === undefined || changed === undefined) return rest;
  const spanMs = Math.max(0, at - before);
  // What Last-Modified tells of the time between two visits: the change was then, and nothing has happened since.
  const isTold = changed && modified !== undefined && modified > before && modified < at - GENERATED_ON_REQUEST_MS;
  const looks = addCheck(known.checks, changed, spanMs, isTold ? at - modified : undefined);
  const isOther = seen.changed && typeof seen.record === 'string';
  const was = isOther ? { before: seen.record as string } : {};
  return { ...rest, checks: looks, ...was, ...(isOther && known.presumed && { presumed: true, why: 'b' as const }) };
}

function chooseByStep(
  { intervalMs, why }: LearntHistory,
  { at, before, changed, modified }: VisitObservation,
): IntervalChoice {
  if (before === undefined || changed === undefined) return { intervalMs: capByAge(intervalMs, at, modified), why };
  if (changed) return { intervalMs: intervalMs / SHRINK_FACTOR, why: 'c' };
  // A visit that came early, by a recall, has seen too little for a longer interval.
  const seenMs = (at - before) * GROWTH_FACTOR;
  return {
    intervalMs: Math.max(intervalMs, Math.min(intervalMs * GROWTH_FACTOR, seenMs)),
    why: why === 'b' ? 'b' : 'u',
  };
}

/** A page that was changed a day ago is not left alone for a week at first. */
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

/** What the server says of its page only makes the interval longer. */
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

/** At this interval nobody is asked for less. Milliseconds; null: never. */
export function maxIntervalMs({ mode, firstMs, maxMs }: RevisitRules): number | null {
  return mode === 'fixed' ? firstMs : maxMs;
}
