import type { Clock } from '../../ports/clock.ts';
import type { Frontier, Head, HeadChange, HostKey } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';
import type { PageFeedback } from '../offer.ts';
import { decodeOffer } from '../offer-format.ts';
import { createBundleCache, createBundleReader } from './bundle-reader.ts';
import { commitIdle } from './commit-idle.ts';
import type { PageEntry, QueueEntry } from './entry.ts';
import { mergeFeedback } from './inbox-feedback.ts';
import { parseManifest } from './manifest.ts';
import { openHead } from './open-head.ts';
import { takenBundle } from './ranked-queue.ts';
import { readStoredEntries } from './read-entries.ts';
import { type BundleUpdate, buildBundles } from './write-bundles.ts';

/** How a maintenance command changes the entries of a host. A function returns the entry itself to keep it. */
export type HostRewrite = {
  page(page: PageEntry): PageEntry;
  /** Returns a page to take the URL out of the queue. Absent: queued URLs stay. */
  queued?(entry: QueueEntry): QueueEntry | PageEntry;
  /** Pages to add, unless the host has a page with the URL. A queued URL becomes the added page. Absent: none. */
  added?: readonly PageEntry[];
  /** Commits the host even if no entry changes, because its counts are wrong. */
  recount?: boolean;
};

/**
 * `unchanged`: no entry changes, or the host is unknown. `busy`: visits or offers changed the head several times meanwhile;
 * repeat the call.
 */
export type RewriteResult = { result: 'rewritten' | 'unchanged' | 'busy' } & Pick<Plan, 'pages' | 'queued' | 'added'>;

type Ports = { frontier: Frontier; clock: Clock };

/** Maximum number of attempts to open and commit a head that visits change at the same time. */
const MAX_ATTEMPTS = 5;
/** Maximum number of inbox items whose feedback is read. */
const MAX_INBOX_ITEMS = 10_000;

/**
 * Changes entries of a host's frontier outside of a visit. Sends no request and needs no lock: opening the head invalidates
 * a visit that runs at the same time, and its URLs are fetched again. Holds all entries of the host in memory.
 *
 * @returns the entries before the change that `rewrite` changes
 */
export async function rewriteHost(key: HostKey, rewrite: HostRewrite, ports: Ports): Promise<RewriteResult> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const seen = await ports.frontier.getHead(key);
    const planned = seen && (await planRewrite(seen, rewrite, ports.frontier));
    if (!seen || !planned || !(rewrite.recount || hasChanges(planned))) return { result: 'unchanged', ...NO_CHANGES };
    const head = await openHead(seen, ports);
    if (head && (await applyRewrite(seen, head, rewrite, ports)))
      return { result: 'rewritten', pages: planned.pages, queued: planned.queued, added: planned.added };
  }
  return { result: 'busy', ...NO_CHANGES };
}

const NO_CHANGES = { pages: [], queued: [], added: [] };

const hasChanges = ({ pages, queued, added }: Plan) => pages.length + queued.length + added.length > 0;

type Plan = {
  /** Entries that change, as they were. */
  pages: PageEntry[];
  queued: QueueEntry[];
  /** Pages that are new. */
  added: PageEntry[];
  /** All entries after the change. */
  after: { pages: PageEntry[]; queued: QueueEntry[] };
  /** Number of URLs per outcome after the change. */
  counts: Head['counts'];
};

/** Finds what `rewrite` would change, without changing it. */
export async function planRewrite(head: Head, rewrite: HostRewrite, frontier: Frontier): Promise<Plan> {
  const stored = await readStoredEntries(head, frontier);
  const counts: Head['counts'] = {};
  const plan: Plan = { pages: [], queued: [], added: [], after: { pages: [], queued: [] }, counts };
  for (const page of mergeFeedback(stored.pages, await inboxFeedback(head, frontier))) {
    const after = page.partial ? page : rewrite.page(page);
    plan.after.pages.push(after);
    if (!after.partial) count(counts, after.outcome);
    if (after !== page) plan.pages.push(page);
  }
  const known = new Set(plan.after.pages.filter(({ partial }) => !partial).map(({ url }) => url));
  for (const page of rewrite.added ?? []) {
    if (known.has(page.url)) continue;
    known.add(page.url);
    plan.added.push(page);
    plan.after.pages.push(page);
    count(counts, page.outcome);
  }
  for (const entry of stored.queued) {
    const after = rewrite.queued && !known.has(entry.url) ? rewrite.queued(entry) : entry;
    if ('hops' in after) plan.after.queued.push(after);
    else {
      plan.queued.push(entry);
      // With OPIC a URL can have several queue entries.
      known.add(entry.url);
      plan.after.pages.push(after);
      count(counts, after.outcome);
    }
  }
  plan.after.queued = plan.after.queued.filter(({ url }) => !known.has(url));
  return plan;
}

/** Feedback that no visit has merged yet. */
async function inboxFeedback(head: HostKey, frontier: Frontier): Promise<PageFeedback[]> {
  const { items } = await frontier.readInbox(head, MAX_INBOX_ITEMS);
  return items.flatMap(({ body }) => decodeOffer(body).feedback);
}

function count(counts: Record<string, number>, outcome: string): void {
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}

async function applyRewrite(seen: Head, head: Head, rewrite: HostRewrite, ports: Ports): Promise<boolean> {
  const { frontier } = ports;
  const { after, added, queued, counts } = await planRewrite(head, rewrite, frontier);
  const taken = new Set([...added, ...queued].map(({ url }) => url));
  const update = await bundlesOf(head, after, added, taken, frontier);
  await frontier.writeBundles(head, update.pieces);
  const common = {
    manifest: update.manifest,
    best: update.best,
    counts,
    ...(head.removals && { removals: head.removals }),
  };
  const isCommitted = await commit(seen, head, common, update, ports);
  if (isCommitted) await frontier.deleteBundles(head, update.dropped, update.epochs);
  return isCommitted;
}

/** @param taken URLs that have left the queue. */
async function bundlesOf(
  head: Head,
  after: Plan['after'],
  newPages: PageEntry[],
  taken: ReadonlySet<Url>,
  frontier: Frontier,
): Promise<BundleUpdate> {
  const refs = parseManifest(head.manifest);
  const read = createBundleReader(head, frontier, createBundleCache(0));
  const of = (...kinds: string[]) => refs.filter(({ kind }) => kinds.includes(kind));
  const kept = (kind: 't' | 'c' | 'f') => ({ kind, count: 0, pieces: [], kept: of(kind), replaced: [] });
  const old = { queues: [], pages: [], seen: of('s'), emptied: of('q', 'p'), marks: of('r').map(({ mark }) => mark) };
  const added = {
    queued: after.queued,
    recorded: after.pages,
    accepted: new Set(newPages.map(({ url }) => url)),
    extras: [kept('t'), kept('c'), of('f').length > 0 ? await takenBundle(refs, read, taken) : kept('f')],
  };
  return buildBundles(head.epoch, read, old, added);
}

/** Commits with the state and due time that the head had, except that an idle host with due pages becomes ready. */
async function commit(
  seen: Pick<Head, 'state' | 'due'>,
  head: Head,
  common: Omit<HeadChange, 'state'>,
  { queued, nextAt }: BundleUpdate,
  { frontier, clock }: Ports,
): Promise<boolean> {
  const now = clock.now();
  if (seen.state !== 'idle') {
    const change: HeadChange = { ...common, state: seen.state, ...(seen.due !== undefined && { due: seen.due }) };
    return (await frontier.commit(head, head.epoch, change)) === 'committed';
  }
  if (!queued && (nextAt === undefined || nextAt > now)) {
    const isCommitted = await commitIdle(head, common, nextAt, frontier);
    if (isCommitted !== undefined) return isCommitted;
  }
  const ready: HeadChange = { ...common, state: 'ready', due: now };
  return (await frontier.commit(head, head.epoch, ready)) === 'committed';
}
