import { foldDiacritics } from '../../text/analysis/fold-diacritics.ts';
import { analysisLanguage } from '../../text/analysis/language.ts';
import { wordsOfForm } from './query-terms.ts';
import { rawWords } from './raw-words.ts';
import { languagesOfScript, scriptLanguageCodes } from './script-languages.ts';
import { stopWordTest } from './stop-word-test.ts';
import { type SynonymGroups, synonymsIn, synonymsOfTerm } from './synonyms.ts';
import { termForms } from './term-forms.ts';

/** Analyses terms in the languages of a query. */
export type TermAnalysis = {
  /**
   * Returns the words of a term in their order, as each language indexes them. No list is empty.
   *
   * @returns undefined if the term has only stop words of the language that the query is written in, or no words
   */
  ownAlternatives(term: string): string[][] | undefined;
  /** Returns the same and those of the synonyms of the whole term. */
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
 * @param groups synonyms of whole terms
 */
export function termAnalysis(text: string, languageCodes: readonly string[], groups: SynonymGroups = []): TermAnalysis {
  const codes = [...new Set(languageCodes)];
  const languages = codes.map(analysisLanguage);
  const isStopWord = stopWordTest(rawWords(text), codes);
  const synonyms = synonymsIn(groups, codes);
  const ownAlternatives = (term: string) => {
    const raw = rawWords(term);
    const forms = raw.every(isStopWord) ? [] : termForms(term, codes);
    return forms.length === 0 ? undefined : forms;
  };
  return {
    ownAlternatives,
    alternatives(term) {
      const own = ownAlternatives(term);
      const added = own ? synonymsOfTerm(term, synonyms, codes) : [];
      if (own === undefined || added.length === 0) return own;
      const all = new Set([...own.map((forms) => forms.join(' ')), ...added]);
      return Array.from(all, wordsOfForm);
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
