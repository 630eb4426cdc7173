/** Reads the cards of a collection or listing: title, link, price or date, and text of each. */
import { ASIDE, elementId } from '../../html/elements.ts';
import { classOf } from '../../html/hints/class-of.ts';
import { type Inline, readInlines } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { isListLine, isListLink } from '../../main-text/corrections/list-lines.ts';
import { joinBlocks } from '../../main-text/join-blocks.ts';
import { type DateParser, dateParserFor } from '../../metadata/dates/date-parser.ts';
import type { PartsInput } from '../candidate-groups.ts';
import { datetimeOfPart, newDatetimeReader } from '../datetimes.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem, type ShownItems } from '../item.ts';
import { oncePerBlock } from '../once-per-block.ts';
import type { Part } from '../parts.ts';
import { choosePrice, type LinePrices, pricesIn } from '../prices/line-prices.ts';
import { readRepeatedParts } from '../repeated-parts.ts';
import {
  type CardTitle,
  chooseTitle,
  findLinkedTitle,
  type LinkedTitle,
  type LinkResolver,
  type TitleLines,
  titleOfTextlessLink,
} from './card-title.ts';
import { linkedParts } from './linked-parts.ts';
import { mergeEqualLinks, mergeHalves } from './merge-cards.ts';
import { newRepeatedTexts } from './repeated-texts.ts';
import { newTextlessLinks } from './textless-links.ts';

/** Minimum number of cards of a page. */
const MIN_CARDS = 3;
/** Minimum number of cards that have only a class in common. */
const MIN_CARDS_OF_CLASS = 5;
/** Maximum length of a line that is searched for a date, in UTF-16 units. */
const MAX_LABEL = 80;
/** Minimum length of a linked line that is an excerpt, in UTF-16 units: the whole card may be a link. */
const MIN_EXCERPT = 40;

/** What a line of a card tells. Each line is read once. */
type CardLines = TitleLines & {
  /** Returns the URL of the first link in a block, or undefined. */
  linkIn: (block: Block) => string | undefined;
  pricesIn: (block: Block) => LinePrices | undefined;
  dateIn: (block: Block) => string | null;
  readDate: DateParser;
  /** Returns the first date in an attribute of a part, as in `<time datetime="2024-03-12">2 days ago</time>`, and its block. */
  datetimeOf: (part: Part) => { block: Block; date: string } | undefined;
  /** Returns the URL and the label of the first link of a part that has no text. */
  textlessLinkOf: (part: Part) => { link: string; label: string } | undefined;
};

/** Returns the cards of a page in their order, and the blocks with their titles, prices, dates and texts. */
export function readCards(input: PartsInput, url: string, resolve: LinkResolver): ShownItems {
  const lines = newCardLines(input.page, dateParserFor(input.page, url), resolve);
  return readParts(input, (part) => readCard(part, lines));
}

/**
 * Returns the cards of a shop in their order. If most of those in the main text have no price, the cards with prices are searched for
 * outside of it: of a collection with a long description, the main text is only that.
 */
export function readShopCards(input: PartsInput, url: string, resolve: LinkResolver): ShownItems {
  const { page } = input;
  const lines = newCardLines(page, dateParserFor(page, url), resolve);
  const cards = readParts(input, (part) => readCard(part, lines));
  if (cards.items.filter(hasPrice).length * 2 > cards.items.length) return cards;
  const isPriced = (block: Block): boolean => lines.pricesIn(block) !== undefined;
  const chosen = page.blocks.filter((block) => (block.roles & ASIDE) === 0 && isPriced(block));
  if (chosen.length < MIN_CARDS) return cards;
  const readPriced = (part: Part): Card | undefined => {
    const card = part.blocks.some(isPriced) ? readCard(part, lines) : undefined;
    return card && hasPrice(card.item) ? card : undefined;
  };
  const priced = readParts({ ...input, chosen }, readPriced);
  return priced.items.length >= cards.items.length ? priced : cards;
}

const hasPrice = ({ price }: PageItem): boolean => price !== undefined;

/** A card, and its blocks: title, price, date and text. */
type Card = { item: PageItem; blocks: readonly Block[]; text: readonly Block[] };

function readParts(input: PartsInput, readPart: (part: Part) => Card | undefined): ShownItems {
  const cardOf = new Map<PageItem, Card>();
  const unmerged = new Map<readonly PageItem[], readonly PageItem[]>();
  const cards = readRepeatedParts(input, {
    ...{ minItems: MIN_CARDS, minOfClass: MIN_CARDS_OF_CLASS, rows: 'text', others: linkedParts(input) },
    read: (part) => {
      const card = readPart(part);
      if (card) cardOf.set(card.item, card);
      return card?.item;
    },
    readHidden: (part, items) => {
      const card = part.blocks.some(isAside) ? undefined : readPart(part);
      if (!card || !hasUsualFields(card.item, items)) return undefined;
      cardOf.set(card.item, card);
      return card.item;
    },
    complete: ({ items }) => {
      const merged = mergeEqualLinks(items);
      unmerged.set(merged, items);
      return merged;
    },
  });
  const read = unmerged.get(cards) ?? [];
  const buttons = buttonsOf(read.map((card) => cardOf.get(card)?.text ?? []));
  const blocks = withoutCopies(read, (card) => cardOf.get(card)?.blocks.filter((block) => !buttons.has(block)) ?? []);
  return { items: withoutPagers(mergeHalves(withoutRanks(cards))), blocks: new Set(blocks) };
}

/** Removes cards that are nothing but a link to further ones, such as `More` in the last row of a list. */
const withoutPagers = (cards: readonly PageItem[]): PageItem[] => cards.filter((card) => !isPager(card));

const isPager = (card: PageItem): boolean => {
  const title = card['title']?.[0] ?? '';
  return HIDDEN_FIELDS.every((field) => card[field] === undefined) && (title === 'More' || isListLink(title));
};

const isAside = ({ roles }: Block): boolean => (roles & ASIDE) !== 0;

/** Share of the cards that have a field, from which a card without main text must have it, too: others of its kind may be menus and notices. */
const MIN_USUAL = 0.8;

/** Returns whether a card has the fields that most others have, if these have any beside their title. */
function hasUsualFields(card: PageItem, others: readonly PageItem[]): boolean {
  const usual = HIDDEN_FIELDS.filter(
    (field) => others.filter((other) => other[field] !== undefined).length >= others.length * MIN_USUAL,
  );
  return usual.length > 0 && usual.every((field) => card[field] !== undefined);
}

const HIDDEN_FIELDS = ['price', 'date', 'text'];

/** Minimum share of the cards that have a button. */
const MIN_BUTTONS = 0.5;
const AGE_OR_SENTENCE = /^\d|[.!?。！？]$/;

/**
 * Returns the lines without a link that at least half of the cards have: buttons, badges, names of fields. Ages and sentences are of one card,
 * although others have the same.
 */
function buttonsOf(cards: readonly (readonly Block[])[]): Set<Block> {
  const counts = new Map<string, number>();
  for (const lines of cards)
    for (const text of new Set(lines.map((block) => block.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isButton = (block: Block): boolean =>
    !isLinked(block) &&
    !AGE_OR_SENTENCE.test(block.text) &&
    (counts.get(block.text) ?? 0) >= Math.max(MIN_CARDS, cards.length * MIN_BUTTONS);
  return new Set(cards.flatMap((lines) => lines.filter(isButton)));
}

/**
 * Returns the blocks of cards without the lines that an earlier card with the same title and link has: a page may show its cards for each
 * width of screen.
 */
function withoutCopies(cards: readonly PageItem[], blocksOf: (card: PageItem) => readonly Block[]): Block[] {
  const shown = new Map<string, Set<string>>();
  return cards.flatMap((card) => {
    const key = JSON.stringify([card['title'], card['link']]);
    const before = shown.get(key) ?? new Set();
    const own = blocksOf(card).filter(({ text }) => !before.has(text));
    shown.set(key, before);
    for (const { text } of own) before.add(text);
    return own;
  });
}

/** Returns cards without the lines of their texts that are their numbers in the list, if at least half of these count up: others are years or amounts. */
function withoutRanks(cards: PageItem[]): PageItem[] {
  const ranks = cards.flatMap((card) => rankOf(card) ?? []);
  const steps = ranks.filter((rank, k) => k > 0 && rank === (ranks[k - 1] as number) + 1).length;
  return steps === 0 || steps * 2 < ranks.length ? cards : cards.map(withoutRank);
}

function withoutRank(card: PageItem): PageItem {
  const { text, ...others } = card;
  const shown = text?.[0]?.replace(RANK, '');
  return shown ? { ...others, text: [shown] } : others;
}

function rankOf({ text }: PageItem): number | undefined {
  const digits = RANK.exec(text?.[0] ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const RANK = /^#?(\d{1,4})[.)]?(?:\n+|$)/;

function newCardLines(page: ParsedPage, readDate: DateParser, resolve: LinkResolver): CardLines {
  const datetimeWithin = newDatetimeReader(page.html);
  const isRepeated = newRepeatedTexts(page);
  const textlessLink = newTextlessLinks(page);
  return {
    titleIn: oncePerBlock((block) => findLinkedTitle(page, block, resolve, isRepeated)),
    isRepeated,
    isCaption: ({ container }) => page.containers.elements[container] === CAPTION,
    isMarkedTitle: oncePerBlock((block) => isMarkedTitle(page, block)),
    pricesIn: oncePerBlock((block) => pricesIn(page, block)),
    linkIn: oncePerBlock((block) => findLink(page, block, resolve)),
    imageLinkIn: oncePerBlock((block) => findLink(page, block, resolve, true)),
    dateIn: oncePerBlock((block) => (isLabel(block) ? readDate(block.text) : null)),
    readDate,
    datetimeOf: (part) => datetimeOfPart(page, part, datetimeWithin),
    textlessLinkOf: (part) => {
      const { href, label } = textlessLink(part) ?? {};
      const link = href === undefined ? null : resolve(href);
      return link === null ? undefined : { link, label: label ?? '' };
    },
  };
}

const CAPTION = elementId('figcaption');

const isMarkedTitle = (page: ParsedPage, { names, container }: Block): boolean =>
  [names, page.containers.names[container] as number].some((name) => TITLE_CLASS.test(classOf(page, name)));

/** Not the class of a second line such as a subtitle, or of the section, category or position of a person. */
const TITLE_CLASS =
  /(?:^|[\s_-])(?<!(?:^|[\s_-])(?:sub|pre|over|category|section|author|meta|job)[_-]{1,2})(?:title|headline)(?=\s|$)/i;
/** The label of a title, as in arXiv. */
const TITLE_LABEL = /^(?:title|titel|titre|título|titolo)\s?:\s*/i;

function findLink(page: ParsedPage, block: Block, resolve: LinkResolver, ofImage = false): string | undefined {
  const isWanted = ({ href, image }: Inline): boolean => href !== null && (!ofImage || image !== null);
  const href = readInlines(page, block).find(isWanted)?.href ?? null;
  return href === null ? undefined : (resolve(href) ?? undefined);
}

const isLabel = ({ text }: Block): boolean => text.length <= MAX_LABEL;

/** Reads a part as a card; undefined without a title that is, or stands beside, a link. */
function readCard(part: Part, lines: CardLines): Card | undefined {
  const { blocks } = part;
  const found = chooseTitle(blocks, lines) ?? textlessTitle(part, lines);
  if (!found) return undefined;
  const { heading, linkedBlock, linked } = found;
  const title = heading ?? linkedBlock;
  const others = blocks.filter((block) => block !== title);
  const labels = new Set<Block>([title]);
  // A list may have the price and the date beside the title.
  const price = choosePrice((heading ? others : blocks).flatMap((block) => lines.pricesIn(block) ?? []));
  for (const block of others) if (isLabel(block) && lines.pricesIn(block)) labels.add(block);
  const dated = others.find((block) => lines.dateIn(block));
  if (dated) labels.add(dated);
  const shownDate = dated ? lines.dateIn(dated) : dateBesideTitle(linkedBlock, linked, lines);
  const datetime = shownDate ? undefined : lines.datetimeOf(part);
  if (datetime && isLabel(datetime.block)) labels.add(datetime.block);
  const isOneLink = blocks.every((block) => isLinked(block) && lines.linkIn(block) === linked.link);
  const isDetail = ({ text }: Block): boolean =>
    isOneLink && DETAIL.test(text) && !lines.isRepeated(text) && !title.text.includes(text);
  const isText = (block: Block): boolean =>
    !isLinked(block)
      ? !isListLine(block.text)
      : lines.linkIn(block) === linked.link && (block.text.length >= MIN_EXCERPT || isDetail(block));
  const text = blocks.filter((block) => !labels.has(block) && block.text !== linked.text && isText(block));
  const item = newItem({
    title: heading?.text.replace(TITLE_LABEL, '') ?? linked.text,
    link: linked.link,
    ...{ price, date: shownDate ?? datetime?.date, text: joinBlocks(text, MAX_ITEM_TEXT).trim() },
  });
  return { item, blocks: [...labels, ...text], text };
}

const isLinked = ({ text, linked }: Block): boolean => linked * 2 >= text.length;
/** A word or a year, as in a card that is one link: maker, place, date. Other numbers are counts and ratings. */
const DETAIL = /\p{L}{2}|\b(?:1\d|20)\d\d\b/u;

/** Returns the title of a card with a price, but without a linked text. */
function textlessTitle(part: Part, lines: CardLines): CardTitle | undefined {
  const priced = part.blocks.find((block) => lines.pricesIn(block));
  const link = priced && lines.textlessLinkOf(part);
  return priced && link && titleOfTextlessLink(part.blocks, priced, link, lines);
}

/** Returns the date in the line of a title outside of its link, as in `5 May 2024 <a>Title</a>`, or null. */
function dateBesideTitle(block: Block, { text }: LinkedTitle, { readDate }: CardLines): string | null {
  const beside = block.text.replace(text, ' ').trim();
  return beside.length < block.text.length && beside.length <= MAX_LABEL ? readDate(beside) : null;
}
