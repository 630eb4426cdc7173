/**
 * Lowers the scores of the sections of a shop that stand below a product: reviews of customers, other products, and terms, by their headings. Inside
 * of them are prose and cards like those of the product itself.
 */
import { BLOCK_KINDS } from '../../html/elements.ts';
import type { PageSurvey } from '../page-survey.ts';
import { productProbability } from './product-page.ts';

/** Headings of reviews, also with their number; of other products; of terms. */
const HEADINGS: readonly RegExp[] = [
  /^(?:(?:customer|product|user|guest|verified|our|top|latest|\d[\d.,]*|\([\d.,]+\)) )*(?:reviews?|ratings?(?: (?:&|and) reviews?)?|testimonials?|feedback|(?:kunden)?bewertungen|rezensionen|avis(?: clients?)?|reseñas|opiniones|recensioni)(?![\p{L}\p{N}]).{0,30}$/iu,
  /(?<![\p{L}])(?:you (?:may|might)(?: also)? (?:also )?(?:like|love|enjoy|need|be interested)|(?:related|similar) (?:products?|items?|listings?)|(?:customers?|people|shoppers)(?: who \S+ \S+ \S+)? also (?:bought|viewed|liked|shopped|search)|frequently bought|recently viewed|recommended (?:for|products?)|more (?:from|by)|complete (?:the|your) (?:look|set)|pairs well|goes well with|best ?sellers|trending|customer favou?rites|shop (?:the|this) (?:look|collection)|compare (?:with )?similar|das könnte (?:ihnen|dir)|ähnliche (?:produkte|artikel)|kunden kauften|vous aimerez|produits (?:similaires|associés)|también te|potrebbe(?:ro)? interessart)(?![\p{L}])/iu,
  /(?<![\p{L}])(?:shipping|delivery|returns?|payments?|warranty|guarantee|versand|lieferung|rückgabe|zahlung|garantie|livraison|retours?|paiement|env[ií]os?|devoluciones|pagos?)(?![\p{L}])/iu,
];
/** Subtracted from the scores of a section on a page that is certainly a product. */
const PENALTY = 2;
/** Maximum length of the heading of a section, in UTF-16 units. Longer ones are sentences. */
const MAX_HEADING = 60;
const RANKS = [...BLOCK_KINDS.heading];

/**
 * Lowers the scores in place, from each heading of such a section to the next one of its rank or a higher one. The headline opens
 * none: `Delivery bag` is a product.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerShopSections(scores: Float32Array, { page }: PageSurvey, kinds: Float32Array): void {
  const likely = productProbability(kinds);
  if (likely === 0) return;
  /** Rank of the heading of the open section, or undefined. */
  let open: number | undefined;
  for (const [i, { text, element }] of page.blocks.entries()) {
    if (BLOCK_KINDS.headline.has(element)) open = undefined;
    const rank = RANKS.indexOf(element);
    if (rank >= 0 && (open === undefined || rank <= open))
      open = text.length < MAX_HEADING && HEADINGS.some((heading) => heading.test(text)) ? rank : undefined;
    if (open !== undefined) scores[i] = (scores[i] as number) - PENALTY * likely;
  }
}
