/** All addresses that a crawl came across, and what became of each. */
import type { DocumentLine } from '../../shared/clean/document.ts';
import { explainUrl } from '../../shared/settings/explain/explain-url.ts';
import { urlRulesOf } from '../../shared/settings/rules.ts';
import { normalize } from '../../shared/url/normalize.ts';
import type { NastyCrawl } from './nasty-crawl.ts';
import { withStores } from './remains.ts';

/** URL → `outcome`, `outcome.reason`, `queued`, or `link.reason` for those that were never taken in. */
export type Fates = Map<string, string>;

/** Seeds, what robots.txt names, pages, and all that pages, lists and redirects lead to: each address once. */
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
  // Answers without a page (a connection that broke, a redirect that led nowhere) are in no line.
  for (const url of fates.keys()) seen.add(url);
  return seen;
}

function targetsOf(line: DocumentLine): string[] {
  if (line.kind === 'document') return line.document.links.map(({ url }) => url);
  if (line.kind === 'list') return [...line.urls.map(({ url }) => url), ...line.lists];
  return line.kind === 'moved' && line.to !== null ? [line.to] : [];
}

/** Those of the frontier by what it says; the others by what `explain` says of them, which must be a refusal. */
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
        // An offer that no visit has taken in yet waits as well.
        all.set(url, state === 'offered' ? 'queued' : `link.${refusal?.reason ?? 'unexplained'}`);
      }
    }
    return all;
  });
}

/** What a link or its page asks is known of pages alone: addresses that are linked to in no other way. */
function onlyNotFollowed(lines: readonly DocumentLine[]): Set<string> {
  const asked = new Set<string>();
  const free = new Set<string>();
  for (const line of lines) {
    if (line.kind !== 'document') for (const url of targetsOf(line)) free.add(url);
    else
      for (const { url, rel } of line.document.links)
        (rel === 'nofollow' || line.document.robots.includes('nofollow') ? asked : free).add(url);
  }
  return new Set([...asked].filter((url) => !free.has(url)));
}

/** Fate → addresses. */
export function tally(fates: Fates, of: (fate: string) => string | undefined): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const fate of fates.values()) {
    const name = of(fate);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
