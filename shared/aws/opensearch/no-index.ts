import type { SearchIndex } from '../../ports/search-index.ts';

/** The index of a stack without search: finds nothing. A write is a mistake in the wiring, so it throws. */
export const noIndex: SearchIndex = {
  async write() {
    throw new Error('this stack has no search engine');
  },
  search: async () => ({ total: 0, hits: [] }),
  lacksValues: async () => false,
  lackingTexts: async () => [],
  hasOldWords: async () => false,
  languages: async () => [],
  statistics: async () => ({ documents: 0, matching: new Map() }),
  get: async () => undefined,
  findByUrl: async () => undefined,
  idsOfUrls: async () => new Map(),
  leftAt: async () => undefined,
  changedRecords: async () => [],
  rebuiltAt: async () => 0,
  count: async () => 0,
  fetchTimes: async () => undefined,
  titleWords: async () => [],
  similarWords: async () => [],
  countMatches: async (_crawl, words) => words.map(() => 0),
  async *records() {},
};
