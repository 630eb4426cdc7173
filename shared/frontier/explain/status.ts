import type { CrawlLimit } from '../dispatch/limit.ts';

/** How a crawl stands: what `status`, the last line of `crawl --json` and the crawl page say. The shape is fixed: fields may be added. */
export type CrawlStatus = {
  crawl: string;
  state: 'running' | 'paused' | 'stopped' | 'done';
  /** URLs that were asked for and committed. */
  pages: number;
  /** fetched, unchanged, redirected, gone, refused, failed → URLs. */
  outcomes: Record<string, number>;
  /** Reason → URLs, for outcomes that have one. */
  reasons: Record<string, number>;
  verdicts: Record<string, number>;
  /** Links that were not followed: reason → links. */
  links: Record<string, number>;
  /** Searchable records; null: the search engine does not answer. */
  records: number | null;
  hosts: number;
  /** Hosts with something to fetch now. */
  due: number;
  /** URLs that were taken in and have not had their turn: with `pages`, all that the frontier ever took in. */
  waiting: number;
  /** Hosts that have something to fetch and rest for longer than a run waits: after failures, or by their robots.txt. Absent: none. */
  resting?: Resting;
  /** Pages that were asked for although robots.txt says no, by `robots.ignore`. Absent: none. */
  robotsIgnored?: number;
  /** Bytes received in bodies. */
  bytes: number;
  seconds: number;
  cpuSeconds: number;
  /** US dollars of paid services; 0 on one machine. */
  cost: number;
  /** The limit that it has reached with something still to fetch; absent: none, or its settings were not looked at. */
  limit?: CrawlLimit;
  /** US dollars at its limit of pages, as pages have cost so far; absent without such a limit or any page, or as above. */
  costInAll?: number;
};

/** `next`: when the first of them is due again, `until`: the last. ISO 8601. */
export type Resting = { hosts: number; next: string; until: string };
