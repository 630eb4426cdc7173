import { namedCrawl, oneCrawl, type SiteContext } from './layout.ts';

/**
 * Returns the URL of the page of classes.
 *
 * @param name a class whose subclasses are shown; absent: all classes
 * @param beside a class of another vocabulary that is shown beside it; absent: none
 */
export function browseHref(site: SiteContext, name?: string, beside?: string): string {
  const crawl = namedCrawl(oneCrawl(site));
  const parameters = new URLSearchParams({
    ...(crawl !== undefined && { crawl }),
    ...(name !== undefined && { class: name }),
    ...(beside !== undefined && { beside }),
  });
  return `/browse${parameters.size === 0 ? '' : `?${parameters}`}`;
}
