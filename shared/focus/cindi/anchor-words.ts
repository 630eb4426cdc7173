/** Maximum number of words of a link text that count. Evidence has room for as many. */
export const MAX_ANCHOR_WORDS = 5;

/** The text of a link as the lists know it: hashes of its stems without stop words. */
export type AnchorWords = {
  /** Hash of all stems in their order; 0: the text has none. */
  text: number;
  /** Hashes of the first distinct stems. */
  words: readonly number[];
};
