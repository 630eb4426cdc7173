import type { LineHead, ListLine } from '../clean/document.ts';
import type { OfferedLink, PageFeedback } from '../frontier/enqueue-links.ts';
import type { RecordChange } from '../ports/search-index.ts';
import type { UrlCandidate } from '../url/scope.ts';

/** Lists within lists are followed so far: the protocol of sitemaps allows none, sites have two, and a server may have them without end. */
const MAX_LIST_NESTING = 3;

/** With a topic nobody knows yet whether an entry speaks of it: behind what the better pages link to. */
const LISTED_CLASS_WITH_TOPIC = 5;
/** What the protocol of sitemaps takes the priority of a page for that has none. */
const DEFAULT_PRIORITY = 0.5;

export type ListedLink = { link: OfferedLink; discovered: UrlCandidate['discovered'] };

/**
 * What a list names, as links. Entries of a list that was given as a seed (`feed`) are seeds like it; those of a site's
 * own sitemap are one step further, as links of its first page are.
 *
 * @param focused whether the crawl has a topic.
 */
export function* listedLinks(line: LineHead & ListLine, focused: boolean): Generator<ListedLink> {
  const { class: place, depth, kind = 'sitemap', nesting = 0 } = line.note;
  const isSeed = kind === 'feed';
  for (const { url, lastModified, priority = DEFAULT_PRIORITY } of line.urls) {
    // A date that is still to come says nothing, and would call the page back each time.
    const isTold = lastModified !== undefined && lastModified <= line.fetchedAt;
    const known = { url, parent: line.url, ...(isTold && { lastModified }) };
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

/** A list is no document: what was kept of its address before goes, and the frontier learns what it is. */
export function listConsequence(line: LineHead & ListLine): { changes: RecordChange[]; news: PageFeedback } {
  const { url, fetchedAt: at, note } = line;
  const changes: RecordChange[] = note.was === undefined ? [] : [{ kind: 'left', id: note.was, url, at }];
  const isNone = line.reason !== null && line.urls.length + line.lists.length === 0;
  const verdict = isNone ? line.reason! : (note.kind ?? 'sitemap');
  return { changes, news: { url, at, ...(note.next !== undefined && { next: note.next }), record: null, verdict } };
}
