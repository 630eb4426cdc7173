/**
 * What keeps a host's fault from wiping out what was kept of it. A page that is gone (404, 410), or that leads for good to where
 * all others lead, takes its record along. When too many of a host do so at once, that is held: the record stays, and the
 * page is asked for again.
 *
 * What is counted lies in the head for a week, as `round.<hour>.<word>`: pages with a record that were `asked` for since the
 * first that was gone, those of them that were `gone`, and the records that were `lost`.
 */
import type { PageEntry } from '../frontier/host/entry.ts';
import { unpackHistory } from '../frontier/host/history.ts';
import { isRound } from '../frontier/host/removal-window.ts';
import type { HttpFailure, HttpResponse } from '../ports/fetcher.ts';
import type { Interpretation } from './interpret-response.ts';
import { historyWithReason } from './schedule-revisit.ts';

export type RemovalGuard = {
  /** @returns the judgement as it was, or held. @param page what was known of it. */
  check(
    said: Interpretation,
    page: PageEntry | undefined,
    answer: HttpResponse | HttpFailure,
    now: number,
  ): Interpretation;
};

const HOUR_MS = 3_600_000;
const ROUND_HOURS = 7 * 24;
/** Every site loses some pages. */
const FREE = 5;
/** Of what is asked for in a row hardly ever all is gone: then it is asked for again before anything goes. */
const BURST = 0.9;
/** A page that is held is asked for again after a day, then 2, 4 … */
const HOLD_MS = 24 * HOUR_MS;
const LONGEST_DOUBLING = 5;
const FOR_GOOD = new Set([301, 308]);

/** Of what is known of a host more may not go in a round, where nothing else is said. */
const MAX_SHARE = 0.5;

/** @param counts of the head; changed here. @param maxShare of a host's known pages that may go in a round, 0 to 1. */
export function createRemovalGuard(counts: Record<string, number>, maxShare = MAX_SHARE): RemovalGuard {
  const targets = new Set<string>();

  /** Whether the page leads for good to the front page, or where another one has led in this visit. */
  const isSwept = ({ outcome, location = '' }: Interpretation, answer: HttpResponse | HttpFailure): boolean => {
    if (outcome !== 'redirected' || answer.kind !== 'response' || !FOR_GOOD.has(answer.status)) return false;
    const isKnown = targets.has(location);
    targets.add(location);
    return isKnown || /^(?:https?:\/\/[^/]+)?\/?$/i.test(location);
  };

  return {
    check(said, page, answer, now) {
      if (typeof page?.record !== 'string' || said.outcome.startsWith('failed') || said.outcome.startsWith('refused'))
        return said;
      const isLost = said.outcome.startsWith('gone') || isSwept(said, answer);
      const round = openRound(counts, now, isLost);
      if (!round) return said;
      const count = (word: string) => {
        counts[`${round}.${word}`] = (counts[`${round}.${word}`] ?? 0) + 1;
        return counts[`${round}.${word}`]!;
      };
      const asked = count('asked');
      if (!isLost || unpackHistory(page.history)?.believed) return said;
      const isBurst = count('gone') > BURST * asked;
      const lost = counts[`${round}.lost`] ?? 0;
      if (!mayGo(counts, { lost, isBurst, wasHeld: isHeld(page) }, maxShare)) return held(said, page, now);
      count('lost');
      return said;
    },
  };
}

const isHeld = (page: PageEntry) => page.outcome.endsWith('.held');

/** @param round.lost records that went in it. @param round.isBurst nearly all that was asked for was gone. */
function mayGo(
  counts: Record<string, number>,
  { lost, isBurst, wasHeld }: { lost: number; isBurst: boolean; wasHeld: boolean },
  maxShare: number,
): boolean {
  const of = (name: string) => counts[name] ?? 0;
  const held = of('gone.held') + of('redirected.held');
  if (maxShare >= 1 || (lost < FREE && held === 0)) return true;
  const known = of('fetched') + of('unchanged') + held + lost;
  const isTooMuch = lost + held + (wasHeld ? 0 : 1) > maxShare * known;
  // Who was asked a second time, a day later, has said so twice.
  return !isTooMuch && (wasHeld || !isBurst);
}

/** @returns the name of the round under way; undefined: there is none, and none begins. */
function openRound(counts: Record<string, number>, now: number, begins: boolean): string | undefined {
  const hour = Math.floor(now / HOUR_MS);
  for (const name of Object.keys(counts)) {
    if (!isRound(name)) continue;
    const since = name.split('.')[1];
    if (hour - Number(since) < ROUND_HOURS) return `round.${since}`;
    delete counts[name];
  }
  return begins ? `round.${hour}` : undefined;
}

function held(said: Interpretation, page: PageEntry, now: number): Interpretation {
  const kind = said.outcome.startsWith('gone') ? 'gone' : 'redirected';
  const times = isHeld(page) ? page.tries : 0;
  const next = now + HOLD_MS * 2 ** Math.min(times, LONGEST_DOUBLING);
  return { ...said, outcome: `${kind}.held`, next, history: historyWithReason(page, now, 'g'), tries: times + 1 };
}

/** Whoever runs the crawl has said that such pages are gone: they are asked for as if nothing was known of them. */
export function isBelieved(page: PageEntry | undefined): boolean {
  return unpackHistory(page?.history)?.believed === true;
}
