/** Measures the CPU of `thresher clean --jsonl` in a process of its own, with reading and writing, all its threads and garbage collection. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../bin/thresher.js');
/** Prints the CPU of the process at its end: Node does not tell the CPU of a child process. */
const PRINT_CPU = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.stderr.write(JSON.stringify(process.cpuUsage())))`,
)}`;

/** Passes over the pages of a short run at least; a long run has twice as many. The JIT compiler still optimises in the first two. */
const MIN_PASSES = 2;
/** Bytes of requests of a short run at least: the compiler has not finished after a few passes over a few pages. */
const MIN_BYTES = 120e6;

/** Returns the CPU seconds of one warm pass over the pages: the difference between a long and a short run, without start and warm-up. */
export async function warmFilterSeconds(pages: readonly { id: string; url: string; html: string }[]): Promise<number> {
  const requests = pages.map(({ id, url, html }) => Buffer.from(`${JSON.stringify({ id, url, html })}\n`));
  const bytes = requests.reduce((sum, { length }) => sum + length, 0);
  const passes = Math.max(MIN_PASSES, Math.ceil(MIN_BYTES / bytes));
  const short = await filterSeconds(requests, passes);
  return ((await filterSeconds(requests, 2 * passes)) - short) / passes;
}

/** @throws Error if the filter fails */
async function filterSeconds(requests: readonly Uint8Array[], passes: number): Promise<number> {
  const args = ['--import', PRINT_CPU, PROGRAM, 'clean', '--jsonl'];
  const filter = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const errors = filter.stderr.toArray() as Promise<Buffer[]>;
  const ended = once(filter, 'close') as Promise<[number | null]>;
  for (let pass = 0; pass < passes; pass++)
    for (const request of requests) if (!filter.stdin.write(request)) await once(filter.stdin, 'drain');
  filter.stdin.end();
  const [status] = await ended;
  const said = Buffer.concat(await errors).toString();
  if (status !== 0) throw new Error(`thresher clean --jsonl ended with ${status}: ${said}`);
  const { user, system } = JSON.parse(said) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}
