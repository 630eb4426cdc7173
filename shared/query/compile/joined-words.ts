/*
 * Words that pages write in one or with signs between their parts: `e-mail` and `email`, `U.S.A.` and `USA`, `Node.js` and `NodeJS`. The
 * index has the parts, so a query with them also searches for the word in one. The reverse would need to know the parts.
 */

/** A hyphen beside a letter. Those between numbers separate them, `2021-05`, and so do those before a letter with signs, `Objective-C++`. */
const HYPHEN =
  /(?<=\p{L}\p{M}*)[-\u2010\u2011](?=[\p{L}\p{N}])(?!\p{L}(?:\+\+|#))|(?<=\p{N})[-\u2010\u2011](?=\p{L})/gu;

/** A full stop between letters: of names (`node.js`) and abbreviations (`U.S.A.`, `Ph.D.`). */
const FULL_STOP = /(?<=\p{L}\p{M}*)\.(?=\p{L})/gu;

/** Returns a text with the words in one. */
export const joinWords = (text: string): string => text.replace(HYPHEN, '').replace(FULL_STOP, '');
