import type { AlertOutcome } from '../alerts/evaluate-alert.ts';
import type { SendFailure } from '../alerts/send-failure.ts';
import type { AnnotationRefusal } from '../annotations/annotate.ts';
import type { AnnotationJson } from '../annotations/annotation-json.ts';
import type { Restored } from '../annotations/restore-annotations.ts';
import type { CutOff } from '../classify/judge.ts';
import type { ReclassifyPosition } from '../classify/reclassify/reclassify-part.ts';
import type { ReclassifyReport } from '../classify/reclassify/reclassify-report.ts';
import type { TopicReport } from '../classify/review/report-topic.ts';
import type { ExplainedUrl } from '../classify/review/topic-explanation.ts';
import type { CrawlLimits } from '../frontier/dispatch/limit.ts';
import type { HostDumpLine } from '../frontier/dump/dump-line.ts';
import type { LoadResult } from '../frontier/dump/load-host.ts';
import type { FrontierUrl } from '../frontier/explain/list-urls.ts';
import type { CrawlStatus } from '../frontier/explain/status.ts';
import type { HostPosition } from '../frontier/list-heads-from.ts';
import type { ArchiveFindings } from '../maintain/delete/purge-archive.ts';
import type { Tally } from '../maintain/tally.ts';
import type { Control, Counts, CrawlState } from '../ports/control.ts';
import type { Reason } from '../url/reason.ts';
import type { CrawlLine } from './dump-lines.ts';
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
  explain: ExplainedUrl;
  /** `topic`: null if the crawl has no topic. */
  topic: { crawl: string; topic: TopicReport | null };
  recrawl: RecrawlAnswer;
  reindex: { crawl: string; at: number };
  delete: DeleteAnswer;
  reclassify: ReclassifyAnswer;
  list: { crawls: ListedCrawl[] };
  'dump-frontier': { lines: (CrawlLine | HostDumpLine)[]; from?: HostPosition };
  'load-frontier': LoadResult;
  /**
   * The annotations that were listed, or the one that was added, changed or deleted; `refused` if it was not. `loaded`: the result for
   * each annotation that was loaded. `after`: more follow.
   */
  annotations: {
    crawl: string;
    annotations: AnnotationJson[];
    refused?: AnnotationRefusal;
    loaded?: Restored[];
    after?: { createdAt: number; id: string };
  };
  /** What the evaluation did, for each alert with each receiver. */
  alerts: { crawl: string; alerts: EvaluatedAlert[] };
  'list-urls': { crawl: string; urls: FrontierUrl[]; from?: HostPosition };
};

/** An outcome as it is sent: of a failure, what the user has to know. */
export type EvaluatedAlert = Omit<AlertOutcome, 'failure'> & {
  failure?: Pick<SendFailure, 'message' | 'isUnreachable'>;
};

/** Answer to an action. */
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
  /** Limits that the request changed, such as `limits.pages: 1000 → 2000`. Absent: none. */
  limits?: string[];
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

type DeleteAnswer = {
  crawl: string;
  /** What this call found in stored objects. Absent if the request had `hosts`. */
  archive?: Omit<ArchiveFindings, 'hosts'> & { hosts: string[] };
  /** Key of the last object that was read; absent if all were. */
  after?: string;
  /** URLs in the frontier that this call marked. Absent if the request had no `hosts`. */
  pages?: Tally;
  /** Number of these URLs that were waiting for their first fetch. */
  queued?: number;
  /** Hosts that this call did not get to, or that visits were changing: repeat the request with them. */
  left?: string[];
};

/** Answer to one call of a reclassification, which judges as much as it has time for. */
export type ReclassifyAnswer = {
  crawl: string;
  /** What this call found. */
  report: ReclassifyReport;
  cutOffs: CutOff[];
  /** Absent: all stored pages are judged. */
  position?: ReclassifyPosition & { run: number };
  /** Objects that were stored since the first call: if any, repeat the command. Absent if there is a `position`. */
  storedMeanwhile?: number;
};

type ListedCrawl = {
  crawl: string;
  state: CrawlState;
  /** ISO 8601. */
  createdAt: string;
};
