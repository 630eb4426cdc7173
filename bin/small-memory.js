// Restarts a process with settings that keep the memory of a crawl small (docs/benchmarks.md). They are fixed when a process
// starts. Plain JavaScript, because an older Node reads it first.
import { spawn } from 'node:child_process';

/**
 * The old generation grows to 1.4 times its live size: V8 lets that of the main thread grow to four times, which takes 80 MB more. A
 * small young generation takes 5 MB less at no cost in time. One thread collects it as fast as several, which would take 5 % more CPU to
 * coordinate.
 *
 * All objects are created as young ones. By default V8 learns to create objects as old ones where some lived long. Such an object of a page, a
 * link for example, keeps the whole page, of which its texts are slices, until the next major collection.
 */
const SMALL_HEAP = [
  ...['--max-semi-space-size=8', '--heap-growing-percent=40', '--no-parallel-scavenge'],
  '--no-allocation-site-pretenuring',
];

/**
 * All threads share one heap of glibc's `malloc`. By default each gets its own, and none gives free memory to another. Blocks of 2 MB and
 * more, such as the lines of an object, are mapped, so their memory is free for all again, and 16 MB at the end of the heap stay. By
 * default both limits grow with the largest block, up to 32 and 64 MB. That takes 15 MB of a crawl. A mapped block costs 0.4 ms a megabyte
 * (`npm run bench -- --pages 8000` finds no difference in time). Other C libraries ignore the variables.
 */
const ONE_HEAP = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: `${2 << 20}`,
  MALLOC_TRIM_THRESHOLD_: `${16 << 20}`,
};

/** Platforms without `execve`. Node has the function there too, but it warns and throws. */
const NO_EXECVE = new Set(['win32', 'os400']);

/**
 * Replaces this process by `node` with these settings, unless they are chosen already. `execve` takes some hundredths of a second.
 *
 * @param {readonly string[]} args file to run, and its arguments
 * @param {NodeJS.ProcessEnv} environment variables of the new process, beside those of this one
 * @returns {boolean} whether a child process should run instead, because the platform has no `execve`
 */
export function restartWithSmallMemory(args, environment = {}) {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  const isChosen = options.some((option) => option.includes('semi-space'));
  // The IPC channel to the parent process would be lost.
  if (process.channel || (isChosen && process.env.MALLOC_ARENA_MAX !== undefined)) return false;
  if (!process.execve || NO_EXECVE.has(process.platform)) return !isChosen;
  const size = isChosen ? [] : SMALL_HEAP;
  try {
    // Of two values of an option, V8 takes the last: that of the caller.
    process.execve(process.execPath, [process.execPath, ...size, ...process.execArgv, ...args], {
      ...ONE_HEAP,
      ...environment,
      ...process.env,
    });
  } catch {
    // The platform does not support it.
  }
  return !isChosen;
}

/**
 * Runs `node` with these settings as a child process, and exits with its exit code.
 *
 * @param {string} node
 * @param {readonly string[]} args file to run, and its arguments
 * @param {NodeJS.ProcessEnv} environment variables of the new process, beside those of this one
 */
export function runChild(node, args, environment) {
  // The IPC channel lets the child notice when this process is killed, and exit too.
  const child = spawn(node, [...SMALL_HEAP, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...ONE_HEAP, ...environment, ...process.env },
  });
  // Ctrl-C and the end of the terminal reach both processes, and the child decides when to exit. SIGTERM reaches only this
  // one, so it is forwarded.
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}
