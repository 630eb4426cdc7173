/**
 * Gathered seeds on their way to the frontier, in the order of their hosts: a host that has a thousand of them in a million
 * lines is told once and not a thousand times, and stores are filled from their front to their end. Sorted as what does not
 * fit into memory is: runs that do, each sorted, and read again side by side.
 */
import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { hostOf } from '../../shared/url/url.ts';

/** So many seeds are offered at once. */
const BATCH_SEEDS = 2_000;
/** Seeds of a run: some twenty megabytes while they are sorted. */
const RUN_SEEDS = 50_000;

export type SpoolWriter = {
  add(link: OfferedLink): void;
  /** To be awaited now and then: what is full leaves memory. */
  drained(): Promise<void>;
  /** @returns how many files there are. */
  end(): Promise<number>;
};

/** @param file beginning of the names of its files, which hold JSON Lines behind the host, packed: a million take some twenty megabytes. */
export function spoolWriter(file: string, runSeeds = RUN_SEEDS): SpoolWriter {
  let lines: string[] = [];
  let runs = 0;
  const write = async (): Promise<void> => {
    if (lines.length === 0) return;
    // By UTF-16, as everything here compares; names of hosts are ASCII, for which a store's order is the same.
    const text = `${lines.sort().join('\n')}\n`;
    lines = [];
    await writeFile(runFile(file, runs++), gzipSync(text, { level: 1 }));
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

/** Whether every file is there still. @param runs as the writer's `end` said. */
export function isSpoolComplete(file: string, runs: number): boolean {
  return Array.from({ length: runs }, (_, run) => runFile(file, run)).every((name) => existsSync(name));
}

/** @param runs as the writer's `end` said. @throws when a file is missing or broken. */
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

/** A run that is read: `lines[at]` is next. */
type Run = { lines: string[]; at: number; more: AsyncIterator<string[]> };

/** The lines of all runs in their order. */
async function* mergeRuns(file: string, count: number): AsyncGenerator<string> {
  const runs: Run[] = [];
  for (let i = 0; i < count; i++) {
    const run = { lines: [], at: -1, more: linesOf(runFile(file, i)) };
    if (await readNextLines(run)) insertSorted(runs, run);
  }
  for (let run = runs.shift(); run; run = runs.shift()) {
    // Of one host a run has many lines, which stand together.
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

/** Reads on. @returns whether there was anything. */
async function readNextLines(run: Run): Promise<boolean> {
  do {
    const { done, value } = await run.more.next();
    if (done) return false;
    run.lines = value;
  } while (run.lines.length === 0);
  run.at = 0;
  return true;
}

/** Keeps those whose line comes first in front. */
function insertSorted(runs: Run[], run: Run): void {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (currentLine(runs[middle]!) <= currentLine(run)) low = middle + 1;
    else high = middle;
  }
  runs.splice(low, 0, run);
}

/** Whole lines, as many as a piece of the file has. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = '';
  const text = createGunzip().setEncoding('utf8');
  // An error of either comes out of the loop below.
  pipeline(createReadStream(file), text, () => undefined);
  for await (const piece of text as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield lines;
  }
}
