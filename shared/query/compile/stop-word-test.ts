import { analysisLanguage, type Language } from '../../text/analysis/language.ts';
import { languagesOfScript } from './script-languages.ts';

/** Stop words that tell a language other than the first one: one of them may be a content word of the first (`war`, `hat`, `die`). */
const MIN_STOP_WORDS = 2;

/**
 * Returns a function that tells stop words of a text: those of the language that it is written in, and words in a script other than Latin that are
 * stop words in all languages of the script.
 *
 * @param words the words of the text
 * @param codes languages of the query, ISO 639-1
 */
export function stopWordTest(words: readonly string[], codes: readonly string[]): (word: string) => boolean {
  const own = likeliestLanguage(words, codes.map(analysisLanguage));
  return (word) => {
    if (own?.isStopWord(word)) return true;
    const ofScript = languagesOfScript(word, codes);
    return ofScript.length > 0 && ofScript.every((language) => language.isStopWord(word));
  };
}

/** Returns the language with the most stop words among the words; the first of equals, and if hardly any word tells another. */
function likeliestLanguage(words: readonly string[], languages: readonly Language[]): Language | undefined {
  let [best] = languages;
  let most = 0;
  for (const language of languages) {
    const known = words.filter((word) => language.isStopWord(word)).length;
    if (known > most && (language === best || known >= MIN_STOP_WORDS)) {
      best = language;
      most = known;
    }
  }
  return best;
}
