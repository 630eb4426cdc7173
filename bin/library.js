// Entry of the library (`import { crawl } from 'thresher'`): the source of a clone, which Node 24 runs as it is, or the bundle of a package.
import { existsSync } from 'node:fs';

const source = new URL('../library/index.ts', import.meta.url);
const bundle = new URL('../dist/library.js', import.meta.url);

export const { crawl, openFolder, records, search, SettingsError, UsageError } = await import(
  existsSync(source) ? source.href : bundle.href
);
