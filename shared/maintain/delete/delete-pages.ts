/**
 * Deletes pages from a crawl: from the search index, from the stored objects, and from the frontier, where they stay as
 * tombstones. The caller stores the rules first, so that every stage keeps the pages out from then on; a killed command can
 * be repeated.
 */
import { changeTimeAfter } from '../../frontier/change-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange, SearchIndex } from '../../ports/search-index.ts';
import { formatNoun } from '../../text/format-count.ts';
import { compileDeleted, type Deleted, type DeletedRules } from '../../url/deleted.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { createTally, type Tally, tally } from '../tally.ts';
import { type ArchiveFindings, createArchiveFindings, type PurgeOptions, purgeArchive } from './purge-archive.ts';
import { addTombstones, findTombstones } from './tombstones.ts';

export type DeletionPorts = { frontier: Frontier; index: SearchIndex; objects: Objects; clock: Clock };

/** Changes that a deletion has made, or would make. */
export type DeletionReport = Omit<ArchiveFindings, 'hosts'> & {
  /** Records that lose a URL. */
  records: Tally;
  /** Records that lose all their URLs, so they leave the index. */
  removed: number;
  /** URLs in the frontier that become tombstones. */
  pages: Tally;
  /** URLs that were waiting for their first fetch. */
  queued: number;
  /** Hosts whose frontier could not be changed, because visits changed it at the same time. */
  busy: Tally;
};

export type DeletionOptions = PurgeOptions & {
  onProgress?(line: string): void;
  /** Ends the deletion after the current object or host. It can be repeated. */
  signal?: AbortSignal;
};

/** One deletion. `hosts`: those whose frontier is changed at the end. */
type Deletion = {
  crawl: string;
  deleted: Deleted;
  ports: DeletionPorts;
  options: DeletionOptions;
  report: DeletionReport;
  hosts: Set<string>;
};

/** Number of changes written to the index at a time. */
const CHANGES_PER_WRITE = 500;

/** Returns a report that shares the tallies of an archive. */
export function createDeletionReport({ hosts: _, ...findings }: ArchiveFindings): DeletionReport {
  return { ...findings, records: createTally(), removed: 0, pages: createTally(), queued: 0, busy: createTally() };
}

/** Finds what the rules select and, if `options.apply` is set, deletes it. */
export async function deletePages(
  crawl: string,
  rules: DeletedRules,
  ports: DeletionPorts,
  options: DeletionOptions,
): Promise<DeletionReport> {
  const deleted = compileDeleted(rules);
  if (!deleted) throw new RangeError('deletePages needs at least one rule');
  const found = createArchiveFindings();
  for (const host of hostsOf(rules)) found.hosts.add(host);
  const { hosts } = found;
  const report = createDeletionReport(found);
  const deletion = { crawl, deleted, ports, options, report, hosts };
  const hasTime = () => {
    options.onProgress?.(`${formatNoun(found.objects, 'object')} read`);
    return !options.signal?.aborted;
  };
  await leaveRecords(deletion);
  const archivePorts = { ...ports, leaveRecords: ports.index.write };
  if (!options.signal?.aborted)
    await purgeArchive({ crawl, deleted, ports: archivePorts, options, found }, { hasTime });
  report.objects = found.objects;
  for (const host of hosts) {
    if (options.signal?.aborted) break;
    await deleteFromHost(host, deletion);
  }
  return report;
}

/** Returns the hosts that rules name. Those of records are found with their URLs. */
export function hostsOf({ hosts, prefixes, urls }: DeletedRules): Set<string> {
  return new Set([...hosts, ...[...prefixes, ...urls].map((url) => hostOf(url as Url))]);
}

/** Removes the deleted URLs from their records. */
async function leaveRecords({ crawl, deleted, ports, options, report, hosts }: Deletion): Promise<void> {
  const { index, clock } = ports;
  const { apply, signal } = options;
  let changes: RecordChange[] = [];
  const write = async () => {
    if (apply) await index.write(crawl, changes);
    changes = [];
  };
  for await (const { id, urls, title } of index.records(crawl)) {
    if (signal?.aborted) return;
    const all = Object.keys(urls) as Url[];
    const gone = deleted.hasRecord(id) ? all : all.filter(deleted.hasUrl);
    if (gone.length === 0) continue;
    tally(report.records, `${gone[0]}${title && `  ${title}`}`);
    if (gone.length === all.length) report.removed++;
    for (const url of gone) hosts.add(hostOf(url));
    const left = (url: Url): RecordChange => ({ kind: 'left', id, url, at: changeTimeAfter(urls[url], clock.now()) });
    changes.push(...gone.map(left));
    if (changes.length >= CHANGES_PER_WRITE) await write();
  }
  await write();
}

/** Replaces the deleted URLs of a host's frontier by tombstones. */
async function deleteFromHost(host: string, { crawl, deleted, ports, options, report }: Deletion): Promise<void> {
  options.onProgress?.(host);
  const { result, pages, queued } = await (options.apply ? addTombstones : findTombstones)(
    { crawl, host },
    deleted,
    ports,
  );
  for (const { url } of [...pages, ...queued]) tally(report.pages, url);
  report.queued += queued.length;
  if (result === 'busy') tally(report.busy, host);
}
