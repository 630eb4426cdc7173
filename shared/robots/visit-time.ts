/**
 * What robots.txt says of time besides RFC 9309: `Crawl-delay`, and `Request-rate` and `Visit-time` of the extended standard
 * of 1996 (http://www.conman.org/people/spc/robots2.html), which large sites still send.
 */

/** From when until when a day, in minutes since midnight UTC; `until` before `from` goes over midnight. */
export type VisitTime = { from: number; until: number };

/** @returns seconds; undefined: not a delay. */
export function parseCrawlDelay(value: string): number | undefined {
  const digits = /^(\d+(?:\.\d*)?|\.\d+)\s*(?:s|secs?|seconds?)?$/i.exec(value)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const UNIT_S: Record<string, number> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * `1/10s`, `100/15m`, `1/5 0600-0845`: documents, time, and when that holds. What holds at some hours only is obeyed at all of
 * them: so it is obeyed when it does hold.
 *
 * @returns seconds between two requests; undefined: not a rate.
 */
export function parseRequestRate(value: string): number | undefined {
  const match = /^(\d{1,9})\s*\/\s*(\d{1,9})\s*([smhd]?)(?:\s.*)?$/i.exec(value);
  if (!match || Number(match[1]) === 0) return undefined;
  return (Number(match[2]) * UNIT_S[match[3]!.toLowerCase()]!) / Number(match[1]);
}

/** `0600-0845`, in UTC. @returns undefined: not a time. */
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

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * @param now epoch ms.
 * @returns when a request may start: `now`, or the next time that the hours open. A window without length is none.
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
