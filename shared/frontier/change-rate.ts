/**
 * Estimates how often a page changes from a few checks, and when the next check is worth a request.
 *
 * The bias-reduced estimator comes from J. Cho and H. Garcia-Molina, "Estimating frequency of change" (2003). If X of n checks
 * at interval I found a change, the rate is -ln((n - X + 0.5) / (n + 0.5)) / I. This is the maximum-likelihood rate with half
 * an additional check without a change. In this form it also fits unequal intervals: checks that found a change count with
 * their mean interval.
 */

/** Results of checks. Times are in milliseconds; counts can be halves, because old checks are down-weighted. */
export type CheckStats = {
  /** Number of checks that were compared with the previous one, and number of those that found a change. */
  compared: number;
  changed: number;
  /** Total time in which changes happened, and total time without a change. */
  changedMs: number;
  quietMs: number;
};

/** Statistics of a page that was never compared. */
export const NO_CHECKS: CheckStats = { compared: 0, changed: 0, changedMs: 0, quietMs: 0 };

/** Number of checks at which all earlier ones are halved in weight, because pages change their habits. */
const MAX_CHECKS = 20;

/**
 * Adds a check.
 *
 * @param quietMs part of the time since the last check that is known to have passed without a change. Milliseconds.
 */
export function addCheck(
  stats: CheckStats,
  changed: boolean,
  spanMs: number,
  quietMs = changed ? 0 : spanMs,
): CheckStats {
  const {
    compared,
    changed: found,
    changedMs,
    quietMs: quiet,
  } = stats.compared >= MAX_CHECKS ? halveStats(stats) : stats;
  return {
    compared: compared + 1,
    changed: found + (changed ? 1 : 0),
    changedMs: changedMs + (changed ? spanMs - quietMs : 0),
    quietMs: quiet + quietMs,
  };
}

/** Corrects the last check: it did find a change (`found` 1), or did not (`found` -1). */
export function correctLastCheck(stats: CheckStats, found: 1 | -1): CheckStats {
  const { compared, changed, changedMs, quietMs } = stats;
  const meanMs = found < 0 ? changedMs / changed : (changedMs + quietMs) / compared;
  if (compared < 1 || changed + found < 0) return stats;
  return {
    compared,
    changed: changed + found,
    changedMs: changedMs + found * meanMs,
    quietMs: Math.max(0, quietMs - found * meanMs),
  };
}

function halveStats({ compared, changed, changedMs, quietMs }: CheckStats): CheckStats {
  // Rounded to whole halves, so that the stored history stays short.
  return {
    compared: compared / 2,
    changed: Math.round(changed) / 2,
    changedMs: changedMs / 2,
    quietMs: quietMs / 2,
  };
}

/**
 * Estimates the change rate in changes per millisecond; 0 if no check found a change.
 *
 * @param doubt number of changes to add at the mean interval, as a prior: a page may change even if a few checks found nothing.
 */
export function estimateChangeRate({ compared, changed, changedMs, quietMs }: CheckStats, doubt = 0): number {
  const meanMs = (changedMs + quietMs) / compared;
  const changes = changed + doubt;
  const changingMs = changedMs + doubt * meanMs;
  if (!(changingMs > 0)) return 0;
  return Math.log1p(changingMs / (quietMs + meanMs / 2)) * (changes / changingMs);
}

/**
 * Returns the interval at which one more check gains exactly `worthMs` of freshness. This rule maximises mean freshness for
 * a given number of requests (J. Cho and H. Garcia-Molina, "Effective page refresh policies", 2003). It checks pages rarely
 * that change slowly, or too fast to follow.
 *
 * @param rate changes per millisecond
 * @param worthMs milliseconds
 * @returns milliseconds; infinite if the page never changes or no check is worth a request.
 */
export function optimalInterval(rate: number, worthMs: number): number {
  const wanted = rate * worthMs;
  if (wanted <= 0 || wanted >= 1) return Number.POSITIVE_INFINITY;
  // 1 - (1 + r)e^-r rises from 0 to 1: bisection finds r.
  let low = 0;
  let high = 50;
  for (let i = 0; i < 50; i++) {
    const r = (low + high) / 2;
    if (1 - (1 + r) * Math.exp(-r) < wanted) low = r;
    else high = r;
  }
  return low / rate;
}

/** Freshness that a check must gain, as a fraction of the shortest interval that the rule yields: 1 / 3.35. */
export const MIN_GAIN_PER_INTERVAL = 0.2984;
