/**
 * Lowers the scores of notices to the reader between the paragraphs of an article: newsletters, accounts to follow, subscriptions, links that earn
 * a commission, advertisements, credits of pictures. They are sentences in the element of a paragraph, and each site has its own.
 */
import { BLOCK_KINDS } from '../../html/elements.ts';
import type { Block } from '../../html/parsed-page.ts';
import { TITLE_SEPARATOR } from '../../metadata/title-separator.ts';
import type { PageSurvey } from '../page-survey.ts';
import { ENTRIES, isSearched, linePenalty } from './article-lines.ts';
import { AD_LABEL, CREDIT, POLICY, POSTED, STARTING, WITHIN, WORDS } from './notice-patterns.ts';

/** Maximum length of a notice, and of a credit, in UTF-16 units. Longer blocks mention such things beside their subject. */
const MAX_NOTICE = 300;
const MAX_CREDIT = 110;
/** Maximum number of words of a credit that need not be names: `Foto: privat`. */
const MAX_PLAIN_WORDS = 3;
/** Minimum share of the words of a longer credit that begin with a capital. */
const MIN_CAPITALS = 0.5;
/** Elements in which a label is a heading, an entry of a list or a value: `Advertising` in a table of revenues, `Images: 12` in a specification. */
const PARTS = new Set([...BLOCK_KINDS.heading, ...ENTRIES]);
const WORD = /[\p{L}\p{N}@][\p{L}\p{N}.'’-]*/gu;
const NAME = /^[\p{Lu}\p{Lt}\p{Lo}@]/u;
/** What the lines of publishing systems have besides a link. */
const FILED = /filed under|permalink|bookmark/;
/** What is sent on request is none of a newsletter's. */
const REQUESTED = /confirm|verif|code|password|reset|receipt|repl(?:y|ies)/;

/**
 * Lowers the scores in place.
 *
 * @param scores logarithms of the odds, by block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function lowerReaderNotices(
  scores: Float32Array,
  { page }: Pick<PageSurvey, 'page'>,
  kinds: Float32Array,
): void {
  const penalty = linePenalty(kinds);
  if (penalty === undefined) return;
  const parts = (page.title ?? '').split(TITLE_SEPARATOR);
  // The last part is the name of the site.
  const title = (parts.length > 1 ? parts.slice(0, -1) : parts).join(' ').toLowerCase();
  const isAbout = (subject: RegExp): boolean => POLICY.test(title) || subject.test(title);
  for (let i = 0; i < page.blocks.length; i++) {
    const block = page.blocks[i] as Block;
    const score = scores[i] as number;
    if (isSearched(block, score) && isNotice(block, isAbout)) scores[i] = score - penalty;
  }
}

/** @param isAbout whether the page itself is about a subject, by its title */
function isNotice({ text, linked, element }: Block, isAbout: (subject: RegExp) => boolean): boolean {
  if (text.length > MAX_NOTICE) return false;
  const lower = text.toLowerCase();
  if (!PARTS.has(element) && (AD_LABEL.test(lower) || isCredit(text, lower))) return true;
  if (POSTED.test(lower)) return linked > 0 || FILED.test(lower);
  const found = STARTING.find(({ notice }) => notice.test(lower)) ?? findWithin(lower);
  return found !== undefined && !isAbout(found.subject);
}

const findWithin = (lower: string): (typeof WITHIN)[number] | undefined =>
  WORDS.test(lower) && !REQUESTED.test(lower) ? WITHIN.find(({ notice }) => notice.test(lower)) : undefined;

/** Whether a line is the credit of a picture: its label says so, or it consists of names. */
function isCredit(text: string, lower: string): boolean {
  if (text.length > MAX_CREDIT) return false;
  const found = CREDIT.exec(lower);
  if (found === null) return false;
  const words = text.slice(found[0].length).match(WORD) ?? [];
  if (words.length === 0) return false;
  if (found[1] !== undefined || found[2] !== undefined || words.length <= MAX_PLAIN_WORDS) return true;
  return words.filter((word) => NAME.test(word)).length >= words.length * MIN_CAPITALS;
}
