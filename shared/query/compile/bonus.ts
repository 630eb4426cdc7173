/** What a wildcard or a similar word adds to the score of a record that has it: about as much as a frequent word. */
export const BONUS = 2;
