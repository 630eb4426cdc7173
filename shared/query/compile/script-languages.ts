import { analysisLanguage, type Language } from '../../text/analysis/language.ts';

/** Languages with rules of each script but Latin. */
const SCRIPT_LANGUAGES: readonly { letters: RegExp; codes: readonly string[] }[] = [
  { letters: /\p{Script=Arabic}/u, codes: ['ar', 'fa', 'ur'] },
  { letters: /\p{Script=Armenian}/u, codes: ['hy'] },
  { letters: /\p{Script=Bengali}/u, codes: ['bn'] },
  { letters: /\p{Script=Cyrillic}/u, codes: ['ru', 'bg', 'sr', 'uk'] },
  { letters: /\p{Script=Devanagari}/u, codes: ['hi', 'mr', 'ne'] },
  { letters: /\p{Script=Greek}/u, codes: ['el'] },
  { letters: /\p{Script=Gujarati}/u, codes: ['gu'] },
  { letters: /\p{Script=Han}/u, codes: ['zh'] },
  { letters: /\p{Script=Hebrew}/u, codes: ['he'] },
  { letters: /\p{Script=Tamil}/u, codes: ['ta'] },
  { letters: /\p{Script=Telugu}/u, codes: ['te'] },
];

/** Returns whether words are read in a language because of their script. @param code ISO 639-1 */
export const isOfOtherScript = (code: string): boolean => SCRIPT_LANGUAGES.some(({ codes }) => codes.includes(code));

/**
 * Returns the languages in which a word is read because of its script, unless the query names a language of that script. ISO 639-1.
 *
 * @param named languages of the query, ISO 639-1
 */
export const scriptLanguageCodes = (word: string, named: readonly string[]): string[] =>
  SCRIPT_LANGUAGES.filter(
    ({ letters, codes }) => letters.test(word) && !named.some((one) => codes.includes(one)),
  ).flatMap(({ codes }) => codes);

/** Returns the analysis of the languages in which a word is read because of its script. @param named see `scriptLanguageCodes` */
export const languagesOfScript = (word: string, named: readonly string[]): Language[] =>
  scriptLanguageCodes(word, named).map(analysisLanguage);
