import { changeTimeAfter } from '../../frontier/change-time.ts';
import type { PageEntry, QueueEntry } from '../../frontier/host/entry.ts';
import { type HostRewrite, planRewrite, type RewriteResult, rewriteHost } from '../../frontier/host/rewrite-host.ts';
import { DELETED_OUTCOME, tombstoneOf } from '../../frontier/host/tombstone.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier, HostKey } from '../../ports/frontier.ts';
import { compileDeleted, type Deleted, type DeletedRules } from '../../url/deleted.ts';

type Ports = { frontier: Frontier; clock: Clock };

/** Replaces the deleted URLs of a host, known and queued ones, by tombstones. They are not fetched again, and links to them count as seen. */
export function addTombstones(key: HostKey, deleted: Deleted, ports: Ports): Promise<RewriteResult> {
  return rewriteHost(key, tombstoneRewrite(deleted, ports.clock.now()), ports);
}

/** Returns the entries that `addTombstones` would replace. */
export async function findTombstones(key: HostKey, deleted: Deleted, ports: Ports): Promise<RewriteResult> {
  const head = await ports.frontier.getHead(key);
  if (!head) return { result: 'unchanged', pages: [], queued: [], added: [] };
  const plan = await planRewrite(head, tombstoneRewrite(deleted, ports.clock.now()), ports.frontier);
  return { result: 'unchanged', pages: plan.pages, queued: plan.queued, added: [] };
}

function tombstoneRewrite(deleted: Deleted, now: number): HostRewrite {
  const mark = (page: PageEntry, record: string | null) => tombstoneOf(page, changeTimeAfter(page.at, now), record);
  return {
    page(page) {
      if (page.outcome === DELETED_OUTCOME) return page;
      if (deleted.hasUrl(page.url)) return mark(page, null);
      const isInRecord = typeof page.record === 'string' && deleted.hasRecord(page.record);
      return isInRecord ? mark(page, page.record!) : page;
    },
    queued: (entry) => (deleted.hasUrl(entry.url) ? mark(unvisited(entry), null) : entry),
  };
}

function unvisited({ url, class: place, depth, parent }: QueueEntry): PageEntry {
  return { url, at: 0, class: place, depth, outcome: '', visits: 0, tries: 0, parent };
}

/** Makes the tombstones of a host due that `lifted` selects and `left` does not, so that their URLs are fetched again. */
export function liftTombstones(
  key: HostKey,
  lifted: DeletedRules,
  left: DeletedRules,
  ports: Ports,
): Promise<RewriteResult> {
  const isLifted = compileDeleted(lifted);
  const isLeft = compileDeleted(left);
  const covers = (rules: Deleted | undefined, { url, record }: PageEntry) =>
    rules !== undefined && (rules.hasUrl(url) || (typeof record === 'string' && rules.hasRecord(record)));
  const next = Math.floor(ports.clock.now() / 1000) * 1000;
  const page = (page: PageEntry) => {
    if (page.outcome === DELETED_OUTCOME)
      return page.next === undefined && covers(isLifted, page) && !covers(isLeft, page) ? { ...page, next } : page;
    // A page whose text was deleted does not name the record.
    const isDue = page.next !== undefined && page.next <= next;
    return page.verdict === 'deleted' && lifted.records.length > 0 && !isDue ? unconditional(page, next) : page;
  };
  return rewriteHost(key, { page }, ports);
}

/** Returns a page that is due and whose next request is not conditional: its text is not stored. */
function unconditional({ etag: _, modified: __, digest: ___, ...page }: PageEntry, next: number): PageEntry {
  return { ...page, next };
}
