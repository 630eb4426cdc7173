import type { SearchIndex } from '../ports/search-index.ts';
import { wordsOfForm } from '../query/compile/query-terms.ts';
import { countedWords, MAX_FORMS, MAX_WORDS } from '../query/compile/query-words.ts';
import type { SynonymGroups } from '../query/compile/synonyms.ts';
import { withoutBinding } from '../text/analysis/word-signs.ts';

/** Different words of a question whose records are counted to find the rarest. The rest is left out. */
const MAX_COUNTED = 128;

/** The words that a question is searched by. */
export type SearchedWords = {
  /** The forms of each word. */
  words: string[][];
  /** Number of different words of the question, if not all are searched for. */
  left?: { of: number; searched: string };
};

/**
 * Returns the words of a question: all of them, or of a long question the rarest, which say most about what it asks for. Words that no
 * record has are left out first.
 */
export async function searchedWords(
  crawl: string,
  text: string,
  languages: readonly string[],
  index: Pick<SearchIndex, 'statistics'>,
  synonyms: SynonymGroups = [],
): Promise<SearchedWords> {
  const { words, searched } = countedWords(text, languages, synonyms);
  if (searched === words.length) return { words: words.map(({ forms }) => forms) };
  const counted = words.slice(0, MAX_COUNTED);
  const { matching } = await index.statistics(crawl, counted.flatMap(({ forms }) => forms).flatMap(wordsOfForm));
  const recordsOf = (form: string) => Math.min(...wordsOfForm(form).map((one) => matching.get(one) ?? 0));
  const sized = counted.map((word, place) => ({
    ...word,
    place,
    records: Math.max(...word.forms.map(recordsOf)),
  }));
  const known = sized.filter(({ records }) => records > 0);
  const rarest = (known.length > 0 ? known : sized).sort((a, b) => a.records - b.records || a.place - b.place);
  const chosen = rarest.slice(0, MAX_WORDS);
  while (chosen.reduce((sum, { forms }) => sum + forms.length, 0) > MAX_FORMS) chosen.pop();
  chosen.sort((a, b) => a.place - b.place);
  return {
    words: chosen.map(({ forms }) => forms),
    left: { of: words.length, searched: chosen.map(({ raw }) => withoutBinding(raw)).join(' ') },
  };
}
