import type { PageItem } from '../item.ts';

/**
 * Returns the date of the first post if it is a better date of the thread than the one found on the page, otherwise undefined. A `time`
 * or marked date may be the clock of the page or belong to a list of threads, and a line may belong to another thread. Declared dates stay.
 *
 * @param found the date of the page, null if there is none
 * @param source where it was found
 */
export function firstPostDate(
  posts: readonly PageItem[],
  found: string | null,
  source: string | undefined,
): string | undefined {
  // The rows of a board have links to its threads.
  if (posts[0]?.['link']) return undefined;
  const date = posts[0]?.['date']?.[0];
  if (date === undefined || found === null) return date;
  if (posts.length < MIN_POSTS && !(posts[0]?.['author'] && GUESSES.has(source ?? ''))) return undefined;
  const isBetter = source === 'text' || (GUESSES.has(source ?? '') && dayOf(date) < dayOf(found));
  return isBetter && isEarliest(date, posts) ? date : undefined;
}

/** Minimum number of posts whose order confirms that the first one is the earliest. */
const MIN_POSTS = 2;
/** Sources of dates that may be those of something else on the page, which then are later than the first post. */
const GUESSES: ReadonlySet<string> = new Set(['time', 'marked']);

/** Returns whether all posts have dates, none before this one: otherwise a date may be that of a member, or the first post is missing. */
function isEarliest(date: string, posts: readonly PageItem[]): boolean {
  return posts.every((post) => {
    const other = post['date']?.[0];
    return other !== undefined && dayOf(other) >= dayOf(date);
  });
}

const dayOf = (date: string): string => date.slice(0, 10);
