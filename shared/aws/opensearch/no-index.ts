import type { SearchIndex } from '../../ports/search-index.ts';

/** A stack without search: an archive, which finds nothing. To write to it is a mistake in the wiring. */
export const noIndex: SearchIndex = {
  async write() {
    throw new Error('this stack has no search engine');
  },
  search: async () => ({ total: 0, hits: [] }),
  get: async () => undefined,
  count: async () => 0,
  async *records() {},
};
