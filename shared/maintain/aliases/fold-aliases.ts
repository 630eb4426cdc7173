/**
 * Folds hosts that are other names of a server into the main host: in the index, and in the frontier. The caller stores the
 * aliases in the settings first, so that new links use the main name.
 */
import { changeTimeAfter } from '../../frontier/change-time.ts';
import { enqueueLinks } from '../../frontier/enqueue-links.ts';
import type { PageEntry, QueueEntry } from '../../frontier/host/entry.ts';
import { planRewrite, rewriteHost } from '../../frontier/host/rewrite-host.ts';
import { ALIAS_OUTCOME, DELETED_OUTCOME } from '../../frontier/host/tombstone.ts';
import type { OfferedLink } from '../../frontier/offer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange, SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import { writeJsonLines } from '../../text/json-lines.ts';
import type { Grouping } from '../../url/group.ts';
import { stemOf } from '../../url/stem.ts';
import { hostOf, type Url } from '../../url/url.ts';

export type FoldPorts = { frontier: Frontier; index: SearchIndex; objects: Objects; clock: Clock };

export type FoldOptions = {
  /** Alias → main host. */
  aliases: Readonly<Record<string, string>>;
  /** Returns the URL under the main name, undefined if it is no valid URL of the crawl. */
  rename(url: Url): Url | undefined;
  grouping: Grouping;
  signal: AbortSignal;
};

/** Changes that folding aliases has made. */
export type FoldReport = {
  /** URLs of the aliases that left their records. */
  urls: number;
  /** Pages that only an alias had: they are listed under the main name and fetched again. */
  moved: number;
  /** URLs of the aliases that were waiting, now queued under the main name. */
  queued: number;
  /** Hosts whose frontier changed at the same time: repeat the command. */
  busy: string[];
};

/** One run. `moved`: pages that the main hosts did not have: old URL → new URL. */
type Fold = { crawl: string; ports: FoldPorts; options: FoldOptions; moved: Map<Url, Url>; report: FoldReport };

/** Number of changes of records per object. */
const CHANGES_PER_OBJECT = 200;

/** Folds all aliases. Safe to repeat. Holds the entries of an alias and of its main host in memory. */
export async function foldAliases(crawl: string, ports: FoldPorts, options: FoldOptions): Promise<FoldReport> {
  const report: FoldReport = { urls: 0, moved: 0, queued: 0, busy: [] };
  const fold: Fold = { crawl, ports, options, moved: new Map(), report };
  for (const [alias, main] of Object.entries(options.aliases)) {
    if (options.signal.aborted) return report;
    await moveHost(alias, main, fold);
  }
  await foldRecords(fold);
  return report;
}

/** Moves the pages of an alias that its main host lacks, and ends visits to the alias. The main host is written first. */
async function moveHost(alias: string, main: string, { crawl, ports, options, moved, report }: Fold): Promise<void> {
  const { rename, grouping } = options;
  const { frontier, clock } = ports;
  const head = await frontier.getHead({ crawl, host: alias });
  if (!head) return;
  const { after } = await planRewrite(head, { page: (page) => page }, frontier);
  const added = after.pages.flatMap((page) => movedPage(page, rename, clock.now()) ?? []);
  const { result, added: isNew } = await rewriteHost({ crawl, host: main }, { page: (page) => page, added }, ports);
  if (result === 'busy') {
    report.busy.push(main);
    return;
  }
  const urls = new Set(isNew.map(({ url }) => url));
  for (const { url } of after.pages) {
    const to = rename(url);
    if (to !== undefined && urls.has(to)) moved.set(url, to);
  }
  report.moved += isNew.length;
  const links = after.queued.flatMap((entry) => renamedLink(entry, rename) ?? []);
  await enqueueLinks({ crawl, source: 'aliases', links, feedback: [] }, { frontier, clock }, grouping);
  const end = (page: PageEntry) =>
    page.outcome === ALIAS_OUTCOME || page.outcome === DELETED_OUTCOME
      ? page
      : endedPage(page, changeTimeAfter(page.at, clock.now()));
  const queued = ({ url, class: place, depth, parent }: QueueEntry) =>
    endedPage({ url, at: 0, class: place, depth, outcome: '', visits: 0, tries: 0, parent }, clock.now());
  const ended = await rewriteHost({ crawl, host: alias }, { page: end, queued }, ports);
  report.queued += ended.queued.length;
  if (ended.result === 'busy') report.busy.push(alias);
}

/** Returns a page with a record under its main name. It is due, and its next request is not conditional. */
function movedPage(page: PageEntry, rename: FoldOptions['rename'], now: number): PageEntry | undefined {
  const url = typeof page.record === 'string' && !page.partial ? rename(page.url) : undefined;
  if (url === undefined || page.outcome === DELETED_OUTCOME) return undefined;
  const { etag: _, modified: __, digest: ___, to: ____, history: _____, ...kept } = page;
  return { ...kept, url, next: Math.floor(now / 1000) * 1000 };
}

function endedPage({ url, class: place, depth, parent, visits }: PageEntry, at: number): PageEntry {
  const parents = parent === undefined ? {} : { parent };
  return {
    url,
    at,
    class: place,
    depth,
    outcome: ALIAS_OUTCOME,
    visits,
    tries: 0,
    record: null,
    verdict: 'alias',
    ...parents,
  };
}

function renamedLink({ hops: _, ...link }: QueueEntry, rename: FoldOptions['rename']): OfferedLink | undefined {
  const url = rename(link.url);
  return url === undefined ? undefined : { ...link, url };
}

/**
 * Removes the URLs of aliases from their records, and lists moved pages under the main name. The changes are stored as
 * objects of records as well, so that a reindexing applies them too.
 */
async function foldRecords({ crawl, ports, options, moved, report }: Fold): Promise<void> {
  const { index, objects, clock } = ports;
  const { aliases, signal } = options;
  const now = clock.now();
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/');
  let changes: RecordChange[] = [];
  let written = 0;
  const write = async () => {
    if (changes.length === 0) return;
    const name = `${now.toString(36)}-aliases-${written++}`;
    await objects.put(`records/${crawl}/${day}/${name}.jsonl.zst`, writeJsonLines(changes));
    await index.write(crawl, changes);
    changes = [];
  };
  for await (const record of index.records(crawl)) {
    if (signal.aborted) break;
    for (const url of Object.keys(record.urls) as Url[]) {
      if (!Object.hasOwn(aliases, hostOf(url))) continue;
      report.urls++;
      const to = moved.get(url);
      if (to !== undefined)
        changes.push({ kind: 'seen', id: record.id, url: to, at: now, record: renamed(record, to, now) });
      changes.push({ kind: 'left', id: record.id, url, at: changeTimeAfter(record.urls[url], now) });
    }
    if (changes.length >= CHANGES_PER_OBJECT) await write();
  }
  await write();
}

function renamed(record: SearchRecord, url: Url, at: number): SearchRecord {
  const { stem: _, ...rest } = record;
  const stem = stemOf(url);
  return { ...rest, url, urls: { [url]: at }, host: hostOf(url), ...(stem !== undefined && { stem }) };
}
