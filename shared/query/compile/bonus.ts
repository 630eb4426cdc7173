/** What a wildcard or a similar word adds to the score of a record that has it: about as much as a frequent word. */
export const BONUS = 2;

/** What each word adds to the score of a record that has all words: more than the score of any word (idf < 15, times 2.2). */
export const ALL_WORDS_BONUS = 50;
