import * as z from 'zod';
import type { HostDumpLine } from '../frontier/dump/dump-line.ts';
import type { PageFeedback } from '../frontier/offer.ts';
import { hostOf, type Url } from '../url/url.ts';

/*
 * The lines of a frontier dump about hosts, as they are read from a file or a request. `frontier/dump/dump-line.ts` describes them.
 */

/** Maximum length of a URL, in UTF-16 units. */
const MAX_URL_LENGTH = 8_000;
/** Maximum length of any other text in a line, in UTF-16 units. */
const MAX_TEXT_LENGTH = 1_000_000;

const Text = z.string().max(MAX_TEXT_LENGTH);
const Host = z.string().min(1).max(1_000);
const UrlText = z
  .string()
  .max(MAX_URL_LENGTH)
  .refine((url) => /^(?:https?|ftp):\/\/[^/?#]+\//.test(url) && URL.canParse(url), 'is not a normalised URL')
  .transform((url) => url as Url);
const Time = z.number().min(0);
const Count = z.int().min(0);
const Class = z.int().min(0).max(7);
const Kind = z.enum(['page', 'sitemap', 'feed']);
const About = z.record(z.string().max(1_000), Text);

const LINK = {
  url: UrlText,
  kind: Kind,
  class: Class,
  depth: Count,
  parent: UrlText.nullable(),
  score: z.number(),
  lastModified: z.number().optional(),
  about: About.optional(),
  extractRule: Text.optional(),
  listed: z.boolean().optional(),
  embedded: z.boolean().optional(),
  nesting: Count.optional(),
  redirects: Count.optional(),
  forcedAt: Time.optional(),
  evidence: z
    .string()
    .regex(/^[\w.-]{0,200}$/)
    .optional(),
  anchors: Text.optional(),
};

const HostLineSchema = z.strictObject({
  type: z.literal('host'),
  host: Host,
  group: Host,
  state: z.enum(['ready', 'idle', 'dead']),
  best: Class,
  due: Time.optional(),
  removals: z.strictObject({ since: Time, requested: Count, gone: Count, removed: Count }).optional(),
  recrawls: z.array(Count).max(1_000).optional(),
});

const CashLineSchema = z.strictObject({ type: z.literal('cash'), host: Host, data: z.base64() });

const RenderNoteSchema = z.strictObject({
  result: z.enum(['rendered', 'failed', 'refused']),
  why: z.enum(['chosen', 'empty']),
  detail: Text.optional(),
  requests: Count.optional(),
  refused: z.partialRecord(z.enum(['robots', 'limit', 'rest', 'post', 'url']), Count).optional(),
  isUnfinished: z.literal(true).optional(),
});

const PageLineSchema = z.strictObject({
  type: z.literal('page'),
  url: UrlText,
  at: Time,
  next: Time.optional(),
  partial: z.boolean().optional(),
  class: Class,
  depth: Count,
  outcome: z.string().regex(/^(?:(?:fetched|unchanged|redirected|gone|refused|failed)(?:\.[a-z0-9-]+)?)?$/),
  visits: Count,
  tries: Count,
  etag: Text.optional(),
  modified: Text.optional(),
  digest: z.hex().optional(),
  archivedAt: Time.optional(),
  headersDigest: z.hex().optional(),
  rendering: RenderNoteSchema.optional(),
  record: Text.nullable().optional(),
  verdict: Text.optional(),
  history: Text.optional(),
  parent: UrlText.nullable().optional(),
  to: UrlText.optional(),
  about: About.optional(),
  extractRule: Text.optional(),
  anchors: Text.optional(),
});

const QueuedLineSchema = z.strictObject({ type: z.literal('queued'), ...LINK, hops: Count });

const FeedbackSchema = z.strictObject({
  url: UrlText,
  at: Time,
  next: Time.optional(),
  record: Text.nullable(),
  verdict: Text,
  revised: z.boolean().optional(),
});

const InboxLineSchema = z.strictObject({
  type: z.literal('inbox'),
  host: Host,
  id: z.string().min(1).max(200),
  links: z.array(z.strictObject(LINK)),
  feedback: z.array(FeedbackSchema),
  recrawl: z
    .strictObject({
      at: Time,
      prefix: Text.optional(),
      missingSince: Time.optional(),
      outcomes: z.array(Text).optional(),
      confirmGone: z.boolean().optional(),
    })
    .optional(),
  cash: z
    .array(z.strictObject({ from: UrlText, visit: Count, depth: Count, share: z.number(), to: z.array(UrlText) }))
    .optional(),
});

type Fields<T> = T extends unknown ? keyof T : never;
type Parsed =
  | z.output<typeof HostLineSchema>
  | z.output<typeof CashLineSchema>
  | z.output<typeof PageLineSchema>
  | z.output<typeof QueuedLineSchema>
  | z.output<typeof InboxLineSchema>
  | z.output<typeof FeedbackSchema>;
/** Does not compile if the frontier stores a field that the schemas refuse: a dump with it could not be loaded. */
const _everyField: Exclude<Fields<HostDumpLine> | keyof PageFeedback, Fields<Parsed>> extends never ? true : false =
  true;
void _everyField;

/** A line about a host. Parsed JSON has no undefined fields, so optional fields are exact. */
export const HostDumpLineSchema = z
  .discriminatedUnion('type', [HostLineSchema, CashLineSchema, PageLineSchema, QueuedLineSchema, InboxLineSchema])
  .transform((line) => line as HostDumpLine);

/** The first line of a dump: the crawl itself. Without settings it can only be loaded into a crawl that exists. */
export const CrawlLineSchema = z.strictObject({
  type: z.literal('crawl'),
  version: z.literal(1, 'is of another version of Thresher'),
  crawl: z.string().min(1).max(64),
  /** Time of the dump, epoch ms. */
  at: Time,
  state: z.enum(['open', 'paused', 'stopped']),
  createdAt: Time,
  counts: z.record(z.string(), z.number()),
  settings: z.record(z.string(), z.unknown()).optional(),
});

/** The parsed first line of a dump. */
export type CrawlLine = z.output<typeof CrawlLineSchema>;

/** The last line of a dump. Without it the dump is cut off. `lines`: number of lines before it. */
export const EndLineSchema = z.strictObject({ type: z.literal('end'), lines: Count });

/** Returns the host whose frontier a line belongs to. */
export function hostOfLine(line: HostDumpLine): string {
  return 'url' in line ? hostOf(line.url) : line.host;
}
