import type { PageEntry } from '../../frontier/host/entry.ts';
import { planRewrite, rewriteHost } from '../../frontier/host/rewrite-host.ts';
import { DELETED_OUTCOME } from '../../frontier/host/tombstone.ts';
import { isFetched } from '../../frontier/page-outcomes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import { createFingerprintTable, type FingerprintTable } from './fingerprint-table.ts';
import type { Archive } from './read-archive.ts';
import type { SanityRun } from './sanity-run.ts';

/** Maximum number of lost records that one run repairs. */
const MAX_LOST_RECORDS = 100_000;

/** What the frontier of a crawl refers to. */
export type FrontierFacts = {
  /** `<id> <url>` of each page with a record. */
  records: FingerprintTable;
  /** Records that the index lacks: `<id> <url>` → host. */
  lost: Map<string, string>;
  /** Hosts that cannot be read: nothing is known about their pages. */
  damaged: Set<string>;
};

type Ports = { frontier: Frontier; clock: Clock };

/** What the hosts of a crawl are compared with. `indexed`: `<id> <url>` of each URL in the index. */
type Stored = { archive: Archive; indexed: FingerprintTable };

/**
 * Compares each page of the frontier with the archive and the index, and the counts of each host with its pages. Holds the
 * entries of one host in memory.
 */
export async function checkFrontier(run: SanityRun, stored: Stored, ports: Ports): Promise<FrontierFacts> {
  const facts: FrontierFacts = { records: createFingerprintTable(), lost: new Map(), damaged: new Set() };
  for await (const head of ports.frontier.listHeads(run.crawl)) {
    if (run.signal.aborted) return facts;
    run.onProgress(head.host);
    try {
      await checkHost(head, run, stored, facts, ports);
    } catch (error) {
      facts.damaged.add(head.host);
      run.problems.add('damaged-host', `${head.host}: ${(error as Error).message}`);
    }
  }
  return facts;
}

async function checkHost(
  head: Head,
  { problems, repair }: SanityRun,
  { archive, indexed }: Stored,
  facts: FrontierFacts,
  ports: Ports,
): Promise<void> {
  const { after, counts } = await planRewrite(head, { page: (page) => page }, ports.frontier);
  const undocumented = new Set<string>();
  for (const page of after.pages) {
    if (page.partial || page.outcome === DELETED_OUTCOME) continue;
    const hasDocument = archive.documents.has(page.url) || page.verdict === 'deleted';
    if (isFetched(page.outcome) && !hasDocument && !isBeingRepaired(page, ports.clock.now()))
      undocumented.add(page.url);
    if (typeof page.record !== 'string') continue;
    const name = `${page.record} ${page.url}`;
    facts.records.add(name);
    if (indexed.has(name) || archive.unindexed.has(name) || undocumented.has(page.url)) continue;
    problems.add('missing-record', page.url);
    if (facts.lost.size < MAX_LOST_RECORDS) facts.lost.set(name, head.host);
  }
  const isMiscounted = !isSameCounts(head.counts, counts);
  const isRepaired =
    repair &&
    undocumented.size + (isMiscounted ? 1 : 0) > 0 &&
    (await refetch(head, (page) => undocumented.has(page.url), ports, isMiscounted));
  for (const url of undocumented) problems.add('missing-document', url, isRepaired);
  if (isMiscounted) problems.add('wrong-count', head.host, isRepaired);
}

/** Whether the next crawl fetches the page with a request that is not conditional, which is all that a repair does. */
function isBeingRepaired({ next, etag, modified, digest }: PageEntry, now: number): boolean {
  return next !== undefined && next <= now && etag === undefined && modified === undefined && digest === undefined;
}

/**
 * Makes pages of a host due at once, with requests that are not conditional.
 *
 * @param recount commits the host even if no page is selected, so that its counts are computed again
 * @returns whether the host was changed
 */
export async function refetch(
  head: Pick<Head, 'crawl' | 'host'>,
  isSelected: (page: PageEntry) => boolean,
  ports: Ports,
  recount = false,
): Promise<boolean> {
  const next = Math.floor(ports.clock.now() / 1000) * 1000;
  const page = (page: PageEntry): PageEntry => {
    if (!isSelected(page)) return page;
    const { etag: _, modified: __, digest: ___, ...kept } = page;
    return { ...kept, next };
  };
  return (await rewriteHost(head, { page, recount }, ports)).result === 'rewritten';
}

function isSameCounts(one: Record<string, number>, other: Record<string, number>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}
