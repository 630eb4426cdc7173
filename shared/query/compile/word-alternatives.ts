import { analysisLanguage, foldDiacritics } from '../../text/analysis/language.ts';
import { joinWords } from './joined-words.ts';
import { rawWords, stopWordTest } from './query-words.ts';
import { languagesOfScript, scriptLanguageCodes } from './script-languages.ts';
import { type SynonymGroups, synonymsIn, withSynonyms, wordForms } from './synonyms.ts';

/** Analyses terms in the languages of a query. */
export type TermAnalysis = {
  /**
   * Returns the words of a term in their order, as each language indexes them. No list is empty.
   *
   * @returns undefined if the term has only stop words of the language that the query is written in, or no words
   */
  alternatives(term: string): string[][] | undefined;
  /** Returns the languages in which all words of a term are stop words, so that their pages are not found by it. ISO 639-1. */
  stopLanguages(term: string): string[];
  /** Returns the ends that indexed words have instead of an end of a written word: `olog` for `ology`. @param minLength of an end */
  endings(end: string, minLength: number): string[];
};

/** Letters in front of an ending, so that stemmers take it for the end of a word. No algorithm removes or changes them. */
const LETTERS_BEFORE = 'bebeb';

/**
 * @param text all words of the query, which tell in which of the languages it is written
 * @param languageCodes ISO 639-1
 * @param groups synonyms of terms of one word
 */
export function termAnalysis(text: string, languageCodes: readonly string[], groups: SynonymGroups = []): TermAnalysis {
  const codes = [...new Set(languageCodes)];
  const languages = codes.map(analysisLanguage);
  const isStopWord = stopWordTest(rawWords(text), codes);
  const unknown = analysisLanguage('und');
  const synonyms = synonymsIn(groups, codes);
  const alternativesOf = (term: string, raw: readonly string[]): string[][] => [
    ...[...languages, ...languagesOfScript(term, languageCodes), unknown].map((language) =>
      raw.map((word) => language.word(word)).filter((word) => word !== ''),
    ),
    ...(raw.length === 1 ? withSynonyms(wordForms(raw[0]!, codes), synonyms).map((form) => [form]) : []),
  ];
  /** Pages may have words of the term in one. */
  const alternativesInOne = (term: string, raw: readonly string[]): string[][] => {
    const joined = joinWords(term);
    const words = joined === term ? raw : rawWords(joined);
    return words.length < raw.length ? alternativesOf(joined, words) : [];
  };
  return {
    alternatives(term) {
      const raw = rawWords(term);
      if (raw.length === 0 || raw.every(isStopWord)) return undefined;
      const all = [...alternativesOf(term, raw), ...alternativesInOne(term, raw)];
      const different = new Map(all.map((words) => [words.join(' '), words]));
      different.delete('');
      return different.size === 0 ? undefined : [...different.values()];
    },
    stopLanguages(term) {
      const raw = rawWords(term);
      if (raw.length === 0) return [];
      const isStopWordIn = (code: string) => raw.every(analysisLanguage(code).isStopWord);
      return [...codes, ...scriptLanguageCodes(term, codes)].filter(isStopWordIn);
    },
    endings(end, minLength) {
      const stems = [...languages, ...languagesOfScript(end, languageCodes)].map((language) =>
        language.word(LETTERS_BEFORE + end),
      );
      const ends = stems
        .filter((stem) => stem.startsWith(LETTERS_BEFORE))
        .map((stem) => stem.slice(LETTERS_BEFORE.length));
      return [...new Set(ends)].filter((one) => one.length >= minLength && one !== end);
    },
  };
}

/** Returns a text as words of unknown language are indexed, with everything removed that is no letter or digit. */
export function foldedLetters(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
  return foldDiacritics(letters);
}
