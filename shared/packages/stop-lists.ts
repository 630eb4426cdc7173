import { eng } from 'stopword/src/stopwords_eng.js';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<Record<string, readonly string[]>>('stopword');

/** Returns the stop list of a language, or undefined if there is none. Only that of English is loaded before. @param name ISO 639-3 */
export const stopList = (name: string): readonly string[] | undefined => (name === 'eng' ? eng : load()[name]);
