/** Numbers of a spreadsheet as they are shown (ECMA-376, 18.8.30): dates, percentages and decimals; other formats as they are. */
export type NumberFormat = (value: number) => string;

/** Formats that have a number and no text of their own. */
const BUILT_IN: Record<number, string> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00' },
  ...{ 14: 'yyyy-mm-dd', 15: 'yyyy-mm-dd', 16: 'yyyy-mm-dd', 17: 'yyyy-mm', 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm' },
  ...{ 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' },
  ...{ 45: 'mm:ss', 46: 'h:mm:ss', 47: 'mm:ss' },
};

/** @param code as the file has it, or undefined for one that is built in. @param since1904 days count from then. */
export function numberFormat(id: number, code: string | undefined, since1904: boolean): NumberFormat {
  const plain = (code ?? BUILT_IN[id] ?? '').replace(/"[^"]*"|\\.|\[(?!h)[^\]]*\]|[_*]./gi, '').split(';')[0]!;
  if (/[ymdhs]/i.test(plain)) return (value) => dateText(value, plain, since1904);
  const decimals = /\.(0*)/.exec(plain)?.[1]?.length;
  const isPercent = plain.includes('%');
  if (/^[#0,.]*%?$/.test(plain) && plain.includes('0')) {
    const group = plain.includes(',');
    return (value) => fixed(isPercent ? value * 100 : value, decimals ?? 0, group) + (isPercent ? '%' : '');
  }
  return generalText;
}

/** Eleven characters, as a column of usual width has. */
export const generalText: NumberFormat = (value) => `${Number(value.toPrecision(11))}`;

function fixed(value: number, decimals: number, group: boolean): string {
  const [whole = '', rest] = value.toFixed(Math.min(decimals, 20)).split('.');
  const grouped = group ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

const DAY_MS = 86_400_000;

/** ISO 8601, whatever the order that the format shows. Day 60 of 1900 never was, so days before it are off by one. */
function dateText(value: number, format: string, since1904: boolean): string {
  const days = since1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const at = new Date(Math.round((days - 25_569) * DAY_MS));
  if (Number.isNaN(at.getTime())) return generalText(value);
  const [day = '', time = ''] = at.toISOString().split('T');
  const hasDay = /[yd]/i.test(format);
  const hasTime = /[hs]/i.test(format);
  const shownTime = time.slice(0, /s/i.test(format) ? 8 : 5);
  if (!hasDay) return hasTime ? shownTime : day.slice(0, 7);
  return hasTime ? `${day} ${shownTime}` : day;
}
