/** Finds the post that opens a thread if its element is another one than those of the replies, as that of a question, or has no replies. */
import { ASIDE, BLOCK_KINDS, USER_CONTENT } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { classKey } from '../group.ts';
import type { PageItem } from '../item.ts';
import type { Part } from '../parts.ts';
import { containersAround, containersInSidebars } from './sidebars.ts';

/** Minimum length of a paragraph of the post without links, in UTF-16 units; shorter ones are labels. */
const MIN_PARAGRAPH = 40;
/** Maximum number of blocks before the main text that belong to the post if there is no headline: its author and date. */
const MAX_BLOCKS_BEFORE = 8;
/** Maximum number of blocks after the text that belong to the post: tags, buttons, its author. */
const MAX_BLOCKS_AFTER = 12;

/** Minimum number of replies whose texts are in elements of one class. */
const MIN_LIKE = 2;

/** Returns whether a block is main text. */
type IsText = (block: Block) => boolean;

/**
 * Returns the blocks from the headline to the first reply, or to the end of the main text, as a part; none without main text there. The
 * second part begins at the start of the element around headline and text: author and date may be above the headline. Texts in a sidebar
 * before the first reply, or before the end of the main text, do not count.
 */
export function openingParts({ page, chosen }: PartsInput, replies: readonly Part[]): Part[] {
  const inSidebar = containersInSidebars(page, containersAround(page, firstBlock(replies) ?? chosen.at(-1)));
  const read = (isText: IsText): Part[] =>
    partsBefore(page, (block) => isText(block) && inSidebar[block.container] === 0, replies);
  const chosenBlocks = new Set(chosen);
  const parts = read((block) => chosenBlocks.has(block));
  if (parts.length > 0) return parts;
  // The main text may have only the first of two equal paragraphs, which is hidden above the headline, as in threads of Fora.
  const texts = new Set(chosen.filter(isParagraph).map(({ text }) => text));
  const copied = read((block) => isParagraph(block) && texts.has(block.text));
  if (copied.length > 0) return copied;
  const isLikeReply = newReplyMatcher(page, replies);
  const like = isLikeReply ? read(isLikeReply) : [];
  return like.length > 0 ? like : read((block) => (block.roles & ASIDE) === 0 && isShortSentence(block));
}

/** A short line with three words or more that ends as a sentence. */
const SHORT_SENTENCE = /\s\S+\s.*\p{L}.*[.!?…。！？]["'”»)]?$/u;

/** A notice that readers must log in or register before they reply. */
const LOGIN_NOTICE =
  /^(?:please |you (?:must|need to|have to|are not) |bitte |(?:sie müssen|du musst) |du måste |vous devez ).{0,30}\b(?:log(?:ged)?[ -]?in|sign(?:ed)?[ -]?(?:in|up)|regist|anmelden|einloggen|logga in|connecter)/i;

/** Returns whether a line may be the text of a short post. */
export const isShortSentence = ({ text, linked }: Block): boolean =>
  linked === 0 && text.length < MIN_PARAGRAPH && SHORT_SENTENCE.test(text) && !LOGIN_NOTICE.test(text);

/**
 * Returns a function that tells paragraphs in an element like those with the texts of replies, which are the text of the opening post even if
 * their scores are low; undefined if replies have no such element in common.
 */
function newReplyMatcher(page: ParsedPage, replies: readonly Part[]): IsText | undefined {
  const counts = new Map<string, number>();
  const keyOf = ({ container }: Block): string | undefined => classKey(page, container);
  for (const { text } of replies)
    for (const key of new Set(text.filter(isParagraph).map(keyOf)))
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= MIN_LIKE && count * 2 > replies.length);
  if (common.length === 0) return undefined;
  const keys = new Set(common.map(([key]) => key));
  return (block) => isParagraph(block) && (block.roles & ASIDE) === 0 && keys.has(keyOf(block) ?? '');
}

function partsBefore(page: ParsedPage, isText: IsText, replies: readonly Part[]): Part[] {
  const end = endOfOpening(page.blocks, isText, replies);
  const start = startOfOpening(page.blocks.slice(0, end), isText);
  const text = withoutLabels(page.blocks.slice(start, end).filter(isText));
  if (!text.some((block) => isParagraph(block) || isShortSentence(block))) return [];
  const around = startOfElement(page, start, text[0] as Block);
  return [...new Set([start, around])].map((from) => ({
    blocks: page.blocks.slice(from, end),
    text,
    previous: page.blocks[from - 1],
  }));
}

/** Removes the lines before the first paragraph or sentence: headings such as `Description`, and a table about a ticket. */
function withoutLabels(text: readonly Block[]): Block[] {
  const from = text.findIndex((block) => isParagraph(block) || SENTENCE_END.test(block.text));
  return text.slice(Math.max(0, from));
}

/** The end of a sentence, or of an address such as `Hello all,`. */
const SENTENCE_END = /[,.!?…。！？]["'”»)]?$/u;

/** Returns the start of the innermost element around the headline before a block and a text, if it has few blocks before. */
function startOfElement({ blocks, containers: { parents } }: ParsedPage, start: number, text: Block): number {
  const around = new Set<number>();
  for (let c = text.container; c !== 0; c = parents[c] as number) around.add(c);
  let common = blocks[start - 1]?.container ?? 0;
  while (common !== 0 && !around.has(common)) common = parents[common] as number;
  const isInside = ({ container }: Block): boolean => {
    // An outer element comes before the elements in it.
    let c = container;
    while (c > common) c = parents[c] as number;
    return c === common;
  };
  let from = start;
  while (common !== 0 && from > 0 && isInside(blocks[from - 1] as Block)) from--;
  return start - from <= MAX_BLOCKS_BEFORE ? from : start;
}

function startOfOpening(before: readonly Block[], isText: IsText): number {
  const headline = before.findLastIndex(({ element }) => BLOCK_KINDS.headline.has(element));
  if (headline >= 0) return headline + 1;
  return Math.max(0, before.findIndex(isText) - MAX_BLOCKS_BEFORE);
}

/** Returns the end of the blocks that may belong to the post: before the first reply, or the first comment on an article. */
function endOfOpening(blocks: readonly Block[], isText: IsText, replies: readonly Part[]): number {
  const reply = firstBlock(replies);
  const before = reply === undefined ? blocks : blocks.slice(0, blocks.indexOf(reply));
  const lastText = before.findLastIndex(isText);
  const end = Math.min(before.length, lastText + 1 + MAX_BLOCKS_AFTER);
  const isComment = ({ roles }: Block) => ((roles ^ (before[lastText]?.roles ?? 0)) & USER_CONTENT) !== 0;
  const comment = before.findIndex((block, i) => i > lastText && isComment(block));
  return comment < 0 ? end : Math.min(comment, end);
}

const firstBlock = (parts: readonly Part[]): Block | undefined =>
  parts.find(({ blocks }) => blocks.length > 0)?.blocks[0];

/** Returns whether a block is long enough for a paragraph of a post. */
export const isParagraph = ({ text, linked }: Block): boolean => text.length - linked >= MIN_PARAGRAPH;

/** Maximum length of a notice above a thread, in UTF-16 units. */
export const MAX_NOTICE = 300;

/**
 * Returns whether a post may open a thread: it has author and date, is not later than the first reply, and has another text. Without a date,
 * as of `2 years ago`, its author must be another one than that of the first reply. A short text with author and time of the first reply
 * is a notice below the line that tells who started the thread; a longer one is a question whose author answered it at once.
 */
export function isOpening({ author, date, text }: PageItem, [reply]: readonly PageItem[]): boolean {
  if (author === undefined || reply?.['text']?.[0] === text?.[0]) return false;
  const replier = reply?.['author']?.[0];
  if (date === undefined) return replier !== undefined && replier !== author[0];
  const next = reply?.['date']?.[0];
  const isSameTime = next !== undefined && next === date[0] && next.includes('T');
  if (isSameTime && replier === author[0] && (text?.[0]?.length ?? 0) <= MAX_NOTICE) return false;
  return next === undefined || dayOf(date[0]) <= dayOf(next);
}

/** Minimum length of a title that the head of a thread repeats, in UTF-16 units. */
const MIN_TITLE = 8;

/**
 * Returns whether a post is the head of a thread: its text is the title, and its author and time are those of the post after it, as in
 * `Started by ada, 3 May 2024` below the title (SMF, XenForo, Invision). A later post of the same author is another one.
 */
export function isHead({ headings, title }: ParsedPage, first?: PageItem, next?: PageItem): boolean {
  const text = first?.['text']?.[0];
  if (first === undefined || next === undefined || text === undefined || text.length < MIN_TITLE) return false;
  return (
    (headings.includes(text) || title?.startsWith(text) === true) &&
    first['author']?.[0] === next['author']?.[0] &&
    isSameTime(first['date']?.[0], next['date']?.[0]) &&
    next['text']?.[0] !== text
  );
}

/** Returns whether two times are those of one day, and of one minute if both have it. Unknown times are not the same. */
function isSameTime(a: string | undefined, b: string | undefined): boolean {
  const length = Math.min(a?.length ?? 0, b?.length ?? 0, 'YYYY-MM-DDThh:mm'.length);
  return length >= 'YYYY-MM-DD'.length && a?.slice(0, length) === b?.slice(0, length);
}

const dayOf = (date: string | undefined): string => date?.slice(0, 10) ?? '';
