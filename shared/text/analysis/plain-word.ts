import type { Language } from './language.ts';

/*
 * Words of texts that are split without signs (`eachPosition`). `s` and `t` are parts of `it's` and `don't` there, as far as one can tell.
 * Features of models are made of these words, so signs do not change what stored models read.
 */

/** Returns a word as `Language.word` does, or '' for a stop word. @param text the word, or a text that has it from `start` to `end` (UTF-16 units) */
export function plainWord(language: Language, text: string, start = 0, end = text.length): string {
  const word = language.word(text, start, end);
  // The indexed word first: it is cached.
  return word.length === 1 && language.isSplitLetter(text.slice(start, end)) ? '' : word;
}

export const isPlainStopWord = (language: Language, raw: string): boolean =>
  language.isStopWord(raw) || language.isSplitLetter(raw);
