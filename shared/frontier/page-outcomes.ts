/** Returns whether a visit with an outcome brought a page. */
export const isFetched = (outcome: string): boolean => outcome === 'fetched' || outcome === 'unchanged';

/** Returns whether a verdict is that of a sitemap or feed, which are no pages. */
export const isListVerdict = (verdict: string | undefined): boolean =>
  verdict === 'sitemap' || verdict === 'feed' || verdict === 'not-a-sitemap';
