/** All URLs that a crawl found, and their outcome. */
import type { DocumentLine } from '../../../shared/clean/document.ts';
import { explainUrl } from '../../../shared/settings/explain/explain-url.ts';
import { urlRulesOf } from '../../../shared/settings/rules.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import { withStores } from '../remains.ts';
import type { NastyCrawl } from './nasty-crawl.ts';

/** URL → `outcome`, `outcome.reason`, `queued`, or `link.reason` for URLs that never entered the frontier. */
export type Fates = Map<string, string>;

/** Seeds, sitemaps in robots.txt, pages, and all targets of pages, lists and redirects, without duplicates. */
export function urlsSeen({ lines, fates, hosts, settings }: NastyCrawl): Set<string> {
  const seen = new Set<string>();
  const rules = urlRulesOf(settings);
  for (const seed of settings.seeds) seen.add(String(seed));
  for (const { robots = '' } of hosts.filter(({ name }) => fates.has(`http://${name}/`)))
    for (const [, href = ''] of robots.matchAll(/^Sitemap: (.*)$/gm)) {
      const named = normalize(href, undefined, rules);
      if (named.kind === 'url') seen.add(named.url);
    }
  for (const line of lines) for (const url of [line.url, ...targetsOf(line)]) seen.add(url);
  // Responses without a page (a broken connection, a redirect without a target) are in no line.
  for (const url of fates.keys()) seen.add(url);
  return seen;
}

function targetsOf(line: DocumentLine): string[] {
  if (line.kind === 'document') return line.document.links.map(({ url }) => url);
  if (line.kind === 'list') return [...line.urls.map(({ url }) => url), ...line.lists];
  return line.kind === 'moved' && line.to !== null ? [line.to] : [];
}

/** Outcomes from the frontier; for other URLs from `explain`, which must report a refusal. */
export function fatesOf(crawl: NastyCrawl): Promise<Fates> {
  const { dir, settings, fates } = crawl;
  const nofollow = onlyNotFollowed(crawl.lines);
  return withStores(dir, async (stores) => {
    const all: Fates = new Map();
    for (const url of urlsSeen(crawl)) {
      const known = fates.get(url) ?? (nofollow.has(url) ? 'link.nofollow' : undefined);
      if (known) all.set(url, known);
      else {
        const { state, steps } = await explainUrl(url, settings, stores);
        const refusal = steps.find(({ decision }) => ['refused', 'refused-beyond', 'spent'].includes(decision));
        // A link in an inbox that no visit has read yet waits too.
        all.set(url, state === 'offered' ? 'queued' : `link.${refusal?.reason ?? 'unexplained'}`);
      }
    }
    return all;
  });
}

/** URLs that are linked to only with nofollow. */
function onlyNotFollowed(lines: readonly DocumentLine[]): Set<string> {
  const nofollowed = new Set<string>();
  const free = new Set<string>();
  for (const line of lines) {
    if (line.kind !== 'document') for (const url of targetsOf(line)) free.add(url);
    else
      for (const { url, rel } of line.document.links)
        (rel === 'nofollow' || line.document.robots.includes('nofollow') ? nofollowed : free).add(url);
  }
  return new Set([...nofollowed].filter((url) => !free.has(url)));
}

/** Number of URLs by outcome. */
export function tally(fates: Fates, of: (fate: string) => string | undefined): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const fate of fates.values()) {
    const name = of(fate);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
