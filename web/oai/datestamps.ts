import { DAY_MS } from '../../shared/text/time-units.ts';
import { OaiError } from './oai-error.ts';

/** Returns a time in UTC with seconds, the granularity of this repository. @param ms epoch milliseconds */
export const datestamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

const DATESTAMP = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/;

const SECOND_MS = 1_000;

/** A range of time: from a time on and before another one, epoch milliseconds. Absent: no bound. */
export type TimeRange = { from?: number; before?: number };

/** Reads `from` and `until`, days or times, both inclusive. @throws OaiError if one is not valid, or they do not fit together */
export function timeRange(from: string | undefined, until: string | undefined): TimeRange {
  const [first, last] = [from, until].map((text, i) =>
    text === undefined ? undefined : msOf(text, i ? 'until' : 'from'),
  );
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', 'from and until must have the same granularity');
  if (first !== undefined && last !== undefined && first > last)
    throw new OaiError('badArgument', 'from must not be later than until');
  const unitMs = until?.includes('T') ? SECOND_MS : DAY_MS;
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { before: last + unitMs }) };
}

function msOf(text: string, name: string): number {
  const ms = DATESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` takes the 30th of February for the 2nd of March.
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.replace('Z', ''))) return ms;
  throw new OaiError('badArgument', `${name}: must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ`);
}
