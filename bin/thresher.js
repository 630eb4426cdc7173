#!/usr/bin/env node
// Runs Thresher on Node 24: on the Node that runs this file, or on that of the `node` package. Plain JavaScript, because
// an older Node reads it first.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const args = process.argv.slice(2);
/** Cache of compiled code with stripped types. It halves the start time of a command. */
const compileCache = fileURLToPath(new URL('node_modules/.cache/thresher', root));

/** Small young generation: it lowers the memory peak of a crawl by 100 MB at no cost in time (docs/benchmarks.md). */
const YOUNG_GENERATION = '--max-semi-space-size=8';
/** Platforms without `execve`. Node has the function there too, but it warns and throws. */
const NO_EXECVE = new Set(['win32', 'os400']);

if (Number.parseInt(process.versions.node, 10) >= 24) await runHere();
else
  runOnNode24(fileURLToPath(new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root)));

async function runHere() {
  if (!existsSync(new URL('node_modules', root))) exitMissing('The packages of Thresher are not installed.');
  restartWithSmallHeap();
  enableCompileCache();
  const { runProcess } = await import('../cli/main.ts');
  await runProcess(args);
}

/**
 * Restarts a crawl with a small young generation, because its size is fixed when a process starts. `execve` replaces
 * this process in some hundredths of a second. Only a crawl runs long enough to need it. Where the platform has no
 * `execve`, the crawl takes more memory.
 */
function restartWithSmallHeap() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  const isChosen = options.some((option) => option.includes('semi-space'));
  // The IPC channel to the parent process would be lost.
  if (args[0] !== 'crawl' || isChosen || process.channel || !process.execve || NO_EXECVE.has(process.platform)) return;
  const [, file = '', ...rest] = process.argv;
  try {
    process.execve(
      process.execPath,
      [process.execPath, ...process.execArgv, YOUNG_GENERATION, file, ...rest],
      process.env,
    );
  } catch {
    // The platform does not support it.
  }
}

/** Enables the compile cache, unless the environment disables it or the folder cannot be written. */
function enableCompileCache() {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? compileCache);
  // Worker threads read only the environment variable.
  process.env.NODE_COMPILE_CACHE ??= compileCache;
}

/** @param {string} node */
function runOnNode24(node) {
  if (!existsSync(node)) exitMissing(`Thresher needs Node 24; this is ${process.version}.`);
  const main = fileURLToPath(new URL('cli/main.ts', root));
  // The IPC channel lets the child notice when this process is killed, and exit too.
  const child = spawn(node, [YOUNG_GENERATION, main, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
  });
  // Ctrl-C and the end of the terminal reach both processes, and the child decides when to exit. SIGTERM reaches only this
  // one, so it is forwarded.
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** @param {string} what */
function exitMissing(what) {
  process.stderr.write(`${what} Run \`npm install\` in ${fileURLToPath(root)}; it also installs Node 24.\n`);
  process.exit(2);
}
