/** Harvest rate of a crawl over time: the share of relevant pages among those that were fetched one after another. */

/** A part of the fetched pages. All parts have about the same number of pages. */
export type HarvestPart = {
  /** Time of the last fetch of the part. ISO 8601. */
  until: string;
  pages: number;
  relevant: number;
};

/** Maximum number of parts: as many points as a small curve shows. */
const MAX_PARTS = 20;
/** Minimum number of pages of a part. The share of fewer pages says little. */
const MIN_PAGES = 10;

/**
 * Divides pages by the time of their fetch.
 *
 * @param pages `fetchedAt` in epoch milliseconds
 * @returns the parts in order; none if there are too few pages for two
 */
export function harvestOf(pages: readonly { fetchedAt: number; isRelevant: boolean }[]): HarvestPart[] {
  const parts = Math.min(MAX_PARTS, Math.floor(pages.length / MIN_PAGES));
  if (parts < 2) return [];
  const ordered = [...pages].sort((a, b) => a.fetchedAt - b.fetchedAt);
  return Array.from({ length: parts }, (_, i) => {
    const part = ordered.slice(startOf(i, parts, ordered.length), startOf(i + 1, parts, ordered.length));
    const relevant = part.filter(({ isRelevant }) => isRelevant).length;
    return { until: new Date(part.at(-1)!.fetchedAt).toISOString(), pages: part.length, relevant };
  });
}

const startOf = (part: number, parts: number, pages: number): number => Math.floor((part * pages) / parts);
