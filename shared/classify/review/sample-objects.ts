/** Selects stored objects evenly over a crawl. */

import type { Objects } from '../../ports/objects.ts';
import { formatCount, formatNoun } from '../../text/format-count.ts';
import { DAY_MS, HOUR_MS } from '../../text/time-units.ts';
import { dayPrefix, documentsPrefix, hourPrefix } from './object-time.ts';

/** Part of the stored pages that a report has read. */
export type SampleSize = {
  /** Number of pages, including redirects and missing ones. A page that was fetched twice counts twice. */
  pages: number;
  /** Number of objects that were read. Each holds up to 200 pages, on AWS 1,100. */
  objects: number;
  /** Number of objects of the crawl; null: more than 10,000, which are not counted. */
  ofObjects: number | null;
  /** Number of objects that could not be read because they are damaged. Absent: none. */
  damaged?: number;
};

/** Keys of objects. Each prefix of the list is spread over the crawl, too, so a reader may stop anywhere. */
export type ObjectSample = { keys: string[]; ofObjects: number | null };

/** Objects of a crawl, and the time that they cover. */
export type SamplePorts = {
  objects: Pick<Objects, 'list' | 'get'>;
  /** When the crawl was created, and the current time. Epoch ms. */
  createdAt: number;
  now: number;
};

/** Maximum number of keys that are listed: ten requests to S3, about two million pages. Beyond it, hours are sampled. */
export const MAX_LISTED = 10_000;

/** Maximum number of days that are searched for objects, and of hours whose objects are listed. One request to S3 each. */
const MAX_DAYS = 400;
const MAX_HOURS = 200;

/** Number of keys that are listed of an hour: one request to S3. */
const MAX_LISTED_PER_HOUR = 1_000;

/** Number of concurrent listings. */
const CONCURRENT_LISTS = 8;

/** @param max maximum number of objects */
export async function sampleObjects(crawl: string, ports: SamplePorts, max: number): Promise<ObjectSample> {
  const all = await firstKeys(ports.objects, documentsPrefix(crawl), MAX_LISTED + 1);
  if (all.length <= MAX_LISTED) return { keys: spread(pickEvenly(all, max)), ofObjects: all.length };
  return { keys: spread(pickEvenly(await sampleHours(crawl, ports), max)), ofObjects: null };
}

/** Lists the objects of some hours of the days that have any. */
async function sampleHours(crawl: string, { objects, createdAt, now }: SamplePorts): Promise<string[]> {
  const days = timesBetween(createdAt, now, DAY_MS);
  const busy = await filterConcurrently(pickEvenly(days, MAX_DAYS), async (day) => {
    const keys = await firstKeys(objects, dayPrefix(crawl, day), 1);
    return keys.length > 0 ? [day] : [];
  });
  const hours = busy.flatMap((day) => timesBetween(day, day + DAY_MS - 1, HOUR_MS));
  return filterConcurrently(pickEvenly(hours, MAX_HOURS), (hour) =>
    firstKeys(objects, hourPrefix(crawl, hour), MAX_LISTED_PER_HOUR),
  );
}

/** Returns the start of each day or hour (UTC) between two times. */
function timesBetween(from: number, to: number, stepMs: number): number[] {
  const times: number[] = [];
  for (let at = Math.floor(from / stepMs) * stepMs; at <= to; at += stepMs) times.push(at);
  return times;
}

async function firstKeys(objects: Pick<Objects, 'list'>, prefix: string, max: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(prefix)) {
    keys.push(key);
    if (keys.length >= max) break;
  }
  return keys;
}

async function filterConcurrently<T, U>(values: readonly T[], work: (value: T) => Promise<U[]>): Promise<U[]> {
  const results: U[] = [];
  for (let i = 0; i < values.length; i += CONCURRENT_LISTS)
    results.push(...(await Promise.all(values.slice(i, i + CONCURRENT_LISTS).map(work))).flat());
  return results;
}

/** Picks at most `max` values at equal distances. */
function pickEvenly<T>(values: readonly T[], max: number): T[] {
  if (values.length <= max) return [...values];
  return Array.from({ length: max }, (_, i) => values[Math.floor(((i + 0.5) * values.length) / max)]!);
}

/** Orders values like the van der Corput sequence: the middle comes second, then the quarters. */
function spread<T>(values: readonly T[]): T[] {
  const bits = Math.ceil(Math.log2(Math.max(2, values.length)));
  const reversed = (i: number) => Number.parseInt(i.toString(2).padStart(bits, '0').split('').reverse().join(''), 2);
  return values
    .map((value, i) => ({ value, at: reversed(i) }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Describes a sample: `all 120 stored pages`, `a sample of 2,000 stored pages, from 10 of 85 objects spread over the crawl`. */
export function describeSample({ pages, objects, ofObjects, damaged = 0 }: SampleSize): string {
  const some = formatNoun(pages, 'stored page');
  const broken = damaged === 0 ? '' : `; ${formatNoun(damaged, 'damaged object was', 'damaged objects were')} skipped`;
  if (objects + damaged === ofObjects) return `all ${some}${broken}`;
  const whole = ofObjects === null ? `more than ${formatCount(MAX_LISTED)} objects` : formatNoun(ofObjects, 'object');
  return `a sample of ${some}, from ${formatCount(objects)} of ${whole} spread over the crawl${broken}`;
}
