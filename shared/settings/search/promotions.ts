import * as z from 'zod';

/** Maximum number of promotions, of the queries of one, and of its pages. */
const MAX_PROMOTIONS = 1_000;
const MAX_QUERIES = 20;
const MAX_URLS = 5;

/** Maximum length of all queries together, in UTF-16 units. They are stemmed in each language of a crawl by its first search. */
const MAX_LENGTH = 100_000;

/** Pages that are shown above the hits of some queries: see docs/search-page.md. */
export const PromotionsSchema = z
  .array(
    z.strictObject({
      queries: z
        .array(z.string().trim().min(1).max(200))
        .min(1)
        .max(MAX_QUERIES)
        .describe('Queries, each of the words that a reader may type, in any of their forms and in any order.'),
      urls: z
        .array(z.url({ protocol: /^https?$/, error: 'must be an absolute URL, such as https://example.org/hours' }))
        .min(1)
        .max(MAX_URLS)
        .describe('Pages of the crawl, the first one on top.'),
    }),
  )
  .max(MAX_PROMOTIONS)
  .refine(
    (promotions) =>
      promotions.flatMap(({ queries }) => queries).reduce((sum, { length }) => sum + length, 0) <= MAX_LENGTH,
    'all queries together may have at most 100,000 characters',
  )
  .default([])
  .describe(
    'Pages that the search page and JSON (`promoted`) show above the hits of a query: `[{queries: [opening hours], urls: [https://example.org/visit]}]`. The value applies at search time.',
  );
