import {
  type Dispatched,
  type DispatchMemory,
  type DispatchOptions,
  type DispatchPorts,
  dispatch,
} from '../shared/frontier/dispatch/dispatch.ts';
import { affordablePages } from '../shared/meter/budget.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { Control } from '../shared/ports/control.ts';
import { hostOrderOf } from '../shared/settings/frontier-options.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { rotated } from './count-crawls.ts';
import type { Round } from './dispatch-rounds.ts';
import { errorFields, log } from './log.ts';
import { areStagesBusy, type LinkStageQueues } from './stages-busy.ts';
import { FUNCTION_TIMEOUT_MS, MAX_PAGES_PER_VISIT, VISIT_MS } from './visit-limits.ts';

/**
 * Time during which a dispatched host is not sent again, in milliseconds: the maximum duration of a visit. If the host still
 * has the same due time afterwards, it was not visited: its message was lost, or another worker held the lock.
 */
const RESEND_AFTER_MS = FUNCTION_TIMEOUT_MS;

/** Lifetime of a budget reservation: the retention of a message (15 minutes), plus its visit, plus a minute. Milliseconds. */
const RESERVATION_MS = 15 * 60_000 + FUNCTION_TIMEOUT_MS + 60_000;

/**
 * Maximum number of reservations of a crawl. The control item has all of them, about 110 bytes each. It may have 400 KB, and each of its
 * updates is billed by its length. A thousand messages name 40,000 hosts.
 */
const MAX_RESERVATIONS = 1_000;

/** Options of a crawl's round that do not depend on its settings. */
const DISPATCH_OPTIONS = {
  rememberMs: RESEND_AFTER_MS,
  reservationMs: RESERVATION_MS,
  maxReservations: MAX_RESERVATIONS,
  pagesPerVisit: MAX_PAGES_PER_VISIT,
};

/**
 * State that one process keeps of a crawl between rounds. `loggedState`: the state in the last log line. `sentAt`: time of the last
 * round that sent hosts, epoch ms; absent: none.
 */
export type CrawlMemory = DispatchMemory & { loggedState?: Dispatched['state']; sentAt?: number };

/** Time that the first round of a process which sends hosts adds to the time of a crawl: that between two calls. Milliseconds. */
const FIRST_ROUND_MS = 60_000;

/** Time after sending a host within which its pages are processed, unless a stage is behind. Milliseconds. */
const PROCESSED_WITHIN_MS = FUNCTION_TIMEOUT_MS + 120_000;

/** Time kept for the last crawl of a round, which takes seconds if it has 100,000 hosts. Milliseconds. */
const CRAWL_RESERVE_MS = 10_000;

type Capacity = {
  /** Number of hosts that all workers can visit at once. */
  slots: number;
  hostsPerMessage: number;
};

/** Whose turn it is. `last`: the crawl with which the last round of the process ended; absent: there was none. */
export type Turn = { last?: string };

type CrawlOptions = Pick<DispatchOptions, 'budgetPages' | 'pagesWithin' | 'order' | 'seedsPerCycle'>;

/** Returns the options of a crawl that come from its settings. */
export const dispatchOptionsOf = (settings: Settings): CrawlOptions => ({
  ...hostOrderOf(settings),
  budgetPages: settings.limits.pages,
  pagesWithin: (control, now) => affordablePages(settings.budget, control, now),
});

/** What the rounds of a process share. */
type Rounds = {
  ports: DispatchPorts & LinkStageQueues;
  /** Returns the options of a crawl; undefined if it does not exist any more. */
  findCrawl: (crawl: string) => Promise<{ derived: CrawlOptions } | undefined>;
  memory: Map<string, CrawlMemory>;
  capacity: Capacity;
};

/** `remainingMs`: remaining time of the invocation. Near its end no further crawl begins, but a round dispatches at least one. Absent: no limit. */
export type RoundOptions = { turn?: Turn; remainingMs?: number };

/**
 * Dispatches hosts of all open crawls. Each crawl gets an equal share of the free slots. If one crawl fails, the others are still
 * dispatched. If slots or time do not suffice for all crawls, the next round begins with the first one that was left out. The first
 * round of a process begins with another crawl every minute.
 *
 * @returns what the round has done; all crawls; and the open crawl that sent hosts last, or any if none is known
 * @throws AggregateError at the end if a crawl failed.
 */
export async function dispatchCrawls(
  { ports, findCrawl, memory, capacity }: Rounds,
  { turn = {}, remainingMs = Number.POSITIVE_INFINITY }: RoundOptions = {},
): Promise<Round & { crawls: Control[]; payer: string | undefined }> {
  const until = ports.clock.now() + remainingMs - CRAWL_RESERVE_MS;
  const { waiting, inFlight } = await ports.visits.depth();
  const crawls = await ports.control.list();
  const open = inTurn(
    crawls.filter(({ state }) => state === 'open'),
    turn,
    ports.clock.now(),
  );
  let freeSlots = capacity.slots - (waiting + inFlight) * capacity.hostsPerMessage;
  let hosts = 0;
  let mayContinue = false;
  let hasBegun = false;
  const errors: unknown[] = [];
  for (const [i, { crawl }] of open.entries()) {
    const share = Math.ceil(freeSlots / (open.length - i));
    if (share <= 0) break;
    if (i > 0 && ports.clock.now() >= until) {
      log('info', 'dispatch-continues', { crawl, left: open.length - i });
      break;
    }
    turn.last = crawl;
    try {
      const found = await findCrawl(crawl);
      if (!found) continue;
      const crawlMemory: CrawlMemory = memory.get(crawl) ?? { sent: new Map() };
      memory.set(crawl, crawlMemory);
      const options = { ...DISPATCH_OPTIONS, slots: share, hostsPerMessage: capacity.hostsPerMessage };
      const sent = await dispatch(crawl, ports, crawlMemory, { ...options, ...found.derived });
      freeSlots -= sent.hosts;
      hosts += sent.hosts;
      hasBegun ||= sent.hosts > 0 && !hasJustSent(crawlMemory, ports.clock);
      mayContinue ||= sent.state === 'open' || sent.state === 'shared-out';
      await recordRound(crawl, sent, crawlMemory, ports);
    } catch (error) {
      log('error', 'dispatch-failed', { crawl, ...errorFields(error) });
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${open.length} crawls were not dispatched`);
  const isVisiting = hosts > 0 || waiting + inFlight > 0;
  const isActive = mayContinue && (isVisiting || (await arePagesProcessed(open, memory, ports)));
  return { hosts, freeSlots, isActive, hasBegun, crawls, payer: lastSender(open, memory) };
}

/** Adds the time of a round and its metered usage to the crawl, and logs what was sent. */
async function recordRound(
  crawl: string,
  sent: Dispatched,
  memory: CrawlMemory,
  { control, clock }: Pick<DispatchPorts, 'control' | 'clock'>,
): Promise<void> {
  // A round that sent nothing is not worth an update.
  if (sent.hosts > 0) await control.addUsage(crawl, { 'run.ms': timeOf(memory, clock.now()) });
  // An idle crawl is not logged each minute: each line would feed a custom metric, which costs a monthly fee.
  if (sent.hosts > 0 || sent.state !== memory.loggedState) log('info', 'dispatched', { crawl, ...sent });
  memory.loggedState = sent.state;
}

/** Orders crawls by turn: from the one after the last on. */
function inTurn(open: readonly Control[], { last }: Turn, now: number): Control[] {
  const first = last === undefined ? Math.floor(now / 60_000) : 1 + open.findIndex(({ crawl }) => crawl === last);
  return rotated(open, first);
}

type Memory = ReadonlyMap<string, CrawlMemory>;

const hasJustSent = ({ sentAt = 0 }: CrawlMemory, clock: Clock): boolean => clock.now() - sentAt < PROCESSED_WITHIN_MS;

/** Returns whether pages of a recent visit are in the stages. An idle stack need not ask their queues. */
async function arePagesProcessed(
  open: readonly Control[],
  memory: Memory,
  ports: LinkStageQueues & { clock: Clock },
): Promise<boolean> {
  const isRecent = open.some(({ crawl }) => hasJustSent(memory.get(crawl) ?? { sent: new Map() }, ports.clock));
  return isRecent && (await areStagesBusy(ports));
}

const lastSender = (open: readonly Control[], memory: Memory): string | undefined =>
  open.toSorted((a, b) => (memory.get(b.crawl)?.sentAt ?? 0) - (memory.get(a.crawl)?.sentAt ?? 0))[0]?.crawl;

/**
 * Returns the time since the last round that sent hosts, so that a crawl's times add up to that in which it was busy. While its
 * hosts are being visited, a crawl may send none, so the time has the maximum of a visit's.
 */
function timeOf(memory: CrawlMemory, now: number): number {
  const ms = Math.min(VISIT_MS, Math.max(0, now - (memory.sentAt ?? now - FIRST_ROUND_MS)));
  memory.sentAt = now;
  return ms;
}
