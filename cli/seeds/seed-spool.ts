/**
 * Keeps gathered seeds in order of their hosts (external merge sort). Each host is then notified once, and stores are
 * filled in key order. Runs that fit into memory are sorted, written, and merged when they are read.
 */
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { hostOf } from '../../shared/url/url.ts';
import { writeWhole } from '../output/output-file.ts';
import { DataFolderError } from '../run/folder/data-folder.ts';

/** Number of seeds per batch. */
const BATCH_SEEDS = 2_000;
/** Number of seeds per run; sorting one takes some twenty megabytes. */
const RUN_SEEDS = 50_000;

export type SpoolWriter = {
  add(link: OfferedLink): void;
  /** Writes the current run if it is full. */
  drained(): Promise<void>;
  /** Writes the last run. @returns the number of files */
  end(): Promise<number>;
};

/**
 * Creates a writer.
 *
 * @param file prefix of the file names. The files are gzipped lines of host, tab and JSON; a million seeds take some
 *   twenty megabytes.
 */
export function spoolWriter(file: string, runSeeds = RUN_SEEDS): SpoolWriter {
  let lines: string[] = [];
  let runs = 0;
  const write = async (): Promise<void> => {
    if (lines.length === 0) return;
    // Sorts by UTF-16 units. Host names are ASCII, for which the stores use the same order.
    const text = `${lines.sort().join('\n')}\n`;
    lines = [];
    await writeWhole(runFile(file, runs++), gzipSync(text, { level: 1 }));
  };
  return {
    add: (link) => void lines.push(`${hostOf(link.url)}\t${JSON.stringify(link)}`),
    drained: async () => (lines.length >= runSeeds ? write() : undefined),
    async end() {
      await write();
      return runs;
    },
  };
}

function runFile(file: string, run: number): string {
  return `${file}.${run}.jsonl.gz`;
}

/**
 * Reports whether all files still exist and none is empty.
 *
 * @param runs number of files, from `end`
 */
export function isSpoolComplete(file: string, runs: number): boolean {
  return Array.from({ length: runs }, (_, run) => runFile(file, run)).every(
    (name) => (statSync(name, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/**
 * Yields all seeds in order.
 *
 * @param runs number of files, from `end`
 * @throws DataFolderError naming a file that is missing or damaged
 */
export async function* readSpool(file: string, runs: number): AsyncGenerator<OfferedLink[]> {
  let batch: OfferedLink[] = [];
  for await (const line of mergeRuns(file, runs)) {
    batch.push(JSON.parse(line.slice(line.indexOf('\t') + 1)) as OfferedLink);
    if (batch.length < BATCH_SEEDS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A run during the merge; `lines[at]` is its next line. */
type Run = { lines: string[]; at: number; more: AsyncIterator<string[]> };

/** Merges the lines of all runs. */
async function* mergeRuns(file: string, count: number): AsyncGenerator<string> {
  const runs: Run[] = [];
  for (let i = 0; i < count; i++) {
    const run = { lines: [], at: -1, more: linesOf(runFile(file, i)) };
    if (await readNextLines(run)) insertSorted(runs, run);
  }
  for (let run = runs.shift(); run; run = runs.shift()) {
    // A run has many consecutive lines of one host, so lines are taken from it while they come first.
    const next = runs[0] && currentLine(runs[0]);
    let isOpen = true;
    while (isOpen && (next === undefined || currentLine(run) <= next)) {
      yield currentLine(run);
      isOpen = run.at + 1 < run.lines.length ? run.at++ >= 0 : await readNextLines(run);
    }
    if (isOpen) insertSorted(runs, run);
  }
}

const currentLine = ({ lines, at }: Run): string => lines[at]!;

/** Reads the next lines of a run. @returns false at its end */
async function readNextLines(run: Run): Promise<boolean> {
  do {
    const { done, value } = await run.more.next();
    if (done) return false;
    run.lines = value;
  } while (run.lines.length === 0);
  run.at = 0;
  return true;
}

/** Inserts a run so that the run with the first line is in front. */
function insertSorted(runs: Run[], run: Run): void {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (currentLine(runs[middle]!) <= currentLine(run)) low = middle + 1;
    else high = middle;
  }
  runs.splice(low, 0, run);
}

/** Yields complete lines, chunk by chunk. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = '';
  const text = createGunzip().setEncoding('utf8');
  // Stream errors surface in the loop below.
  pipeline(createReadStream(file), text, () => undefined);
  try {
    for await (const piece of text as AsyncIterable<string>) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop()!;
      yield lines;
    }
  } catch (error) {
    throw new DataFolderError(
      `${file} is damaged (${(error as Error).message}); delete it and run the same command: it gathers the seeds again`,
      { cause: error },
    );
  }
}
