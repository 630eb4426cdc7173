import * as z from 'zod';
import { STRATEGY_NAMES } from '../frontier/strategy.ts';

/** Settings that decide which URLs are fetched first and which links are followed. */
export const FRONTIER_SETTINGS = {
  strategy: z
    .enum(STRATEGY_NAMES)
    .default('focused')
    .describe(
      'Which URLs are fetched first. `focused`: by a model that learns which links lead to the topic; without a topic, by depth. [visits.md](visits.md#strategies) describes the others.',
    ),
  seedsACycle: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(200)
    .describe(
      'Number of seeds opened per cycle, with `two-queue`. The next cycle starts when no URL of these seeds, or found from them, is queued.',
    ),
  autoRecycleLinks: z
    .boolean()
    .default(true)
    .describe(
      'Follow the links of pages, of all or of those on topic (`topic.follow`). `false`: record links with their page, and fetch only seeds.',
    ),
  extractLinksFromText: z.boolean().default(false).describe('Treat URLs in the text of a page as links.'),
  embeddedFiles: z
    .boolean()
    .default(false)
    .describe(
      'Also fetch the files that pages and stylesheets embed, from any host: images, stylesheets, scripts, fonts, audio and video. `fetch.types` must allow their media types, such as `*/*`. They have the depth of their page.',
    ),
  followRedirects: z
    .boolean()
    .default(true)
    .describe('Follow redirects within a host in the same visit. `false`: queue the target like any other link.'),
};

/** Part of the group `limits`. */
export const FRONTIER_LIMITS = {
  maxHostsPerDomain: z
    .int()
    .min(1)
    .max(30_000)
    .nullable()
    .default(5_000)
    .describe(
      'Maximum number of hosts of a registrable domain that links, redirects and sitemaps may add, against domains that answer any host name. The domain itself, its `www` host and hosts that seeds have added do not count and are never refused. Each blog below a public suffix, such as `github.io`, is a domain of its own. An IP address is a domain, too, and its ports are hosts.',
    ),
  maxPagesPerTemplate: z
    .int()
    .min(1)
    .max(65_000)
    .nullable()
    .default(20_000)
    .describe(
      'Maximum number of pages per URL template and host, against endless calendars and lists. URLs share a template if they differ only in numbers, dates and ids of the path, and in query values. With two query parameters the limit is a third of this, with more a tenth.',
    ),
};
