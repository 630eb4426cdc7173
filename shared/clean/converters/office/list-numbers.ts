/** Formats numbers of list items and sections: `4`, `d`, `IV`. */

/** @param form name of TeX's command for the format: `arabic`, `alph`, `Alph`, `roman` or `Roman` */
export function formatListNumber(form: string, value: number): string {
  if (value < 1 || value > MAX_FORMATTED) return `${value}`;
  const lower = form === 'roman' ? toRoman(value) : form === 'alph' || form === 'Alph' ? toLetters(value) : `${value}`;
  if (form === 'Roman') return toRoman(value).toUpperCase();
  return form === 'Alph' ? lower.toUpperCase() : lower;
}

/** Highest number that is formatted as letters or Roman numerals. Roman numerals have no common form for 4,000. */
const MAX_FORMATTED = 3_999;
/** After `z` follow `aa`, `bb` and so on. */
const toLetters = (value: number): string =>
  String.fromCharCode(0x61 + ((value - 1) % 26)).repeat(Math.min(MAX_LETTERS, Math.ceil(value / 26)));
/** Maximum number of times that a letter is repeated. */
const MAX_LETTERS = 10;

const ROMAN = [
  ...[[1000, 'm'] as const, [900, 'cm'] as const, [500, 'd'] as const, [400, 'cd'] as const, [100, 'c'] as const],
  ...[[90, 'xc'] as const, [50, 'l'] as const, [40, 'xl'] as const, [10, 'x'] as const, [9, 'ix'] as const],
  ...[[5, 'v'] as const, [4, 'iv'] as const, [1, 'i'] as const],
];

function toRoman(value: number): string {
  let [rest, text] = [value, ''];
  for (const [worth, numeral] of ROMAN) for (; rest >= worth; rest -= worth) text += numeral;
  return text;
}
