import { asciiHost } from '../../url/decoded-url.ts';
import { hostOf } from '../../url/url.ts';
import type { CompiledFilter } from './filter.ts';

/** Hosts, including their subdomains, whose pages are always relevant. */
export type SitesFilter = { sitesOk: readonly string[] };

/** Characters of URLs, wildcards and expressions that no host has. */
const FOREIGN = /[\s/?#@*\\^$(){}|+]/;

/** Returns what is wrong with an entry of `sitesOk`, and what to write instead; undefined if it is a host. */
export function siteFault(site: string): string | undefined {
  const entry = site.trim();
  if (!FOREIGN.test(entry)) return undefined;
  const host = entry
    .replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/^\*?\./, '');
  const advice = host === '' || FOREIGN.test(host) ? '' : `: write ${host}`;
  return `${entry}: must be a host, without scheme, path and *; its subdomains are included${advice}`;
}

export function compileSites({ sitesOk }: SitesFilter): CompiledFilter {
  // Stored settings may have entries that begin with `*.`.
  const hosts = new Set(
    sitesOk.map((site) =>
      asciiHost(
        site
          .trim()
          .toLowerCase()
          .replace(/^\*?\./, ''),
      ),
    ),
  );
  return {
    canAccept: true,
    judge({ url }) {
      const host = findListedHost(hosts, hostOf(url));
      if (host === undefined) return undefined;
      const why = `sites OK: ${host}`;
      return { kind: 'relevant', score: 1, classes: [], terms: [], why, strength: 1, decides: true };
    },
    report({ url }) {
      const host = findListedHost(hosts, hostOf(url));
      if (host === undefined) return { kind: 'sites', filter: 'sites OK', accepts: false };
      return { kind: 'sites', filter: 'sites OK', accepts: true, verdict: 'relevant', host };
    },
    strengthOfWords: () => 0,
  };
}

/** Returns the listed name that covers a host: the host itself, without its port, or a parent domain; undefined if none. */
function findListedHost(listed: ReadonlySet<string>, host: string): string | undefined {
  if (listed.has(host)) return host;
  for (let name = host.replace(/:\d+$/, ''); name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    if (listed.has(name)) return name;
    if (!name.includes('.')) break;
  }
  return undefined;
}
