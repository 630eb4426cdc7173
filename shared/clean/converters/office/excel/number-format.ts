/**
 * Formats numbers as spreadsheets show them (ECMA-376, 18.8.30 and 18.8.31): sections for negative numbers and zero,
 * conditions, literals, dates. Dates whose format depends on the reader's locale are used in ISO 8601.
 */
import { formatSerialDate, hasDateTokens } from './number-dates.ts';
import { formatDigits } from './number-digits.ts';
import { type FormatSection, type FormatToken, parseSections } from './number-tokens.ts';

/** Formats a number. */
export type NumberFormat = (value: number) => string;

/** Codes of the built-in formats, by id. Files do not store them. */
const BUILT_IN_CODES: Record<number, string> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 5: '$#,##0_);($#,##0)', 6: '$#,##0_);($#,##0)', 7: '$#,##0.00_);($#,##0.00)', 8: '$#,##0.00_);($#,##0.00)' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm' },
  ...{
    21: 'h:mm:ss',
    22: 'yyyy-mm-dd hh:mm',
    37: '#,##0_);(#,##0)',
    38: '#,##0_);(#,##0)',
    39: '#,##0.00_);(#,##0.00)',
  },
  ...{ 40: '#,##0.00_);(#,##0.00)', 41: '#,##0_);(#,##0);-_)', 42: '$#,##0_);($#,##0);$-_)' },
  ...{
    43: '#,##0.00_);(#,##0.00);-_)',
    44: '$#,##0.00_);($#,##0.00);$-_)',
    45: 'mm:ss',
    46: '[h]:mm:ss',
    47: 'mm:ss.0',
  },
  48: '##0.0E+0',
};
/** Ids that are dates in Chinese, Japanese and Korean locales. */
const isAsianDate = (id: number): boolean => (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);

/** Maximum length of a format code that is parsed, in UTF-16 units. */
const MAX_CODE_LENGTH = 500;

/**
 * Creates a formatter.
 * @param code the format code of the file; undefined for a built-in format
 * @param since1904 whether dates count from 1904 instead of 1900
 */
export function compileNumberFormat(id: number, code: string | undefined, since1904: boolean): NumberFormat {
  const used = code ?? BUILT_IN_CODES[id] ?? (isAsianDate(id) ? BUILT_IN_CODES[14]! : '');
  if (used === '' || used === '@') return formatGeneral;
  // A file may define far more formats than its cells use, so parsing waits for the first number.
  let sections: FormatSection[] | undefined;
  return (value) => {
    sections ??= parseSections(used.slice(0, MAX_CODE_LENGTH));
    const { section, isNegativeSection } = chooseSection(sections, value);
    if (hasDateTokens(section.tokens))
      return formatSerialDate(section.tokens, value, since1904) ?? formatGeneral(value);
    const text = formatTokens(section.tokens, Math.abs(value));
    return value < 0 && !isNegativeSection && /[1-9]/.test(text) ? `-${text}` : text;
  };
}

/** The format `General`: fractions have 11 significant digits, the width of a default column. Integers have 15, the precision of a cell. */
export const formatGeneral: NumberFormat = (value) =>
  Math.abs(value) < MIN_WITHOUT_DECIMALS
    ? `${Number(value.toPrecision(11))}`
    : `${Number(Number(value.toFixed(0)).toPrecision(15))}`;

/** From this value on, 11 significant digits leave no decimals. */
const MIN_WITHOUT_DECIMALS = 1e10;

function formatTokens(tokens: readonly FormatToken[], value: number): string {
  if (tokens.some(({ kind }) => kind === 'digit')) return formatDigits(tokens, value);
  return tokens.map(({ kind, text }) => (kind === 'general' || text === '@' ? formatGeneral(value) : text)).join('');
}

/**
 * Chooses the section for a number. Without conditions the sections are for positive numbers, negative numbers, zero and text.
 * @returns `isNegativeSection`: the section is for negative numbers, so it writes the minus sign itself
 */
function chooseSection(
  sections: readonly FormatSection[],
  value: number,
): { section: FormatSection; isNegativeSection: boolean } {
  const [first, second, third] = sections as [FormatSection, FormatSection?, FormatSection?];
  if (first.condition) {
    const found = sections.find(({ condition }) => condition && matchesCondition(condition, value));
    return { section: found ?? sections.find(({ condition }) => !condition) ?? first, isNegativeSection: false };
  }
  if (value < 0 && second) return { section: second, isNegativeSection: true };
  return { section: value === 0 && third ? third : first, isNegativeSection: false };
}

function matchesCondition({ sign, operand }: { sign: string; operand: number }, value: number): boolean {
  if (sign === '=') return value === operand;
  if (sign === '<>') return value !== operand;
  return (sign.startsWith('<') ? value < operand : value > operand) || (sign.endsWith('=') && value === operand);
}
