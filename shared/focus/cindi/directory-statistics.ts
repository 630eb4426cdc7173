import { formatShare } from '../../text/format-count.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import type { StatisticsRules } from './cindi-rules.ts';
import { createCountTable } from './count-table.ts';

/** A visited page. */
export type VisitedPage = {
  url: Url;
  isRelevant: boolean;
  /** Number of documents that it links to, of fetched ones, and of fetched ones that were accepted. */
  documents?: { found: number; fetched: number; accepted: number } | undefined;
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

/** A directory, or a host, to be avoided in revisits, with the rates that are too low. */
export type AvoidedDirectory = { directory: string; rates: Rates; reasons: string[] };

/** Maximum number of hosts and directories with counts. Above it, the half with fewer pages is forgotten. */
const MAX_GROUPS = 10_000;

export type DirectoryStatistics = {
  add(page: VisitedPage): void;
  /** Returns the rates of a directory (URL up to its last slash), or undefined if none of its pages was visited. */
  ratesOf(directory: string): Rates | undefined;
  /** Whether the site of a URL is dropped: too few of its pages are relevant. Judged in steps, so it may be taken back. */
  isPoorSite(url: Url): boolean;
  /** Returns the host of a URL, or the topmost of its directories, that revisits should skip; undefined: none. */
  findAvoided(url: Url): AvoidedDirectory | undefined;
  state(): StatisticsState;
};

/** Rows of a host or directory with pages, relevant pages, documents found, fetched and accepted. */
export type StatisticsState = { groups: [group: string, counts: readonly number[]][]; poorSites: string[] };

export function createDirectoryStatistics(rules: StatisticsRules, stored?: StatisticsState): DirectoryStatistics {
  const counts = createCountTable<string>(MAX_GROUPS, stored?.groups);
  const poorSites = new Set(stored?.poorSites);
  let hasDocuments = stored?.groups.some(([, [, , found = 0]]) => found > 0) ?? false;

  const ratesOf = (directory: string): Rates | undefined => {
    const known = counts.get(directory);
    if (known === undefined) return undefined;
    const [pages = 0, relevant = 0, found = 0, fetched = 0, accepted = 0] = known;
    return {
      pages,
      relevancyRate: relevant / pages,
      ...(hasDocuments && { downloadRate: found / pages }),
      ...(fetched > 0 && { acceptedRate: accepted / fetched }),
    };
  };
  const judgeSite = (host: string, [pages = 0, relevant = 0]: readonly number[]) => {
    if (pages < rules.sitePages || pages % rules.siteStep !== 0) return;
    if (relevant < rules.minRelevancyRate * pages) poorSites.add(host);
    else poorSites.delete(host);
  };

  return {
    ratesOf,
    add({ url, isRelevant, documents: { found, fetched, accepted } = { found: 0, fetched: 0, accepted: 0 } }) {
      hasDocuments ||= found > 0;
      const page = [1, isRelevant ? 1 : 0, found, fetched, accepted];
      for (const directory of directoriesUpTo(url)) counts.add(directory, page);
      judgeSite(hostOf(url), counts.add(hostOf(url), page));
    },
    isPoorSite: (url) => poorSites.has(hostOf(url)),
    findAvoided(url) {
      // The root directory is the host.
      for (const directory of [hostOf(url), ...directoriesUpTo(url).reverse().slice(1)]) {
        const rates = ratesOf(directory);
        const reasons = rates && rates.pages >= rules.directoryPages ? reasonsToAvoid(rates, rules) : [];
        if (reasons.length > 0) return { directory, rates: rates!, reasons };
      }
      return undefined;
    },
    state: () => ({
      groups: [...counts.rows()],
      poorSites: [...poorSites].filter((host) => counts.get(host) !== undefined),
    }),
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
    rate !== undefined && rate < least ? [`${name} ${formatShare(rate)} below ${formatShare(least)}`] : [],
  );
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
