/**
 * How often a page changes, from a few looks at it, and when the next look is worth its request.
 *
 * The estimator is the bias-reduced one of J. Cho and H. Garcia-Molina, "Estimating frequency of change" (2003): of n looks
 * at the same distance I of which X found a change, the rate is -ln((n - X + 0.5) / (n + 0.5)) / I. That is the likeliest
 * rate if half a look more had found nothing; said so, it also holds for looks at unlike distances, where those that found
 * a change are taken at their mean distance.
 */

/** What looks have found. Spans in milliseconds; counts may be halves, as old looks fade. */
export type CheckStats = {
  /** Looks that could be compared with the one before, and those of them that found a change. */
  compared: number;
  changed: number;
  /** Sum of the spans in which something changed, and of those in which nothing did. */
  changedMs: number;
  quietMs: number;
};

export const NO_CHECKS: CheckStats = { compared: 0, changed: 0, changedMs: 0, quietMs: 0 };

/** At so many looks the older ones count half: pages change their ways. */
const MAX_CHECKS = 20;

/** @param quietMs of the time since the last look (milliseconds), how much is known to have passed without a change. */
export function addCheck(
  looks: CheckStats,
  changed: boolean,
  spanMs: number,
  quietMs = changed ? 0 : spanMs,
): CheckStats {
  const {
    compared,
    changed: found,
    changedMs,
    quietMs: quiet,
  } = looks.compared >= MAX_CHECKS ? halveStats(looks) : looks;
  return {
    compared: compared + 1,
    changed: found + (changed ? 1 : 0),
    changedMs: changedMs + (changed ? spanMs - quietMs : 0),
    quietMs: quiet + quietMs,
  };
}

/** The last look found a change (`found` 1) that had been taken for none, or none (-1) that had been taken for a change. */
export function correctLastCheck(looks: CheckStats, found: 1 | -1): CheckStats {
  const { compared, changed, changedMs, quietMs } = looks;
  const meanMs = found < 0 ? changedMs / changed : (changedMs + quietMs) / compared;
  if (compared < 1 || changed + found < 0) return looks;
  return {
    compared,
    changed: changed + found,
    changedMs: changedMs + found * meanMs,
    quietMs: Math.max(0, quietMs - found * meanMs),
  };
}

function halveStats({ compared, changed, changedMs, quietMs }: CheckStats): CheckStats {
  // Whole halves, so that a row stays short.
  return {
    compared: compared / 2,
    changed: Math.round(changed) / 2,
    changedMs: changedMs / 2,
    quietMs: quietMs / 2,
  };
}

/**
 * Changes a millisecond; 0 when no look has found one.
 *
 * @param doubt so much of a change is added, at the mean distance of the looks: a page of which a few looks found nothing may
 * still change now and then.
 */
export function estimateChangeRate({ compared, changed, changedMs, quietMs }: CheckStats, doubt = 0): number {
  const meanMs = (changedMs + quietMs) / compared;
  const changes = changed + doubt;
  const changingMs = changedMs + doubt * meanMs;
  if (!(changingMs > 0)) return 0;
  return Math.log1p(changingMs / (quietMs + meanMs / 2)) * (changes / changingMs);
}

/**
 * Mean freshness of a page that is looked at every `intervalMs`: the share of time in which what is kept is what is there
 * (changes come as a Poisson process).
 */
export function meanFreshness(rate: number, intervalMs: number): number {
  const r = rate * intervalMs;
  return r === 0 ? 1 : -Math.expm1(-r) / r;
}

/**
 * The interval at which one look more brings just `worthMs` of being fresh. All pages looked at by this rule have the
 * highest mean freshness that so many looks can buy (J. Cho and H. Garcia-Molina, "Effective page refresh policies", 2003):
 * slow pages are looked at rarely, and so are those that change faster than anybody could follow.
 *
 * @returns milliseconds; infinite: no look at it is worth its request, or nothing ever changes.
 */
export function optimalInterval(rate: number, worthMs: number): number {
  const wanted = rate * worthMs;
  if (wanted <= 0 || wanted >= 1) return Number.POSITIVE_INFINITY;
  // 1 - (1 + r)e^-r rises from 0 to 1: halving finds r.
  let low = 0;
  let high = 50;
  for (let i = 0; i < 50; i++) {
    const r = (low + high) / 2;
    if (1 - (1 + r) * Math.exp(-r) < wanted) low = r;
    else high = r;
  }
  return low / rate;
}

/** What a look must bring, as a part of the shortest interval that anybody gets by this rule: 1 / 3.35. */
export const MIN_GAIN_PER_INTERVAL = 0.2984;
