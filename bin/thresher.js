#!/usr/bin/env node
// Runs Thresher on Node 24: on the Node that runs this file, or in a clone on that of the `node` package. Plain JavaScript, because
// an older Node reads it first.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isNodeSupported } from './node-version.js';
import { restartWithSmallMemory, runChild } from './small-memory.js';

const root = new URL('../', import.meta.url);
const args = process.argv.slice(2);
const source = new URL('cli/main.ts', root);
/** A package has a bundle instead of the source (`bundle.js`), and the packages that it needs lie beside it. */
const isPackage = !existsSync(source);
const main = isPackage ? new URL('dist/main.js', root) : source;
/** Cache of compiled code with stripped types. It halves the start time of a command. */
const compileCache = fileURLToPath(new URL('node_modules/.cache/thresher', root));

if (isNodeSupported) await runHere();
else
  runOnNode24(fileURLToPath(new URL(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root)));

async function runHere() {
  if (!isPackage && !existsSync(new URL('node_modules', root)))
    exitMissing('The packages of Thresher are not installed.');
  // Only a crawl runs long enough to need it.
  if (args[0] === 'crawl' && restartWithSmallMemory(process.argv.slice(1))) return runOnNode24(process.execPath);
  enableCompileCache();
  const { runProcess } = await import(main.href);
  await runProcess(args);
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
  runChild(node, [fileURLToPath(main), ...args], { NODE_COMPILE_CACHE: compileCache });
}

/** @param {string} what */
function exitMissing(what) {
  const advice = isPackage
    ? 'Install Node 24 or later.'
    : `Run \`npm install\` in ${fileURLToPath(root)}; it also installs Node 24.`;
  process.stderr.write(`${what} ${advice}\n`);
  process.exit(2);
}
