import type { PageEntry } from './host/entry.ts';
import { packHistory, unpackHistory } from './host/history.ts';

/**
 * Known pages are wanted again at once, whatever their dates say. A recall waits in a host's inbox like a link; merging it
 * twice does what merging it once does, as a page that was fetched since is not called back again.
 */
export type ForcedRecrawl = {
  /** Pages fetched before this are called back. Epoch ms. */
  at: number;
  /** Only pages whose address begins so; absent: all. */
  prefix?: string;
  /** Only the seeds, and URLs first asked for at this time or later that have brought no page yet. Epoch ms. */
  missingSince?: number;
  /** Only pages that were changed after they were fetched, as whoever lists them says. URL → epoch ms. */
  modified?: ReadonlyMap<string, number>;
  /** Only pages that answer as if they were gone and whose records are held: the operator believes it. */
  believe?: boolean;
};

/**
 * Whose next request would do harm, whoever asks for it: a page rests that stopped its workers (`poison`), and an address
 * that the network's guard refuses stays refused. What robots.txt refused is called back: it is asked again, and only a
 * page that it now allows is fetched.
 */
const NEVER_RECRAWLED: ReadonlySet<string> = new Set(['refused.poison', 'refused.private-address']);

/** Called-back pages are filed under the recall's time in whole seconds, as marks of bundles are. Epoch seconds. */
export const recrawlMark = ({ at }: ForcedRecrawl): number => Math.floor(at / 1000);

/** @param page whole, not partial. */
export function needsRecrawl(page: PageEntry, recall: ForcedRecrawl): boolean {
  if (page.at >= recall.at || NEVER_RECRAWLED.has(page.outcome)) return false;
  if (!matchesFilter(page, recall)) return false;
  // A page that is due already keeps its place, and is fetched in the same visits.
  if (!recall.believe && page.next !== undefined && page.next <= recrawlMark(recall) * 1000) return false;
  return recall.prefix === undefined || page.url.startsWith(recall.prefix);
}

function matchesFilter(page: PageEntry, { missingSince, modified, believe }: ForcedRecrawl): boolean {
  if (modified !== undefined) return page.at < (modified.get(page.url) ?? 0);
  if (believe) return page.outcome.endsWith('.held') || page.verdict === 'soft-404';
  if (missingSince === undefined || page.depth === 0) return true;
  return !HAS_PAGE.has(page.outcome) && (unpackHistory(page.history)?.since ?? page.at) >= missingSince;
}

/** There is a page. */
const HAS_PAGE: ReadonlySet<string> = new Set(['fetched', 'unchanged']);

/** A page that is called back, under the recall's time. */
export function scheduleForRecrawl(page: PageEntry, recall: ForcedRecrawl): PageEntry {
  const next = recrawlMark(recall) * 1000;
  const history = recall.believe ? unpackHistory(page.history) : undefined;
  return history ? { ...page, next, history: packHistory({ ...history, believed: true }) } : { ...page, next };
}

/**
 * What later stages say of a visit before a recall may arrive when the page waits under the recall's time: it is filed
 * there too, or the next capture would not know which record the page had. Where the page is not, it is passed over.
 *
 * @param marks of the recalls under way, epoch seconds.
 */
export function copyFeedbackToRecrawls(news: readonly PageEntry[], marks: readonly number[]): PageEntry[] {
  return marks.flatMap((mark) =>
    news
      .filter((entry) => entry.partial && entry.at < (mark + 1) * 1000)
      .map((entry) => ({ ...entry, next: mark * 1000 })),
  );
}
