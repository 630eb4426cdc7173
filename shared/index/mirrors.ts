/**
 * Detects hosts with the same contents by the digests of their texts: K. Bharat and A. Broder, Mirror, Mirror on the Web
 * (1999). Hosts with the same texts at the same paths are names of one server (aliases). With other paths they are mirrors,
 * which an alias cannot merge.
 */
import type { SearchRecord } from '../ports/search-index.ts';
import { hostOf, type Url } from '../url/url.ts';

/** Two hosts that have texts in common. */
export type HostPair = {
  hosts: [string, string];
  /** Number of texts that both hosts have. */
  shared: number;
  /** Number of texts of each host. */
  of: [number, number];
  /** Number of shared texts that have the same path on both hosts. */
  samePath: number;
  kind: 'alias' | 'mirror' | 'some';
};

/** Which hosts of a crawl repeat each other. */
export type DuplicateReport = {
  records: number;
  addresses: number;
  hosts: number;
  /** Number of records with several URLs. */
  repeated: number;
  /** Sorted by `shared`, highest first. */
  pairs: HostPair[];
  /** Entries for `aliases:` in the settings: alias → host. */
  aliases: Record<string, string>;
};

type Evidence = Pick<SearchRecord, 'canonical'> & { urls: readonly string[] };

/** Maximum number of hosts of a text that counts as evidence. A text on more hosts is a notice: an error, a parked domain, a licence. */
const MAX_HOSTS_PER_TEXT = 10;
/** Share of the smaller host's texts that the other host must have, for a mirror. */
const MIN_SHARED_RATIO = 0.8;

/** Share of the shared texts that must have the same path on both hosts, for an alias. */
const MIN_SAME_PATH_RATIO = 0.9;

/** A host that is an IP address, with or without a port. */
const IP_ADDRESS = /^(?:\[|\d{1,3}(?:\.\d{1,3}){3}(?::|$))/;

/** @param minShared pairs with fewer shared texts are ignored, because they may be chance */
export function createMirrorDetector(minShared: number) {
  const texts = new Map<string, number>();
  const pairs = new Map<string, { shared: number; samePath: number }>();
  const named = new Map<string, number>();
  const counts = { records: 0, addresses: 0, repeated: 0 };

  return {
    add({ urls, canonical }: Evidence): void {
      counts.records++;
      counts.addresses += urls.length;
      if (urls.length > 1) counts.repeated++;
      const paths = pathsByHost(urls);
      for (const host of paths.keys()) texts.set(host, (texts.get(host) ?? 0) + 1);
      if (canonical !== undefined) count(named, hostOf(canonical as Url));
      if (paths.size > MAX_HOSTS_PER_TEXT) return;
      const hosts = [...paths.keys()].sort();
      for (const [i, one] of hosts.entries()) {
        for (const other of hosts.slice(i + 1)) {
          const pair = pairs.get(`${one} ${other}`) ?? { shared: 0, samePath: 0 };
          pair.shared++;
          if ([...paths.get(one)!].some((path) => paths.get(other)!.has(path))) pair.samePath++;
          pairs.set(`${one} ${other}`, pair);
        }
      }
    },

    report(): DuplicateReport {
      const found = [...pairs]
        .filter(([, { shared }]) => shared >= minShared)
        .map(([names, pair]) => describePair(names, pair));
      found.sort((a, b) => b.shared - a.shared || (a.hosts.join() < b.hosts.join() ? -1 : 1));
      return { ...counts, hosts: texts.size, pairs: found, aliases: aliasesOf(found, byPreference) };
    },
  };

  function describePair(names: string, { shared, samePath }: { shared: number; samePath: number }): HostPair {
    const hosts = names.split(' ') as [string, string];
    const of: [number, number] = [texts.get(hosts[0])!, texts.get(hosts[1])!];
    const isCopy = shared >= MIN_SHARED_RATIO * Math.min(...of);
    const kind = !isCopy ? 'some' : samePath >= MIN_SAME_PATH_RATIO * shared ? 'alias' : 'mirror';
    return { hosts, shared, of, samePath, kind };
  }

  /** Prefers names over IP addresses, then the name that pages name as canonical, then the one with most texts, then the shortest. */
  function byPreference(a: string, b: string): number {
    const more = (map: ReadonlyMap<string, number>) => (map.get(b) ?? 0) - (map.get(a) ?? 0);
    return (
      Number(IP_ADDRESS.test(a)) - Number(IP_ADDRESS.test(b)) ||
      more(named) ||
      more(texts) ||
      a.length - b.length ||
      (a < b ? -1 : 1)
    );
  }
}

/** Maps all names of a server to the preferred one. */
function aliasesOf(found: readonly HostPair[], byPreference: (a: string, b: string) => number): Record<string, string> {
  const server = new Map<string, Set<string>>();
  for (const { hosts, kind } of found) {
    if (kind !== 'alias') continue;
    const names = new Set(hosts.flatMap((host) => [host, ...(server.get(host) ?? [])]));
    for (const name of names) server.set(name, names);
  }
  const lines: [string, string][] = [];
  for (const names of new Set(server.values())) {
    const [best, ...others] = [...names].sort(byPreference) as [string, ...string[]];
    lines.push(...others.map((name): [string, string] => [name, best]));
  }
  return Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathsByHost(urls: readonly string[]): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  for (const url of urls) {
    const host = hostOf(url as Url);
    const own = paths.get(host) ?? new Set();
    paths.set(host, own.add(url.slice(url.indexOf('://') + 3 + host.length)));
  }
  return paths;
}

function count(map: Map<string, number>, name: string): void {
  map.set(name, (map.get(name) ?? 0) + 1);
}
