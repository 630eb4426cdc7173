import * as z from 'zod';

/** Settings for pages whose text is written by scripts. */
export const RenderingSchema = z
  .strictObject({
    pages: z
      .array(z.string().min(1))
      .default([])
      .describe('Render the pages whose URLs match one of these patterns, as in `allow`: `*.example.org`, `/app/*`.'),
    emptyPages: z
      .boolean()
      .default(false)
      .describe('Also render pages that have scripts and hardly any text as they are sent.'),
    browser: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('Path of Chromium, Chrome or Edge. `null`: the first one that is found in `PATH`.'),
    timeoutMs: z
      .int()
      .min(1_000)
      .max(60_000)
      .default(15_000)
      .describe('Maximum time to render a page, in milliseconds. A page that still loads then is read as it is.'),
    maxRequests: z
      .int()
      .min(0)
      .max(1_000)
      .default(60)
      .describe('Maximum number of requests for scripts and data of one page. The others are refused.'),
    posts: z
      .boolean()
      .default(false)
      .describe(
        'Also send the POST requests of scripts to hosts of the same registrable domain, as pages with GraphQL need them. They may change something on the server.',
      ),
    pagesAtOnce: z.int().min(1).max(32).default(2).describe('Number of pages that are rendered at the same time.'),
  })
  .prefault({})
  .describe(
    'Pages whose text is written by scripts are loaded in a browser (docs/rendering.md). Local crawls only; needs Chromium.',
  );

export type RenderingSettings = z.output<typeof RenderingSchema>;

/** Whether a crawl renders pages. */
export const rendersPages = ({ pages, emptyPages }: RenderingSettings): boolean => pages.length > 0 || emptyPages;
