/**
 * Version of the words that the analysis makes of a text (`analyze.ts`). A change of words, such as of a stemmer, raises it: indexes note it when
 * they are created, so a search that finds nothing in an older one can say that it has other words. 0: an index from before it was noted.
 */
export const WORDS_VERSION = 2;
