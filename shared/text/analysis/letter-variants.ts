/*
 * Spelling variants that stop lists and stemmers do not distinguish: letters → what is read instead. An empty text removes the
 * letters. Words have composed letters in lower case (NFKC), so letters with a nukta are two characters.
 */

/** Letters → what is read instead, in lower case. */
export type LetterVariants = Readonly<Record<string, string>>;

/** Vowel points, and the stroke that stretches words. */
const ARABIC_POINTS: LetterVariants = Object.fromEntries(
  [...'\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670\u0640'].map((point) => [point, '']),
);

/** Forms of alef, yeh without dots, and teh marbuta, which is often written as heh. */
export const ARABIC_VARIANTS: LetterVariants = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ...ARABIC_POINTS };

/** Arabic forms of Persian letters, and letters with a hamza. */
export const PERSIAN_VARIANTS: LetterVariants = {
  ...{ ي: 'ی', ى: 'ی', ئ: 'ی', ك: 'ک', ۀ: 'ه', ة: 'ه', أ: 'ا', إ: 'ا', آ: 'ا', ؤ: 'و', '\u0654': '' },
  ...ARABIC_POINTS,
};

/** Arabic forms of Urdu letters. */
export const URDU_VARIANTS: LetterVariants = {
  ...{ ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ', ۃ: 'ہ', ۂ: 'ہ', أ: 'ا', '\u0654': '' },
  ...ARABIC_POINTS,
};

/** Joiners and the nukta, which many texts omit. */
const OMITTED: LetterVariants = { '\u093c': '', '\u09bc': '', '\u0abc': '', '\u200c': '', '\u200d': '' };

/** Nasal signs, and long vowels as short ones. */
export const DEVANAGARI_VARIANTS: LetterVariants = { 'ँ': 'ं', ई: 'इ', 'ी': 'ि', ऊ: 'उ', 'ू': 'ु', ...OMITTED };

/** Nasals before consonants, vowels that are often confused, and the virama. */
export const HINDI_VARIANTS: LetterVariants = {
  ...{ न्: 'ं', ऐ: 'ए', 'ै': 'े', औ: 'ओ', 'ौ': 'ो', ऑ: 'ओ', 'ॉ': 'ो', ऍ: 'ए', 'ॅ': 'े', ॠ: 'ऋ', 'ॄ': 'ृ', आ: 'अ', '्': '' },
  ...DEVANAGARI_VARIANTS,
};

/** Letters of the same sound in Bengali, the nasal sign and the virama. */
export const BENGALI_VARIANTS: LetterVariants = {
  ...{
    ঈ: 'ই',
    'ী': 'ি',
    ঊ: 'উ',
    'ূ': 'ু',
    ণ: 'ন',
    ষ: 'শ',
    স: 'শ',
    ঙ: 'ং',
    ৎ: 'ত',
    'য\u09bc': 'য',
    য: 'জ',
    'ঁ': '',
    '্': '',
  },
  ...OMITTED,
};

export const GUJARATI_VARIANTS: LetterVariants = OMITTED;

/** Accents and the form of sigma at the end of a word. */
export const GREEK_VARIANTS: LetterVariants = {
  ...{ ά: 'α', έ: 'ε', ή: 'η', ί: 'ι', ϊ: 'ι', ΐ: 'ι', ό: 'ο', ύ: 'υ', ϋ: 'υ', ΰ: 'υ', ώ: 'ω', ς: 'σ' },
};

/** Serbian is written in both alphabets. */
export const SERBIAN_VARIANTS: LetterVariants = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    ђ: 'đ',
    е: 'e',
    ж: 'ž',
    з: 'z',
    и: 'i',
    ј: 'j',
    к: 'k',
    л: 'l',
    љ: 'lj',
    м: 'm',
  },
  ...{
    н: 'n',
    њ: 'nj',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    ћ: 'ć',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'c',
    ч: 'č',
    џ: 'dž',
    ш: 'š',
  },
};

/** Returns a function that replaces the variants in a word. */
export function unifyVariants(variants: LetterVariants = {}): (word: string) => string {
  const all = Object.keys(variants).sort((a, b) => b.length - a.length);
  if (all.length === 0) return (word) => word;
  const pattern = new RegExp(all.join('|'), 'g');
  return (word) => word.replace(pattern, (letters) => variants[letters]!);
}
