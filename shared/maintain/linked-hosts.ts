import { EMBEDDED_REL } from '../clean/links/embedded-rel.ts';
import { hostOf, type Url } from '../url/url.ts';

/** How often other hosts link to a host. */
export type LinkedHost = {
  host: string;
  /** Number of other hosts with a record that links to it: how often the site is referred to, as CINDI's `num_ref_by`. */
  numRefBy: number;
  /** Number of records of these hosts that link to it. */
  pages: number;
  /** Number of its URLs that have a record. 0: the crawl has none of it. */
  relevant: number;
};

/** A page and its links. `urls`: all URLs with its text. */
type LinkingPage = { url: string; urls: readonly string[]; links: readonly { url: string; rel?: string }[] };

/**
 * Counts links between hosts, without embedded files: a host of fonts or images is no site to crawl. Memory grows with the number of pairs of hosts.
 *
 * @returns hosts with a link from another host, the most referred to first
 */
export async function linkedHosts(pages: AsyncIterable<LinkingPage>): Promise<LinkedHost[]> {
  const found = new Map<string, { from: Set<string>; pages: number; relevant: number }>();
  const countsOf = (host: string) => {
    const known = found.get(host) ?? { from: new Set(), pages: 0, relevant: 0 };
    found.set(host, known);
    return known;
  };
  for await (const { url, urls, links } of pages) {
    const own = hostOf(url as Url);
    for (const one of urls) countsOf(hostOf(one as Url)).relevant++;
    const followed = links.filter(({ rel }) => rel !== EMBEDDED_REL);
    for (const host of new Set(followed.map((link) => hostOf(link.url as Url)))) {
      if (host === own) continue;
      const counts = countsOf(host);
      counts.from.add(own);
      counts.pages++;
    }
  }
  return Array.from(found, ([host, { from, ...counts }]) => ({ host, numRefBy: from.size, ...counts }))
    .filter(({ numRefBy }) => numRefBy > 0)
    .sort((a, b) => b.numRefBy - a.numRefBy || b.pages - a.pages || (a.host < b.host ? -1 : 1));
}
