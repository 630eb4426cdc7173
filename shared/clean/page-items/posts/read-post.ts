/** Reads one part of a thread as a post: its author, date and own text. */
import { ASIDE, BLOCK_KINDS, elementId, PREFORMATTED, USER_CONTENT } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { joinBlocks } from '../../main-text/join-blocks.ts';
import { MEMBER } from '../../metadata/forum.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem } from '../item.ts';
import type { Part } from '../parts.ts';
import { isParagraph } from './opening-post.ts';
import { findPostDate } from './post-date.ts';
import { MAX_DATE_LINE, type PostLines } from './post-lines.ts';
import { BUTTON, INSET, NOTICE, PROFILE, QUOTATION, SIGNATURE } from './post-zones.ts';

/** A post. `labels`: the lines with its author and date; `text`: the blocks of its text. */
export type Post = { item: PageItem; labels: readonly Block[]; text: readonly Block[] };

/** Reads a part as a post; undefined without a text, or without both author and date. */
export function readPost({ page, removed }: PartsInput, part: Part, lines: PostLines): Post | undefined {
  if (part.text.length === 0) return undefined;
  const labels = new Set<Block>();
  const zoneOf = lines.zonesOf(part.blocks);
  const author = findPostAuthor(part, lines, zoneOf, labels);
  const [nameLine] = labels;
  const date = findPostDate(page, part, lines, labels);
  if (author === undefined && date === undefined) return undefined;
  const outside = ownText(withParagraphs(page, part, zoneOf), labels, lines, zoneOf).filter(
    (block) => !removed?.has(block),
  );
  const titled = outside.filter((block) => !isLabel(block, author, lines) && !isReplyTitle(block, outside));
  const untitled = titled.filter((block) => !isThreadTitle(page, block));
  // The title may be all that a post says, and the software may make it of the post.
  const own = untitled.length > 0 ? untitled : titled;
  const beside = besideName(withoutNumbers(own), nameLine, labels, lines);
  const blocks = withoutSignature(beside, part, labels);
  const text = joinBlocks(blocks, MAX_ITEM_TEXT).trim();
  if (text === '') return undefined;
  const shown = [...labels].filter((block) => (zoneOf(block) & (SIGNATURE | BUTTON | NOTICE)) === 0);
  return { item: newItem({ author, date, text }), labels: shown, text: blocks };
}

/** Zones whose text is not that of the post. */
const NO_TEXT = PROFILE | SIGNATURE | BUTTON | INSET | NOTICE;

/**
 * Returns the text of a part with the paragraphs and code beside it that are no main text by their scores: in an element with text, or in an
 * element directly in one, as a list. Comments on a post, quotations and boxes are left out.
 */
function withParagraphs(
  { containers: { parents } }: ParsedPage,
  { blocks, text }: Part,
  zoneOf: (block: Block) => number,
): readonly Block[] {
  const isOwn = (block: Block): boolean => (zoneOf(block) & (NO_TEXT | QUOTATION)) === 0;
  const isText = new Set(text);
  const own = text.filter(isOwn);
  const filled = new Set(own.map(({ container }) => container));
  const ofParagraphs = new Set(own.filter(isTagged).map(({ container }) => container));
  const roles = text[0]?.roles ?? 0;
  const isBeside = (block: Block): boolean =>
    (((isParagraph(block) || (block.roles & PREFORMATTED) !== 0) &&
      (filled.has(block.container) || filled.has(parents[block.container] as number))) ||
      (ofParagraphs.has(block.container) && isTagged(block) && SHORT_PARAGRAPH.test(block.text))) &&
    ((block.roles & ASIDE) | ((block.roles ^ roles) & USER_CONTENT)) === 0 &&
    isOwn(block);
  return blocks.filter((block) => isText.has(block) || isBeside(block));
}

/** Returns whether a block is an element `p` without links. */
const isTagged = ({ element, linked }: Block): boolean => element === PARAGRAPH && linked === 0;
const PARAGRAPH = elementId('p');
/** A sentence, or what stands before one: `I object.`, `Hello Ann,`. */
const SHORT_PARAGRAPH = /\p{L}{2}.*[.!?…,:。！？]["'”»)]?$/u;

/**
 * Returns the blocks that are neither labels nor in a box. A box with the date of the post and all paragraphs is no box about the author,
 * although its class looks like that of one.
 */
function ownText(
  text: readonly Block[],
  labels: ReadonlySet<Block>,
  { dateIn }: PostLines,
  zoneOf: (block: Block) => number,
): readonly Block[] {
  const outside = (zones: number) => text.filter((block) => !labels.has(block) && (zoneOf(block) & zones) === 0);
  const own = outside(NO_TEXT);
  const isDatedBox = [...labels].some((line) => (zoneOf(line) & PROFILE) !== 0 && dateIn(line) !== null);
  if (!isDatedBox || own.some(isParagraph)) return own;
  const withBox = outside(NO_TEXT & ~PROFILE);
  return withBox.some(isParagraph) ? withBox : own;
}

/** Removes the number of the post before its first paragraph or at its end. Other such lines are text, as a list of issues. */
function withoutNumbers(text: readonly Block[]): readonly Block[] {
  const isNumber = (k: number): boolean => POST_NUMBER.test(text[k]?.text ?? '');
  const first = text.findIndex((block, k) => isNumber(k) || isParagraph(block));
  const last = text.length - 1;
  const isLast = isNumber(last) && !isNumber(last - 1);
  return text.filter((_, k) => !((k === first && isNumber(k)) || (k === last && isLast)));
}

/** `#12`, in Chinese forums `12#` and `12楼`, with names for the first ones. */
const POST_NUMBER = /^(?:#\s?\d{1,6}|\d{1,6}\s?[#楼樓]|[楼樓]主|沙[发發]|板凳|地板)$/;

/**
 * Returns the blocks outside of the cell with the name of the author, which tells of the author, unless the post is in it: the date is there,
 * or tables of the text.
 */
function besideName(
  text: readonly Block[],
  nameLine: Block | undefined,
  labels: ReadonlySet<Block>,
  { cells, dateIn }: PostLines,
): readonly Block[] {
  const cell = nameLine === undefined ? 0 : cells.cellOf(nameLine);
  if (cell === 0 || [...labels].some((line) => cells.cellOf(line) === cell && dateIn(line) !== null)) return text;
  const beside = text.filter((block) => cells.cellOf(block) !== cell);
  if (beside.length === text.length || beside.some((block) => cells.isIn(block, cell))) return text;
  return beside.some(isParagraph) || (beside.length > 0 && !text.some(isParagraph)) ? beside : text;
}

/**
 * Removes the signature after a line of phpBB 2 or vBulletin 3, which may be the only text by its scores. Other such lines are text, and so is one
 * with nothing but author and date before it.
 */
function withoutSignature(text: readonly Block[], { blocks }: Part, labels: ReadonlySet<Block>): readonly Block[] {
  const line = blocks.findLastIndex(isSignatureLine);
  if (line < 0 || blocks.slice(0, line).every((block) => labels.has(block))) return text;
  const after = new Set(blocks.slice(line));
  return text.filter((block) => !after.has(block));
}

/** phpBB 2 writes 17 characters, vBulletin 3 one more. */
const SIGNATURE_LINE = /^_{17,18}$/;
export const isSignatureLine = ({ text }: Block): boolean =>
  (text.length === 17 || text.length === 18) && SIGNATURE_LINE.test(text);

/** The begin of the title of a reply in phpBB, SMF, FluxBB and Jive (`3. Re: `), which is that of the thread: `Re: `, in German `AW: `. */
const REPLY_TITLE = /^(?:\d{1,4}\.\s)?(?:re|aw|antw|odp|sv|vs|r[eé]p|rif)\s?:\s/i;
/** The line above code in phpBB. Its link selects the code. */
const CODE_HEAD = /^code\s?:\s\p{L}+(?: \p{L}+){0,2}$/iu;

/** Returns whether a block is the title of a reply: a heading, a link or in an element of its own. A line among others is text, as `Re: your question`. */
function isReplyTitle(block: Block, text: readonly Block[]): boolean {
  if (block.text.length > MAX_DATE_LINE || !REPLY_TITLE.test(block.text)) return false;
  if (BLOCK_KINDS.heading.has(block.element) || block.linked * 2 > block.text.length) return true;
  return text.length > 1 && text.every((other) => other === block || other.container !== block.container);
}

/** Minimum length of a title that a line of a post may repeat, in UTF-16 units. Shorter ones may be its text. */
const MIN_TITLE = 12;

/** Returns whether a line is the title of the thread: the first heading or the begin of the title of the page, maybe after `Re: `. */
function isThreadTitle({ headings, title }: ParsedPage, { text }: Block): boolean {
  if (text.length > MAX_TITLE) return false;
  const line = text.replace(REPLY_TITLE, '');
  return line.length >= MIN_TITLE && (line === headings[0] || (title?.startsWith(line) ?? false));
}

/** Maximum length of such a line, in UTF-16 units. */
const MAX_TITLE = 200;

/** Returns whether a short block is no text of the post: the line above code, its last change, and what tells of the author, as the number of posts. */
function isLabel(block: Block, author: string | undefined, lines: PostLines): boolean {
  const { text } = block;
  if (author !== undefined && lines.isNameLine(block, author)) return true;
  if (text.length > MAX_DATE_LINE) return false;
  if (lines.isLastChange(block) || (block.anchors > 0 && CODE_HEAD.test(text))) return true;
  return !isParagraph(block) && (lines.isMembershipLine(block) || MEMBER.test(text));
}

/**
 * Returns the author. The name in an attribute of the element (XenForo) counts if the post shows it or no other. Otherwise it is the first
 * of: a link that is marked as the author, a link to a member's page, which may be an editor's, a short text that classes mark as a name, a
 * bold term. Names in quotations do not count.
 */
function findPostAuthor(
  part: Part,
  lines: PostLines,
  zoneOf: (block: Block) => number,
  labels: Set<Block>,
): string | undefined {
  const blocks = part.blocks.filter((block) => (zoneOf(block) & (QUOTATION | BUTTON | NOTICE)) === 0);
  const marked = blocks.find((block) => lines.isMarkedAuthor(block) && lines.memberIn(block) !== undefined);
  const found = marked === undefined ? firstName(blocks, lines, labels) : takeName(marked, lines.memberIn, labels);
  const declared = lines.authorOf(part);
  // The attribute of another element, as of a button, may have a name that the post does not show.
  const isShown = (name: string): boolean => found === undefined || blocks.some(({ text }) => text.includes(name));
  const own = declared !== undefined && isShown(declared) ? declared : found;
  const name = own ?? lines.usernameOf(part);
  const line = found === undefined ? blocks.find(({ text }) => text === name) : undefined;
  if (line) labels.add(line);
  return name;
}

/** Returns the first name that a line has, by the most reliable way in which any line of the part has one. */
function firstName(blocks: readonly Block[], lines: PostLines, labels: Set<Block>): string | undefined {
  const lineMember = (block: Block) => (isParagraph(block) ? undefined : lines.memberIn(block));
  const ways = [
    lineMember,
    lines.markedLinkIn,
    lines.markedTextIn,
    lines.markedNameIn,
    lines.boldTermIn,
    lines.memberIn,
    lines.bylineIn,
  ];
  for (const nameIn of ways)
    for (const block of blocks) {
      const name = takeName(block, nameIn, labels);
      if (name !== undefined) return name;
    }
  return undefined;
}

/** Returns the name in a block, which is not part of the text of the post then, unless it is long. */
function takeName(block: Block, nameIn: PostLines['memberIn'], labels: Set<Block>): string | undefined {
  const name = nameIn(block);
  if (name !== undefined && block.text.length <= MAX_DATE_LINE) labels.add(block);
  return name;
}
