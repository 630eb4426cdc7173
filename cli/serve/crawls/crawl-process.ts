import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { PROGRAM_FILE } from '../../package.ts';

/** How a process of `thresher crawl` ended. */
export type CrawlExit = {
  /** Exit code; null if a signal ended the process, or if it did not start. */
  code: number | null;
  /** Whether it printed the final status, so the crawl ended in order. */
  hasStatus: boolean;
  /** Whether a signal ended the process, or one that runs in it: a crash of native code, a lack of memory, or a kill. Absent: false. */
  isKilled?: boolean;
};

/** Exit codes of shells and containers for a process that SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL or SIGSEGV ended. */
const KILLED_CODES: ReadonlySet<number> = new Set([132, 133, 134, 135, 136, 137, 139]);

/** A process of `thresher crawl`. */
export type CrawlProcess = {
  /** Asks the process to stop as after Ctrl-C. Nothing is lost. */
  stop(): void;
  /** Resolves when the process has ended and its output is read. Never rejects. */
  ended: Promise<CrawlExit>;
};

/**
 * Starts a process that continues a crawl of a data folder. It also stops in order when this process ends in any way, because its
 * standard input ends then.
 *
 * @param env its environment
 * @param onLine called with each line of its log
 */
export function startCrawlProcess(
  { dir, crawl, env }: { dir: string; crawl: string; env: Readonly<Record<string, string | undefined>> },
  onLine: (line: string) => void,
): CrawlProcess {
  const args = [PROGRAM_FILE, 'crawl', `--name=${crawl}`, `--dir=${dir}`, '--json', '--end-with-input'];
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let hasStatus = false;
  child.stdin.on('error', () => undefined);
  readLines(child.stdout, () => {
    hasStatus = true;
  });
  readLines(child.stderr, onLine);
  return {
    stop: () => child.stdin.end(),
    ended: new Promise((resolve) => {
      child.once('error', (error) => {
        onLine(`the process could not be started: ${error.message}`);
        resolve({ code: null, hasStatus });
      });
      child.once('close', (code, signal) => {
        if (signal !== null) onLine(`the process was ended by ${signal}`);
        resolve({ code, hasStatus, isKilled: signal !== null || KILLED_CODES.has(code ?? 0) });
      });
    }),
  };
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on('line', onLine);
}
