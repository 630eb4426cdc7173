import { hostOf, originOf, type Url } from '../../url/url.ts';
import type { StatisticsRules } from './cindi-rules.ts';

/** A visited page. */
export type VisitedPage = {
  url: Url;
  isRelevant: boolean;
  /** Number of documents that it links to, of fetched ones, and of fetched ones that were accepted. */
  documents?: { found: number; fetched: number; accepted: number };
};

/** Rates of a directory with all directories below it, or of a host. A rate is absent if nothing was counted for it. */
export type Rates = {
  pages: number;
  /** Page relevancy rate (PRR): relevant pages / visited pages. */
  relevancyRate: number;
  /** Document download rate (DDR): documents found / visited pages. Absent: the crawl found no documents at all. */
  downloadRate?: number;
  /** Accepted document rate (ADR): accepted documents / fetched documents. Absent: none was fetched. */
  acceptedRate?: number;
};

/** A directory to be avoided in revisits, with the rates that are too low. */
export type AvoidedDirectory = { directory: string; rates: Rates; reasons: string[] };

export type DirectoryStatistics = {
  add(page: VisitedPage): void;
  /** Returns the rates of a directory (URL up to its last slash), or undefined if none of its pages was visited. */
  ratesOf(directory: string): Rates | undefined;
  /** Whether the site of a URL is dropped: too few of its pages are relevant. Judged in steps, so it may be taken back. */
  isPoorSite(url: Url): boolean;
  /** Returns the topmost directories of a site that revisits should skip. @param minPages directories with fewer pages are not judged */
  avoidedDirectories(origin: string, minPages: number): AvoidedDirectory[];
};

type Counts = { pages: number; relevant: number; found: number; fetched: number; accepted: number };

export function createDirectoryStatistics(rules: StatisticsRules): DirectoryStatistics {
  const counts = new Map<string, Counts>();
  const poorSites = new Set<string>();
  let documents = 0;

  const ratesOf = (directory: string): Rates | undefined => {
    const known = counts.get(directory);
    if (known === undefined) return undefined;
    const { pages, relevant, found, fetched, accepted } = known;
    return {
      pages,
      relevancyRate: relevant / pages,
      ...(documents > 0 && { downloadRate: found / pages }),
      ...(fetched > 0 && { acceptedRate: accepted / fetched }),
    };
  };
  const judgeSite = (host: string) => {
    const { pages, relevant } = counts.get(host)!;
    if (pages < rules.sitePages || pages % rules.siteStep !== 0) return;
    if (relevant < rules.minRelevancyRate * pages) poorSites.add(host);
    else poorSites.delete(host);
  };

  return {
    ratesOf,
    add({ url, isRelevant, documents: { found, fetched, accepted } = { found: 0, fetched: 0, accepted: 0 } }) {
      documents += found;
      for (const group of [hostOf(url), ...directoriesUpTo(url)]) {
        const known = counts.get(group) ?? { pages: 0, relevant: 0, found: 0, fetched: 0, accepted: 0 };
        known.pages++;
        known.relevant += isRelevant ? 1 : 0;
        known.found += found;
        known.fetched += fetched;
        known.accepted += accepted;
        counts.set(group, known);
      }
      judgeSite(hostOf(url));
    },
    isPoorSite: (url) => poorSites.has(hostOf(url)),
    avoidedDirectories(origin, minPages) {
      const poor = [...counts.keys()]
        .filter((directory) => directory.startsWith(`${origin}/`) && directory.length > origin.length + 1)
        .sort()
        .map((directory) => ({ directory, rates: ratesOf(directory)! }))
        .map((one) => ({ ...one, reasons: reasonsToAvoid(one.rates, rules) }))
        .filter(({ rates, reasons }) => rates.pages >= minPages && reasons.length > 0);
      return poor.filter(
        ({ directory }) => !poor.some((one) => one.directory !== directory && directory.startsWith(one.directory)),
      );
    },
  };
}

/** Names the rates that are too low. */
function reasonsToAvoid({ relevancyRate, downloadRate, acceptedRate }: Rates, rules: StatisticsRules): string[] {
  const rates: [string, number | undefined, number][] = [
    ['PRR', relevancyRate, rules.minRelevancyRate],
    ['DDR', downloadRate, rules.minDownloadRate],
    ['ADR', acceptedRate, rules.minAcceptedRate],
  ];
  return rates.flatMap(([name, rate, least]) =>
    rate !== undefined && rate < least ? [`${name} ${percent(rate)} below ${percent(least)}`] : [],
  );
}

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`;
}

/** `http://a.example/b/c.html` → `http://a.example/b/`, `http://a.example/`. */
function directoriesUpTo(url: Url): string[] {
  const root = originOf(url).length;
  const path = url.replace(/[?#].*$/, '');
  const found: string[] = [];
  for (let slash = path.lastIndexOf('/'); slash >= root; slash = path.lastIndexOf('/', slash - 1))
    found.push(path.slice(0, slash + 1));
  return found;
}
