import type { LineHead, ListLine } from '../../clean/document.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import type { OfferedLink, PageFeedback } from '../../frontier/offer.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import type { UrlCandidate } from '../../url/scope.ts';

/** Maximum nesting of lists. The sitemap protocol allows none within an index, real sites use 2, and a trap is endless. */
const MAX_LIST_NESTING = 3;

/** Class of listed URLs if the crawl has a topic: their relevance is unknown, so they come after links of good pages. */
const LISTED_CLASS_WITH_TOPIC = 5;
/** Priority of entries without one, from the sitemap protocol. */
const DEFAULT_PRIORITY = 0.5;

export type ListedLink = { link: OfferedLink; discovered: UrlCandidate['discovered'] };

/**
 * Converts the entries of a list into links. Entries of a list that was given as a seed (`feed`) are seeds too. Entries of a
 * site's own sitemap have depth + 1, like links of its front page.
 *
 * @param focused whether the crawl has a topic.
 */
export function* listedLinks(line: LineHead & ListLine, focused: boolean): Generator<ListedLink> {
  const { class: place, depth, kind = 'sitemap', nesting = 0 } = line.note;
  const isSeed = kind === 'feed';
  for (const { url, lastModified, priority = DEFAULT_PRIORITY } of line.urls) {
    // A date in the future is ignored: it would force a recrawl each time the list is read.
    const isDateKnown = lastModified !== undefined && lastModified <= line.fetchedAt;
    const known = { url, parent: line.url, ...(isDateKnown && { lastModified }) };
    if (isSeed) yield { link: { ...known, kind: 'page', class: place, depth, score: 1 }, discovered: 'seed' };
    else {
      const link = { ...known, kind: 'page' as const, ...listedPriority(depth + 1, priority, focused), listed: true };
      yield { link, discovered: 'sitemap' };
    }
  }
  if (nesting >= MAX_LIST_NESTING) return;
  for (const url of line.lists)
    yield {
      link: { url, kind, class: place, depth, score: 1, parent: line.url, nesting: nesting + 1 },
      discovered: 'list',
    };
}

function listedPriority(depth: number, priority: number, focused: boolean) {
  return { class: focused ? LISTED_CLASS_WITH_TOPIC : Math.min(depth, 7), score: priority, depth };
}

/** Returns the consequence of a list: an earlier record of its URL is removed, and the frontier stores its kind. */
export function listConsequence(line: LineHead & ListLine): { changes: RecordChange[]; feedback: PageFeedback } {
  const { url, note } = line;
  const at = changeTimeOf(line);
  const changes: RecordChange[] = note.was === undefined ? [] : [{ kind: 'left', id: note.was, url, at }];
  const isEmpty = line.reason !== null && line.urls.length + line.lists.length === 0;
  const verdict = isEmpty ? line.reason! : (note.kind ?? 'sitemap');
  return { changes, feedback: { url, at, ...(note.next !== undefined && { next: note.next }), record: null, verdict } };
}
