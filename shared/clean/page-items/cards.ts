/** Reads the cards of a collection or listing: title, link, price or date, and text of each. */
import { BLOCK_KINDS } from '../html/elements.ts';
import { DELETED, readInlines } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { type DateParser, dateParserFor } from '../metadata/date-parser.ts';
import { datetimeOfPart, newDatetimeReader } from './datetimes.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem } from './item.ts';
import { oncePerBlock } from './once-per-block.ts';
import { type Part, type PartsInput, readRepeatedParts } from './repeated-parts.ts';

/** Minimum number of cards of a page. */
const MIN_CARDS = 3;
/** Minimum number of cards that have only a class in common. */
const MIN_CARDS_OF_CLASS = 5;
/** Minimum and maximum length of a title, in UTF-16 units. */
const MIN_TITLE = 2;
const MAX_TITLE = 200;
/** Maximum length of a line that is searched for a date, and of a piece of a line that is searched for a price, in UTF-16 units. */
const MAX_LABEL = 80;
/** Maximum length of a line that may have a price, in UTF-16 units: a sale price with texts for screen readers, and a button. */
const MAX_PRICE_LINE = 300;

const PRICE =
  /(?:[$£€¥₹₩]|(?:US|CA|AU|NZ)\$|USD|EUR|GBP|CHF|SEK|NOK|DKK|kr)\s?\d[\d.,\u00a0 ]*\d|(?:[$£€¥₹₩])\s?\d|\d[\d.,\u00a0 ]*\s?(?:€|£|\$|zł|kr\b|Kč|Ft|USD|EUR|GBP|CHF|SEK|NOK|DKK)/;

/** Resolves a link as written; null if it is no page. */
type LinkResolver = (href: string) => string | null;

/** A linked title. `link`: its URL. */
type LinkedTitle = { text: string; link: string };

/** What a line of a card tells. Each line is read once. */
type CardLines = {
  titleIn: (block: Block) => LinkedTitle | undefined;
  priceIn: (block: Block) => string | undefined;
  dateIn: (block: Block) => string | null;
  /** Returns the first date in an attribute of a part, as in `<time datetime="2024-03-12">2 days ago</time>`, and its block. */
  datetimeOf: (part: Part) => { block: Block; date: string } | undefined;
};

/** Returns the cards of a page in their order. */
export function readCards(input: PartsInput, url: string, resolve: LinkResolver): PageItem[] {
  const lines = newCardLines(input.page, dateParserFor(input.page, url), resolve);
  return readRepeatedParts(input, {
    minItems: MIN_CARDS,
    minOfClass: MIN_CARDS_OF_CLASS,
    read: (part) => readCard(part, lines),
    complete: ({ items }) => mergeEqualLinks(items),
  });
}

/**
 * Merges a card with the previous one of its link if their texts, prices and dates do not differ: themes write a card twice, over the image
 * and below it. Cards with a link to their category differ.
 */
function mergeEqualLinks(cards: readonly PageItem[]): PageItem[] {
  const merged: PageItem[] = [];
  const lastOfLink = new Map<string | undefined, number>();
  for (const card of cards) {
    const link = card['link']?.[0];
    const last = lastOfLink.get(link) ?? merged.length;
    const known = merged[last];
    if (known === undefined || isOther(card, known)) lastOfLink.set(link, merged.push(card) - 1);
    else merged[last] = { ...card, ...known };
  }
  return merged;
}

const isOther = (card: PageItem, known: PageItem): boolean =>
  ['text', 'price', 'date'].some((field) => card[field] && known[field] && card[field][0] !== known[field][0]);

function newCardLines(page: ParsedPage, readDate: DateParser, resolve: LinkResolver): CardLines {
  const datetimeWithin = newDatetimeReader(page.html);
  return {
    titleIn: oncePerBlock((block) => findLinkedTitle(page, block, resolve)),
    priceIn: oncePerBlock((block) => findPrice(page, block)),
    dateIn: oncePerBlock((block) => (isLabel(block) ? readDate(block.text) : null)),
    datetimeOf: (part) => datetimeOfPart(page, part, datetimeWithin),
  };
}

function findLinkedTitle(page: ParsedPage, block: Block, resolve: LinkResolver): LinkedTitle | undefined {
  if (block.anchors === 0 && block.linked === 0) return undefined;
  for (const { href, text, image } of readInlines(page, block)) {
    if (href === null || image !== null || href.startsWith('#') || !isTitle(text.trim()) || PRICE.test(text)) continue;
    const link = resolve(href);
    if (link !== null) return { text: text.trim(), link };
  }
  return undefined;
}

/** Returns the first price of a line, except prices that are crossed out: they may be repeated for screen readers ("Original price was …"). */
function findPrice(page: ParsedPage, block: Block): string | undefined {
  if (block.text.length > MAX_PRICE_LINE || !PRICE.test(block.text)) return undefined;
  const [deleted, shown] = pricePieces(page, block).map((pieces) =>
    pieces.filter((text) => text.length <= MAX_LABEL).flatMap((text) => text.match(PRICES) ?? []),
  ) as [string[], string[]];
  const old = new Set(deleted.map(digitsOf));
  return shown.find((price) => !old.has(digitsOf(price)))?.trim();
}

const PRICES = new RegExp(PRICE, 'g');
const digitsOf = (price: string): string => price.replace(/\D/g, '');

/** Returns the pieces of a line that are crossed out, and the others. A link is a piece of its own, because it may be a button. */
function pricePieces(page: ParsedPage, block: Block): [deleted: string[], shown: string[]] {
  const pieces: [string[], string[]] = [[], []];
  let last: { isDeleted: boolean; href: string | null } | undefined;
  for (const { text, marks, href, image } of readInlines(page, block)) {
    if (image !== null) continue;
    const isDeleted = (marks & DELETED) !== 0;
    const list = pieces[isDeleted ? 0 : 1];
    if (last?.isDeleted === isDeleted && last.href === href) list.push(`${list.pop()}${text}`);
    else list.push(text);
    last = { isDeleted, href };
  }
  return pieces;
}

const isLabel = ({ text }: Block): boolean => text.length <= MAX_LABEL;
const isHeading = ({ element }: Block): boolean => BLOCK_KINDS.heading.has(element);

/** Reads a part as a card; undefined without a title that is, or stands beside, a link. */
function readCard(part: Part, lines: CardLines): PageItem | undefined {
  const { blocks } = part;
  const isLinked = (block: Block): boolean => lines.titleIn(block) !== undefined;
  const linkedBlock = blocks.find((block) => isHeading(block) && isLinked(block)) ?? blocks.find(isLinked);
  const linked = linkedBlock && lines.titleIn(linkedBlock);
  if (!linked) return undefined;
  const heading = blocks.find((block) => isHeading(block) && isTitle(block.text));
  const labels = new Set<Block>([heading ?? linkedBlock]);
  const label = (read: (block: Block) => string | null | undefined): string | null | undefined => {
    const block = blocks.find((one) => one !== (heading ?? linkedBlock) && read(one));
    if (block) labels.add(block);
    return block && read(block);
  };
  const price = label(lines.priceIn);
  const shownDate = label(lines.dateIn);
  const datetime = shownDate ? undefined : lines.datetimeOf(part);
  if (datetime && isLabel(datetime.block)) labels.add(datetime.block);
  const date = shownDate ?? datetime?.date;
  const text = blocks.filter((block) => !labels.has(block) && block.linked * 2 < block.text.length);
  return newItem({
    title: heading?.text ?? linked.text,
    link: linked.link,
    ...{ price, date, text: joinBlocks(text, MAX_ITEM_TEXT).trim() },
  });
}

const isTitle = (text: string): boolean => text.length >= MIN_TITLE && text.length <= MAX_TITLE && /\p{L}/u.test(text);
