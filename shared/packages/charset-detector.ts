import type * as Package from 'jschardet';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('jschardet');

/** Guesses the encoding of a text from its bytes. */
export const detect: (typeof Package)['detect'] = (...args) => load().detect(...args);
