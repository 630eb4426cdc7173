import type * as Package from 'parse5';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('parse5');

/** Returns the parser that builds the tree of a page as browsers do, and the function that writes a part of it as HTML. */
export const treeParser = (): Pick<typeof Package, 'parse' | 'serializeOuter'> => load();
