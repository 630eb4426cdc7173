/**
 * What counts as a page, in the words of help, settings and the crawl page. The count is `pages` in `Control.counts`; limits, costs
 * and speeds are computed from it.
 */
export const COUNTED_PAGE =
  'A page is one request for a URL other than robots.txt, whatever the answer: redirects, errors, lists, unchanged pages, retries and revisits count.';

/**
 * Count of the pages in `pages` that were refused or failed, each attempt once. The others are progress: a crawl whose requests all fail makes
 * none.
 */
export const UNFETCHED_COUNT = 'pages.unfetched';
