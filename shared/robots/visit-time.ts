/**
 * Parses fields of robots.txt outside of RFC 9309: `Crawl-delay`, and `Request-rate` and `Visit-time` of the extended standard of
 * 1996 (http://www.conman.org/people/spc/robots2.html), which large sites still use.
 */
import { MINUTE_MS } from '../text/time-units.ts';

/** A daily time window, in minutes since midnight UTC. If `until` is before `from`, the window spans midnight. */
export type VisitTime = { from: number; until: number };

/** @returns the delay in seconds, or `undefined` if the value is invalid. */
export function parseCrawlDelay(value: string): number | undefined {
  const digits = /^(\d+(?:\.\d*)?|\.\d+)\s*(?:s|secs?|seconds?)?$/i.exec(value)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const UNIT_S: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Parses `1/10s`, `100/15m` or `1/5 0600-0845`: documents, time, and optional hours. A rate for some hours is obeyed at all hours.
 *
 * @returns seconds between two requests, or `undefined` if the value is invalid.
 */
export function parseRequestRate(value: string): number | undefined {
  const match = /^(\d{1,9})\s*\/\s*(\d{1,9})\s*([smhd]?)(?:\s.*)?$/i.exec(value);
  if (!match || Number(match[1]) === 0) return undefined;
  return (Number(match[2]) * UNIT_S[match[3]!.toLowerCase()]!) / Number(match[1]);
}

/** Parses `0600-0845`, in UTC. @returns `undefined` if the value is invalid. */
export function parseVisitTime(value: string): VisitTime | undefined {
  const match = /^(\d\d):?(\d\d)\s*-\s*(\d\d):?(\d\d)(?:\s*(?:UTC|GMT|Z|UT))?$/i.exec(value);
  if (!match) return undefined;
  const [from, until] = [minutes(match[1]!, match[2]!), minutes(match[3]!, match[4]!)];
  return from === undefined || until === undefined ? undefined : { from, until };
}

function minutes(hour: string, minute: string): number | undefined {
  const all = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && all <= 24 * 60 ? all : undefined;
}

const DAY_MINUTES = 24 * 60;

/**
 * Returns the next time at which a request may start, in epoch milliseconds: `now` inside the window or without one. A window of
 * length 0 is ignored.
 *
 * @param now epoch milliseconds.
 */
export function nextOpening(visit: VisitTime | null, now: number): number {
  if (!visit || visit.from % DAY_MINUTES === visit.until % DAY_MINUTES) return now;
  const minute = Math.floor(now / MINUTE_MS) % DAY_MINUTES;
  const { from, until } = visit;
  const isOpen = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (isOpen) return now;
  const wait = (from - minute + DAY_MINUTES) % DAY_MINUTES;
  return (Math.floor(now / MINUTE_MS) + wait) * MINUTE_MS;
}
