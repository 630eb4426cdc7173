/** Finds the title of a card and its link, beside badges, buttons, brands and links to reviews. */
import { BLOCK_KINDS } from '../../html/elements.ts';
import { type Inline, readInlines } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { isPriceLabel } from '../prices/line-prices.ts';

/** Minimum and maximum length of a title, in UTF-16 units. */
const MIN_TITLE = 2;
const MAX_TITLE = 200;

/** Resolves a link as written; null if it is no page. */
export type LinkResolver = (href: string) => string | null;

/** A linked title. `link`: its URL; `isOwn`: whether it does not lead to the reviews of a page, and the page does not repeat it. */
export type LinkedTitle = { text: string; link: string; isOwn: boolean };

/** What a line of a card tells of its title. */
export type TitleLines = {
  titleIn: (block: Block) => LinkedTitle | undefined;
  /** Returns whether a text is on several cards of the page (`repeated-texts.ts`). */
  isRepeated: (text: string) => boolean;
  /** Returns the URL of the first linked image in a block, or undefined. */
  imageLinkIn: (block: Block) => string | undefined;
  /** Returns whether a block is in the caption of an image. */
  isCaption: (block: Block) => boolean;
  /** Returns whether the class of a block marks it as a title. */
  isMarkedTitle: (block: Block) => boolean;
};

/** Title of a card. `heading`: the block of the title if it is a heading; `linked`: the title in `linkedBlock`, which has the link of the card. */
export type CardTitle = { heading: Block | undefined; linkedBlock: Block; linked: LinkedTitle };

/**
 * Returns the title of a card, which is, or stands beside, a link; undefined without one. Texts that the page repeats are titles if nothing else
 * is, and so are captions of images, and identifiers.
 */
export function chooseTitle(blocks: readonly Block[], lines: TitleLines): CardTitle | undefined {
  const outside = blocks.filter((block) => !lines.isCaption(block));
  const title = outside.length < blocks.length ? titleBesideCaption(blocks, outside, lines) : titleAmong(blocks, lines);
  return title && !title.heading && isIdentifier(title.linked.text) ? titleBesideId(blocks, title, lines) : title;
}

/** Returns the title outside of captions, unless the caption, and not the title, is a link to where its image leads: then it names the card. */
function titleBesideCaption(
  blocks: readonly Block[],
  outside: readonly Block[],
  lines: TitleLines,
): CardTitle | undefined {
  const title = titleAmong(outside, lines);
  if (title?.heading) return title;
  const named = titleAmong(
    blocks.filter((block) => lines.isCaption(block)),
    lines,
  );
  const link = named?.linked.link;
  const isName = link !== title?.linked.link && blocks.some((block) => lines.imageLinkIn(block) === link);
  return named && isName ? named : (title ?? titleAmong(blocks, lines));
}

function titleAmong(blocks: readonly Block[], lines: TitleLines): CardTitle | undefined {
  const { titleIn, isRepeated, isMarkedTitle } = lines;
  const headings = blocks.filter((block) => isHeading(block) && isTitle(block.text));
  // Several products, or all of a page, may have one name. A linked heading is no button or offer.
  const ownHeading = highest(headings.filter(({ text, linked }) => linked > 0 || !isRepeated(text)));
  const marked = ownHeading ? undefined : blocks.find((block) => isMarkedTitle(block) && isOwnName(block, lines));
  const linkedTitle = marked && titleIn(marked);
  if (marked && linkedTitle?.isOwn) return { heading: undefined, linkedBlock: marked, linked: linkedTitle };
  const own = findLinked(blocks, titleIn, ownHeading, true);
  const heading = ownHeading ?? marked ?? (own ? undefined : highest(headings));
  const linkedBlock = own ?? findLinked(blocks, titleIn, heading, false);
  const linked = linkedBlock && titleIn(linkedBlock);
  return linked ? { heading, linkedBlock, linked } : titleBesideImage(blocks, heading, lines);
}

/** Minimum length of a linked text that is a title rather than a name, in UTF-16 units. */
const MIN_LONG_TITLE = 25;

/** Returns a card with its longest linked text instead of an identifier. */
function titleBesideId(blocks: readonly Block[], found: CardTitle, { titleIn }: TitleLines): CardTitle {
  let longest = found;
  for (const linkedBlock of blocks) {
    const linked = titleIn(linkedBlock);
    if (linked?.isOwn && linked.text.length >= Math.max(MIN_LONG_TITLE, longest.linked.text.length))
      longest = { heading: undefined, linkedBlock, linked };
  }
  return longest;
}

/** Returns whether a block may be the name of one card: it is no price, and does not begin with an identifier. */
const isOwnName = ({ text }: Block, { isRepeated }: TitleLines): boolean =>
  isTitle(text) && !isRepeated(text) && !isPriceLabel(text) && !isIdentifier(FIRST_WORD.exec(text)?.[1] ?? '');
/** The first word after a number in brackets. */
const FIRST_WORD = /^(?:\[\d+\]\s*)?(\S*)/;

/** Returns whether a text is a number such as `arXiv:2401.00001` or `MOSS-123`. Numbers without letters are no titles at all. */
export const isIdentifier = (text: string): boolean => text.length <= MAX_IDENTIFIER && IDENTIFIER.test(text);
/** Maximum length of a number such as `MOSS-123`, in UTF-16 units. */
const MAX_IDENTIFIER = 40;
const IDENTIFIER = /^\p{L}{2,12}[:#_-]\d[\d./_-]{2,}(?:v\d+)?$/u;

/** Returns the title of a card of which only the image is a link. */
function titleBesideImage(
  blocks: readonly Block[],
  heading: Block | undefined,
  lines: TitleLines,
): CardTitle | undefined {
  const title = heading ?? blocks.find((block) => isOwnName(block, lines));
  const linkedBlock = title && blocks.find((block) => lines.imageLinkIn(block) !== undefined);
  const link = linkedBlock && lines.imageLinkIn(linkedBlock);
  return title && linkedBlock && link !== undefined
    ? { heading: title, linkedBlock, linked: { text: title.text, link, isOwn: true } }
    : undefined;
}

/**
 * Returns the title of a card whose only link has no text: its heading or name, otherwise the label of the link.
 *
 * @param priced block of the card with its price
 */
export function titleOfTextlessLink(
  blocks: readonly Block[],
  priced: Block,
  { link, label }: { link: string; label: string },
  lines: TitleLines,
): CardTitle | undefined {
  const named = titleLine(blocks, lines);
  if (named) return { heading: named, linkedBlock: named, linked: { text: named.text, link, isOwn: true } };
  if (!isTitle(label) || isPriceLabel(label)) return undefined;
  return { heading: undefined, linkedBlock: priced, linked: { text: label, link, isOwn: true } };
}

/** Returns the heading of a card, otherwise the line that is marked as its title, otherwise the first that may be its name. */
function titleLine(blocks: readonly Block[], lines: TitleLines): Block | undefined {
  const isName = (block: Block): boolean => isOwnName(block, lines);
  return (
    highest(blocks.filter((block) => isHeading(block) && isName(block))) ??
    blocks.find((block) => lines.isMarkedTitle(block) && isName(block)) ??
    blocks.find(isName)
  );
}

/** Returns the first of the headings of the highest rank: a name of a section or a button may be one of a lower rank above it. */
const highest = (headings: readonly Block[]): Block | undefined =>
  headings.reduce<Block | undefined>(
    (best, block) => (best === undefined || rankOf(block) < rankOf(best) ? block : best),
    undefined,
  );

const rankOf = ({ element }: Block): number => HEADINGS.indexOf(element);
const HEADINGS = [...BLOCK_KINDS.heading];

/**
 * Returns the block with the link of a card: one with the text of the heading, a linked heading, or the first other; undefined without any.
 * @param onlyOwn whether other titles do not count
 */
function findLinked(
  blocks: readonly Block[],
  titleIn: TitleLines['titleIn'],
  heading: Block | undefined,
  onlyOwn: boolean,
): Block | undefined {
  let linkedHeading: Block | undefined;
  let first: Block | undefined;
  for (const block of blocks) {
    const title = titleIn(block);
    if (!title) continue;
    if (title.text === heading?.text) return block;
    if (onlyOwn && !title.isOwn) continue;
    if (isHeading(block)) linkedHeading ??= block;
    first ??= block;
  }
  return linkedHeading ?? first;
}

/** Part of a page with what readers wrote. */
const REVIEWS = /#[\w-]*(?:review|rating|comment|respond|disqus)/i;

/** Returns the first own linked title in a block, otherwise the first. */
export function findLinkedTitle(
  page: ParsedPage,
  block: Block,
  resolve: LinkResolver,
  isRepeated: (text: string) => boolean,
): LinkedTitle | undefined {
  if (block.anchors === 0 && block.linked === 0) return undefined;
  const inlines = readInlines(page, block);
  let first: LinkedTitle | undefined;
  for (let i = 0; i < inlines.length; i++) {
    const { href, image } = inlines[i] as Inline;
    if (href === null || image !== null || href.startsWith('#')) continue;
    const [text, next] = linkedText(inlines, i, isHeading(block));
    if (text === undefined) continue;
    i = next - 1;
    const isOwn = !REVIEWS.test(href) && !isRepeated(text);
    if (first && !isOwn) continue;
    const link = resolve(href);
    if (link === null) continue;
    first = { text, link, isOwn };
    if (isOwn) break;
  }
  return first;
}

/**
 * Returns the text of a link from one of its pieces on, and the index after it; no text if it is no title. A piece with a price ends it,
 * except in a heading. Brand and name may have elements of their own.
 */
function linkedText(inlines: readonly Inline[], from: number, mayHavePrice: boolean): [string | undefined, number] {
  const { href } = inlines[from] as Inline;
  let text = '';
  let i = from;
  for (; i < inlines.length; i++) {
    const inline = inlines[i] as Inline;
    if (inline.href !== href || inline.image !== null || text.length + inline.text.length > MAX_TITLE) break;
    if (!mayHavePrice && isPriceLabel(inline.text)) break;
    text += inline.text;
  }
  return [isTitle(text.trim()) ? text.trim() : undefined, Math.max(i, from + 1)];
}

const isHeading = ({ element }: Block): boolean => BLOCK_KINDS.heading.has(element);

const isTitle = (text: string): boolean => text.length >= MIN_TITLE && text.length <= MAX_TITLE && /\p{L}/u.test(text);
