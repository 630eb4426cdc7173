/** Letters without a Unicode decomposition, and how they are spelt. */
const LETTER_SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Removes Latin, Greek and Cyrillic accents and Arabic and Hebrew points, and writes digits of all scripts in ASCII. Vowel signs of other scripts stay. */
export function foldDiacritics(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII is what is meant
  if (/^[\u0000-\u007f]*$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTER_SPELLINGS[letter] ?? letter)
    .replace(OTHER_DIGITS, asciiDigit)
    .normalize('NFC');
}

/** Returns a text with the digits 0 to 9 for those of other scripts: `١٩٨٤`, `１９８４`. */
export const asciiDigits = (text: string): string => text.replace(OTHER_DIGITS, asciiDigit);

const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

const DIGIT = /\p{Nd}/u;

/** Unicode has the ten digits of a script in order, and in front of zero no digit or ten others. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return `${value % 10}`;
}
