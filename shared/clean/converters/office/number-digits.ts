/** A number without its sign in the digits that a format has places for: decimals, thousands, per cents, powers and fractions. */
import type { FormatToken } from './number-format.ts';

/** What a double holds; more places show zeros. */
const MAX_DECIMALS = 20;

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
  // A comma behind the last place divides by a thousand, one before it parts thousands.
  const thousands = tokens.filter((token, i) => i > last && isSign(',')(token)).length;
  const groups = whole.some((token, i) => i < last && isSign(',')(token));
  const [digits = '', decimals = ''] = toFixedDecimal(value / 1000 ** thousands, countDigits(rest)).split('.');
  return `${formatInteger(whole, digits, groups)}${point === -1 ? '' : '.'}${formatDecimals(rest, decimals)}`;
}

/** Rounded as people round, not as doubles are: 1.005 is 1.01. */
function toFixedDecimal(value: number, decimals: number): string {
  const places = Math.min(decimals, MAX_DECIMALS);
  const rounded = Number(`${Math.round(Number(`${value}e${places}`))}e-${places}`);
  const text = (Number.isFinite(rounded) && rounded < 1e21 ? rounded : value).toFixed(places);
  return text.includes('e') ? BigInt(Math.round(value)).toString() : text;
}

/** From the right: what is left over stands at the first place. */
function formatInteger(tokens: readonly FormatToken[], digits: string, groups: boolean): string {
  let left = digits === '0' ? '' : digits;
  let written = 0;
  let places = countDigits(tokens);
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
    places--;
    do {
      if (left !== '') put(left.at(-1)!);
      else if (sign === '0') put('0');
      left = left.slice(0, -1);
    } while (places === 0 && left !== '');
  }
  return text;
}

/** Zeros at the end are shown where the format has zeros. */
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

/** Of several places before the point the power is a multiple of so many. */
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

/** `# ?/?`: a whole number before the fraction where there is a place for it; below it a given number, or one of so many digits. */
function formatFraction(tokens: readonly FormatToken[], slash: number, value: number): string {
  let above = slash;
  while (tokens[above - 1]?.kind === 'digit') above--;
  const behind = tokens.slice(slash + 1);
  const below = /^[\d?#]+/.exec(behind.map(({ text }) => text).join(''))?.[0] ?? '?';
  const whole = tokens.slice(0, above);
  const isMixed = countDigits(whole) > 0;
  const part = isMixed ? value - Math.floor(value) : value;
  const given = Number(below);
  const [over, under] =
    given > 0 ? [Math.round(part * given), given] : nearestFraction(part, Math.min(below.length, 4));
  const count = isMixed ? Math.floor(value) + (over === under ? 1 : 0) : 0;
  const rest = over === 0 || (isMixed && over === under) ? '' : `${over}/${under}`;
  if (!isMixed) return rest || '0';
  return `${count > 0 || rest === '' ? formatDecimal(whole, count) || '0' : ''}${rest}`;
}

/** The nearest fraction whose lower number has at most so many digits. */
function nearestFraction(value: number, digits: number): [over: number, under: number] {
  let best: [number, number] = [Math.round(value), 1];
  for (let under = 2; under < 10 ** Math.min(digits, 3); under++) {
    const over = Math.round(value * under);
    if (Math.abs(over / under - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [over, under];
  }
  return best;
}
