/** The languages that the weights distinguish, with random words of each. */
import { wordsOf } from './word-chains.ts';

/** A language in a script. Serbian has two. `words` are random words, `script` is the index of the script. */
export type LanguageClass = { language: string; script: number; words: string[] };

/** Words of a language. */
const WORDS = 100_000;
/** ISO 639-1 codes by script. The statistics of Hindi and Marathi lack vowel signs, and the other languages have scripts of their own. */
const LATIN =
  `af az bs ca cs cy da de en eo es et eu fi fr ga hr hu id is it la lg lt lv mi ms nl nn nb pl pt ro sk sl sn so sq st sv sw tl
  tn tr ts vi xh yo zu`.split(/\s+/);
const CYRILLIC = 'be bg kk mk mn ru sr uk'.split(' ');
const ARABIC = 'ar fa ur'.split(' ');
const SCRIPTS = [/^\p{Script=Latin}+$/u, /^\p{Script=Cyrillic}+$/u, /^[\p{Script=Arabic}\p{M}]+$/u];

const SERBIAN_CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const SERBIAN_LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');
const LATIN_LETTERS = new Map([...SERBIAN_CYRILLIC].map((letter, i) => [letter, SERBIAN_LATIN[i] as string]));

/** Returns the languages, those of a script side by side. */
export function languageClasses(folder: string, random: () => number): LanguageClass[] {
  const words = (code: string) => {
    const draw = wordsOf(folder, code, random);
    return Array.from({ length: WORDS }, draw);
  };
  const serbian = words('sr');
  const latin = LATIN.map((code) => classOf(code, 0, words(code)));
  const cyrillic = CYRILLIC.map((code) => classOf(code, 1, code === 'sr' ? serbian : words(code)));
  return [
    ...latin,
    classOf(
      'sr',
      0,
      serbian.map((word) => Array.from(word, (letter) => LATIN_LETTERS.get(letter) ?? letter).join('')),
    ),
    ...cyrillic,
    ...ARABIC.map((code) => classOf(code, 2, words(code))),
  ];
}

function classOf(code: string, script: number, words: string[]): LanguageClass {
  const pattern = SCRIPTS[script] as RegExp;
  return { language: code === 'nb' ? 'no' : code, script, words: words.filter((word) => pattern.test(word)) };
}

/** Returns the first index of the languages in the script of a language, and the one after the last. */
export function scriptRange(classes: readonly LanguageClass[], index: number): [from: number, to: number] {
  const isSame = ({ script }: LanguageClass) => script === classes[index]?.script;
  return [classes.findIndex(isSame), classes.findLastIndex(isSame) + 1];
}
