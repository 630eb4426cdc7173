/**
 * Numbers of a spreadsheet as the format of their cell shows them (ECMA-376, 18.8.30 and 18.8.31): sections for negative
 * numbers and zero, conditions, literals, dates. What a format leaves to the country of the reader is ISO 8601 here.
 */
import { formatSerialDate, hasDateTokens } from './number-dates.ts';
import { formatDigits } from './number-digits.ts';

export type NumberFormat = (value: number) => string;

/** A piece of a format. `text`: as it is shown; others by what they are. */
export type FormatToken = { kind: TokenKind; text: string };
type TokenKind = 'text' | 'date' | 'elapsed' | 'noon' | 'exponent' | 'general' | 'digit' | 'sign';

/** Formats that have a number and no text of their own. */
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
/** Formats that Chinese, Japanese and Korean readers see as dates of their own kinds. */
const isAsianDate = (id: number): boolean => (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);

const MAX_CODE_LENGTH = 500;

/** @param code as the file has it, or undefined for one that is built in. @param since1904 days count from then. */
export function compileNumberFormat(id: number, code: string | undefined, since1904: boolean): NumberFormat {
  const written = code ?? BUILT_IN_CODES[id] ?? (isAsianDate(id) ? BUILT_IN_CODES[14]! : '');
  if (written === '' || written === '@') return formatGeneral;
  // Styles of cells name far more formats than are shown.
  let sections: Section[] | undefined;
  return (value) => {
    sections ??= parseSections(written.slice(0, MAX_CODE_LENGTH));
    const { section, isOfSign } = chooseSection(sections, value);
    if (hasDateTokens(section.tokens))
      return formatSerialDate(section.tokens, value, since1904) ?? formatGeneral(value);
    const text = formatTokens(section.tokens, Math.abs(value));
    return value < 0 && !isOfSign && /[1-9]/.test(text) ? `-${text}` : text;
  };
}

/** Fractions have eleven characters, as a column of usual width has; whole numbers all the fifteen digits that a cell keeps. */
export const formatGeneral: NumberFormat = (value) =>
  Math.abs(value) < MIN_ROUNDED_TO_INTEGER
    ? `${Number(value.toPrecision(11))}`
    : `${Number(Number(value.toFixed(0)).toPrecision(15))}`;

/** From here on a rounded fraction is a whole number. */
const MIN_ROUNDED_TO_INTEGER = 1e10;

function formatTokens(tokens: readonly FormatToken[], value: number): string {
  if (tokens.some(({ kind }) => kind === 'digit')) return formatDigits(tokens, value);
  return tokens.map(({ kind, text }) => (kind === 'general' || text === '@' ? formatGeneral(value) : text)).join('');
}

type Section = { tokens: FormatToken[]; condition: { sign: string; than: number } | undefined };

/** Without conditions they are for positive numbers, negative ones and zero; the fourth is for texts. */
function chooseSection(sections: readonly Section[], value: number): { section: Section; isOfSign: boolean } {
  const [first, second, third] = sections as [Section, Section?, Section?];
  if (first.condition) {
    const found = sections.find(({ condition }) => condition && matchesCondition(condition, value));
    return { section: found ?? sections.find(({ condition }) => !condition) ?? first, isOfSign: false };
  }
  if (value < 0 && second) return { section: second, isOfSign: true };
  return { section: value === 0 && third ? third : first, isOfSign: false };
}

function matchesCondition({ sign, than }: { sign: string; than: number }, value: number): boolean {
  if (sign === '=') return value === than;
  if (sign === '<>') return value !== than;
  return (sign.startsWith('<') ? value < than : value > than) || (sign.endsWith('=') && value === than);
}

const TOKEN =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|(\[(?:h+|m+|s+)\])|\[([<>=]{1,2})(-?[\d.]+)\]|\[[^\]]*\]|_.|\*.|(AM\/PM|A\/P)|(General)|(E[+-])|(y+|m+|d+|h+|s+(?:\.0+)?)|([0#?])|([.,%/@;])|(.)/gisu;

function parseSections(code: string): Section[] {
  const sections: Section[] = [{ tokens: [], condition: undefined }];
  for (const [
    whole,
    quoted,
    escaped,
    symbol,
    elapsed,
    sign,
    than,
    noon,
    general,
    exponent,
    date,
    digit,
    special,
    other,
  ] of code.matchAll(TOKEN)) {
    const section = sections.at(-1)!;
    const add = (kind: TokenKind, text: string) => section.tokens.push({ kind, text });
    if (special === ';') sections.push({ tokens: [], condition: undefined });
    else if (sign !== undefined) section.condition = { sign, than: Number(than) };
    else if (elapsed !== undefined) add('elapsed', elapsed.slice(1, -1).toLowerCase());
    else if (noon !== undefined) add('noon', noon);
    else if (general !== undefined) add('general', '');
    else if (exponent !== undefined) add('exponent', exponent);
    else if (date !== undefined) add('date', date.toLowerCase());
    else if (digit !== undefined) add('digit', digit);
    else if (special !== undefined) add('sign', special);
    // As wide as a sign: a blank.
    else add('text', quoted ?? escaped ?? symbol ?? other ?? (whole.startsWith('_') ? ' ' : ''));
  }
  return sections;
}
