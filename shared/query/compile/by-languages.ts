import { ANALYSED_LANGUAGES } from '../../text/analysis/language.ts';
import { memoizeText } from '../../text/memoize.ts';

/** Maximum number of combinations of languages for which a compiled setting is kept. A request may name any. */
const MAX_COMBINATIONS = 50;

/**
 * Keeps what is compiled from a setting, by the languages of queries. A setting is read once, and every query uses it.
 *
 * @param languageCodes languages in which queries are read, ISO 639-1
 * @param compile called with the languages that are analysed: others have no forms of their own
 */
export type ByLanguages<Setting extends object, Compiled> = (
  setting: Setting,
  languageCodes: readonly string[],
  compile: (languageCodes: readonly string[]) => Compiled,
) => Compiled;

/** Returns a store for settings of one type, each of which is compiled by one function. */
export function compiledByLanguages<Setting extends object, Compiled extends {}>(): ByLanguages<Setting, Compiled> {
  const compilers = new WeakMap<Setting, (languageCodes: string) => Compiled>();
  return (setting, languageCodes, compile) => {
    const compileFor =
      compilers.get(setting) ?? memoizeText(MAX_COMBINATIONS, (codes) => compile(codes.split(' ').filter(Boolean)));
    compilers.set(setting, compileFor);
    return compileFor(languageCodes.filter((code) => ANALYSED_LANGUAGES.includes(code)).join(' '));
  };
}
