import * as z from 'zod';
import { COUNTED_PAGE } from '../frontier/counted-page.ts';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';
import { AlertsSchema } from './alerts/alerts.ts';
import { MailSchema } from './alerts/mail.ts';
import { NotifySchema } from './alerts/notify.ts';
import { AnnotationsSchema } from './annotations/annotations.ts';
import { CleanSchema } from './clean.ts';
import { DeletedSchema } from './deleted.ts';
import { DocumentsSchema } from './documents.ts';
import { DuplicatesSchema } from './duplicates.ts';
import { EXTRACTION_SETTINGS } from './extraction.ts';
import { FetchSchema, GroupingSchema } from './fetch.ts';
import { FRONTIER_LIMITS, FRONTIER_SETTINGS } from './frontier.ts';
import { CindiSchema } from './learning/cindi.ts';
import { MetadataSchema } from './metadata.ts';
import { NetworkSchema } from './network.ts';
import { PresetSchema } from './presets.ts';
import { RenderingSchema } from './rendering.ts';
import { RevisitSchema } from './revisit.ts';
import { RobotsSchema, UserAgentSchema } from './robots.ts';
import { refuseDuplicateNames, ScheduleSchema } from './schedules/schedule.ts';
import { MenusSchema } from './search/menus.ts';
import { PromotionsSchema } from './search/promotions.ts';
import { RankingSchema } from './search/ranking.ts';
import { SynonymsSchema } from './search/synonyms.ts';
import { SEED_SETTINGS } from './seeds.ts';
import { DeploymentSchema } from './stack/deployment.ts';
import { TargetsSchema } from './topic/targets.ts';
import { VocabulariesSchema } from './topic/vocabularies.ts';
import { TopicSchema } from './topic.ts';
import { URL_SETTINGS } from './url.ts';

/*
 * The schema of all settings: type, bounds, default and description. The types of settings, the JSON Schema for editors and
 * docs/settings.md are derived from it (`schema/`). Names carry their unit. `null` means "no limit" or "never".
 */
export const SettingsSchema = z.strictObject({
  crawl: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
    .default('main')
    .describe('Name of the crawl. Several crawls can share one data folder or stack.'),
  preset: PresetSchema,
  userAgent: UserAgentSchema,
  ...SEED_SETTINGS,
  scope: z
    .enum(['host', 'domain', 'prefix', 'any'])
    .optional()
    .describe(
      'Which links are in scope. `host`: the hosts of the seeds, with and without `www.`. `domain`: their registrable domains. `prefix`: URLs in or below the directory of a seed. `any`: all URLs. Default: `host` without a topic, `any` with one.',
    ),
  ...FRONTIER_SETTINGS,
  allow: patterns().describe(
    'Fetch only URLs that match one of these [patterns](crawling.md#url-patterns): a glob such as `/docs/*`, `*.example.org` or `*.pdf`, `HOST: regex` or `URL regex`. Empty: all URLs.',
  ),
  exclude: patterns().describe('Refuse URLs that match one of these patterns. Checked after `allow`.'),
  ...URL_SETTINGS,
  politeness: z
    .strictObject({
      group: GroupingSchema,
      hostPauseMs: whole(0, 3_600_000)
        .default(2_000)
        .describe('Minimum pause between two requests to a host, in milliseconds. A `Crawl-delay` can increase it.'),
      crawlDelayCapS: whole(0, 86_400)
        .default(300)
        .describe('Maximum `Crawl-delay` that is honoured, in seconds. Longer delays are reduced to it.'),
      answerTimeFactor: z
        .number()
        .min(0)
        .max(2)
        .default(1)
        .describe('Minimum pause as a multiple of the last response time, so that slow servers get longer pauses.'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      pages: limit(1, 1e9).describe(
        `Maximum number of pages to fetch. The crawl ends when it is reached. ${COUNTED_PAGE}`,
      ),
      maxDepth: limit(0, 1_000).describe('Maximum number of links from the nearest seed.'),
      maxPagesPerHost: limit(1, 1e9).describe('Maximum number of pages per host.'),
      ...FRONTIER_LIMITS,
      maxPathDepth: whole(0, 100)
        .default(7)
        .describe('Maximum number of directories in the path of a URL that was found through a link.'),
      maxUrlLength: whole(20, 8_000)
        .default(DEFAULT_URL_RULES.maxUrlLength)
        .describe('Maximum length of a URL, in characters. Longer URLs are refused.'),
      maxRedirects: whole(0, 20)
        .default(5)
        .describe('Maximum number of consecutive redirects, also from host to host.'),
      fetchTimeoutMs: whole(100, 900_000)
        .default(30_000)
        .describe('Timeout for a whole page, in milliseconds. At most 60,000 in a stack.'),
      maxPageBytes: whole(1_000, 100_000_000)
        .default(10_485_760)
        .describe('Maximum size of a page, in bytes. The rest is not read.'),
      maxSitemapBytes: whole(1_000, 100_000_000)
        .default(52_428_800)
        .describe(
          'Maximum size of a sitemap, feed or other list, in bytes, both packed and unpacked. The rest is not read.',
        ),
    })
    .prefault({}),
  budget: z
    .strictObject({
      usd: limitOf(z.number().min(0.01).max(1e6)).describe(
        'Maximum cost of paid services, in US dollars. Local crawls cost nothing. When this or one of the limits below is reached, nothing more is dispatched. Close to a limit, dispatch allows as many pages as fit at the average use per page so far.',
      ),
      requests: limit(1, 1e12).describe('Maximum number of requests to web servers, including robots.txt.'),
      bytes: limit(1, 1e15).describe('Maximum number of bytes received in response bodies.'),
      days: limitOf(z.number().min(0.001).max(3_650)).describe(
        'Maximum duration of the crawl, in days since it was created.',
      ),
    })
    .prefault({}),
  network: NetworkSchema,
  fetch: FetchSchema,
  rendering: RenderingSchema,
  concurrency: whole(1, 1_000).default(64).describe('Maximum number of hosts visited at the same time.'),
  robots: RobotsSchema,
  revisit: RevisitSchema,
  schedules: z
    .array(ScheduleSchema)
    .max(100)
    .superRefine(refuseDuplicateNames)
    .default([])
    .describe(
      'Actions at set times. On AWS they start on time. On one machine `thresher crawl --watch` starts them on time, and any other run catches up on those that were due since the last run.',
    ),
  topic: TopicSchema,
  targets: TargetsSchema,
  cindi: CindiSchema,
  analyse: z
    .boolean()
    .default(true)
    .describe('Detect the language and country of pages. `false`: the language is `und`, and there is no country.'),
  documents: DocumentsSchema,
  clean: CleanSchema,
  duplicates: DuplicatesSchema,
  metadata: MetadataSchema,
  ...EXTRACTION_SETTINGS,
  vocabularies: VocabulariesSchema,
  search: z
    .strictObject({
      languages: z
        .array(z.string().regex(/^[a-z]{2}$/, 'a code of two letters, such as en'))
        .default([])
        .describe(
          'Languages (ISO 639-1) in which queries are read, the likeliest first. Empty: the twelve most frequent languages of the pages.',
        ),
      menus: MenusSchema,
      ranking: RankingSchema,
      synonyms: SynonymsSchema,
      promotions: PromotionsSchema,
    })
    .prefault({}),
  alerts: AlertsSchema,
  notify: NotifySchema,
  mail: MailSchema,
  annotations: AnnotationsSchema,
  aws: DeploymentSchema,
  deleted: DeletedSchema,
});

/** Settings of a crawl with all defaults. `scope` is derived from the topic if it is not set. */
export type Settings = z.output<typeof SettingsSchema> & { scope: Scope };

/** Which links are in scope, as in the setting `scope`. */
export type Scope = 'host' | 'domain' | 'prefix' | 'any';

function whole(min: number, max: number) {
  return z.int().min(min).max(max);
}

function limit(min: number, max: number) {
  return limitOf(whole(min, max));
}

function limitOf(bounds: z.ZodNumber | z.ZodInt) {
  return bounds.nullable().default(null);
}

function patterns() {
  return z.array(z.string().min(1)).default([]);
}
