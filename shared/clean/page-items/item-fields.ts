/** The fields of a page that its items tell: the items, and the author and date of a thread. */
import type { Content } from '../content.ts';
import type { describePage } from '../describe-page.ts';
import type { Block } from '../html/parsed-page.ts';
import { DAY_LENGTH } from '../metadata/dates/date-parser.ts';
import { type FoundItems, findItems, type ItemInput } from './find-items.ts';
import type { PageItem } from './item.ts';
import { firstPostDate } from './posts/first-post-date.ts';
import { hiddenDescription } from './product/product-description.ts';

type Described = ReturnType<typeof describePage>;
type ItemFields = Pick<Content, 'items'> & Partial<Pick<Described, 'genre' | 'author' | 'date' | 'sources'>>;

/**
 * Reads the items of a page. The author and date of a card are not those of the page. If a thread does not declare its author or date, they are those of the first post (`first-post-date.ts`), unless
 * that is a reply to a post without them.
 *
 * @returns fields that replace those of the page; `text`: the blocks of the main text if items correct them (`find-items.ts`); `hidden`: the
 *   description of a product that belongs to the text although the page hardly shows it
 */
export function readItems(
  described: Described,
  source: Omit<ItemInput, 'genre' | 'title' | 'metadata'>,
): { fields: ItemFields; text: FoundItems['text']; hidden: string | undefined } {
  const { genre, title, metadata } = described;
  const {
    items,
    text,
    isThread = genre === 'forum',
    lacksOpening,
    cards,
  } = findItems({ ...source, genre, title, metadata });
  if (items.length === 0) return { fields: {}, text, hidden: undefined };
  const ofPost = isThread && !lacksOpening ? openingFields(described, items) : {};
  const ofPage = cards ? withoutCardFields(described, items, cards) : {};
  const isShop = genre === 'listing' && arePriced(items);
  const fields: ItemFields = isThread
    ? { genre: 'forum', items, ...ofPost }
    : { ...(isShop && { genre: 'collection' }), items, ...ofPage };
  return { fields, text, hidden: genre === 'product' ? hiddenDescription(source.page, items) : undefined };
}

/** Minimum number of cards of a shop, and their minimum share that has a price and no date: events have both, and a few advertisements for jobs have a salary. */
const MIN_PRICED = 4;
const MIN_PRICED_SHARE = 0.8;

/** Returns whether nearly all cards are offers. */
const arePriced = (items: readonly PageItem[]): boolean =>
  items.length >= MIN_PRICED &&
  items.filter(({ price, date }) => price && !date).length >= items.length * MIN_PRICED_SHARE;

/** Sources of an author or date that the page shows but does not declare. */
const SHOWN = /^(?:byline|text|link|time|marked)$/;
/** Minimum share of the cards that name the author of all, as on a blog of one person. */
const MIN_OF_AUTHOR = 0.9;

/** Returns the author and date as null if one card has them. */
function withoutCardFields(
  { author, date, sources }: Described,
  items: readonly PageItem[],
  cards: ReadonlySet<Block>,
): Partial<Pick<Described, 'author' | 'date' | 'sources'>> {
  const isShown = (field: string): boolean => SHOWN.test(sources[field] ?? '');
  const named = author === null ? 0 : [...cards].filter(({ text }) => text.includes(author)).length;
  const isOfCard = isShown('author') && named > 0 && named < items.length * MIN_OF_AUTHOR;
  const day = date?.slice(0, DAY_LENGTH);
  const isDateOfCard = isShown('date') && items.some((item) => item['date']?.[0]?.slice(0, DAY_LENGTH) === day);
  if (!isOfCard && !isDateOfCard) return {};
  const { author: authorSource, date: dateSource, ...others } = sources;
  return {
    ...(isOfCard && { author: null }),
    ...(isDateOfCard && { date: null }),
    sources: {
      ...others,
      ...(!isOfCard && authorSource && { author: authorSource }),
      ...(!isDateOfCard && dateSource && { date: dateSource }),
    },
  };
}

/** Returns author and date of a thread by its first post. */
function openingFields(
  { author, date, sources }: Described,
  items: readonly PageItem[],
): Partial<Pick<Described, 'author' | 'date' | 'sources'>> {
  const ofPost = items[0]?.['author']?.[0];
  // Microdata may declare the authors of all posts, and a post may have a link to an author.
  const isOneOfAll = ofPost !== undefined && ofPost !== author && author?.split('; ').includes(ofPost);
  const isGuess = author === null || isOneOfAll || /^(?:byline|text|link)$/.test(sources['author'] ?? '');
  const postAuthor = isGuess ? ofPost : undefined;
  const postDate = firstPostDate(items, date, sources['date']);
  return {
    ...(postAuthor !== undefined && { author: postAuthor }),
    ...(postDate !== undefined && { date: postDate }),
    sources: {
      ...sources,
      ...(postAuthor !== undefined && { author: 'post' }),
      ...(postDate !== undefined && { date: 'post' }),
    },
  };
}
