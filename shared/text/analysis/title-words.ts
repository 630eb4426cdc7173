import { eachRawWord } from './analyze.ts';

/** Maximum number of distinct words of one record. */
const MAX_WORDS = 100;

/** Maximum length of a word, in UTF-16 units. */
export const MAX_TITLE_WORD = 40;

/**
 * Returns the words of titles and headings as pages write them, in lower case, each once: the vocabulary for suggestions. Unlike
 * indexed words they are not stemmed. Numbers and single letters are left out.
 */
export function titleWords({ title, headings }: { title: string; headings: readonly string[] }): string[] {
  const words = new Set<string>();
  eachRawWord(`${title}\n${headings.join('\n')}`, (raw) => {
    if (words.size < MAX_WORDS && isWord(raw)) words.add(titleWord(raw));
  });
  return [...words];
}

/** Returns a word as the vocabulary has it: in lower case, with composed letters (NFC). A Turkish İ is an i without a second dot. */
export const titleWord = (raw: string): string => raw.toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC');

const isWord = (raw: string): boolean => raw.length > 1 && raw.length <= MAX_TITLE_WORD && /^[\p{L}\p{M}]/u.test(raw);
