/**
 * Lowers the scores of the sections of a shop that stand below a product: reviews of customers, other products, and terms, by their headings. Inside
 * of them are prose and cards like those of the product itself.
 */
import type { PageSurvey } from '../page-survey.ts';
import { lowerSections, type SectionHeadings } from './headed-sections.ts';
import { productProbability } from './product-page.ts';

const TERM =
  '(?:shipping|delivery|returns?|refunds?|exchanges?|payments?|warranty|guarantee|versand|lieferung|rückgabe|zahlung|garantie|livraison|retours?|paiement|env[ií]os?|devoluciones|pagos?)';
/** Headings of reviews, also with their number; of terms; of other products. `Delivery of nutrients` and `Ratings: IP54` are about the product. */
const HEADINGS: readonly SectionHeadings[] = [
  {
    headings: [
      /^(?:(?:customer|product|user|guest|verified|our|top|latest|\d[\d.,]*|\([\d.,]+\)) )*(?:reviews?(?: (?:&|and) ratings?)?|ratings(?: (?:&|and) reviews?)?|testimonials?|feedback|(?:kunden)?bewertungen|rezensionen|avis(?: clients?)?|reseñas|opiniones|recensioni)(?![\p{L}\p{N}])(?:[^\p{L}]*$| (?:\D{0,3}\d|(?:from|by|for|about|von|zu|de|du|sur|sobre|su|di) .{0,30}$))/iu,
      new RegExp(
        String.raw`^(?:(?:free|fast|easy|our|the|your|about|standard|international|limited|lifetime|one|two|\d+)[ -]|(?:day|days|year|years|tage|jahre)[ -])*${TERM}(?:(?:,| ?[&+/]| and| und| et| y| e| o)* (?:${TERM}|polic(?:y|ies)|info(?:rmation)?s?|details?|options?|times?|costs?|rates?|terms?|conditions?|methods?|kosten|bedingungen))*[^\p{L}]*$`,
        'iu',
      ),
    ],
    leadsAway: false,
  },
  {
    headings: [
      /(?<![\p{L}])(?:you (?:may|might)(?: also)? (?:also )?(?:like|love|enjoy|need|be interested)|(?:related|similar) (?:products?|items?|listings?)|(?:customers?|people|shoppers)(?: who \S+ \S+ \S+)? also (?:bought|viewed|liked|shopped|search)|frequently bought|recently viewed|recommended (?:for|products?)|more (?:from|by)|complete (?:the|your) (?:look|set)|pairs well|goes well with|best ?sellers|trending|customer favou?rites|shop (?:the|this) (?:look|collection)|compare (?:with )?similar|das könnte (?:ihnen|dir)|ähnliche (?:produkte|artikel)|kunden kauften|vous aimerez|produits (?:similaires|associés)|también te|potrebbe(?:ro)? interessart)(?![\p{L}])/iu,
    ],
    leadsAway: true,
  },
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
