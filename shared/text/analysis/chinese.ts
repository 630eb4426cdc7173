import { SIMPLIFIED, TRADITIONAL } from './chinese-data.ts';

/** Created on first use: few crawls have Chinese pages. */
let simplified: ReadonlyMap<string, string> | undefined;

/** Returns a word in simplified characters. Each is replaced by itself: words that only one region uses stay different. */
export function simplifyChinese(word: string): string {
  simplified ??= new Map(Array.from(TRADITIONAL, (character, i) => [character, SIMPLIFIED[i]!]));
  let text = '';
  for (const character of word) text += simplified.get(character) ?? character;
  return text;
}
