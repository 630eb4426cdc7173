import type { Url } from '../../url/url.ts';
import type { PageFeedback } from '../offer.ts';
import { feedbackEntry, mergeEntriesByUrl, type PageEntry } from './entry.ts';
import { needsRevision } from './known-pages.ts';

/**
 * Merges stored entries of pages with feedback that waits in the inbox of their host, as the next visit will. Without it, pages of
 * the last visit seem to have no record.
 *
 * @returns one entry per URL; partial ones are feedback on URLs that no visit has committed
 */
export function mergeFeedback(stored: readonly PageEntry[], feedback: readonly PageFeedback[]): PageEntry[] {
  const pages = mergeEntriesByUrl([...stored, ...feedback.map(feedbackEntry)]);
  const revised = new Map<Url, PageFeedback>();
  for (const item of feedback)
    if (item.revised && item.at >= (revised.get(item.url)?.at ?? 0)) revised.set(item.url, item);
  if (revised.size === 0) return pages;
  return pages.map((page) => {
    const item = revised.get(page.url);
    return !page.partial && item && needsRevision(page, item)
      ? { ...page, record: item.record, verdict: item.verdict }
      : page;
  });
}
