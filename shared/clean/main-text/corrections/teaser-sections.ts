/**
 * Lowers the scores of the sections of a service's page that lead to other pages of the site: the latest articles, featured stories, related
 * content, by their headings. Their cards have a title and a sentence, as the cards about the service itself do.
 */
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { lowerSections } from './headed-sections.ts';

const TEXTS = String.raw`(?:insights?|articles?|blogs?|(?:blog ?)?posts?|news|(?:\w+ )?stories|reads?|reading|publications?|perspectives?|thinking|content|webinars?|events?|podcasts?|updates|headlines|case studies)`;
/** What may follow these: `Latest news and events`, `Related articles on moss`. */
const MORE = String.raw`(?:(?:,| ?[&+/]| and)+ (?:\p{L}+ )?\p{L}+){1,2}|:? (?:about|on|from|in|for|by|you) .{1,40}|:? for you`;
const HEADINGS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:our|the|see|read|view|explore|browse|check out) )*(?:latest|recent|featured|related|recommended|trending|popular|suggested|similar|more|other)(?: [\p{L}&-]+){0,2} ${TEXTS}(?:${MORE})?[^\p{L}]*$`,
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

/**
 * Lowers the scores in place.
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
  if (likely >= MIN_LIKELY_KIND)
    lowerSections(scores, page, [{ headings: HEADINGS, leadsAway: true }], PENALTY * likely);
}
