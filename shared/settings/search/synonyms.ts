import * as z from 'zod';
import { kindAt, LETTER, UNSPACED } from '../../text/letters.ts';

/** Maximum number of groups, and of texts in a group. */
const MAX_GROUPS = 2_000;
const MAX_TERMS = 10;

/** Whether a text has words of the index. The tokeniser itself would bring all stemmers into programs that only read settings. */
const hasWords = (text: string): boolean =>
  Array.from({ length: text.length }, (_, at) => kindAt(text, at, UNSPACED)).some(
    (kind) => kind === LETTER || kind === UNSPACED,
  );

const Term = z.string().trim().max(100).refine(hasWords, 'a word, or several words, with letters or digits');

/** Words, and texts of several words, that a search takes for each other: see docs/search-page.md. */
export const SynonymsSchema = z
  .array(z.array(Term).min(2).max(MAX_TERMS))
  .max(MAX_GROUPS)
  .default([])
  .describe(
    'Groups of words that are searched for with each other: `[[Handy, Mobiltelefon], [RDM, research data management]]`. A query with one of them, in any of its forms, finds pages with the others. The value applies at search time.',
  );
