/**
 * Lowers the scores of what a site asks or tells its readers on each page: whether the page helped, with the answers to both choices, and that scripts
 * must be enabled. These are sentences in the main content, so the trees take them for text on sites that they do not know.
 */
import { elementId } from '../../html/elements.ts';
import { PAGE_KINDS } from '../../page-kind/page-kinds.ts';
import type { PageSurvey } from '../page-survey.ts';
import { endOfSmallElement } from './small-element.ts';

/** Subtracted from the scores. */
const PENALTY = 4;
/** Maximum length of such a block, in UTF-16 units. */
const MAX_LENGTH = 200;
/** Maximum number of words of the element that the question begins. */
const MAX_WORDS = 150;
/** Probability of a forum from which a page is left alone. */
const MAX_FORUM = 0.3;
const LI = elementId('li');
const FORUM = PAGE_KINDS.indexOf('forum');

const THING = '(?:page|article|answer|topic|section|information|content|documentation|document|guide)';
/** What may follow in such a question: `Does this help with fear?` is one of a text. */
const END = String.raw`(?: (?:to |for )?you(?:r (?:question|query|issue|problem)s?)?| (?:to|for) others)?[^\p{L}\p{N}]*(?:$|[?!.:…]|yes|no(?!\p{L})|\p{N})`;
/** Questions whether the page helped. */
const QUESTIONS: readonly RegExp[] = [
  new RegExp(`^(?:was|is|did|does) (?:this|that|the) (?:${THING} )?(?:help(?:ful|ed)?|useful|answer)${END}`, 'iu'),
  new RegExp(String.raw`^did you find (?:it|this|that|the)(?: \p{L}+)? (?:help|use)ful${END}`, 'iu'),
  /^(?:war (?:diese[rs]?|die|der|das) \p{L}+ hilfreich|(?:cette page|cet article) vous a|¿(?:te|le) (?:ha )?result(?:ó|a|ado) útil)/iu,
];
/** Notices that scripts must be enabled. */
const SCRIPTS =
  /^(?:please (?:enable|turn on) javascript|(?:sorry, )?(?:you need to|you must) enable javascript|javascript (?:is|seems to be|appears to be) (?:disabled|not (?:enabled|available))(?! (?:by|if|in (?!your)))|(?:to use|to view) .{1,80}javascript must be enabled|this (?:site|page|website|app|application) (?:requires|needs) javascript)/iu;
/** What a page says in its title that is about scripts itself. */
const ABOUT_SCRIPTS = /javascript/i;

/** All of them. One search costs less than four, and hardly any block matches. */
const CONTROL = new RegExp([...QUESTIONS, SCRIPTS].map(({ source }) => source).join('|'), 'iu');

/**
 * Lowers the scores in place, except on threads, whose posts may ask the same.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerPageControls(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  words: Float32Array,
  kinds: Float32Array,
): void {
  if ((kinds[FORUM] as number) >= MAX_FORUM) return;
  const { blocks } = page;
  const lower = (i: number): void => {
    scores[i] = (scores[i] as number) - PENALTY;
  };
  const isAboutScripts = ABOUT_SCRIPTS.test(page.title ?? '');
  /** Index after the control that was found last. */
  let end = 0;
  for (const [i, { text, element }] of blocks.entries()) {
    if (i < end || text.length > MAX_LENGTH || !CONTROL.test(text)) continue;
    if (SCRIPTS.test(text)) {
      // An item of a list is a step of instructions.
      if (!isAboutScripts && element !== LI) lower(i);
      continue;
    }
    end = endOfSmallElement(page, words, i, MAX_WORDS);
    for (let k = i; k < end; k++) lower(k);
  }
}
