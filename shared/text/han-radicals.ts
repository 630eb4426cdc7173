/**
 * Radicals of Chinese characters that are characters by themselves. Unicode has them a second time as signs (`⽇` beside `日`), for dictionaries.
 * PDF files often have the signs in the place of characters, because both have one glyph.
 */

/** The blocks of radicals, as a part of a character class. */
export const RADICALS_CLASS = '\\u2e80-\\u2fd5';
const RADICALS = new RegExp(`[${RADICALS_CLASS}]`, 'g');

/** Radicals for which Unicode has no compatibility mapping, and behind each its character. */
const PAIRS =
  '⺒巳⺠民⺩王⺬示⻁虎⻄西⻅见⻆角⻉贝⻋车⻑長⻓长⻔门⻘青⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀';

/** Returns a text with characters in the place of radicals. */
export const replaceRadicals = (text: string): string =>
  text.replace(RADICALS, (radical) => {
    const at = PAIRS.indexOf(radical);
    return at < 0 ? radical.normalize('NFKC') : PAIRS[at + 1]!;
  });
