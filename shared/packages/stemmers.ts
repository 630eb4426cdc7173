import type * as Package from 'snowball-stemmers';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('snowball-stemmers');

/** Opens the Snowball stemmer of an algorithm. */
export const newStemmer: (typeof Package)['newStemmer'] = (algorithm) => load().newStemmer(algorithm);
