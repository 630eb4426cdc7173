// Runs a program of this package as `thresher crawl` runs: with small memory and compiled code from a cache.
// `node bin/run.js FILE ARGUMENTS`. Needs Node 24.
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { restartWithSmallMemory, runChild } from './small-memory.js';

const [, self = '', file = '', ...args] = process.argv;
const compileCache = fileURLToPath(new URL('../node_modules/.cache/thresher', import.meta.url));
const environment = { NODE_COMPILE_CACHE: compileCache };
if (restartWithSmallMemory([file, ...args], environment))
  runChild(process.execPath, [self, file, ...args], environment);
else await runHere();

async function runHere() {
  if (process.channel) {
    // Exits with the process that runs this one as a child.
    process.once('disconnect', () => process.exit(1));
    process.channel.unref();
  }
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? compileCache);
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  process.argv.splice(process.argv.indexOf(self), 2, resolve(file));
  await import(pathToFileURL(resolve(file)).href);
}
