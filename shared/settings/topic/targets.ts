import { listOrFile } from './filters.ts';

/** Maximum number of targets. An estimate from 1,000 pages is exact to three percent. */
export const MAX_TARGETS = 1_000;

/** Setting `targets`. */
export const TargetsSchema = listOrFile('URLs')
  .refine((given) => !Array.isArray(given) || given.length <= MAX_TARGETS, {
    error: `must have at most ${MAX_TARGETS} entries`,
  })
  .default([])
  .describe(
    'Known pages on topic that the crawl does not start from: a list of URLs, or a file with one per line; at most 1,000. `thresher status` and the crawl page say how many of them have a record, which estimates the recall. Nothing is fetched because of them, and seeds among them do not count.',
  );
