// Entry of the library (`import { crawl } from 'thresher'`): the source of a clone, which Node 24 runs as it is, or the bundle of a package.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isNodeSupported } from './node-version.js';

const source = new URL('../library/index.ts', import.meta.url);
const bundle = new URL('../dist/library.js', import.meta.url);

if (!isNodeSupported)
  throw new Error(`The library of Thresher needs Node 24 or later; this is Node ${process.versions.node}.`);

if (!existsSync(source) && !existsSync(bundle))
  throw new Error(
    "Thresher cannot be part of a bundle, because it starts threads from its own files. Leave the package outside: external: ['thresher'] in esbuild and Rollup.",
  );

/** Not `await import()`: a CommonJS program cannot `require` a module that waits. */
const require = createRequire(import.meta.url);
export const {
  addSeeds,
  archivedPages,
  changes,
  crawl,
  deletedRules,
  deletePages,
  explain,
  exportStream,
  exportTo,
  liftDeleted,
  openCleaner,
  openFolder,
  records,
  recrawl,
  search,
  setState,
  status,
  DataFolderError,
  FetchError,
  FolderInUseError,
  SettingsError,
  TopicFileError,
  UsageError,
} = require(fileURLToPath(existsSync(source) ? source : bundle));
