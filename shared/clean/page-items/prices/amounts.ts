/** Reads amounts that a page declares as decimal numbers. */

/** Returns the only number of a text such as `$59.90` or `(12)` as a decimal number; a range, two prices, `1.2K` and `8.5万` stay as they are. */
export function amountOf(text: string | undefined): string | undefined {
  const numbers = text?.match(NUMBER);
  return numbers?.length === 1 && !ABBREVIATED.test(text ?? '') ? decimalOf(numbers[0]) : text;
}

const ABBREVIATED = /\d(?:[km]\b|\s?(?:[万萬億亿만억]|(?:la(?:kh|c)s?|cr(?:ores?)?)(?![\w\u00c0-\u024f])))/i;
const NUMBER = /\d(?:[\d.,'’ \u00a0\u202f]*\d)?/g;

/**
 * Returns a number with a decimal point and without separators of thousands: `1299.00` for `1.299,00` and `1,299.00`. Three digits after the
 * only separator are thousands if it is a comma: schema.org writes decimals with a point.
 */
function decimalOf(number: string): string {
  const compact = number.replace(/['’\s]/g, '');
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const separators = compact.replace(/\d/g, '');
  if (last < 0) return compact;
  const isOnly = separators.length === 1;
  const isThousands = isOnly ? /^[1-9]\d*,\d{3}$/.test(compact) : separators.startsWith(separators.at(-1) ?? '');
  const digits = (part: string): string => part.replace(/[.,]/g, '');
  return isThousands ? digits(compact) : `${digits(compact.slice(0, last))}.${compact.slice(last + 1)}`;
}

/** Returns a price as a decimal number if its currency is known or it consists of a number only; otherwise as it is. */
export const priceAmount = (price: string | undefined, currency: string | undefined): string | undefined =>
  currency || !/[^\d.,'’\s]/.test(price ?? '') ? amountOf(price) : price;
