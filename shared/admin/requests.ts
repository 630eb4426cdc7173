import * as z from 'zod';
import { LISTED_GROUPS, LISTED_STATES } from '../frontier/explain/list-urls.ts';
import { AnnotationsRequest } from './annotation-request.ts';
import { HostDumpLineSchema } from './dump-lines.ts';

/*
 * The requests of `POST /admin`, one schema per action. `functions/admin/` parses them, `cli/aws/api.ts` sends them, and
 * `answers.ts` holds the type of the answer to each action.
 */

/** Maximum number of seeds in one `offer` request. Each seed takes up to three database writes. */
const MAX_SEEDS_PER_OFFER = 1_000;

/** Maximum number of pages that one `topic` request reads, and of pages in each of its lists. A Lambda response holds 6 MB. */
const MAX_PAGES_PER_TOPIC_REPORT = 10_000;
const MAX_LISTED_PAGES = 500;

/** Maximum length of a URL or URL prefix in a request, in UTF-16 units. */
const MAX_URL_LENGTH = 8_000;

/** Maximum length of a host name in a request, in UTF-16 units. */
const MAX_HOST_LENGTH = 1_000;

/**
 * Creates a crawl. Settings must not name local files: the sender reads them in first. `resume` opens the crawl if it exists and is
 * paused or stopped; without it such a crawl is refused. `paused` creates the crawl paused, so that a frontier can be loaded before anything is
 * fetched; it accepts an existing crawl that is paused or stopped, and leaves it so. `removeLimits` removes limits that the crawl has and the
 * settings lack; without it such settings are refused.
 */
const CreateRequest = z.strictObject({
  action: z.literal('create'),
  settings: z.unknown(),
  resume: z.boolean().optional(),
  paused: z.boolean().optional(),
  removeLimits: z.boolean().optional(),
});

/** Adds seeds to the settings of a crawl and enqueues them. `force` fetches known seeds again, also refused and failed ones. */
const SeedRequest = z.strictObject({
  action: z.literal('seed'),
  crawl: z.string(),
  seeds: z.array(z.unknown()),
  force: z.boolean().optional(),
});

/** Reads the settings of a crawl without its seeds, so that seeds can be gathered elsewhere under the same rules. */
const SettingsRequest = z.strictObject({ action: z.literal('settings'), crawl: z.string() });

const OfferedSeedSchema = z.strictObject({
  url: z.string(),
  kind: z.enum(['page', 'sitemap', 'feed']).default('page'),
  priority: z.int().min(0).max(7).default(0),
  lastModified: z.number().optional(),
  about: z.record(z.string().max(100), z.string().max(1_000)).optional(),
});

/**
 * Enqueues seeds that were gathered elsewhere. They do not become part of the settings: the settings already contain what
 * the scope needs of them.
 */
const OfferRequest = z.strictObject({
  action: z.literal('offer'),
  crawl: z.string(),
  seeds: z.array(OfferedSeedSchema).max(MAX_SEEDS_PER_OFFER),
  force: z.boolean().optional(),
});

/** Changes the state of a crawl, or only reads its status. Every one of them answers with the status. */
const StateRequest = z.strictObject({ action: z.enum(['pause', 'resume', 'stop', 'status']), crawl: z.string() });

/** Reads what a crawl has used. */
const CostRequest = z.strictObject({ action: z.literal('cost'), crawl: z.string() });

/** Explains what happened to one URL. */
const ExplainRequest = z.strictObject({
  action: z.literal('explain'),
  crawl: z.string(),
  url: z.string().min(1).max(MAX_URL_LENGTH),
});

/** Judges stored pages again with the current topic, and lists those close to the cut-off. */
const TopicRequest = z.strictObject({
  action: z.literal('topic'),
  crawl: z.string(),
  /** Number of stored pages to read. The time for an answer may end the reading earlier. */
  pages: z.int().min(1).max(MAX_PAGES_PER_TOPIC_REPORT).default(1_000),
  /** Length of each list. */
  listed: z.int().min(1).max(MAX_LISTED_PAGES).default(20),
});

/** Makes all known pages due now, or some of them. To continue, repeat it with `at` and `after` of an answer without `done`. */
const RecrawlRequest = z.strictObject({
  action: z.literal('recrawl'),
  crawl: z.string(),
  prefix: z.string().min(1).max(MAX_URL_LENGTH).optional(),
  /** Selects only pages that the mass-removal guard holds back, and accepts that they are gone. */
  gone: z.boolean().optional(),
  /** Epoch ms. */
  at: z.int().positive().optional(),
  after: z.string().min(1).max(MAX_HOST_LENGTH).optional(),
});

/** Writes all records of a crawl to a new index. */
const ReindexRequest = z.strictObject({ action: z.literal('reindex'), crawl: z.string() });

/** Maximum number of rules of one kind, and of hosts, in one deletion. */
const MAX_DELETED = 1_000;

/**
 * Deletes pages, or only counts them. Without `hosts` it purges stored objects; repeat it with `after` of an answer that has one.
 * Then repeat it with the `hosts` of the answers to mark their URLs. `lift` ends deletions instead.
 */
const DeleteRequest = z.strictObject({
  action: z.literal('delete'),
  crawl: z.string(),
  rules: z.strictObject({
    hosts: z.array(z.string().min(1).max(MAX_HOST_LENGTH)).max(MAX_DELETED),
    prefixes: z.array(z.string().min(1).max(MAX_URL_LENGTH)).max(MAX_DELETED),
    urls: z.array(z.string().min(1).max(MAX_URL_LENGTH)).max(MAX_DELETED).default([]),
    records: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MAX_DELETED),
  }),
  /** False: counts only. */
  apply: z.boolean().default(false),
  raw: z.boolean().default(false),
  lift: z.boolean().default(false),
  after: z.string().min(1).optional(),
  hosts: z.array(z.string().min(1).max(MAX_HOST_LENGTH)).max(MAX_DELETED).optional(),
});

/** Judges the stored pages again. Without `topic`: by that of the crawl. To continue, repeat it with `position` of the answer. */
const ReclassifyRequest = z.strictObject({
  action: z.literal('reclassify'),
  crawl: z.string(),
  topic: z.unknown().optional(),
  /** False: only reports. */
  apply: z.boolean().default(false),
  position: z
    .strictObject({
      run: z.int().min(0),
      survey: z.string().regex(/^[0-9a-z-]{1,40}$/),
      phase: z.enum(['survey', 'judge']),
      part: z.int().min(0),
      parts: z.int().min(1).max(1_024),
      after: z.string().min(1).optional(),
      surveyed: z.int().min(0),
      judged: z.int().min(0),
    })
    .optional(),
});

/** Lists the crawls of the stack. */
const ListRequest = z.strictObject({ action: z.literal('list') });

/** Lists URLs of a crawl, by state or group if one is given. To continue, repeat it with `from` of an incomplete answer. */
const ListUrlsRequest = z.strictObject({
  action: z.literal('list-urls'),
  crawl: z.string(),
  state: z.enum([...LISTED_STATES, ...LISTED_GROUPS]).optional(),
  from: z.strictObject({ host: z.string().min(1).max(MAX_HOST_LENGTH), skip: z.int().min(0) }).optional(),
});

/** Maximum number of lines in one `load-frontier` request. */
const MAX_LINES_PER_LOAD = 5_000;

/** Reads the frontier of a paused or stopped crawl. To continue, repeat it with `from` of an incomplete answer. */
const DumpFrontierRequest = z.strictObject({
  action: z.literal('dump-frontier'),
  crawl: z.string(),
  from: z.strictObject({ host: z.string().min(1).max(MAX_HOST_LENGTH), skip: z.int().min(0) }).optional(),
});

/** Merges lines of a dump about one host into the frontier of a paused or stopped crawl. Idempotent. */
const LoadFrontierRequest = z.strictObject({
  action: z.literal('load-frontier'),
  crawl: z.string(),
  host: z.string().min(1).max(MAX_HOST_LENGTH),
  lines: z.array(HostDumpLineSchema).max(MAX_LINES_PER_LOAD),
});

/** Evaluates the alerts of a crawl once. */
const AlertsRequest = z.strictObject({
  action: z.literal('alerts'),
  crawl: z.string(),
  /** Sends nothing and stores nothing. */
  dry: z.boolean().default(false),
  /** Reports all records that match, also those that were reported before. */
  fromStart: z.boolean().default(false),
});

/** A request to the admin function: an action with its arguments. */
export const AdminRequestSchema = z.discriminatedUnion('action', [
  CreateRequest,
  SeedRequest,
  SettingsRequest,
  OfferRequest,
  StateRequest,
  CostRequest,
  ExplainRequest,
  TopicRequest,
  RecrawlRequest,
  ReindexRequest,
  DeleteRequest,
  ReclassifyRequest,
  ListRequest,
  ListUrlsRequest,
  DumpFrontierRequest,
  LoadFrontierRequest,
  AnnotationsRequest,
  AlertsRequest,
]);

/** A request as it is sent: fields with a default may be absent. */
export type AdminRequest = z.input<typeof AdminRequestSchema>;

/** A request after parsing. */
export type ParsedAdminRequest = z.output<typeof AdminRequestSchema>;

/** Name of an action of the admin function. */
export type AdminAction = AdminRequest['action'];

/** The parsed request of one action. */
export type ParsedRequestOf<Action extends AdminAction> = Extract<ParsedAdminRequest, { action: Action }>;

/** A gathered seed as it is sent. */
export type OfferedSeed = z.input<typeof OfferedSeedSchema>;
