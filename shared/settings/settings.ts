import { z } from 'zod';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';
import { CleanSchema } from './clean.ts';
import { DeploymentSchema } from './deployment.ts';
import { DocumentsSchema } from './documents.ts';
import { DuplicatesSchema } from './duplicates.ts';
import { EXTRACTION_ROWS } from './extraction.ts';
import { faultsOf, SettingsError } from './faults.ts';
import { FetchSchema, GROUP } from './fetch.ts';
import { FRONTIER_LIMITS, FRONTIER_ROWS } from './frontier.ts';
import { MetadataSchema } from './metadata.ts';
import { RevisitSchema } from './revisit.ts';
import { RobotsSchema, USER_AGENT } from './robots.ts';
import { faultyRules } from './rules.ts';
import { namedOnce, ScheduleSchema } from './schedules/schedule.ts';
import { SEED_ROWS } from './seeds.ts';
import { URL_ROWS } from './url.ts';

/**
 * Every setting there is: its type, bounds, default and meaning in one row. The `Settings` type, the JSON Schema that
 * editors complete from and the table in the documentation come from these rows; a setting that is not here does not
 * exist. Names carry their unit. `null` says "no limit" or "never".
 */
const SitesOk = z.strictObject({
  sitesOk: z
    .union([z.array(z.string().min(1)), z.strictObject({ file: z.string().min(1) })], {
      error: 'a list of hosts, or {file}',
    })
    .describe('Hosts (with all below them) whose pages are kept unread; a list, or a file with one a line.'),
});

const Terms = z.strictObject({
  terms: z.string().min(1).describe("A topic definition in Combine's format: `weight: term [@and term]=CLASS`."),
  termsText: z.string().optional().describe('Its text, instead of reading the file.'),
  cutOff: z.number().default(0).describe('A document is relevant when its score is above this.'),
  weights: z
    .strictObject({
      title: z.number().default(10).describe('In the title.'),
      metadata: z.number().default(4).describe('In description and keywords.'),
      headings: z.number().default(2).describe('In headings.'),
      text: z.number().default(1).describe('In the plain text.'),
    })
    .prefault({})
    .describe('What a hit counts in each place of a document.'),
  normalise: z.boolean().default(false).describe('Divide the score by the length of the text.'),
});

export const SettingsSchema = z.strictObject({
  crawl: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
    .default('main')
    .describe('Name of the crawl; several crawls share one data folder or stack.'),
  userAgent: USER_AGENT,
  ...SEED_ROWS,
  scope: z
    .enum(['host', 'domain', 'prefix', 'any'])
    .optional()
    .describe(
      'Which links are followed: hosts of the seeds (with and without `www.`), their registrable domains, addresses that begin as a seed does, or any. Not given: `host` without a topic, `any` with one.',
    ),
  ...FRONTIER_ROWS,
  allow: patterns('Only addresses that match one of these: `HOST: regex`, `URL regex`, or a glob. None: all.'),
  exclude: patterns('Addresses that match one of these are refused; asked after `allow`.'),
  ...URL_ROWS,
  politeness: z
    .strictObject({
      group: GROUP,
      hostPauseMs: whole(0, 3_600_000)
        .default(2_000)
        .describe('Least pause between two requests to a host, in milliseconds; a Crawl-delay may ask for more.'),
      crawlDelayCapS: whole(0, 86_400).default(300).describe('A longer Crawl-delay counts as this, in seconds.'),
      answerTimeFactor: z
        .number()
        .min(0)
        .max(2)
        .default(1)
        .describe('The pause is at least so many times as long as the last answer took: slow servers get more rest.'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      pages: limit(1, 1e9).describe('Budget: so many pages are fetched, then the crawl ends.'),
      maxDepth: limit(0, 1_000).describe('Links from the nearest seed.'),
      maxPagesPerHost: limit(1, 1e9).describe('Pages of one host.'),
      ...FRONTIER_LIMITS,
      maxPathDepth: whole(0, 100).default(7).describe('Directories in an address found through a link.'),
      maxUrlLength: whole(20, 8_000)
        .default(DEFAULT_URL_RULES.maxUrlLength)
        .describe('Characters of an address; longer ones are refused.'),
      maxRedirects: whole(0, 20).default(5).describe('Redirects in a row.'),
      fetchTimeoutMs: whole(100, 60_000).default(30_000).describe('Milliseconds for a whole page.'),
      maxPageBytes: whole(1_000, 100_000_000).default(10_485_760).describe('Bytes of a page; the rest is not read.'),
      maxSitemapBytes: whole(1_000, 100_000_000)
        .default(52_428_800)
        .describe('Bytes of a sitemap, feed or other list, as sent and unpacked; the rest is not read.'),
    })
    .prefault({}),
  budget: z
    .strictObject({
      usd: limitOf(z.number().min(0.01).max(1e6)).describe(
        'Paid services, in US dollars; on one machine nothing is paid for. At this and the limits below nothing more is sent out; near them, as many pages as they allow by what pages took so far.',
      ),
      requests: limit(1, 1e12).describe('Requests to web servers, robots.txt included.'),
      bytes: limit(1, 1e15).describe('Bytes received in bodies.'),
      days: limitOf(z.number().min(0.001).max(3_650)).describe('Days since the crawl was made.'),
    })
    .prefault({}),
  network: z
    .strictObject({
      allowPrivate: z
        .array(z.string().refine(isRange, 'must be a range such as 10.0.0.0/8, or an IP address'))
        .default([])
        .describe('Ranges that are otherwise closed, such as `10.0.0.0/8`, for intranets and tests.'),
      resolve: z
        .record(z.string().min(1), z.string().refine(isAddress, 'must be an IP address, with a port or without'))
        .default({})
        .describe(
          'Names that are not looked up: `"*.test": 127.0.0.1`; with a port, `127.0.0.1:8080`, also that is replaced.',
        ),
    })
    .prefault({}),
  fetch: FetchSchema,
  concurrency: whole(1, 1_000).default(64).describe('Hosts that are visited at the same time.'),
  robots: RobotsSchema,
  revisit: RevisitSchema,
  schedules: z
    .array(ScheduleSchema)
    .max(100)
    .superRefine(namedOnce)
    .default([])
    .describe(
      'What is done at set times. On AWS they are called in time; on one machine by `thresher crawl --watch`, and by any other run for what was due since the last.',
    ),
  topic: z
    .strictObject({
      filters: z
        .array(z.union([SitesOk, Terms], { error: '{sitesOk} or {terms}' }))
        .default([])
        .describe('Asked in this order; the first that decides ends it. None: every document is relevant.'),
    })
    .prefault({}),
  analyse: z.boolean().default(true).describe('Pages are told by language and country; off: `und`, and no country.'),
  documents: DocumentsSchema,
  clean: CleanSchema,
  duplicates: DuplicatesSchema,
  metadata: MetadataSchema,
  ...EXTRACTION_ROWS,
  search: z
    .strictObject({
      languages: z
        .array(z.string().regex(/^[a-z]{2}$/, 'a code of two letters, such as en'))
        .default(['en'])
        .describe('Languages (ISO 639-1) whose words a query is taken to be in.'),
    })
    .prefault({}),
  aws: DeploymentSchema,
});

/** What is written in a crawl.yaml, without defaults. */
export type GivenSettings = z.input<typeof SettingsSchema>;

export type Settings = z.output<typeof SettingsSchema> & { scope: Scope };

export type Scope = 'host' | 'domain' | 'prefix' | 'any';

/**
 * Fills in defaults. Reading twice changes nothing, so what was stored can be read back.
 *
 * @throws SettingsError naming each setting that is missing, out of bounds or unknown.
 */
export function readSettings(given: unknown): Settings {
  const read = SettingsSchema.safeParse(withoutEmptySections(given));
  if (!read.success) throw new SettingsError(faultsOf(read.error, SettingsSchema));
  const settings = read.data;
  const faults = faultyRules(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({ ...settings, scope: settings.scope ?? (settings.topic.filters.length > 0 ? 'any' : 'host') });
}

/** A section whose lines are all commented out is `null` in YAML, and means its defaults. */
function withoutEmptySections(given: unknown): unknown {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function whole(min: number, max: number) {
  return z.int().min(min).max(max);
}

/** `127.0.0.1`, `127.0.0.1:8080`, `::1`, `[::1]:8080`. */
function isAddress(text: string): boolean {
  if (isIpv4(text) || isIpv6(text)) return true;
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return (isIpv6(six ?? '') || isIpv4(four ?? '')) && Number(port) >= 1 && Number(port) <= 65_535;
}

const isIpv4 = (text: string) => z.ipv4().safeParse(text).success;
const isIpv6 = (text: string) => z.ipv6().safeParse(text).success;

/** CIDR, or a single address. */
function isRange(text: string): boolean {
  return z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(text).success;
}

function limit(min: number, max: number) {
  return limitOf(whole(min, max));
}

function limitOf(bounds: z.ZodNumber | z.ZodInt) {
  return bounds.nullable().default(null);
}

function patterns(meaning: string) {
  return z.array(z.string().min(1)).default([]).describe(meaning);
}
