import * as z from 'zod';
import { DEFAULT_PAGE_LIMITS } from '../clean/html/page-limits.ts';
import { MAIN_TEXT_METHODS } from '../clean/main-text/methods.ts';

/** Settings of the clean stage, which turns pages into documents. */
export const CleanSchema = z
  .strictObject({
    mainText: z
      .enum(MAIN_TEXT_METHODS)
      .default('model')
      .describe(
        'How the main text is separated from navigation and other boilerplate. `model`: boosted trees trained on pages with annotated main text. `density`: the densest paragraphs outside of elements that mark navigation. `density-strings` and `density-as-written`: text density between structural tags only, where empty strings are skipped (`density-strings`) or counted (`density-as-written`); `density-two-peaks` compares the regions around the two longest strings.',
      ),
    siteTemplates: z
      .boolean()
      .default(true)
      .describe(
        'Treat text that most pages of a host repeat as site boilerplate. Applies if one batch contains several pages of the host, and only with `mainText: model`.',
      ),
    maxText: z
      .int()
      .min(1_000)
      .max(20_000_000)
      .default(2_000_000)
      .describe('Maximum length of the main text of a document, in characters. Longer text is truncated.'),
    maxLinks: z
      .int()
      .min(0)
      .max(100_000)
      .default(10_000)
      .describe(
        'Maximum number of links listed per page, including URLs found in its text. Further links are ignored, and so are those after 2,000,000 characters of URLs.',
      ),
    maxMedia: z
      .int()
      .min(0)
      .max(10_000)
      .default(DEFAULT_PAGE_LIMITS.maxMedia)
      .describe(
        'Maximum number of images, videos and audio files listed per page (`media`), each with all sizes from `srcset`. `0` lists none.',
      ),
    maxDepth: z
      .int()
      .min(32)
      .max(10_000)
      .default(DEFAULT_PAGE_LIMITS.maxDepth)
      .describe('Maximum nesting depth of HTML elements. Deeper elements are treated as one.'),
    maxNodes: z
      .int()
      .min(1_000)
      .max(100_000_000)
      .default(DEFAULT_PAGE_LIMITS.maxNodes)
      .describe('Maximum number of tags and text nodes read per page. The rest of the page is ignored.'),
    maxAttributes: z
      .int()
      .min(10)
      .max(10_000_000)
      .default(DEFAULT_PAGE_LIMITS.maxAttributes)
      .describe('Maximum number of attributes read per tag. Further attributes are ignored.'),
    geoip: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'MaxMind database (`.mmdb`, such as GeoLite2 Country or DB-IP Lite) that maps the IP address of a server to a country. On AWS: the object `files/<name>` in the data bucket. It takes precedence over the top-level domain, so a page delivered by a CDN gets the country of the CDN server. `null`: the country follows from the top-level domain.',
      ),
    markdown: z
      .boolean()
      .default(false)
      .describe('Also store the main text as Markdown, with headings, lists, tables, code examples and links.'),
  })
  .prefault({});
