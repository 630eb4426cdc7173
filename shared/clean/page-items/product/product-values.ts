/** Reads the values that shops declare of a product in JSON-LD, microdata and meta elements. */

/** Returns the name of an availability in schema.org, such as `InStock`; other values as they are. Absent values stay absent. */
export function availabilityOf(value: string | undefined): string | undefined {
  const name = value?.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '');
  return name === undefined ? undefined : (AVAILABILITIES.get(name.toLowerCase().replace(/[\s_-]/g, '')) ?? name);
}

/** Names by their lower-case letters: Open Graph writes `in stock` or `instock`. */
const AVAILABILITIES: ReadonlyMap<string, string> = new Map([
  ...[
    ...['InStock', 'OutOfStock', 'PreOrder', 'PreSale', 'BackOrder', 'Discontinued', 'SoldOut', 'InStoreOnly'],
    ...['OnlineOnly', 'LimitedAvailability', 'MadeToOrder', 'Reserved'],
  ].map((name) => [name.toLowerCase(), name] as const),
  ['oos', 'OutOfStock'],
]);

/** Returns a trade number or ISBN; undefined for values without a digit such as `n/a`. */
export function gtinOf(value: string | undefined): string | undefined {
  return value !== undefined && /\d/.test(value) ? value : undefined;
}

/** Returns the only number of a text such as `$59.90` or `(12)` as a decimal number; a range, two prices and `1.2K` stay as they are. */
export function amountOf(text: string | undefined): string | undefined {
  const numbers = text?.match(NUMBER);
  return numbers?.length === 1 && !ABBREVIATED.test(text ?? '') ? decimalOf(numbers[0]) : text;
}

const ABBREVIATED = /\d[km]\b/i;
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

/** Returns the name of a product without its brand or shop after it if the page's title is the rest, as in `Clay pot — Pot shop` (Squarespace). */
export function nameOfProduct(name: string, brand: string, title: string | null): string {
  const rest = brand !== '' && name.endsWith(brand) ? name.slice(0, -brand.length) : name;
  const shown = rest.replace(/\s+[—–|-]\s+$/, '');
  return shown !== rest && shown.toLowerCase() === title?.trim().toLowerCase() ? shown : name;
}
