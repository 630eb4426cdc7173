/*
 * Words that pages write in one or with signs between their parts: `e-mail` and `email`, `U.S.A.` and `USA`. The index has the parts, so a query
 * with them also searches for the word in one. The reverse would need to know the parts.
 */

/** A hyphen beside a letter. Those between numbers separate them: `2021-05`. */
const HYPHEN = /(?<=\p{L}\p{M}*)[-\u2010\u2011](?=[\p{L}\p{N}])|(?<=\p{N})[-\u2010\u2011](?=\p{L})/gu;

/** Letters with a full stop behind each but the last, which may have one. */
const ABBREVIATION = /(?<![\p{L}\p{M}\p{N}.])\p{L}(?:\.\p{L})+(?![\p{L}\p{M}\p{N}])/gu;

/** Returns a text with the words in one. */
export const joinWords = (text: string): string =>
  text.replace(HYPHEN, '').replace(ABBREVIATION, (letters) => letters.replaceAll('.', ''));
