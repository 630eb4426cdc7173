import { LOCK_RETRY_MS } from '../frontier/dispatch/lock-retry.ts';
import { decodeOffer } from '../frontier/enqueue-links.ts';
import { BundleMissingError, createBundleReader } from '../frontier/host/bundle-reader.ts';
import { type HostFrontier, openHostFrontier } from '../frontier/host/host-frontier.ts';
import { parseManifest } from '../frontier/host/manifest.ts';
import type { BundleUpdate } from '../frontier/host/write-bundles.ts';
import type { Head, HeadChange, HostKey } from '../ports/frontier.ts';
import type { LockChange, LockItem } from '../ports/host-lock.ts';
import type { VisitMessage } from '../ports/messages.ts';
import { type AddressLock, acquireAddressLock, combineLocks } from './address-lock.ts';
import { fetchDueUrls } from './fetch-due-urls.ts';
import { createRemovalGuard } from './mass-removal-guard.ts';
import { type HostVisit, lockChange } from './pacing.ts';
import type { VisitOptions, VisitPorts, VisitTotals } from './visit-message.ts';
import type { CaptureWriter } from './warc/capture-writer.ts';

const WEEK_MS = 7 * 86_400_000;
/** Opened so often without a commit: visited alone; given up for a week. */
const ALONE_AFTER = 2;
const DEAD_AFTER = 5;
/** Recrawl dates are rounded up to this, so that a host's pages come up together. Milliseconds. */
const DUE_GRAIN_MS = 900_000;

/** One host: take, open, fetch, keep and tell, commit, release; the order is what makes a crash anywhere harmless. */
export async function visitHost(
  crawl: string,
  target: VisitMessage['hosts'][number],
  share: VisitTotals,
  ports: VisitPorts,
  run: CaptureWriter,
  options: VisitOptions,
): Promise<void> {
  const key = { crawl, host: target.host };
  const token = ports.random.id();
  const now = ports.clock.now();
  const request = { token, now, leaseMs: options.leaseMs, pauseMs: options.hostPauseMs };
  const { acquired: taken, lock } = await ports.locks.acquire(target.group, request);
  if (!taken) {
    // Due when the pause is over, or while somebody else has the group in a while: with another date, dispatch sends the
    // host again by itself.
    const isHeld = lock.until >= now;
    const again = isHeld ? Math.max(lock.openAt, now + LOCK_RETRY_MS) : lock.openAt;
    await ports.frontier.postpone(key, target.due, again);
    return;
  }
  let change: LockChange | undefined;
  let address: AddressLock | undefined;
  let lastEnd: number | undefined;
  try {
    address = await acquireAddressLock(target.host, request, ports, options);
    if (address?.taken === false) {
      await ports.frontier.postpone(key, target.due, address.again);
      return;
    }
    const opened = await ports.frontier.open(key, ports.clock.now(), target.group);
    if ('refused' in opened) return;
    if (await restsOrGoesAlone(key, opened.head, share, ports)) return;
    const visit = begin(key, opened.head, combineLocks(lock, address?.lock), share, ports, options);
    try {
      await work(visit, run).catch((error) => forgiven(visit, error));
      options.storageBackoff?.recordSuccess(key);
    } finally {
      change = lockChange(visit);
      lastEnd = visit.lastEnd;
    }
  } finally {
    await ports.locks.release(target.group, token, change);
    if (address?.taken) await address.release(lastEnd);
  }
}

/** @returns whether the visit is over: the host has stopped its workers before. */
async function restsOrGoesAlone(key: HostKey, head: Head, share: VisitTotals, ports: VisitPorts): Promise<boolean> {
  if (head.attempts > DEAD_AFTER) {
    const { manifest, best, counts } = head;
    const due = ports.clock.now() + WEEK_MS;
    await ports.frontier.commit(key, head.epoch, { state: 'dead', due, manifest, best, counts });
    return true;
  }
  if (head.attempts <= ALONE_AFTER || share.hosts === 1) return false;
  return ports.frontier.isolate(key, head.epoch);
}

function begin(key: HostKey, head: Head, lock: LockItem, share: VisitTotals, ports: VisitPorts, options: VisitOptions) {
  const body = openHostFrontier(
    parseManifest(head.manifest),
    createBundleReader(key, ports.frontier, options.cache),
    options,
  );
  const counts = { ...head.counts };
  const visit: HostVisit = {
    key,
    head,
    lock,
    body,
    share,
    ports,
    options,
    startedAt: ports.clock.now(),
    openAt: lock.openAt,
    pauseMs: Math.max(lock.pauseMs, options.hostPauseMs),
    fault: false,
    objection: objectionOf(body, options),
    counts,
    losses: createRemovalGuard(counts, options.maxGoneShare),
    sitemaps: new Map(),
  };
  return visit;
}

async function work(visit: HostVisit, run: CaptureWriter): Promise<void> {
  const { key, head, body, ports, options } = visit;
  const inbox = await ports.frontier.readInbox(key, options.maxInboxItems);
  for (const { body: offer } of inbox.items) countLinks(visit, await body.merge(decodeOffer(offer), visit.objection));

  const part = run.beginVisit();
  try {
    await fetchDueUrls(visit, part);
    // Told before it is committed: what is not committed comes again, and every later stage bears that.
    await part.flush(visit.pauseMs);
  } finally {
    part.abandon();
  }

  const sealed = await body.buildBundles(head.epoch);
  await ports.frontier.writeBundles(key, sealed.pieces);
  options.cache.put(key, sealed.pieces);
  if (!(await commit(visit, sealed, inbox.end))) return;
  const ids = inbox.items.map(({ id }) => id);
  await ports.frontier.deleteInbox(key, ids);
  await ports.frontier.deleteBundles(key, sealed.dropped);
}

/**
 * What a store cannot do says nothing of the host: its attempt is taken back, or an outage of minutes looks like poison. What a
 * program does wrong, and pieces that are lost, come again with the same host. It is visited again after a rest that grows, or hosts of
 * an outage would be opened and fetched from time and again for nothing.
 */
async function forgiven(visit: HostVisit, error: unknown): Promise<never> {
  const isOfHost = error instanceof BundleMissingError || PROGRAM_ERRORS.some((kind) => error instanceof kind);
  // A store that is away does not take the attempt back either; what it failed with first is what is told.
  if (!isOfHost) await forgive(visit).catch(() => {});
  throw error;
}

/** It rests in this crawl alone, and not its group, which others may visit with more luck. */
async function forgive({ key, head, ports, options }: HostVisit): Promise<void> {
  if (!(await ports.frontier.isolate(key, head.epoch))) return;
  const now = ports.clock.now();
  const restMs = options.storageBackoff?.recordFailure(key, now) ?? 0;
  if (restMs > 0 && head.due !== undefined) await ports.frontier.postpone(key, head.due, now + restMs);
}

const PROGRAM_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError];

/** The host falls idle only if nothing waits and nobody has told it of anything since it was opened. */
async function commit(visit: HostVisit, sealed: BundleUpdate, inboxRead: boolean): Promise<boolean> {
  const { key, head, ports, options } = visit;
  const now = ports.clock.now();
  const { manifest, best } = sealed;
  const common = { manifest, best, counts: visit.counts };
  const openAt = Math.max(now, lockChange(visit).openAt);
  const ready: HeadChange = { ...common, state: 'ready', due: Math.max(openAt, visit.closedUntil ?? 0) };

  const waits = sealed.queued || !inboxRead || (sealed.nextAt !== undefined && sealed.nextAt <= openAt);
  if (!waits) {
    const due = sealed.nextAt === undefined ? {} : { due: rounded(sealed.nextAt, now) };
    const idle: HeadChange = { ...common, state: 'idle', ...due, inbox: head.inbox };
    const done = await ports.frontier.commit(key, head.epoch, idle);
    if (done !== 'inbox-moved') return done === 'committed';
    // Links that came meanwhile may have to wait for their time.
    if (options.linksDueAt) ready.due = Math.max(ready.due!, Math.min(options.linksDueAt(now), due.due ?? Infinity));
  }
  return (await ports.frontier.commit(key, head.epoch, ready)) === 'committed';
}

function rounded(next: number, now: number): number {
  return next - now <= DUE_GRAIN_MS ? next : Math.ceil(next / DUE_GRAIN_MS) * DUE_GRAIN_MS;
}

/** What the crawl's rules say of an offered link, and the host's budget. */
function objectionOf(body: HostFrontier, options: VisitOptions): HostVisit['objection'] {
  const { refuseLink: refuse, maxPagesPerHost } = options;
  if (maxPagesPerHost === null) return refuse;
  return (link) => refuse(link) ?? (body.acceptedCount() >= maxPagesPerHost ? 'host-budget' : undefined);
}

/** `seen` is no news; what the rules refuse is counted with the links that were refused before they were offered. */
function countLinks({ share }: HostVisit, merged: Record<string, number>): void {
  for (const [reason, n] of Object.entries(merged)) {
    if (reason === 'seen' || reason === 'accepted') continue;
    share.counts[`link.${reason}`] = (share.counts[`link.${reason}`] ?? 0) + n;
  }
}
