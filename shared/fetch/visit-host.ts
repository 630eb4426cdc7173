import { LOCK_RETRY_MS } from '../frontier/dispatch/lock-retry.ts';
import { LOST_VISITS_COUNT } from '../frontier/explain/count-heads.ts';
import { BundleMissingError, createBundleReader } from '../frontier/host/bundle-reader.ts';
import { type HostFrontier, openHostFrontier } from '../frontier/host/host-frontier.ts';
import { parseManifest } from '../frontier/host/manifest.ts';
import type { QueueRanking } from '../frontier/host/ranked-queue.ts';
import type { Head, HeadChange, HostKey } from '../ports/frontier.ts';
import type { LockChange, LockItem } from '../ports/host-lock.ts';
import type { VisitMessage } from '../ports/messages.ts';
import { DAY_MS } from '../text/time-units.ts';
import { type AddressLock, acquireAddressLock, combineLocks } from './address-lock.ts';
import { commitVisit } from './commit-visit.ts';
import { countOutcomes } from './count-outcomes.ts';
import { fetchDueUrls } from './fetch-due-urls.ts';
import type { HostVisit } from './host-visit.ts';
import { createRemovalGuard } from './mass-removal-guard.ts';
import { type NewestRank, newestRankOf } from './newest-rank.ts';
import { lockChange } from './pacing.ts';
import { openVisitInbox } from './visit-inbox.ts';
import type { VisitOptions, VisitPorts, VisitTotals } from './visit-options.ts';
import type { CaptureWriter } from './warc/capture-writer.ts';

/** Time until a dead host is visited again: seven days, in milliseconds. */
const DEAD_HOST_MS = 7 * DAY_MS;
/**
 * Maximum number of attempts (visits without a commit) in a message with other hosts. After more attempts, the host gets a
 * message of its own, since it may crash its workers.
 */
const MAX_SHARED_ATTEMPTS = 2;
/**
 * Maximum number of attempts without a commit. After more attempts, the host is marked dead. A page that ends workers takes
 * three; the others are for crashes that the host did not cause.
 */
const MAX_ATTEMPTS = 8;

/** A host that a message names, and what it shares with the other hosts of the message. */
type HostTask = { crawl: string; target: VisitMessage['hosts'][number]; totals: VisitTotals };

/**
 * Visits one host: lock, open, fetch, archive, notify, commit, release. A crash between any two of these steps loses nothing.
 */
export async function visitHost(
  { crawl, target, totals }: HostTask,
  ports: VisitPorts,
  writer: CaptureWriter,
  options: VisitOptions,
): Promise<void> {
  const key = { crawl, host: target.host };
  const token = ports.random.id();
  const now = ports.clock.now();
  const request = { token, now, leaseMs: options.leaseMs, pauseMs: options.hostPauseMs };
  const { acquired, lock } = await ports.locks.acquire(target.group, request);
  if (!acquired) {
    // The changed due time makes dispatch send the host again.
    const isHeld = lock.until >= now;
    const retryAt = isHeld ? Math.max(lock.openAt, now + LOCK_RETRY_MS) : lock.openAt;
    await ports.frontier.postpone(key, target.due, retryAt);
    return;
  }
  let change: LockChange | undefined;
  let address: AddressLock | undefined;
  let lastEnd: number | undefined;
  try {
    address = await acquireAddressLock(target.host, request, ports, options);
    if (address?.acquired === false) {
      await ports.frontier.postpone(key, target.due, address.retryAt);
      return;
    }
    const opened = await ports.frontier.open(key, ports.clock.now(), target.group);
    if ('refused' in opened) return;
    if (await markDeadOrIsolate(key, opened.head, totals, ports)) return;
    const newestRank = options.learned && newestRankOf(options.learned);
    const ranking = newestRank && (await openRanking(newestRank, ports, options));
    const locked = { key, head: opened.head, lock: combineLocks(lock, address?.lock) };
    const visit = createVisit(locked, totals, ports, options, ranking);
    if (newestRank) visit.newestRank = newestRank;
    try {
      await runVisit(visit, writer).catch((error) => refundAndRethrow(visit, error));
      options.storageBackoff?.recordSuccess(key);
      // Only to report it: the visit is committed.
      if (visit.localFault) throw visit.localFault;
    } finally {
      change = lockChange(visit);
      lastEnd = visit.pacing.lastEnd;
    }
  } finally {
    await ports.locks.release(target.group, token, change);
    if (address?.acquired) await address.release(lastEnd);
  }
}

/**
 * Handles a host that may have crashed its workers: marks it dead, or isolates it so that it gets a message of its own.
 *
 * @returns whether the visit ends here
 */
async function markDeadOrIsolate(key: HostKey, head: Head, totals: VisitTotals, ports: VisitPorts): Promise<boolean> {
  if (head.attempts > MAX_ATTEMPTS) {
    const { manifest, best, counts, removals } = head;
    const due = ports.clock.now() + DEAD_HOST_MS;
    const change: HeadChange = { state: 'dead', due, manifest, best, counts, ...(removals && { removals }) };
    await ports.frontier.commit(key, head.epoch, change);
    return true;
  }
  if (head.attempts <= MAX_SHARED_ATTEMPTS || totals.hosts === 1) return false;
  return ports.frontier.isolate(key, head.epoch, head.attempts);
}

/** A host whose frontier is open under a lock. */
type LockedHost = { key: HostKey; head: Head; lock: LockItem };

function createVisit(
  { key, head, lock }: LockedHost,
  totals: VisitTotals,
  ports: VisitPorts,
  options: VisitOptions,
  ranking: QueueRanking | undefined,
): HostVisit {
  const reader = createBundleReader(key, ports.frontier, options.cache);
  const startedAt = ports.clock.now();
  const hostFrontier = openHostFrontier(parseManifest(head.manifest), reader, { ...options, ranking, now: startedAt });
  const counts = { ...head.counts };
  return {
    ...{ key, head, hostFrontier, totals, ports, options },
    refuseLink: withPageBudget(hostFrontier, options),
    pacing: {
      lock,
      startedAt,
      openAt: lock.openAt,
      pauseMs: Math.max(lock.pauseMs, options.hostPauseMs),
      hostFault: false,
    },
    results: {
      counts,
      removalGuard: createRemovalGuard(counts, head.removals, options.maxGoneShare),
      sitemaps: new Map(),
    },
  };
}

/** Ranks by the model that is the newest when the visit starts. */
async function openRanking(
  newestRank: NewestRank,
  { random }: VisitPorts,
  { learned }: VisitOptions,
): Promise<QueueRanking> {
  return { rank: await newestRank(), maxRanked: learned!.maxRanked, random: () => random.random() };
}

/** Adds the host's page budget to the scope's objections. */
function withPageBudget(hostFrontier: HostFrontier, options: VisitOptions): HostVisit['refuseLink'] {
  const { refuseLink, maxPagesPerHost } = options;
  if (maxPagesPerHost === null) return refuseLink;
  return (link) => refuseLink(link) ?? (hostFrontier.acceptedCount() >= maxPagesPerHost ? 'host-budget' : undefined);
}

async function runVisit(visit: HostVisit, writer: CaptureWriter): Promise<void> {
  const { key, head, hostFrontier, ports, options } = visit;
  const inbox = openVisitInbox(visit);
  await inbox.open();

  const captures = writer.startVisit();
  try {
    await fetchDueUrls(visit, captures, inbox);
    // Send the messages before the commit: without a commit they are sent again, and later stages ignore duplicates.
    await captures.flush(visit.pacing.pauseMs);
  } finally {
    captures.abandon();
  }

  const update = await hostFrontier.buildBundles(head.epoch);
  await ports.frontier.writeBundles(key, update.pieces);
  options.cache.put(key, update.pieces);
  if (!(await commitVisit(visit, update, inbox))) {
    const { counts } = visit.totals;
    counts[LOST_VISITS_COUNT] = (counts[LOST_VISITS_COUNT] ?? 0) + 1;
    return;
  }
  countOutcomes(visit.totals.counts, head, { manifest: update.manifest, counts: visit.results.counts });
  await ports.frontier.deleteInbox(key, inbox.stored());
  await ports.frontier.deleteBundles(key, update.dropped, update.epochs);
}

/** Errors of the program, as opposed to errors of storage. They repeat with the same host. */
const PROGRAM_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Refunds the host's attempt after a storage error and throws the error again. Storage errors are not the host's fault:
 * without the refund, a short outage would look like a poison page. Program errors and missing bundles are not refunded.
 */
async function refundAndRethrow(visit: HostVisit, error: unknown): Promise<never> {
  const isHostFault = error instanceof BundleMissingError || PROGRAM_ERRORS.some((kind) => error instanceof kind);
  // If the storage refuses the refund as well, the first error is the one to report.
  if (!isHostFault) await refundAttempt(visit).catch(() => {});
  throw error;
}

/**
 * Refunds the attempt and postpones the host by a growing delay, so that an outage does not refetch it over and over. Only
 * the host of this crawl waits: other crawls may still visit its group.
 */
async function refundAttempt({ key, head, ports, options }: HostVisit): Promise<void> {
  if (!(await ports.frontier.isolate(key, head.epoch, head.attempts))) return;
  const now = ports.clock.now();
  const delayMs = options.storageBackoff?.recordFailure(key, now) ?? 0;
  if (delayMs > 0 && head.due !== undefined) await ports.frontier.postpone(key, head.due, now + delayMs);
}
