/** Forms in which the index may hold what a query writes: in each language of the query, in those of its script, and unstemmed. */
import { analysisLanguage, type Language } from '../../text/analysis/language.ts';
import { joinWords } from './joined-words.ts';
import { rawWords } from './raw-words.ts';
import { languagesOfScript } from './script-languages.ts';

/** Returns the forms of a word, of its other spellings, and the other forms of each (`Language.otherForms`). @param languageCodes ISO 639-1 */
export function wordForms(word: string, languageCodes: readonly string[]): string[] {
  const languages = [...languageCodes.map(analysisLanguage), ...languagesOfScript(word, languageCodes)];
  const forms = [...languages, analysisLanguage('und')].map((language) => language.word(word));
  const others = languages.flatMap((language, i) => (forms[i] === '' ? [] : language.otherForms(forms[i]!)));
  const spelt = languages.flatMap((language) => language.spellings(word).map((spelling) => language.word(spelling)));
  return [...new Set([...forms, ...others, ...spelt])].filter((form) => form !== '');
}

/**
 * Returns the words of a term in their order, as each language indexes them, also those that pages write in one.
 *
 * @param languageCodes ISO 639-1
 * @returns lists that are not empty and all different
 */
export function termForms(term: string, languageCodes: readonly string[]): string[][] {
  const raw = withoutDotted(rawWords(term));
  const joined = joinWords(term);
  const inOne = joined === term ? raw : withoutDotted(rawWords(joined));
  const all = [
    ...formsOf(term, raw, languageCodes),
    ...(inOne.length < raw.length ? formsOf(joined, inOne, languageCodes) : []),
  ];
  const different = new Map(all.map((words) => [words.join(' '), words]));
  different.delete('');
  return [...different.values()];
}

/**
 * Returns the words that are searched one after the other. `.NET` alone is the word of this name, because a page may have that alone, spelt out as
 * `dotnet`. It has no place between other words, so a phrase has `NET` only.
 */
function withoutDotted(raw: string[]): string[] {
  const placed = raw.filter((word) => !word.startsWith('.'));
  return raw.length === 2 && placed.length === 1 ? raw.slice(0, 1) : placed;
}

function formsOf(term: string, raw: readonly string[], codes: readonly string[]): string[][] {
  const languages = [...codes.map(analysisLanguage), ...languagesOfScript(term, codes), analysisLanguage('und')];
  return [
    ...languages.map((language) => raw.map((word) => language.word(word)).filter((word) => word !== '')),
    ...(raw.length > 1 ? languages.flatMap((language) => respelt(raw, language)) : []),
    ...(raw.length === 1 ? wordForms(raw[0]!, codes).map((form) => [form]) : []),
  ];
}

/** Returns the words of a phrase in other spellings: all of them in their first one, and all in their last. */
function respelt(raw: readonly string[], language: Language): string[][] {
  const spellings = raw.map((word) => language.spellings(word));
  if (spellings.every((one) => one.length === 0)) return [];
  return [0, -1].map((which) =>
    raw
      .map((word, i) => language.word(spellings[i]!.at(which) ?? word) || language.word(word))
      .filter((word) => word !== ''),
  );
}
