/** Chooses the offer that a page shows among those of the variants of its product. */
import { type Entity, type EntityReader, textOf } from '../json-ld-values.ts';
import { amountOf } from '../prices/amounts.ts';
import { priceOf } from '../prices/json-ld-offer.ts';

/** What a page shows of its product. `url`: that of the page; `price`: the price below its main heading as written, if there is one. */
export type ShownOffer = { url: string; price: string | undefined };

/** An offer in JSON-LD, and the product or variant that has it. */
export type OfferOf = { offer: Entity; product: Entity };

/**
 * Returns the first offer with a price: of those with the URL of the page, if others have another one, that with the price that the page shows,
 * if there is one. Without `shown`, it is the first of all, and no more are read.
 */
export function chooseOffer(
  offers: Iterable<OfferOf>,
  read: EntityReader,
  shown: ShownOffer | undefined,
): OfferOf | undefined {
  const priced: { of: OfferOf; price: number }[] = [];
  for (const of of offers) {
    const { price } = priceOf(of.offer, read);
    if (price === '') continue;
    if (!shown) return of;
    priced.push({ of, price: Number(price) });
  }
  if (!shown || priced.length <= 1) return priced[0]?.of;
  const ofPage = priced.filter(({ of }) => isPageOf(of.offer, shown) || isPageOf(of.product, shown));
  const candidates = ofPage.length > 0 ? ofPage : priced;
  const amount = Number(amountOf(shown.price));
  return (candidates.find(({ price }) => price === amount) ?? candidates[0])?.of;
}

/**
 * Returns whether the URL of an offer or product is that of the page. A fragment does not count. Shops have a product in several folders, so of URLs
 * with the same query the last segment counts only: `/collections/pots/products/clay-pot?variant=2`.
 */
export function isPageOf(entity: Entity, { url }: ShownOffer): boolean {
  const own = textOf(entity['url']);
  if (own === '') return false;
  const [a, b] = [URL.parse(own, url), URL.parse(url)];
  if (!a || !b || a.host !== b.host || a.search !== b.search) return false;
  const name = lastSegment(a);
  return a.pathname === b.pathname || (a.search !== '' && name !== '' && name === lastSegment(b));
}

const lastSegment = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);
