/** Reads the price of an offer in JSON-LD (schema.org). */
import { type Entity, type EntityReader, firstText, textOf } from '../json-ld-values.ts';
import { priceAmount } from './amounts.ts';

/** Returns the price of an offer and its currency; of a range the lowest price. Absent values are ''. */
export function priceOf(offer: Entity, read: EntityReader): { price: string; currency: string } {
  const sale = [...read(offer['priceSpecification'])].filter((one) => !OLD_PRICE.test(textOf(one['priceType'])));
  const currency = firstText([offer, ...sale], ['priceCurrency']);
  return {
    price: priceAmount(firstText([offer, ...sale], ['price', 'lowPrice', 'minPrice']), currency) ?? '',
    currency,
  };
}

/** Types of prices that are crossed out. */
const OLD_PRICE = /(?:List|Strikethrough|Regular|Invoice)Price|M?SRP$/i;
