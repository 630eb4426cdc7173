import { isListVerdict } from '../page-outcomes.ts';
import type { PageEntry } from './entry.ts';

/** Outcome of a URL that was deleted from the crawl. It has no next visit, and a link to it counts as seen. */
export const DELETED_OUTCOME = 'refused.deleted';

/** Outcome of a URL whose host is an alias of another one: it is fetched under that name. */
export const ALIAS_OUTCOME = 'refused.alias';

/**
 * Returns the entry of a deleted URL. It names neither a later visit nor what the server sent, so that a lifted URL is
 * fetched with a plain request.
 *
 * @param at time of the deletion, epoch ms. Feedback of earlier visits cannot override it.
 * @param record id of the record if the URL was deleted with it; null if the URL itself was deleted
 */
export function tombstoneOf(
  { url, class: place, depth, parent, visits, verdict }: PageEntry,
  at: number,
  record: string | null,
): PageEntry {
  return {
    ...{ url, at, class: place, depth, outcome: DELETED_OUTCOME, visits, tries: 0, record },
    // A lifted sitemap or feed is read as a list again.
    verdict: isListVerdict(verdict) ? verdict! : 'deleted',
    ...(parent !== undefined && { parent }),
  };
}
