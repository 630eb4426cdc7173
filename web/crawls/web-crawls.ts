import type { Context } from 'hono';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { CrawlState } from '../../shared/ports/control.ts';
import type { Reason } from '../../shared/url/reason.ts';
import type { ParameterFault } from '../api/parse-parameters.ts';

/** States of a run of a crawl. `waiting`: it starts later. `ended`: by itself, or with the server. `failed`: it is not tried again. */
export const RUN_STATES = ['waiting', 'running', 'ended', 'failed'] as const;

/**
 * What a waiting run waits for. `crawl`: another crawl of this server. `folder`: another process that uses the folder. `restart`: the
 * pause after a failure.
 */
export const WAIT_CAUSES = ['crawl', 'folder', 'restart'] as const;

/** A run of a crawl by this server. */
export type CrawlRun = {
  state: (typeof RUN_STATES)[number];
  /** Since when it is in this state, ISO 8601. */
  since: string;
  /** Absent: it starts at once, or does not wait. */
  waitsFor?: (typeof WAIT_CAUSES)[number];
  /** Number of restarts after failures; of those since a page was last processed, if a signal ended the run. Absent: none. */
  restarts?: number;
  /** Last lines of its log, after a failure. Absent: there was none. */
  output?: string[];
};

/** What requests read of a crawl. `unattended`: no process works on it, and it does not wait for its turn. */
export type ManagedCrawl = CrawlStatus & {
  /** ISO 8601. */
  createdAt: string;
  /** The latest run by this server. Absent: there was none since the server started. */
  run?: CrawlRun;
};

/** Result for the seeds of a request. */
export type SeedResult = {
  crawl: string;
  /** Normalised URLs. Known ones are among them. */
  accepted: string[];
  refused: { url: string; reason: Reason; detail: string }[];
  /** Number of accepted seeds that are not fetched, because their hosts are suspended. Absent: none. */
  suspended?: number;
};

/** Result of a request that creates a crawl. */
export type CreateResult = SeedResult & {
  /** False: the crawl has existed with these settings. */
  isNew: boolean;
  /** Limits that the request has changed, such as `limits.pages: 1000 → 2000`. Absent: none. */
  limits?: string[];
};

/** Why a request is refused. */
export type CrawlRefusal =
  | { refusal: 'invalid'; faults: ParameterFault[] }
  | { refusal: 'unknown' | 'stopped' }
  /** `keys`: settings that differ and cannot change. */
  | { refusal: 'other-settings'; keys: string[] }
  /** `limits`: limits of the crawl that the settings lack. */
  | { refusal: 'missing-limits'; limits: string[] };

/** The crawls of a data folder, for requests with a token that manage them. A request that is repeated does no harm. */
export type WebCrawls = {
  /** Secret of those who may manage crawls. */
  token: string;
  /** Returns who sends a request; undefined: unknown. */
  clientOf(c: Context): string | undefined;
  /** Epoch ms. */
  now(): number;
  /** Returns all crawls, newest first. */
  list(): Promise<ManagedCrawl[]>;
  /** Returns undefined if there is no such crawl. */
  get(crawl: string): Promise<ManagedCrawl | undefined>;
  /** Creates a crawl with the settings of a crawl.yaml, or changes the limits of one that has the same settings otherwise, and runs it. */
  create(settings: unknown): Promise<CreateResult | CrawlRefusal>;
  /** Changes the state of a crawl. `open`: it runs as soon as the folder is free. */
  setState(crawl: string, state: CrawlState): Promise<undefined | CrawlRefusal>;
  /** Adds seeds. @param request.force fetches known seeds again */
  addSeeds(
    crawl: string,
    request: { seeds: unknown[]; force?: boolean | undefined },
  ): Promise<SeedResult | CrawlRefusal>;
  /** Makes known pages due now. @returns the number of their hosts */
  recrawl(
    crawl: string,
    selected: { prefix?: string | undefined; gone?: boolean | undefined },
  ): Promise<{ hosts: number } | CrawlRefusal>;
};
