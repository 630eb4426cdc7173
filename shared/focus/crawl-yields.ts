import { logit } from './link-evidence.ts';
import type { LinkFeatures } from './link-features.ts';
import { createYields, YIELD_CELLS } from './yields.ts';

/** Number of stored cells: those of the groups, number of pages, sum of their relevance, relevance expected before the first. */
export const CRAWL_YIELD_CELLS = YIELD_CELLS + 3;

/** Weight of the expected relevance, in pages. */
const PRIOR_PAGES = 5;

/** Relevance of the pages seen, by groups of links: host, directory, URL pattern, linking page. */
export type CrawlYields = {
  /** Writes the values of the features from `yield of the host` on. */
  fill(dense: Float64Array, from: number, features: LinkFeatures): void;
  add(features: LinkFeatures, relevance: number): void;
  /** Forgets the groups, and expects their mean relevance from now on. */
  restart(): void;
};

/** @param cells stored state; it is changed in place. */
export function createCrawlYields(cells: Float32Array): CrawlYields {
  const yields = createYields(cells.subarray(0, YIELD_CELLS));
  const [PAGES, SUM, EXPECTED] = [YIELD_CELLS, YIELD_CELLS + 1, YIELD_CELLS + 2];
  const mean = () => (cells[SUM]! + PRIOR_PAGES * cells[EXPECTED]!) / (cells[PAGES]! + PRIOR_PAGES);

  return {
    fill(dense, from, features) {
      if (cells[PAGES] === 0) return;
      const all = mean();
      const base = logit(all);
      const host = yields.rate(features.host, all);
      const ofHost = logit(host);
      dense[from] = ofHost - base;
      dense[from + 1] = logit(yields.rate(features.directory, host)) - ofHost;
      dense[from + 2] = logit(yields.rate(features.parentDirectory, host)) - ofHost;
      dense[from + 3] = logit(yields.rate(features.pattern, host)) - ofHost;
      dense[from + 4] = logit(yields.rate(features.shape, all)) - base;
      dense[from + 8] = Math.log1p(yields.pages(features.directory)) / 4;
      const { parents, parentDirectories } = features;
      if (parents.length === 0) return;
      let [best, sum, ofDirectories, most] = [-1, 0, 0, 0];
      for (let i = 0; i < parents.length; i++) {
        const gain = logit(yields.rate(parents[i]!, all)) - base;
        best = Math.max(best, gain);
        sum += gain;
        ofDirectories += logit(yields.rate(parentDirectories[i]!, all)) - base;
        most = Math.max(most, yields.pages(parents[i]!));
      }
      dense[from + 5] = best;
      dense[from + 6] = sum / parents.length;
      dense[from + 7] = ofDirectories / parents.length;
      dense[from + 9] = Math.log1p(most) / 4;
    },
    add(features, relevance) {
      const { host, directory, parentDirectory, pattern, shape, parents, parentDirectories } = features;
      const groups = new Set([host, directory, parentDirectory, pattern, shape, ...parents, ...parentDirectories]);
      for (const group of groups) yields.add(group, relevance);
      cells[PAGES] = cells[PAGES]! + 1;
      cells[SUM] = cells[SUM]! + relevance;
    },
    restart() {
      const expected = mean();
      cells.fill(0);
      cells[EXPECTED] = expected;
    },
  };
}
