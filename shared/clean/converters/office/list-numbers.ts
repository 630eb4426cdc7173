/** Numbers before items of lists and titles of sections: `4`, `d`, `IV`. */

/** @param form the name of TeX's command that writes a number so. */
export function formatListNumber(form: string, value: number): string {
  if (value < 1 || value > MAX_FORMATTED) return `${value}`;
  const lower = form === 'roman' ? toRoman(value) : form === 'alph' || form === 'Alph' ? toLetters(value) : `${value}`;
  if (form === 'Roman') return toRoman(value).toUpperCase();
  return form === 'Alph' ? lower.toUpperCase() : lower;
}

const MAX_FORMATTED = 3_999;
/** Behind `z` come `aa`, `bb` and so on. */
const toLetters = (value: number): string =>
  String.fromCharCode(0x61 + ((value - 1) % 26)).repeat(Math.min(MAX_LETTERS, Math.ceil(value / 26)));
const MAX_LETTERS = 10;

const ROMAN = [
  ...[[1000, 'm'] as const, [900, 'cm'] as const, [500, 'd'] as const, [400, 'cd'] as const, [100, 'c'] as const],
  ...[[90, 'xc'] as const, [50, 'l'] as const, [40, 'xl'] as const, [10, 'x'] as const, [9, 'ix'] as const],
  ...[[5, 'v'] as const, [4, 'iv'] as const, [1, 'i'] as const],
];

function toRoman(value: number): string {
  let [left, text] = [value, ''];
  for (const [worth, sign] of ROMAN) for (; left >= worth; left -= worth) text += sign;
  return text;
}
