/** Tells by the words around an amount what it is: a price, an old one, an instalment or rate, or the cost of shipping. */

/** Maximum distance of a label from its amount, in UTF-16 units. */
const MAX_DISTANCE = 40;

const SHIPPING = `(?:shipping|delivery|postage|p&p|versand(?:kosten)?|lieferung|livraison|env[ií]o|spedizione|verzendkosten|frakt|deposit|pfand)`;
/** What may stand between a label and its amount: no mark that ends the label. */
const SAME_SENTENCE = String.raw`[^\d.!;|·•\n]{0,24}`;
/**
 * `Shipping: $5`, but not `Free shipping $45`, `incl. shipping $45`; `Free delivery on orders over $50`, but not `Order from $45` and `Free delivery!
 * From $45`.
 */
const SHIPPING_BEFORE = new RegExp(
  String.raw`(?:(?<!\b(?:free(?: \S+)?|gratis|kostenlose[rn]?|gratuite?|incl(?:uding|udes?|\.)?|inkl\.?|ready for)\s)\b${SHIPPING}(?: (?:fee|costs?|charge))?(?: from| ab)?\s?:?\s?\+?|\b(?:${SHIPPING}|orders|bestellungen|purchases?|commandes?)\b${SAME_SENTENCE}\b(?:over|above|from|of|ab|über|von|dès|de|vanaf)|\border\b${SAME_SENTENCE}\b(?:over|above|of))\s?$`,
  'iu',
);
/** `$4.95 delivery`, but not `$45 Delivery tomorrow`. */
const SHIPPING_AFTER = new RegExp(String.raw`^\s?${SHIPPING}(?: (?:fee|costs?|charge))?\s?[).,]?\s?$`, 'iu');
const OLD_BEFORE =
  /\b(?:was|rrp|msrp|uvp|statt|bisher|instead of|au lieu de|(?:list|regular|original|old|usual|retail)(?: price)?|compare at(?: price)?|originally|previously|reduced from|reduziert von|réduit de|reducido de|ridotto da)\s?:?\s?$/iu;
/** `4 x $25`, `4 payments of $25`, `billed annually at $60`. */
const RATE_BEFORE =
  /(?:\d\s?[x×](?: of)?|\b(?:payments?|instal?lments?) of|\b(?:raten|rate) (?:zu|von|à)(?: je)?|\bmensualités de|\bcuotas de|\bbilled\b[^\d]{0,20})\s?$/iu;
/** `$5/month`, `$60 billed annually`, `€3.99/kg`, `$0.40 per oz`. */
const RATE_AFTER =
  /^\s?(?:\(?billed\b|[x×] ?\d|(?:\/|per\b|pro\b|je\b|par\b|al\b)\s?(?:\d+ ?)?(?:mo|mth|months?|weeks?|wk|years?|yr|annum|monat|woche|jahr|mois|mes|mese|k?g|m?l|oz|lbs?|lit(?:er|re)|count|ct|unit|each|stück|m²|sq ?ft)\b)/iu;

/** Returns what an amount is by the text before and after it; undefined if it is no price of what is sold. */
export function labelledKind(before: string, after: string): 'shown' | 'old' | 'rates' | undefined {
  const label = before.slice(-MAX_DISTANCE);
  const next = after.slice(0, MAX_DISTANCE);
  if (SHIPPING_BEFORE.test(label) || SHIPPING_AFTER.test(next)) return undefined;
  if (RATE_BEFORE.test(label) || RATE_AFTER.test(next)) return 'rates';
  return OLD_BEFORE.test(label) ? 'old' : 'shown';
}
