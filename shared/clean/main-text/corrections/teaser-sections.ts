/**
 * Lowers the scores of the sections of a service's page that lead to other pages of the site: the latest articles, featured stories, related
 * content, by their headings. Their cards have a title and a sentence, as the cards about the service itself do.
 */
import { BLOCK_KINDS } from '../../html/elements.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';

const TEXTS = String.raw`(?:insights?|articles?|blogs?|(?:blog ?)?posts?|news|(?:\w+ )?stories|reads?|reading|publications?|perspectives?|thinking|content|webinars?|events?|podcasts?|updates|headlines|case studies)`;
const HEADINGS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:our|the|see|read|view|explore|browse|check out) )*(?:latest|recent|featured|related|recommended|trending|popular|suggested|similar|more|other)(?: [\p{L}&-]+){0,2} ${TEXTS}(?![\p{L}])`,
    'iu',
  ),
  /^(?:the |our )?(?:latest|blogs?|news(?: (?:&|and) \p{L}+)?)$/iu,
  /(?<![\p{L}])from (?:the|our) (?:\p{L}+ )?blog(?![\p{L}])|^(?:latest|more) from /iu,
  /^(?:what[’']s trending|you (?:may|might) (?:also )?(?:like|be interested)|keep reading|read (?:more|next)|further reading)(?![\p{L}])/iu,
  /^(?:aktuelles|neuigkeiten|(?:aktuelle|neueste|weitere|ähnliche|verwandte) (?:artikel|beiträge|meldungen|news|themen)|das könnte sie (?:auch )?interessieren|(?:nos )?(?:dernières )?actualités|à lire aussi|articles (?:liés|similaires|récents)|(?:últimas )?noticias|artículos relacionados)(?![\p{L}])/iu,
];
/** Subtracted from the scores of a section on a page that is certainly a service. */
const PENALTY = 3;
/** Minimum probability of a service from which the correction applies. */
const MIN_LIKELY_KIND = 0.3;
/** Maximum length of the heading of a section, in UTF-16 units. Longer ones are sentences. */
const MAX_HEADING = 60;
const RANKS = [...BLOCK_KINDS.heading];

/**
 * Lowers the scores in place, from each heading of such a section to the next one of its rank or a higher one.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerTeaserSections(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  const likely = kinds[PAGE_KINDS.indexOf('service')] as number;
  if (likely < MIN_LIKELY_KIND) return;
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
