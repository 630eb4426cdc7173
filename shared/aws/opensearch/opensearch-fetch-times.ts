import type { TimeRange } from '../../text/time-ranges.ts';

/** Field with the time of the fetch, epoch ms. */
const FIELD = 'fetchedAt';

/** A metric aggregation has a value; null if no record has the field. */
export type Ends = { first?: { value?: number | null }; last?: { value?: number | null } };

/** Body of the search for the times of the first and the last fetch. */
export const endsBody = (live: object) => ({
  query: { bool: { filter: [live] } },
  size: 0,
  aggs: { first: { min: { field: FIELD } }, last: { max: { field: FIELD } } },
});

/** Body of the search that counts the records of each range. */
export const rangeCountsBody = (ranges: readonly TimeRange[], live: object) => ({
  query: { bool: { filter: [live] } },
  size: 0,
  aggs: {
    times: {
      filters: { filters: ranges.map(({ from, before }) => ({ range: { [FIELD]: { gte: from, lt: before } } })) },
    },
  },
});
