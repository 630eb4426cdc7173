#!/usr/bin/env node
// Runs Thresher on Node 24: on the Node that started this file, or else on the one of the `node` package beside it.
// Plain JavaScript, because an older Node reads it first.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const args = process.argv.slice(2);
/** Code that was read once, without its types and compiled: half of the time until a command begins. */
const compiled = fileURLToPath(new URL('node_modules/.cache/thresher', root));

/** A small young generation: a hundred megabytes less at the peak of a crawl, at no cost in time (docs/benchmarks.md). */
const YOUNG = '--max-semi-space-size=8';
/** Systems on which no process takes the place of another: Node has the function there too, warns and throws. */
const STAYS = new Set(['win32', 'os400']);

if (Number.parseInt(process.versions.node, 10) >= 24) await here();
else passOn(fileURLToPath(new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root)));

async function here() {
  if (!existsSync(new URL('node_modules', root))) missing('Its packages are not installed.');
  beginSmall();
  keepCompiled();
  const { runProcess } = await import('../cli/main.ts');
  await runProcess(args);
}

/**
 * A young generation has its size from the start of a process. A crawl, which alone is long and large, takes the place of this
 * one, as the same process, in some hundredths of a second; where the system cannot do that, it takes more memory.
 */
function beginSmall() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''];
  const isChosen = options.some((option) => option.includes('semi-space'));
  // A channel to whoever started it would be lost.
  if (args[0] !== 'crawl' || isChosen || process.channel || !process.execve || STAYS.has(process.platform)) return;
  const [, file = '', ...rest] = process.argv;
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, YOUNG, file, ...rest], process.env);
  } catch {
    // Another system that cannot do it.
  }
}

/** Where it cannot be written, or the environment says otherwise, nothing is kept. */
function keepCompiled() {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? compiled);
  // Threads are told by the environment alone.
  process.env.NODE_COMPILE_CACHE ??= compiled;
}

/** @param {string} node */
function passOn(node) {
  if (!existsSync(node)) missing(`Thresher needs Node 24; this is ${process.version}.`);
  const main = fileURLToPath(new URL('cli/main.ts', root));
  // Through the channel the child notices when this process is killed, and ends too.
  const child = spawn(node, [YOUNG, main, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  // Ctrl-C reaches both; the child decides when to end. What was sent to this process alone is handed on.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
}

/** @param {string} what */
function missing(what) {
  process.stderr.write(`${what} Run \`npm install\` in ${fileURLToPath(root)} (it brings Node 24 with it).\n`);
  process.exit(2);
}
