import { changeRate, corrected, lookedAgain, NO_LOOKS, WORTH_OF_SHORTEST, worthwhileInterval } from './change-rate.ts';
import { type History, isSameRecord, type Why } from './host/history.ts';

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
export function fixedRevisit(ms: number | null): RevisitRules {
  return { mode: 'fixed', firstMs: ms, minMs: ms ?? 0, maxMs: ms ?? 0 };
}

/** What a visit found, next to the one before. */
export type Sight = {
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

const GROWS = 1.5;
const SHRINKS = 2;
/** Of the time since the last change a page is taken to stay as it is for another tenth (RFC 9111, 4.2.2). */
const OF_AGE = 0.1;
/** Of a change: what few looks may have missed. A tenth saved most fetches over several kinds of webs (`bench/recrawl.ts`). */
const DOUBT = 0.1;
/** Little is known of a page that was looked at a few times: the next look is at most so many times as far away. */
const MOST_GROWTH = 2;
/** A page that was changed at the time of the request says only that it is made for each. Milliseconds. */
const MADE_NOW_MS = 60_000;

/** @returns when the page is wanted again (epoch ms; absent: never), and what is to be remembered of it. */
export function planRevisit(
  history: History | undefined,
  sight: Sight,
  rules: RevisitRules,
): { next?: number; history: History } {
  const since = history?.since ?? sight.before ?? sight.at;
  if (rules.firstMs === null) return { history: { since, why: 'f', looks: NO_LOOKS } };
  if (rules.mode === 'fixed') return { next: sight.at + rules.firstMs, history: { since, why: 'f', looks: NO_LOOKS } };
  const known = corrections(history, sight, rules.firstMs);
  const found = known.presumed && sight.changed ? { ...sight, changed: false } : sight;
  const learnt = learn(known, found, sight);
  const chosen = rules.mode === 'steps' ? stepped(learnt, found) : byRate(learnt, found, rules);
  const { intervalMs, why } = bounded(heard(chosen, found), rules);
  return { next: sight.at + intervalMs, history: { ...learnt, since, why, intervalMs } };
}

type Learnt = History & { intervalMs: number };
type Choice = { intervalMs: number; why: Why };

/**
 * A page whose bytes differ at each visit (a date, an advertisement) and whose text does not has not changed. That is known
 * only when later stages have spoken, which is before the next visit: what was learnt is then taken back, and the next
 * change of bytes is taken for one of that kind, until its text turns out to be another.
 */
function corrections(history: History | undefined, { record }: Sight, firstMs: number): Learnt {
  const { since = 0, looks = NO_LOOKS, intervalMs = firstMs, presumed } = history ?? {};
  const known: Learnt = { since, why: 'n', looks, intervalMs };
  if (history?.before === undefined) return known;
  const step = SHRINKS * GROWS;
  if (isSameRecord(history, record)) {
    if (presumed) return { ...known, presumed };
    return { ...known, presumed: true, looks: corrected(looks, -1), intervalMs: intervalMs * step };
  }
  return presumed ? { ...known, looks: corrected(looks, 1), intervalMs: intervalMs / step } : known;
}

/** @param found what the visit found, as it is taken. @param seen as it was. */
function learn(known: Learnt, { at, before, changed, modified }: Sight, seen: Sight): Learnt {
  const { presumed: _, ...rest } = known;
  if (before === undefined || changed === undefined) return rest;
  const spanMs = Math.max(0, at - before);
  // What Last-Modified tells of the time between two visits: the change was then, and nothing has happened since.
  const isTold = changed && modified !== undefined && modified > before && modified < at - MADE_NOW_MS;
  const looks = lookedAgain(known.looks, changed, spanMs, isTold ? at - modified : undefined);
  const isOther = seen.changed && typeof seen.record === 'string';
  const was = isOther ? { before: seen.record as string } : {};
  return { ...rest, looks, ...was, ...(isOther && known.presumed && { presumed: true, why: 'b' as const }) };
}

function stepped({ intervalMs, why }: Learnt, { at, before, changed, modified }: Sight): Choice {
  if (before === undefined || changed === undefined) return { intervalMs: youngerThan(intervalMs, at, modified), why };
  if (changed) return { intervalMs: intervalMs / SHRINKS, why: 'c' };
  // A visit that came early, by a recall, has seen too little for a longer interval.
  const seenMs = (at - before) * GROWS;
  return { intervalMs: Math.max(intervalMs, Math.min(intervalMs * GROWS, seenMs)), why: why === 'b' ? 'b' : 'u' };
}

/** A page that was changed a day ago is not left alone for a week at first. */
function youngerThan(intervalMs: number, at: number, modified: number | undefined): number {
  const ageMs = ageOf(at, modified);
  return ageMs === undefined ? intervalMs : Math.min(intervalMs, ageMs);
}

function byRate({ looks, intervalMs, why }: Learnt, sight: Sight, { minMs, maxMs }: RevisitRules): Choice {
  if (looks.compared === 0) return { intervalMs: youngerThan(intervalMs, sight.at, sight.modified), why: 'n' };
  const wanted = worthwhileInterval(changeRate(looks, DOUBT), minMs * WORTH_OF_SHORTEST);
  return { intervalMs: Math.min(wanted, maxMs, intervalMs * MOST_GROWTH), why: why === 'b' ? 'b' : 'r' };
}

/** What the server says of its page only makes the interval longer. */
function heard(choice: Choice, { at, modified, freshMs = 0 }: Sight): Choice {
  const ofAgeMs = (ageOf(at, modified) ?? 0) * OF_AGE;
  if (freshMs > choice.intervalMs && freshMs >= ofAgeMs) return { intervalMs: freshMs, why: 'h' };
  return ofAgeMs > choice.intervalMs ? { intervalMs: ofAgeMs, why: 'm' } : choice;
}

function ageOf(at: number, modified: number | undefined): number | undefined {
  return modified === undefined || at - modified < MADE_NOW_MS ? undefined : at - modified;
}

function bounded({ intervalMs, why }: Choice, { minMs, maxMs }: RevisitRules): Choice {
  return { intervalMs: Math.min(maxMs, Math.max(minMs, intervalMs)), why };
}

/** At this interval nobody is asked for less. Milliseconds; null: never. */
export function longestMs({ mode, firstMs, maxMs }: RevisitRules): number | null {
  return mode === 'fixed' ? firstMs : maxMs;
}
