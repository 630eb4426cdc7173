import type { CrawlLimits } from '../frontier/dispatch/limit.ts';
import type { Explanation } from '../frontier/explain/explain.ts';
import type { FrontierUrl, ListPosition } from '../frontier/explain/list-urls.ts';
import type { CrawlStatus } from '../frontier/explain/status.ts';
import type { Control, Counts, CrawlState } from '../ports/control.ts';
import type { Reason } from '../url/reason.ts';
import type { AdminAction } from './requests.ts';

/** The answer to each action of `POST /admin` if it succeeds (HTTP status 200). */
type AdminAnswers = {
  create: SeedingAnswer;
  seed: SeedingAnswer;
  settings: { settings: Record<string, unknown> };
  offer: OfferAnswer;
  pause: CrawlStatus;
  resume: CrawlStatus;
  stop: CrawlStatus;
  status: CrawlStatus;
  cost: CostAnswer;
  explain: Explanation;
  recrawl: RecrawlAnswer;
  reindex: { crawl: string; at: number };
  list: { crawls: ListedCrawl[] };
  'list-urls': { crawl: string; urls: FrontierUrl[]; from?: ListPosition };
};

export type AdminAnswer<Action extends AdminAction> = AdminAnswers[Action];

type RefusedSeed = { input: string; reason: Reason; from?: string };

type SeedingAnswer = {
  crawl: string;
  /** URLs of the accepted seeds. */
  accepted: string[];
  refused: RefusedSeed[];
  counts: Counts;
  /** Creation time of the crawl, epoch ms: tells this crawl from an earlier one of the same name. */
  made?: number;
};

type OfferAnswer = { crawl: string; accepted: number; refused: { input: string; reason: Reason }[]; counts: Counts };

/** The quantities of a bill; the reader has the prices. */
type CostAnswer = Pick<Control, 'crawl' | 'createdAt' | 'counts'> &
  CrawlLimits & {
    /** Epoch ms. */
    now: number;
  };

type RecrawlAnswer = {
  crawl: string;
  /** Pages that were fetched before this time become due. Epoch ms. */
  at: number;
  /** Number of hosts notified by this call. */
  hosts: number;
  /** The last of these hosts. Absent if `done`. */
  after?: string;
  done: boolean;
};

type ListedCrawl = {
  crawl: string;
  state: CrawlState;
  /** ISO 8601. */
  createdAt: string;
};
