import { z } from 'zod';

/** What leads into a site beside its links: rows of the settings. */
export const SEED_ROWS = {
  sitemaps: z
    .union([z.boolean(), z.literal('usual')], { error: 'must be true, false or usual' })
    .default(true)
    .describe(
      'Sitemaps that the robots.txt of a site names are read, and their entries followed; with `usual` also `/sitemap.xml` where none is named. With `scope: any` only on hosts of seeds.',
    ),
};
