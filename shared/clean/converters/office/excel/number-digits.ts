/** Formats the digits of a number by the placeholders of a format: decimals, thousands, per cents, exponents and fractions. */
import type { FormatToken } from './number-tokens.ts';

/** Maximum number of decimals that are computed; further placeholders show zeros. Doubles hold fewer. */
const MAX_DECIMALS = 20;

/** @param value the number without its sign */
export function formatDigits(tokens: readonly FormatToken[], value: number): string {
  const percents = tokens.filter(isSign('%')).length;
  const scaled = value * 100 ** Math.min(percents, 5);
  const exponent = tokens.findIndex(({ kind }) => kind === 'exponent');
  if (exponent !== -1) return formatExponent(tokens, exponent, scaled);
  const slash = tokens.findIndex(isSign('/'));
  if (slash !== -1 && tokens[slash - 1]?.kind === 'digit') return formatFraction(tokens, slash, scaled);
  return formatDecimal(tokens, scaled);
}

const isSign = (sign: string) => (token: FormatToken | undefined) => token?.kind === 'sign' && token.text === sign;
const countDigits = (tokens: readonly FormatToken[]): number => tokens.filter(({ kind }) => kind === 'digit').length;

function formatDecimal(tokens: readonly FormatToken[], value: number): string {
  const point = tokens.findIndex(isSign('.'));
  const whole = point === -1 ? tokens : tokens.slice(0, point);
  const rest = point === -1 ? [] : tokens.slice(point + 1);
  const last = tokens.findLastIndex(({ kind }) => kind === 'digit');
  // A comma after the last placeholder divides by 1,000. A comma before it separates thousands.
  const thousands = tokens.filter((token, i) => i > last && isSign(',')(token)).length;
  const groups = whole.some((token, i) => i < last && isSign(',')(token));
  const [digits = '', decimals = ''] = toFixedDecimal(value / 1000 ** thousands, countDigits(rest)).split('.');
  return `${formatInteger(whole, digits, groups)}${point === -1 ? '' : '.'}${formatDecimals(rest, decimals)}`;
}

/** Rounds the decimal representation, not the binary one: 1.005 becomes 1.01. */
function toFixedDecimal(value: number, decimals: number): string {
  const places = Math.min(decimals, MAX_DECIMALS);
  const rounded = Number(`${Math.round(Number(`${value}e${places}`))}e-${places}`);
  const text = (Number.isFinite(rounded) && rounded < 1e21 ? rounded : value).toFixed(places);
  return text.includes('e') ? BigInt(Math.round(value)).toString() : text;
}

/** Fills placeholders from the right. The first placeholder takes all digits that are left. */
function formatInteger(tokens: readonly FormatToken[], digits: string, groups: boolean): string {
  let remaining = digits === '0' ? '' : digits;
  let written = 0;
  let placeholders = countDigits(tokens);
  let text = '';
  const put = (digit: string) => {
    const comma = groups && written > 0 && written % 3 === 0 ? ',' : '';
    text = `${digit}${comma}${text}`;
    written++;
  };
  for (const { kind, text: sign } of tokens.toReversed()) {
    if (kind !== 'digit') {
      if (kind !== 'sign' || sign !== ',') text = `${sign}${text}`;
      continue;
    }
    placeholders--;
    do {
      if (remaining !== '') put(remaining.at(-1)!);
      else if (sign === '0') put('0');
      remaining = remaining.slice(0, -1);
    } while (placeholders === 0 && remaining !== '');
  }
  return text;
}

/** Fills placeholders of decimals. Trailing zeros are shown where the placeholder is `0`. */
function formatDecimals(tokens: readonly FormatToken[], decimals: string): string {
  const significant = decimals.replace(/0+$/, '').length;
  let at = 0;
  return tokens
    .map(({ kind, text }) => {
      if (kind !== 'digit') return kind === 'sign' && text === ',' ? '' : text;
      const digit = decimals[at++] ?? '0';
      return at <= significant || text === '0' ? digit : '';
    })
    .join('');
}

/** Formats scientific notation. With several placeholders before the point, the exponent is a multiple of their number. */
function formatExponent(tokens: readonly FormatToken[], exponent: number, value: number): string {
  const mantissa = tokens.slice(0, exponent);
  const point = mantissa.findIndex(isSign('.'));
  const places = Math.max(1, countDigits(point === -1 ? mantissa : mantissa.slice(0, point)));
  const decimals = point === -1 ? 0 : countDigits(mantissa.slice(point));
  let power = value === 0 ? 0 : Math.floor(Math.log10(value) / places) * places;
  if (Number(toFixedDecimal(value / 10 ** power, decimals)) >= 10 ** places) power += places;
  const behind = tokens.slice(exponent + 1);
  const sign = power < 0 ? '-' : tokens[exponent]!.text.endsWith('+') ? '+' : '';
  const digits = `${Math.abs(power)}`.padStart(countDigits(behind), '0');
  return `${formatDecimal(mantissa, value / 10 ** power)}E${sign}${digits}${behind
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text)
    .join('')}`;
}

/** Formats a fraction, such as `# ?/?`. The denominator is given, or limited by its number of placeholders. An integer part is optional. */
function formatFraction(tokens: readonly FormatToken[], slash: number, value: number): string {
  let start = slash;
  while (tokens[start - 1]?.kind === 'digit') start--;
  const behind = tokens.slice(slash + 1);
  const below = /^[\d?#]+/.exec(behind.map(({ text }) => text).join(''))?.[0] ?? '?';
  const whole = tokens.slice(0, start);
  const isMixed = countDigits(whole) > 0;
  const part = isMixed ? value - Math.floor(value) : value;
  const given = Number(below);
  const [numerator, denominator] =
    given > 0 ? [Math.round(part * given), given] : nearestFraction(part, Math.min(below.length, 4));
  const count = isMixed ? Math.floor(value) + (numerator === denominator ? 1 : 0) : 0;
  const rest = numerator === 0 || (isMixed && numerator === denominator) ? '' : `${numerator}/${denominator}`;
  if (!isMixed) return rest || '0';
  return `${count > 0 || rest === '' ? formatDecimal(whole, count) || '0' : ''}${rest}`;
}

/** Finds the nearest fraction. @param digits maximum number of digits of the denominator, at most 3 are used */
function nearestFraction(value: number, digits: number): [numerator: number, denominator: number] {
  let best: [number, number] = [Math.round(value), 1];
  for (let denominator = 2; denominator < 10 ** Math.min(digits, 3); denominator++) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(numerator / denominator - value) < Math.abs(best[0] / best[1] - value) - 1e-12)
      best = [numerator, denominator];
  }
  return best;
}
