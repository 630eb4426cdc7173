/** The fields of a page that its items tell: the items, and the author and date of a thread. */
import type { Content } from '../content.ts';
import type { describePage } from '../describe-page.ts';
import { type FoundItems, findItems, type ItemInput } from './find-items.ts';
import type { PageItem } from './item.ts';
import { firstPostDate } from './posts/first-post-date.ts';
import { hiddenDescription } from './product/product-description.ts';

type Described = ReturnType<typeof describePage>;
type ItemFields = Pick<Content, 'items'> & Partial<Pick<Described, 'genre' | 'author' | 'date' | 'sources'>>;

/**
 * Reads the items of a page. If a thread does not declare its author or date, they are those of the first post (`first-post-date.ts`), unless
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
  const { items, text, isThread = genre === 'forum', lacksOpening } = findItems({ ...source, genre, title, metadata });
  if (items.length === 0) return { fields: {}, text, hidden: undefined };
  const ofPost = isThread && !lacksOpening ? openingFields(described, items) : {};
  const fields: ItemFields = isThread ? { genre: 'forum', items, ...ofPost } : { items };
  return { fields, text, hidden: genre === 'product' ? hiddenDescription(source.page, items) : undefined };
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
