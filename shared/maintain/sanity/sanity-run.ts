import type { ProblemList } from './problems.ts';

/** How the data folder is checked. */
export type SanityOptions = {
  repair: boolean;
  /** Reads all WARC objects too. */
  raw: boolean;
  onProgress(line: string): void;
  /** Ends the checks early; the result is incomplete then. */
  signal: AbortSignal;
};

/** The check of one crawl. Each step adds to `problems`, and repairs them if `repair` is set. */
export type SanityRun = SanityOptions & { crawl: string; problems: ProblemList };
