/**
 * Lowers the scores of the terms of a shop among its products: shipping, returns, payment, discounts and what happens to the cart. They are
 * sentences like those of a description, and each shop has its own, so that the trees judge them too high on sites that they were not trained on.
 */
import { expectedValue } from '../../page-kind/page-kind.ts';
import type { PageKind } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

/** Subtracted from the score on a page of a certain kind. */
const PENALTIES: Partial<Record<PageKind, number>> = { collection: 2, product: 2 };
/** Minimum penalty of a page that is searched: it is a shop with a probability of 0.3. */
const MIN_PENALTY = 0.6;
/** Score of blocks that are hardly ever text, and are not searched. */
const LOWEST_SCORE = -2;
/** Maximum length of a block, in UTF-16 units. Longer ones mention terms beside their subject. */
const MAX_LENGTH = 600;

const TERMS = [
  // Shipping.
  String.raw`\b(?:free|standard|express|expedited|ground|flat[- ]rate|same[- ]day|next[- ]day|international|domestic)(?: \S+)? (?:shipping|delivery)\b`,
  String.raw`\b(?:shipping|delivery) (?:on orders|rates?|costs?|polic|fees?|times?|dates?)`,
  String.raw`\b(?:estimated (?:delivery|arrival)|ships (?:within\b|in \d)|(?:(?:^|[.!] )ships|(?:we|you|they|orders?|items?|products?|usually|not|can|will) ship) (?:(?:within|by|from|to)\b|in \d)|import (?:fees|duties))`,
  String.raw`\b(?:kostenlose[rn]?|gratis|versandkostenfreie[rn]?) (?:versand|lieferung|retouren?)|\bversandkosten|\blieferzeit`,
  String.raw`\blivraison (?:gratuite|offerte|standard)|\benv[ií]o gratis|\bspedizione gratuita|\bgratis verzending`,
  // Returns.
  String.raw`\breturns? (?:polic|window|shipping|within \d+ (?:day|week|month)|period)|\b(?:easy|free|\d+[- ]day) returns?\b|\brefund(?:s|ed)?\b|money[- ]back`,
  String.raw`\brückgabe|\brückerstatt|\bretours? (?:gratuit|sous)`,
  // Payment and variation.
  String.raw`%\s?apr\b|\bapr\s?\d[\d.,]*\s?%|\b(?:financing|paypal|(?:accept\w*|pay\w*|purchases?|by|use|using|our|major) (?:\S+ ){0,6}credit cards?|klarna|afterpay|interest[- ]free|(?:\d+|monthly|easy|equal|interest[- ]free|by|in) instal?lments|instal?lment (?:loan|plan|payment)s?|protection plan|price match)\b`,
  String.raw`\b(?:prices?|availability|colou?rs?|items?|features?|offers?) (?:\S+ ){0,3}(?:may|can|could) (?:vary|differ)|\bvary by\b`,
  // The cart and its discounts.
  String.raw`\badd(?:ed|ing)?(?: \S+){0,4} to (?:your |the |my )?(?:shopping )?(?:cart|basket|bag)\b|\b(?:in|from|view|update) (?:your|my) (?:shopping )?(?:cart|basket)\b|\byour (?:cart|basket|bag) is\b|\bat checkout\b|\bpromo code\b|\bcoupon\b|\b(?:add|save) (?:an extra |up to )?\d+%(?: (?:on|off|when|with|extra)\b|[^\p{L}\p{N} ]|$)`,
];
/** Of a text in lower case, because a search that ignores case takes twice the time. */
const SALE_TERMS = new RegExp(TERMS.join('|'), 'u');

/** Returns whether a block is about the terms of a shop. */
export const isSaleTerm = (text: string): boolean => text.length <= MAX_LENGTH && SALE_TERMS.test(text.toLowerCase());

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerSaleTerms(scores: Float32Array, { page }: PageSurvey, kinds: Float32Array): void {
  const penalty = expectedValue(kinds, (kind) => PENALTIES[kind] ?? 0);
  if (penalty < MIN_PENALTY) return;
  for (const [i, { text }] of page.blocks.entries()) {
    const score = scores[i] as number;
    if (score > LOWEST_SCORE && isSaleTerm(text)) scores[i] = score - penalty;
  }
}
