import { namedCrawl, oneCrawl, type SiteContext } from './layout.ts';

/** Returns the URL of the page of classes. @param name a class whose subclasses are shown; absent: all classes */
export function browseHref(site: SiteContext, name?: string): string {
  const crawl = namedCrawl(oneCrawl(site));
  const parameters = new URLSearchParams({
    ...(crawl !== undefined && { crawl }),
    ...(name !== undefined && { class: name }),
  });
  return `/browse${parameters.size === 0 ? '' : `?${parameters}`}`;
}
