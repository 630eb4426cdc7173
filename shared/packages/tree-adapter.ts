import type * as Package from 'parse5-htmlparser2-tree-adapter';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('parse5-htmlparser2-tree-adapter');

/** Returns the adapter that makes `treeParser` build trees as css-select reads them. */
export const treeAdapter = (): (typeof Package)['adapter'] => load().adapter;
