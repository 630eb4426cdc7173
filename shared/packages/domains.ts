import type * as Package from 'tldts';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('tldts');

/** Returns the registrable domain of a host or URL by the Public Suffix List, or null if it has none. */
export const getDomain: (typeof Package)['getDomain'] = (...args) => load().getDomain(...args);

/** Splits a host or URL by the Public Suffix List. */
export const parseDomain: (typeof Package)['parse'] = (...args) => load().parse(...args);
