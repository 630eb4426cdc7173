import type { SitePage } from './page.ts';

/**
 * The pages that a crawl from these seeds comes to want, and so has to account for, by what the web says of itself. Pages
 * that robots.txt closes are among them (wanted, and refused); their links are not.
 *
 * @param follow `all` links, or only those of pages on the topic (redirects are always followed).
 */
export function reachable(pages: SitePage[], seeds: string[], follow: 'all' | 'on-topic'): SitePage[] {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const wanted = new Set<SitePage>();
  const queue = [...seeds];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const page = byUrl.get(url);
    if (!page || wanted.has(page)) continue;
    wanted.add(page);
    const leadsOn =
      page.expected.outcome === 'redirected' || (page.expected.outcome === 'fetched' && leads(page, follow));
    if (leadsOn) queue.push(...page.links);
  }
  return [...wanted];
}

function leads(page: SitePage, follow: 'all' | 'on-topic'): boolean {
  return follow === 'all' || page.onTopic === true;
}
