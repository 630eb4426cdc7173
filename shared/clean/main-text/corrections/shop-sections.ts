/**
 * Lowers the scores of the sections of a shop that stand below a product: reviews of customers, other products, and terms, by their headings. Inside
 * of them are prose and cards like those of the product itself.
 */
import type { PageSurvey } from '../page-survey.ts';
import { lowerSections } from './headed-sections.ts';
import { productProbability } from './product-page.ts';

/** Headings of reviews, also with their number; of other products; of terms. */
const HEADINGS: readonly RegExp[] = [
  /^(?:(?:customer|product|user|guest|verified|our|top|latest|\d[\d.,]*|\([\d.,]+\)) )*(?:reviews?|ratings?(?: (?:&|and) reviews?)?|testimonials?|feedback|(?:kunden)?bewertungen|rezensionen|avis(?: clients?)?|reseñas|opiniones|recensioni)(?![\p{L}\p{N}]).{0,30}$/iu,
  /(?<![\p{L}])(?:you (?:may|might)(?: also)? (?:also )?(?:like|love|enjoy|need|be interested)|(?:related|similar) (?:products?|items?|listings?)|(?:customers?|people|shoppers)(?: who \S+ \S+ \S+)? also (?:bought|viewed|liked|shopped|search)|frequently bought|recently viewed|recommended (?:for|products?)|more (?:from|by)|complete (?:the|your) (?:look|set)|pairs well|goes well with|best ?sellers|trending|customer favou?rites|shop (?:the|this) (?:look|collection)|compare (?:with )?similar|das könnte (?:ihnen|dir)|ähnliche (?:produkte|artikel)|kunden kauften|vous aimerez|produits (?:similaires|associés)|también te|potrebbe(?:ro)? interessart)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:shipping|delivery|returns?|payments?|warranty|guarantee|versand|lieferung|rückgabe|zahlung|garantie|livraison|retours?|paiement|env[ií]os?|devoluciones|pagos?)(?![\p{L}])/iu,
];
/** Subtracted from the scores of a section on a page that is certainly a product. */
const PENALTY = 2;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerShopSections(scores: Float32Array, { page }: PageSurvey, kinds: Float32Array): void {
  const likely = productProbability(kinds);
  if (likely > 0) lowerSections(scores, page, HEADINGS, PENALTY * likely);
}
