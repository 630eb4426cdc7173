import { TEXT_FIELDS } from '../../index/text-fields.ts';
import { MAX_WORDS } from '../../query/compile/query-words.ts';
import { termAnalysis } from '../../query/compile/word-alternatives.ts';
import type { Question } from '../question.ts';
import type { Identifier } from './identifier.ts';

/**
 * Returns the question for the pages that have an identifier as a whole. As words it would find pages with any part of it, such as a year.
 * The parts rank as forms of one word, because no page has those of all spellings.
 *
 * @param languages in which queries are read, ISO 639-1
 */
export function identifierQuestion({ key, spellings }: Identifier, languages: readonly string[]): Question {
  const all = spellings.flatMap((spelling) => termAnalysis(spelling, languages).alternatives(spelling) ?? []);
  const alternatives = [...new Map(all.map((words) => [words.join(' '), words])).values()];
  const forms = [...new Set(alternatives.flat())].slice(0, MAX_WORDS);
  return {
    text: key,
    condition: { match: 'words', fields: [...TEXT_FIELDS], alternatives, maxGap: 0, ordered: true },
    bonuses: [],
    filters: {},
    ignored: [],
    faults: [],
    understood: key,
    identifier: { key, words: [forms] },
  };
}
