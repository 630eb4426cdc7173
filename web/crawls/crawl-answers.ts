import * as z from 'zod';
import { CrawlStatusSchema } from '../api/schemas.ts';
import { RUN_STATES, WAIT_CAUSES } from './web-crawls.ts';

/*
 * Schemas of bodies and answers of requests that manage crawls, for `/openapi.json`. Fields may be added, so objects are loose.
 */

const timestamp = z.string().meta({ format: 'date-time' });

const CrawlRunSchema = z.looseObject({
  state: z
    .enum(RUN_STATES)
    .describe('waiting: it starts later; ended: by itself, or with the server; failed: it is not tried again.'),
  since: timestamp,
  waitsFor: z
    .enum(WAIT_CAUSES)
    .optional()
    .describe(
      'crawl: another crawl of this server; folder: another process that uses the folder; restart: the pause after a failure.',
    ),
  restarts: z
    .int()
    .optional()
    .describe(
      'Number of restarts after failures; of those since a page was last processed, if a signal ended the run. Absent: none.',
    ),
  output: z.array(z.string()).optional().describe('Last lines of its log, after a failure.'),
});

export const ManagedCrawlSchema = CrawlStatusSchema.extend({
  createdAt: timestamp,
  run: CrawlRunSchema.optional().describe('Latest run by this server. Absent: none since the server started.'),
});

export const ManagedCrawlsSchema = z.looseObject({ crawls: z.array(ManagedCrawlSchema).describe('Newest first.') });

export const NewCrawlSchema = z
  .looseObject({
    crawl: z.string().optional().describe('Name of the crawl. Default: main.'),
    seeds: z.array(z.unknown()).describe('URLs, or objects with url, priority and about.'),
  })
  .describe('The keys of a crawl.yaml. None may name a file, program or secret of the server.');

export const SeededCrawlSchema = z.looseObject({
  crawl: z.string(),
  accepted: z.array(z.string()).describe('Normalised URLs of accepted seeds.'),
  refused: z
    .array(z.looseObject({ url: z.string(), reason: z.string(), detail: z.string() }))
    .describe('Refused seeds with the reason.'),
  suspended: z
    .int()
    .optional()
    .describe('Number of accepted seeds that are not fetched, because their hosts are suspended.'),
  limits: z.array(z.string()).optional().describe('Limits of the crawl that the request has changed.'),
});

export const RecrawledSchema = z.looseObject({
  crawl: z.string(),
  hosts: z.int().describe('Number of hosts with pages that are due now.'),
});
