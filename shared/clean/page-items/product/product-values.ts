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

/** Returns the name of a product without its brand or shop after it if the page's title is the rest, as in `Clay pot — Pot shop` (Squarespace). */
export function nameOfProduct(name: string, brand: string, title: string | null): string {
  const rest = brand !== '' && name.endsWith(brand) ? name.slice(0, -brand.length) : name;
  const shown = rest.replace(/\s+[—–|-]\s+$/, '');
  return shown !== rest && shown.toLowerCase() === title?.trim().toLowerCase() ? shown : name;
}
