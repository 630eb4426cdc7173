import { createRequire } from 'node:module';

/** Packages that most runs do not need. */
export type LazyPackage =
  | 'htmlparser2'
  | 'jschardet'
  | 'markdown-it'
  | 'mmdb-lib'
  | 'parse5'
  | 'parse5-htmlparser2-tree-adapter'
  | 're2js'
  | 'snowball-stemmers'
  | 'stopword'
  | 'tldts';

const require = createRequire(import.meta.url);

/**
 * Returns a function that loads a package on its first call. Loading all of them in each thread takes a tenth of the memory of a crawl,
 * and delays each command. In the bundles of functions another module takes the place of this one, and the packages are files beside
 * the handler (`infra/leave-out.ts`).
 */
export function lazyPackage<Package>(name: LazyPackage): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= require(name) as Package;
    return loaded;
  };
}
