import { formatNoun } from '../../text/format-count.ts';
import { DAY_MS, MINUTE_MS } from '../../text/time-units.ts';
import { type CheckStats, NO_CHECKS } from '../change-rate.ts';

/** Reasons for the time of the next visit: stored letter → text for `explain`. */
const REVISIT_REASONS = {
  f: 'fixed interval (revisit.days)',
  n: 'first interval',
  u: 'unchanged: interval grows by half',
  c: 'changed: interval is halved',
  b: 'bytes change but text does not: counts as unchanged',
  r: 'by the estimated change rate',
  h: 'freshness lifetime from the server',
  m: 'a tenth of its age by Last-Modified',
  y: 'retry after a failure',
  w: 'retry when the server asked for it (Retry-After, at most a day)',
  s: 'failed too often; existed once, so it is checked at the longest interval',
  o: 'minimum time after this outcome (revisit.minDaysAfter)',
  g: 'closed, or gone with many pages of its host: checked again before its record is removed',
} as const;

/** Reason for the time of the next visit: a stored letter. */
export type RevisitReason = keyof typeof REVISIT_REASONS;

/** Facts from a page's earlier visits that determine its next visit. */
export type History = {
  /** First visit. Epoch ms, rounded down to minutes, so that it is never after a later visit. */
  since: number;
  why: RevisitReason;
  /** Last chosen interval in milliseconds, rounded to minutes; absent in modes that do not adapt (fixed, never). */
  intervalMs?: number;
  checks: CheckStats;
  /** Start of the id of the record before the last change of bytes. If the record is still the same, only bytes changed. */
  before?: string;
  /** The last visit presumed that the changed bytes hold the same text, as at the visit before. */
  presumed?: boolean;
  /** The operator confirmed that the page is gone. */
  goneConfirmed?: boolean;
};

/** Number of id characters that distinguish two records of one page. */
const ID_PREFIX_LENGTH = 8;
/** First letter of a packed history. Histories with another letter come from another version and are ignored. */
const VERSION = 'a';

const minutes = (ms: number) => Math.round(ms / MINUTE_MS).toString(36);

/**
 * Packs a history into one short word, because a host stores thousands of them. Numbers are in base 36, times in minutes,
 * counts doubled because they can be halves.
 */
export function packHistory({
  since,
  why,
  intervalMs,
  checks: looks,
  before,
  presumed,
  goneConfirmed,
}: History): string {
  const head = `${VERSION}${why}${goneConfirmed ? '!' : ''}${presumed ? '~' : ''}${Math.floor(since / MINUTE_MS).toString(36)}`;
  if (intervalMs === undefined) return head;
  const counts = [looks.compared * 2, looks.changed * 2].map((n) => Math.round(n).toString(36));
  const spans = [looks.changedMs, looks.quietMs].map(minutes);
  const parts = [head, minutes(intervalMs), ...counts, ...spans];
  return (before === undefined ? parts : [...parts, before.slice(0, ID_PREFIX_LENGTH)]).join('.');
}

/** @returns the history; undefined if it is absent or unreadable, so that the page counts as visited for the first time. */
export function unpackHistory(packed: string | undefined): History | undefined {
  const found = /^a([a-z])(!?)(~?)([0-9a-z]+)(?:\.([0-9a-z.]+))?$/.exec(packed ?? '');
  const [, why, isGoneConfirmed, isPresumed, since, rest] = found ?? [];
  if (since === undefined || !(why! in REVISIT_REASONS)) return undefined;
  const history: History = { since: numberOf(since) * MINUTE_MS, why: why as RevisitReason, checks: NO_CHECKS };
  if (isGoneConfirmed) history.goneConfirmed = true;
  if (isPresumed) history.presumed = true;
  if (rest === undefined) return history;
  const [interval, compared, changed, changedMs, quietMs, before] = rest.split('.');
  history.intervalMs = numberOf(interval) * MINUTE_MS;
  history.checks = {
    compared: numberOf(compared) / 2,
    changed: numberOf(changed) / 2,
    changedMs: numberOf(changedMs) * MINUTE_MS,
    quietMs: numberOf(quietMs) * MINUTE_MS,
  };
  if (before) history.before = before;
  return history;
}

const numberOf = (digits = '0') => Number.parseInt(digits, 36);

/** Checks whether the record stayed the same through the last change of bytes. @param record current record of the page. */
export function isSameRecord({ before }: History, record: string | null | undefined): boolean {
  return before !== undefined && typeof record === 'string' && record.startsWith(before);
}

/** Describes why the next visit has its time. @returns '' if there is no history. */
export function describeRevisit(packed: string | undefined): string {
  const history = unpackHistory(packed);
  if (!history) return '';
  const { why, intervalMs, checks: looks } = history;
  if (intervalMs === undefined) return REVISIT_REASONS[why];
  const days = Math.round((intervalMs / DAY_MS) * 100) / 100;
  const seen = `${Math.round(looks.changed)} of about ${formatNoun(Math.round(looks.compared), 'check')} found a change`;
  return `${REVISIT_REASONS[why]}; interval ${formatNoun(days, 'day')}, ${seen}`;
}
