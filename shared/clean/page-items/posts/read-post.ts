/** Reads one part of a thread as a post: its author, date and own text. */
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { joinBlocks } from '../../main-text/join-blocks.ts';
import { MEMBER } from '../../metadata/forum.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem } from '../item.ts';
import type { Part } from '../parts.ts';
import { isParagraph } from './opening-post.ts';
import { findPostDate } from './post-date.ts';
import { MAX_DATE_LINE, type PostLines } from './post-lines.ts';
import { BUTTON, PROFILE, QUOTATION, SIGNATURE } from './post-zones.ts';

/** Reads a part as a post; undefined without a text, or without both author and date. */
export function readPost(page: ParsedPage, part: Part, lines: PostLines): PageItem | undefined {
  if (part.text.length === 0) return undefined;
  const labels = new Set<Block>();
  const zoneOf = lines.zonesOf(part.blocks);
  const author = findPostAuthor(part, lines, zoneOf, labels);
  const [nameLine] = labels;
  const date = findPostDate(page, part, lines, labels);
  if (author === undefined && date === undefined) return undefined;
  const isOwn = (block: Block): boolean =>
    !labels.has(block) && (zoneOf(block) & NO_TEXT) === 0 && !isLabel(block, author, lines);
  const own = besideName(part.text.filter(isOwn), nameLine, lines);
  const text = joinBlocks(withoutSignature(own), MAX_ITEM_TEXT).trim();
  return text === '' ? undefined : newItem({ author, date, text });
}

/** Zones whose text is not that of the post. */
const NO_TEXT = PROFILE | SIGNATURE | BUTTON;

/** Returns the blocks outside of the cell with the name of the author, which tells of the author, unless the post is in it. */
function besideName(text: readonly Block[], nameLine: Block | undefined, { cellOf }: PostLines): readonly Block[] {
  const cell = nameLine === undefined ? 0 : cellOf(nameLine);
  const beside = cell === 0 ? text : text.filter((block) => cellOf(block) !== cell);
  return beside.some(isParagraph) || (beside.length > 0 && !text.some(isParagraph)) ? beside : text;
}

/** Removes the signature after a line of phpBB 2 or vBulletin 3, unless there is nothing else. */
function withoutSignature(blocks: readonly Block[]): readonly Block[] {
  const line = blocks.findLastIndex(({ text }) => SIGNATURE_LINE.test(text));
  return line > 0 ? blocks.slice(0, line) : blocks;
}

const SIGNATURE_LINE = /^_{15,20}$/;

/** Returns whether a short block is no text of the post: its number, its last change, and what tells of the author, as the number of posts. */
function isLabel(block: Block, author: string | undefined, lines: PostLines): boolean {
  const { text } = block;
  if (author !== undefined && lines.isNameLine(block, author)) return true;
  if (text.length > MAX_DATE_LINE) return false;
  if (POST_NUMBER.test(text) || lines.isLastChange(block)) return true;
  return !isParagraph(block) && (lines.isMembership(block) || MEMBER.test(text));
}

const POST_NUMBER = /^#\s?\d{1,6}$/;

/**
 * Returns the author: the name in an attribute of the element (XenForo), otherwise the first link to a member's page, the first short text
 * that classes mark as a name, or a bold term. A link that is marked as the author comes before others, which may be those of editors.
 * Names in quotations do not count.
 */
function findPostAuthor(
  part: Part,
  lines: PostLines,
  zoneOf: (block: Block) => number,
  labels: Set<Block>,
): string | undefined {
  const blocks = part.blocks.filter((block) => (zoneOf(block) & (QUOTATION | BUTTON)) === 0);
  const own = blocks.find((block) => lines.isMarkedAuthor(block) && lines.memberIn(block) !== undefined);
  const found = own === undefined ? firstName(blocks, lines, labels) : takeName(own, lines.memberIn, labels);
  return lines.authorOf(part) ?? found ?? lines.usernameOf(part);
}

/** Returns the first name that a line has, by the most reliable way in which any line of the part has one. */
function firstName(blocks: readonly Block[], lines: PostLines, labels: Set<Block>): string | undefined {
  const ways = [lines.memberIn, lines.markedLinkIn, lines.markedTextIn, lines.markedNameIn, lines.boldTermIn];
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
