import { z } from 'zod';
import { STRATEGY_NAMES } from '../frontier/strategy.ts';

/** Which URLs come first, and which links are followed: rows of the settings. */
export const FRONTIER_ROWS = {
  strategy: z
    .enum(STRATEGY_NAMES)
    .default('focused')
    .describe(
      'What is fetched first. `focused`: links by their page and their own words, without a topic by depth; `best-first`: by their page alone; `breadth-first`: one page of each host in turn, near ones first; `depth-first`: the deepest; `opic`: by the cash that pages hand along their links; `two-queue`: one site to its end, those found on pages off topic last, and seeds in cycles.',
    ),
  seedsACycle: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(200)
    .describe(
      'With `two-queue`: so many seeds are opened, and the next when nothing of theirs and of what they led to waits.',
    ),
  autoRecycleLinks: z
    .boolean()
    .default(true)
    .describe(
      'Links of pages on topic are followed; off: they are recorded with their page, and only seeds are fetched.',
    ),
  extractLinksFromText: z.boolean().default(false).describe('Addresses in the text of a page are links too.'),
  followRedirects: z
    .boolean()
    .default(true)
    .describe(
      'A redirect within a host is followed in the same visit; off: its target waits in line as any link does.',
    ),
};

/** Among the limits. */
export const FRONTIER_LIMITS = {
  maxPagesPerTemplate: z
    .int()
    .min(1)
    .max(65_000)
    .nullable()
    .default(20_000)
    .describe(
      'Pages of one host whose addresses differ in nothing but numbers, dates and ids of the path, and values of the query; with two parameters a third of it, with more a tenth: calendars and lists without end.',
    ),
};
