import { z } from 'zod';
import { kindAt, LETTER, UNSPACED } from '../../text/letters.ts';

/** Maximum number of groups, and of words in a group. */
const MAX_GROUPS = 2_000;
const MAX_WORDS = 10;

/** Whether a text is one word of the index. The tokeniser itself would bring all stemmers into programs that only read settings. */
const isOneWord = (text: string): boolean =>
  text !== '' &&
  Array.from({ length: text.length }, (_, at) => kindAt(text, at, UNSPACED)).every((kind) => kind === LETTER);

const Word = z
  .string()
  .max(100)
  .refine(
    isOneWord,
    'a single word, without blanks and hyphens; words in Chinese, Japanese and Korean are indexed as several',
  );

/** Words that a search takes for each other: see docs/search-page.md. */
export const SynonymsSchema = z
  .array(z.array(Word).min(2).max(MAX_WORDS))
  .max(MAX_GROUPS)
  .default([])
  .describe(
    'Groups of words that are searched for with each other: `[[Handy, Mobiltelefon], [VPN, Fernzugang]]`. A query with one of them, in any of its forms, finds pages with the others. The value applies at search time.',
  );
