import { formatNoun } from '../../../shared/text/format-count.ts';
import type { CrawlRun } from '../../../web/crawls/web-crawls.ts';
import { EXIT } from '../../command.ts';
import type { CrawlExit, CrawlProcess } from './crawl-process.ts';

/** Pauses before the restarts of a run that failed. After the last one it is not tried again, unless a signal ended it. Milliseconds. */
const RESTART_PAUSES_MS = [5_000, 30_000, 120_000];

/**
 * Maximum number of restarts without progress of a run that a signal ended. A page may end the process, and is left out only after some runs: the
 * first eight (`MAX_REFUNDS`) look like kills from outside, then the message of the page is received five times, after which it is a dead letter.
 * So the next message always gets its turn. The last pause is repeated.
 */
const MAX_RESTARTS_AFTER_KILL = 13;

/** A run that lasted this long counts as a success: the next failure is the first one. Milliseconds. */
const STABLE_MS = 3_600_000;

/** Time between two looks at what a waiting run waits for. Milliseconds. */
const POLL_MS = 500;

/** Number of lines of its output that are kept of a run, and their maximum length in UTF-16 units. */
const KEPT_LINES = 20;
const MAX_LINE_LENGTH = 500;

/** What the runs need from their surroundings. */
export type CrawlRunsPorts = {
  /** Starts a process that continues a crawl. */
  begin(crawl: string, onLine: (line: string) => void): CrawlProcess;
  /** Tells whether a process, this one or another, has locked the folder. */
  isFolderLocked(): boolean;
  /** Tells whether a crawl exists and is neither paused nor stopped. */
  isOpen(crawl: string): Promise<boolean>;
  /** Returns a number that grows with each object that a stage has processed, of any crawl: the process of a crawl processes those of others, too. */
  countProcessed(): Promise<number>;
  /** Logs a line. */
  log(line: string): void;
  /** Epoch ms. */
  now(): number;
  /** Pauses before restarts. Default: 5 s, 30 s, 2 min. */
  restartPausesMs?: readonly number[];
};

/** The runs of a folder. */
export type CrawlRuns = {
  /**
   * Continues a crawl as soon as the folder is free. A run that waits or is in progress stays as it is; a run in progress is followed by another one
   * if it ends by itself, because it may not see what has become due.
   */
  start(crawl: string): void;
  /** Takes a crawl that waits out of the queue, such as one that is paused. A run in progress ends by itself then. */
  cancel(crawl: string): void;
  /** Returns the latest run of a crawl; undefined: there was none. */
  runOf(crawl: string): CrawlRun | undefined;
  /** Returns the crawl whose process runs; undefined: none. */
  running(): string | undefined;
  /** Stops the run in progress, and starts no further one. */
  close(): Promise<void>;
};

type Run = {
  state: CrawlRun['state'];
  /** Time of the last change of `state`, epoch ms. */
  since: number;
  /** Earliest time of the start, epoch ms. */
  notBefore: number;
  /** Number of restarts, of those since a signal ended a run that had processed an object. */
  restarts: number;
  /** Whether another run was requested while this one was in progress. */
  isAskedAgain: boolean;
  output: string[];
};

/**
 * Runs crawls of a data folder one after the other, each in a process of its own. A folder has one runner, so others wait. A run that ends by
 * itself is not repeated; one whose process fails is, a few times, and more often if a signal ended it. A run that a signal ended after it has
 * processed an object begins the count anew, so a crawl that makes progress between kills is always continued.
 */
export function createCrawlRuns(ports: CrawlRunsPorts): CrawlRuns {
  const { begin, isFolderLocked, isOpen, countProcessed, log, now, restartPausesMs = RESTART_PAUSES_MS } = ports;
  const runs = new Map<string, Run>();
  let current: { crawl: string; process?: CrawlProcess } | undefined;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let idle: Promise<void> = Promise.resolve();

  const change = (run: Run, state: Run['state']) => Object.assign(run, { state, since: now() });

  /** Starts the run that has waited longest, or checks again later. */
  function plan(): void {
    clearTimeout(timer);
    if (isClosing || current) return;
    const waiting = [...runs].filter(([, run]) => run.state === 'waiting').sort(([, a], [, b]) => a.since - b.since);
    const next = waiting.find(([, run]) => run.notBefore <= now());
    if (next && !isFolderLocked()) {
      const [crawl, run] = next;
      current = { crawl };
      idle = work(crawl, run).finally(() => {
        current = undefined;
        plan();
      });
    } else if (waiting.length > 0) timer = setTimeout(plan, POLL_MS);
  }

  /** Runs a crawl once. Never rejects. */
  async function work(crawl: string, run: Run): Promise<void> {
    const onLine = (line: string) => {
      log(`${crawl}: ${line}`);
      run.output.push(line.slice(0, MAX_LINE_LENGTH));
      if (run.output.length > KEPT_LINES) run.output.shift();
    };
    try {
      if (!(await isOpen(crawl))) {
        runs.delete(crawl);
        return;
      }
      const before = await countProcessed();
      // It may have been cancelled, or the server closed, meanwhile.
      if (isClosing || runs.get(crawl) !== run) return;
      change(run, 'running');
      Object.assign(run, { isAskedAgain: false, output: [] });
      current = { crawl, process: begin(crawl, onLine) };
      const exit = await current.process!.ended;
      // A crawl that was paused or stopped while its process started is refused: it has not failed.
      const isClosed = exit.code === EXIT.usage && !(await isOpen(crawl));
      // A fault such as a damaged file ends each run with an exit code, however many pages are processed before.
      if (exit.isKilled && (await countProcessed().catch(() => before)) > before) run.restarts = 0;
      settle(crawl, run, exit, isClosed);
    } catch (error) {
      onLine((error as Error).message);
      retry(crawl, run);
    }
  }

  function settle(crawl: string, run: Run, { code, hasStatus, isKilled }: CrawlExit, isClosed: boolean): void {
    const isInOrder = isClosed || code === EXIT.interrupted || (hasStatus && code !== null);
    if (isInOrder || isClosing) {
      const isNext = run.isAskedAgain && code !== EXIT.interrupted && !isClosing;
      if (isNext) enqueue(run);
      else change(run, 'ended');
    } else if (code === EXIT.usage && !run.isAskedAgain) {
      log(`${crawl}: the crawl cannot run; it is not started again`);
      change(run, 'failed');
    } else retry(crawl, run, isKilled);
  }

  function retry(crawl: string, run: Run, isKilled = false): void {
    if (now() - run.since >= STABLE_MS) run.restarts = 0;
    const pauseMs = pauseBeforeRestart(run, isKilled, restartPausesMs);
    if (pauseMs === undefined) {
      log(`${crawl}: failed after ${formatNoun(run.restarts, 'restart')}; it is not started again`);
      change(run, 'failed');
      return;
    }
    log(`${crawl}: failed; it is started again in ${pauseMs / 1000} s`);
    change(run, 'waiting');
    run.notBefore = now() + pauseMs;
    run.restarts++;
  }

  const enqueue = (run: Run) => Object.assign(change(run, 'waiting'), { notBefore: 0, restarts: 0 });

  return {
    start(crawl) {
      if (isClosing) return;
      const run = runs.get(crawl);
      if (run?.state === 'running') run.isAskedAgain = true;
      else if (run?.state === 'waiting') run.notBefore = 0;
      else runs.set(crawl, newRun(now()));
      plan();
    },
    cancel(crawl) {
      const run = runs.get(crawl);
      if (run?.state === 'waiting') runs.delete(crawl);
      else if (run) run.isAskedAgain = false;
    },
    runOf(crawl) {
      const run = runs.get(crawl);
      return run && describeRun(run, run.state === 'waiting' ? causeOf(run) : undefined);
    },
    running: () => (current?.process ? current.crawl : undefined),
    async close() {
      isClosing = true;
      clearTimeout(timer);
      current?.process?.stop();
      await idle;
    },
  };

  function causeOf({ notBefore }: Run): CrawlRun['waitsFor'] {
    if (notBefore > now()) return 'restart';
    if (current?.process) return 'crawl';
    return isFolderLocked() ? 'folder' : undefined;
  }
}

/** Returns the pause before the next restart, in milliseconds; undefined if the run is not started again. */
function pauseBeforeRestart({ restarts }: Run, isKilled: boolean, pausesMs: readonly number[]): number | undefined {
  const isRepeated = isKilled && restarts < MAX_RESTARTS_AFTER_KILL;
  return pausesMs[restarts] ?? (isRepeated ? pausesMs.at(-1) : undefined);
}

/** Describes a run. `waitsFor`: what a waiting run waits for; undefined: only its turn. */
function describeRun({ state, since, restarts, output }: Run, waitsFor: CrawlRun['waitsFor']): CrawlRun {
  return {
    state,
    since: new Date(since).toISOString(),
    ...(waitsFor && { waitsFor }),
    ...(restarts > 0 && { restarts }),
    ...((restarts > 0 || state === 'failed') && { output: [...output] }),
  };
}

const newRun = (now: number): Run => ({
  state: 'waiting',
  since: now,
  notBefore: 0,
  restarts: 0,
  isAskedAgain: false,
  output: [],
});
