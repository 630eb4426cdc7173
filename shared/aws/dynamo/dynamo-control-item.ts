import type { Control, CrawlState, ReindexMark, Reservation } from '../../ports/control.ts';
import { type Item, numberAttribute, stringAttribute } from './dynamo-item.ts';

/*
 * Control item: `crawl` (S, partition key) · `state`, `settingsKey` (S) · `createdAt` (N, epoch ms) · `count.<name>` (N) each ·
 * `share.<id>` (M: `pages`, `until` N) each · `reindexing` (M: `at`, `seenAt` N; optional).
 *
 * Counts and reservations are separate attributes instead of maps, since ADD accepts only top-level attributes. So one update can
 * add to counts that may not exist yet, and remove a reservation.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */

/** Prefix of the attributes that hold counts. */
export const COUNT_PREFIX = 'count.';
/** Prefix of the attributes that hold reservations, each under its id. */
export const RESERVATION_PREFIX = 'share.';

/** Parses the item of a crawl. Reservations that have expired are among its shares. */
export function parseControl(item: Item): Control {
  const counts: Record<string, number> = {};
  const shares: Record<string, Reservation> = {};
  for (const [name, value] of Object.entries(item)) {
    if (name.startsWith(COUNT_PREFIX)) counts[name.slice(COUNT_PREFIX.length)] = Number(value.N);
    if (name.startsWith(RESERVATION_PREFIX)) {
      shares[name.slice(RESERVATION_PREFIX.length)] = {
        pages: numberAttribute(value.M ?? {}, 'pages'),
        until: numberAttribute(value.M ?? {}, 'until'),
        ...(value.M?.['by'] && { by: stringAttribute(value.M, 'by') }),
      };
    }
  }
  return {
    crawl: stringAttribute(item, 'crawl'),
    state: stringAttribute(item, 'state') as CrawlState,
    settingsKey: stringAttribute(item, 'settingsKey'),
    createdAt: numberAttribute(item, 'createdAt'),
    counts,
    shares,
    ...(item['reindexing'] && { reindexing: parseReindexMark(item['reindexing'].M ?? {}) }),
  };
}

const parseReindexMark = (mark: Item): ReindexMark => ({
  at: numberAttribute(mark, 'at'),
  seenAt: numberAttribute(mark, 'seenAt'),
});
