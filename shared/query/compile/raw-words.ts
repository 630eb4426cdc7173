import { eachIndexedRawWord } from '../../text/analysis/analyze.ts';

/** Returns the words of a text as the index splits it, unstemmed, including stop words. */
export function rawWords(text: string): string[] {
  const words: string[] = [];
  eachIndexedRawWord(text, (word) => words.push(word));
  return words;
}
