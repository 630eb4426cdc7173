import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import {
  type CrawlLine,
  CrawlLineSchema,
  EndLineSchema,
  HostDumpLineSchema,
  hostOfLine,
} from '../../shared/admin/dump-lines.ts';
import type { HostDumpLine } from '../../shared/frontier/dump/dump-line.ts';
import type { LoadResult } from '../../shared/frontier/dump/load-host.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { describeReadError } from '../read-text-file.ts';

/** Lines of a dump. `name`: what messages call their source. */
export type DumpSource = { name: string; lines: AsyncIterable<string> };

/** Where lines are loaded: a data folder or a stack. */
export type LoadTarget = {
  /** Opens the crawl of a dump, or creates it. `line`: the dump's first line; undefined if it has none. Returns its name. */
  open(line: CrawlLine | undefined): Promise<string>;
  loadHost(host: string, lines: readonly HostDumpLine[]): Promise<LoadResult>;
};

export type LoadReport = LoadResult & { crawl: string; hosts: number; errors: number };

/** Number of lines that are merged into a host at a time. */
const LINES_PER_LOAD = 2_000;
/** Length of lines that are merged at a time, in UTF-16 units: a Lambda request holds 6 MB, and the links of an inbox are long. */
const MAX_LOAD_LENGTH = 2_000_000;
/** Maximum number of bad lines that are printed one by one. */
const MAX_PRINTED_ERRORS = 200;

/**
 * Loads a dump line by line. A bad line is printed with its place, and the others are loaded. Holds the lines of one call in memory.
 *
 * @throws UsageError if the source cannot be read or has no crawl to load into
 */
export async function loadDump(
  { name: source, lines }: DumpSource,
  target: LoadTarget,
  terminal: Terminal,
): Promise<LoadReport> {
  const hosts = new Set<string>();
  const total = { errors: 0, pages: 0, queued: 0, known: 0, inbox: 0 };
  const reportError = (n: number, message: string) => {
    if (total.errors++ < MAX_PRINTED_ERRORS) terminal.err(`${source}:${n}: ${message}`);
  };
  let crawl: string | undefined;
  let isDump = false;
  let isComplete = false;
  let n = 0;
  const batches = createHostBatches(async (host, batch) => {
    crawl ??= await target.open(undefined);
    const result = await target.loadHost(host, batch);
    for (const name of ['pages', 'queued', 'known', 'inbox'] as const) total[name] += result[name];
  });
  for await (const text of lines) {
    if (terminal.interrupt.aborted) break;
    n++;
    if (text.trim() === '') continue;
    const parsed = parseLine(text);
    if ('fault' in parsed) reportError(n, parsed.fault);
    else if ('end' in parsed) isComplete = true;
    else if ('crawl' in parsed) {
      if (crawl !== undefined || batches.hasLines()) reportError(n, 'a second crawl; load each dump by itself');
      else {
        crawl = await target.open(parsed.crawl);
        isDump = true;
      }
    } else {
      await batches.add(parsed.line, text.length);
      hosts.add(hostOfLine(parsed.line));
    }
    if (n % LINES_PER_LOAD === 0) terminal.progress(`${n} lines read`);
  }
  await batches.flush();
  terminal.progress('');
  if (isDump && !isComplete && !terminal.interrupt.aborted)
    reportError(n, 'the dump ends here without its last line ({"type":"end"}), so it is cut off');
  if (total.errors > MAX_PRINTED_ERRORS) terminal.err(formatNoun(total.errors - MAX_PRINTED_ERRORS, 'more bad line'));
  if (crawl === undefined) throw new UsageError(`${source}: no line could be loaded`);
  return { crawl, hosts: hosts.size, ...total };
}

/** Collects the lines of a host that are loaded together. Holds those of one call. */
function createHostBatches(load: (host: string, lines: readonly HostDumpLine[]) => Promise<void>) {
  let host: string | undefined;
  let batch: HostDumpLine[] = [];
  let length = 0;
  const flush = async () => {
    if (host === undefined || batch.length === 0) return;
    await load(host, batch);
    batch = [];
    length = 0;
  };
  return {
    hasLines: () => batch.length > 0,
    /** Loads the lines so far. */
    flush,
    /** Adds a line, and loads the lines before it if they are of another host or enough. */
    async add(line: HostDumpLine, lineLength: number): Promise<void> {
      const next = hostOfLine(line);
      // Cash belongs into the first call for a host, whatever its size.
      const isLong = batch.length >= LINES_PER_LOAD || length + lineLength > MAX_LOAD_LENGTH;
      if (next !== host || (isLong && line.type !== 'cash')) await flush();
      host = next;
      batch.push(line);
      length += lineLength;
    },
  };
}

type ParsedLine = { crawl: CrawlLine } | { line: HostDumpLine } | { end: true } | { fault: string };

function parseLine(text: string): ParsedLine {
  let json: { type?: unknown };
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { fault: `not JSON: ${(error as Error).message}` };
  }
  if (json?.type === 'end') return EndLineSchema.safeParse(json).success ? { end: true } : { fault: 'not a valid end' };
  if (json?.type === 'crawl') {
    const { data, error } = CrawlLineSchema.safeParse(json);
    return data ? { crawl: data } : { fault: describeFault(error) };
  }
  const { data, error } = HostDumpLineSchema.safeParse(json);
  return data ? { line: data } : { fault: describeFault(error) };
}

/** Names the first fault and its field. */
function describeFault(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** Opens the dump in a file, or for `-` that of standard input. Reading throws a UsageError if the file cannot be read. */
export const openDump = (file: string, terminal: Terminal): DumpSource =>
  file === '-' ? { name: 'standard input', lines: terminal.lines() } : { name: file, lines: linesOfFile(file) };

async function* linesOfFile(file: string): AsyncIterable<string> {
  const input = createReadStream(file, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new UsageError(`${file}: ${describeReadError(error)}`);
  } finally {
    input.destroy();
  }
}
