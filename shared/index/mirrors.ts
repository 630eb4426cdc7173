/**
 * Hosts that are one server under several names, told from the digests of what they serve: K. Bharat and A. Broder, Mirror,
 * Mirror on the Web (1999). The same texts at the same paths: another name of the same server. At other paths: a copy of it,
 * which no alias can put right.
 */
import type { SearchRecord } from '../ports/search-index.ts';
import { hostOf, type Url } from '../url/url.ts';

export type HostPair = {
  hosts: [string, string];
  /** Texts that both have. */
  shared: number;
  /** Texts of each. */
  of: [number, number];
  /** Of the shared ones, those that stand at the same path on both. */
  samePath: number;
  kind: 'alias' | 'mirror' | 'some';
};

export type Duplicates = {
  records: number;
  addresses: number;
  hosts: number;
  /** Records with several addresses. */
  repeated: number;
  /** Those with most in common first. */
  pairs: HostPair[];
  /** Lines for `aliases:`: the left name becomes the right one. */
  aliases: Record<string, string>;
};

type Evidence = Pick<SearchRecord, 'canonical'> & { urls: readonly string[] };

/** A text on more hosts is a notice that many servers have (an error, a parked name, a licence), and shows nothing. */
const MOST_HOSTS = 10;
/** Of the texts of the host that has fewer. */
const MOSTLY = 0.8;
const SAME_PATHS = 0.9;

/** @param least fewer texts in common may be chance, and are passed over. */
export function duplicatesOf(least: number) {
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
      if (paths.size > MOST_HOSTS) return;
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

    report(): Duplicates {
      const found = [...pairs].filter(([, { shared }]) => shared >= least).map(([names, pair]) => told(names, pair));
      found.sort((a, b) => b.shared - a.shared || (a.hosts.join() < b.hosts.join() ? -1 : 1));
      return { ...counts, hosts: texts.size, pairs: found, aliases: aliasesOf(found) };
    },
  };

  function told(names: string, { shared, samePath }: { shared: number; samePath: number }): HostPair {
    const hosts = names.split(' ') as [string, string];
    const of: [number, number] = [texts.get(hosts[0])!, texts.get(hosts[1])!];
    const isCopy = shared >= MOSTLY * Math.min(...of);
    const kind = !isCopy ? 'some' : samePath >= SAME_PATHS * shared ? 'alias' : 'mirror';
    return { hosts, shared, of, samePath, kind };
  }

  /** All names of a server become the one that pages name as canonical, or that has most texts, or the shortest. */
  function aliasesOf(found: readonly HostPair[]): Record<string, string> {
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

  function byPreference(a: string, b: string): number {
    const more = (map: ReadonlyMap<string, number>) => (map.get(b) ?? 0) - (map.get(a) ?? 0);
    return more(named) || more(texts) || a.length - b.length || (a < b ? -1 : 1);
  }
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
