import { z } from 'zod';
import { DEFAULT_PAGE_LIMITS } from '../clean/html/page-limits.ts';
import { MAIN_TEXT_METHODS } from '../clean/main-text/methods.ts';

/** How pages become documents. */
export const CleanSchema = z
  .strictObject({
    mainText: z
      .enum(MAIN_TEXT_METHODS)
      .default('model')
      .describe(
        'How the main text is told from what stands around it. `model`: trees that were trained on pages with known texts. `density`: the densest paragraphs of what the page does not mark as navigation. `density-strings`, `density-as-written`: the density of strings between structural tags alone, empty ones not counted or counted.',
      ),
    siteTemplates: z
      .boolean()
      .default(true)
      .describe(
        "What most pages of a host repeat is taken for the site's rather than for text of each, where several come in one batch. Only with the method `model`.",
      ),
    maxText: z
      .int()
      .min(1_000)
      .max(20_000_000)
      .default(2_000_000)
      .describe('Characters of main text that are kept of a document; what is behind them is cut off.'),
    maxLinks: z
      .int()
      .min(0)
      .max(100_000)
      .default(10_000)
      .describe('Links that are listed of a page, those in its text among them; further ones are passed over.'),
    maxMedia: z
      .int()
      .min(0)
      .max(10_000)
      .default(DEFAULT_PAGE_LIMITS.maxMedia)
      .describe(
        'Pictures, films and sounds of a page that are listed (`media`), each in all sizes that `srcset` offers; 0: none.',
      ),
    maxDepth: z
      .int()
      .min(32)
      .max(10_000)
      .default(DEFAULT_PAGE_LIMITS.maxDepth)
      .describe('Elements within each other that are told apart; those deeper down count as one.'),
    maxNodes: z
      .int()
      .min(1_000)
      .max(100_000_000)
      .default(DEFAULT_PAGE_LIMITS.maxNodes)
      .describe('Tags and texts of a page that are read; what is behind them is passed over.'),
    maxAttributes: z
      .int()
      .min(10)
      .max(10_000_000)
      .default(DEFAULT_PAGE_LIMITS.maxAttributes)
      .describe('Attributes of a tag that are looked at; further ones are passed over.'),
    geoip: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'A database in the format of MaxMind (`.mmdb`: GeoLite2 Country, DB-IP Lite …), by which the country of a server follows from its address; in a stack the object `files/<name>` of the data bucket. It goes before the top-level domain, so a page that a CDN delivers is where the CDN is. `null`: it follows from the top-level domain.',
      ),
    markdown: z
      .boolean()
      .default(false)
      .describe('The main text of documents is kept as Markdown too: headings, lists, tables, examples and links.'),
  })
  .prefault({});
