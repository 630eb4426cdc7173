import { z } from 'zod';
import { LISTED_STATES } from '../frontier/explain/list-urls.ts';

/*
 * The requests of `POST /admin`, one schema per action. `functions/admin/` parses them, `cli/aws/api.ts` sends them, and
 * `answers.ts` holds the type of the answer to each action.
 */

/** Maximum number of seeds in one `offer` request. Each seed takes up to three database writes. */
const MAX_SEEDS_PER_OFFER = 1_000;

/** Maximum length of a URL or URL prefix in a request, in UTF-16 units. */
const MAX_URL_LENGTH = 8_000;

/** Maximum length of a host name in a request, in UTF-16 units. */
const MAX_HOST_LENGTH = 1_000;

/** Creates a crawl. Settings must not name local files: the sender reads them in first. */
const CreateRequest = z.strictObject({ action: z.literal('create'), settings: z.unknown() });

/** Adds seeds to the settings of a crawl and enqueues them. */
const SeedRequest = z.strictObject({ action: z.literal('seed'), crawl: z.string(), seeds: z.array(z.unknown()) });

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

/** Lists the crawls of the stack. */
const ListRequest = z.strictObject({ action: z.literal('list') });

/** Lists URLs of a crawl, by state if one is given. To continue, repeat it with `from` of an incomplete answer. */
const ListUrlsRequest = z.strictObject({
  action: z.literal('list-urls'),
  crawl: z.string(),
  state: z.enum(LISTED_STATES).optional(),
  from: z.strictObject({ host: z.string().min(1).max(MAX_HOST_LENGTH), skip: z.int().min(0) }).optional(),
});

export const AdminRequestSchema = z.discriminatedUnion('action', [
  CreateRequest,
  SeedRequest,
  SettingsRequest,
  OfferRequest,
  StateRequest,
  CostRequest,
  ExplainRequest,
  RecrawlRequest,
  ReindexRequest,
  ListRequest,
  ListUrlsRequest,
]);

/** A request as it is sent: fields with a default may be absent. */
export type AdminRequest = z.input<typeof AdminRequestSchema>;

/** A request after parsing. */
export type ParsedAdminRequest = z.output<typeof AdminRequestSchema>;

export type AdminAction = AdminRequest['action'];

/** The parsed request of one action. */
export type ParsedRequestOf<Action extends AdminAction> = Extract<ParsedAdminRequest, { action: Action }>;

/** A gathered seed as it is sent. */
export type OfferedSeed = z.input<typeof OfferedSeedSchema>;
