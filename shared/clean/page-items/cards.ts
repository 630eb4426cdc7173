/** Reads the cards of a collection or listing: title, link, price or date, and text of each. */
import { BLOCK_KINDS } from '../html/elements.ts';
import { readInlines } from '../html/inline-runs.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { type DateParser, dateParserFor } from '../metadata/date-parser.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem } from './item.ts';
import { type Part, readRepeatedParts } from './repeated-parts.ts';

/** Minimum number of cards of a page. */
const MIN_CARDS = 3;
/** Minimum and maximum length of a title, in UTF-16 units. */
const MIN_TITLE = 2;
const MAX_TITLE = 200;
/** Maximum length of a line that is searched for a price or a date, in UTF-16 units. */
const MAX_LABEL = 80;

const PRICE =
  /(?:[$£€¥₹₩]|(?:US|CA|AU|NZ)\$|USD|EUR|GBP|CHF|SEK|NOK|DKK|kr)\s?\d[\d.,\u00a0 ]*\d|(?:[$£€¥₹₩])\s?\d|\d[\d.,\u00a0 ]*\s?(?:€|£|\$|zł|kr\b|Kč|Ft|USD|EUR|GBP|CHF|SEK|NOK|DKK)/;

/** Resolves a link as written; null if it is no page. */
type LinkResolver = (href: string) => string | null;

/** Returns the cards of a page in their order. @param chosen blocks of the main text */
export function readCards(page: ParsedPage, chosen: readonly Block[], url: string, resolve: LinkResolver): PageItem[] {
  const readDate = dateParserFor(page, url);
  return readRepeatedParts(page, chosen, MIN_CARDS, (part) => readCard(page, part, readDate, resolve));
}

/** Reads a part as a card; undefined without a title that is, or stands beside, a link. */
function readCard(
  page: ParsedPage,
  { blocks }: Part,
  readDate: DateParser,
  resolve: LinkResolver,
): PageItem | undefined {
  let linked: { block: Block; text: string; link: string } | undefined;
  for (const block of blocks) {
    if (block.anchors === 0 && block.linked === 0) continue;
    for (const { href, text, image } of readInlines(page, block)) {
      const link = href === null || image !== null || href.startsWith('#') ? null : resolve(href);
      if (link === null || !isTitle(text.trim()) || PRICE.test(text)) continue;
      const isHeading = BLOCK_KINDS.heading.has(block.element);
      if (!linked || (isHeading && !BLOCK_KINDS.heading.has(linked.block.element))) linked = { block, text, link };
    }
  }
  if (!linked) return undefined;
  const heading = blocks.find(({ element, text }) => BLOCK_KINDS.heading.has(element) && isTitle(text));
  const titled = heading ?? linked.block;
  const labels = new Set<Block>([titled]);
  const label = (read: (text: string) => string | null | undefined): string | undefined => {
    for (const block of blocks) {
      const value = block === titled || block.text.length > MAX_LABEL ? undefined : read(block.text);
      if (!value) continue;
      labels.add(block);
      return value;
    }
    return undefined;
  };
  const price = label((text) => PRICE.exec(text)?.[0].trim());
  const date = label(readDate);
  const text = blocks.filter((block) => !labels.has(block) && block.linked * 2 < block.text.length);
  return newItem({
    title: heading?.text ?? linked.text.trim(),
    link: linked.link,
    ...{ price, date, text: joinBlocks(text, MAX_ITEM_TEXT).trim() },
  });
}

const isTitle = (text: string): boolean => text.length >= MIN_TITLE && text.length <= MAX_TITLE && /\p{L}/u.test(text);
