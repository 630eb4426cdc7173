import type { Clock } from '../../ports/clock.ts';
import type { Control, ControlStore, Reservation } from '../../ports/control.ts';
import type { DueHost, Frontier } from '../../ports/frontier.ts';
import type { VisitMessage } from '../../ports/messages.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Random } from '../../ports/random.ts';
import { chooseBest, chooseLongest, type HostOrder } from './choose-hosts.ts';
import { findDue } from './find-due.ts';
import { chooseSiteFirst, isWaitingSeed, PAUSE_LOOKAHEAD_MS } from './site-first.ts';

/** Stores and queue of a dispatch round. */
export type DispatchPorts = {
  control: ControlStore;
  frontier: Frontier;
  visits: Queue<VisitMessage>;
  clock: Clock;
  random: Random;
};

/**
 * State that a dispatcher keeps between rounds. Losing it only duplicates messages.
 * Hosts are stored with their due time: a host that was committed since has another due time and can be sent at once.
 */
export type DispatchMemory = {
  sent: Map<string, { due: number; at: number }>;
  /** Hosts being visited, if visits run in the same process. */
  busy?: ReadonlySet<string>;
};

/** Limits and order of a dispatch round. */
export type DispatchOptions = {
  /** Number of hosts that the workers can visit until the next round. */
  slots: number;
  hostsPerMessage: number;
  /** Time for which a host with the same due time is not sent again. Milliseconds. */
  rememberMs: number;
  /** Maximum number of pages of the crawl; null: no limit. */
  budgetPages: number | null;
  /** Estimates how many more pages the other limits allow (cost, requests, bytes, time); 0 if one is reached. */
  pagesWithin?: ((control: Control, now: number) => number) | undefined;
  /** Maximum number of pages per host of a message. */
  pagesPerVisit: number;
  /** Order of hosts. Default: `best`. */
  order?: HostOrder | undefined;
  /**
   * Sends only hosts with the best class of all, because pages are scarce: other hosts wait until these have none, but not for
   * a host that was sent long ago or that interrupts its visits.
   */
  onlyBest?: boolean | undefined;
  /** Number of seed sites per cycle in the order `finish`. Default: 200. */
  seedsPerCycle?: number | undefined;
  /** Lifetime of a reservation. Milliseconds; longer than any visit. */
  reservationMs: number;
  /** Maximum number of reservations at once: the store may keep them in one item. Default: no limit. */
  maxReservations?: number | undefined;
};

/** Result of a dispatch round: number of hosts that were sent, and whether the crawl is open. */
export type Dispatched = {
  hosts: number;
  /** `open`, or why nothing is sent: the crawl's state, a spent budget (`spent`) or a fully reserved one (`shared-out`). */
  state: 'open' | 'missing' | 'paused' | 'stopped' | 'spent' | 'shared-out';
};

/** Minimum delay between batches of hosts of one group: 8 hosts with a page or two each. Milliseconds. */
const MIN_CROWD_DELAY_MS = 15_000;
/** Hosts due within this time count as the best ones, if they are: they wait for their pause. Milliseconds. */
const BEST_LOOKAHEAD_MS = 5_000;
/** Other hosts wait this long for the best ones that were sent: one of them may have lost its worker. Milliseconds. */
const BEST_HOLD_MS = 90_000;
/** Default number of seed sites per cycle, as in CINDI. */
const DEFAULT_SEEDS_PER_CYCLE = 200;
/** Name of the crawl's count of opened seed sites. */
const OPENED_SEEDS_COUNT = 'cycle.seeds';

/**
 * Runs one round: sends due hosts as visit messages, one host per group, in the order of the crawl's strategy. Sends no more
 * hosts than the workers can visit until the next round.
 */
export async function dispatch(
  crawl: string,
  ports: DispatchPorts,
  memory: DispatchMemory,
  options: DispatchOptions,
): Promise<Dispatched> {
  const now = ports.clock.now();
  const control = await ports.control.get(crawl);
  if (!control) return { hosts: 0, state: 'missing' };
  if (control.state !== 'open') return { hosts: 0, state: control.state };
  for (const [id, { until }] of Object.entries(control.shares)) {
    // Deletes expired reservations, because the control item is read often.
    if (until <= now) await ports.control.addUsage(crawl, {}, id);
  }
  const allowed = remainingPages(control, options, now);
  const reserved = reservations(control, now);
  let left = allowed - reserved.reduce((sum, { pages }) => sum + pages, 0);
  if (left <= 0) return { hosts: 0, state: allowed <= 0 ? 'spent' : 'shared-out' };

  const { maxReservations = Number.POSITIVE_INFINITY, hostsPerMessage } = options;
  const maxMessages = Number.isFinite(left) ? maxReservations - reserved.length : Number.POSITIVE_INFINITY;
  if (maxMessages <= 0) return { hosts: 0, state: 'shared-out' };

  forgetOldSends(memory, now, options.rememberMs);
  const chosen = await chooseHosts(control, now, ports, memory, options);
  const parts = groupIntoMessages(chosen, hostsPerMessage).slice(0, maxMessages);

  const messages: VisitMessage[] = [];
  for (const [i, hosts] of parts.entries()) {
    const id = ports.random.id();
    const message: VisitMessage = { crawl, id, hosts: hosts.map(({ host, group, due }) => ({ host, group, due })) };
    if (Number.isFinite(left)) {
      const pages = Math.min(Math.ceil(left / (parts.length - i)), hosts.length * options.pagesPerVisit);
      if (pages <= 0) break;
      // A visit needs at least one page, so more hosts than pages are useless.
      message.hosts.splice(pages);
      // Reserves before sending: if the message is never sent, the reservation expires.
      await ports.control.reserve(crawl, id, { pages, until: now + options.reservationMs });
      message.pages = pages;
      left -= pages;
    }
    messages.push(message);
  }
  const sent = messages.flatMap(({ hosts }) => hosts);
  if (options.order === 'finish') await countSeeds(crawl, chosen, new Set(sent.map(({ host }) => host)), ports.control);
  if (messages.length > 0) await ports.visits.send(messages);
  for (const { host, due: at } of sent) memory.sent.set(host, { due: at, at: now });
  return { hosts: sent.length, state: 'open' };
}

/** Returns the number of pages that may still be fetched, including reserved ones. */
function remainingPages(control: Control, { budgetPages, pagesWithin }: DispatchOptions, now: number): number {
  const within = pagesWithin?.(control, now) ?? Number.POSITIVE_INFINITY;
  return budgetPages === null ? within : Math.min(within, budgetPages - (control.counts['pages'] ?? 0));
}

const reservations = ({ shares }: Control, now: number): Reservation[] =>
  Object.values(shares).filter(({ until }) => until > now);

function forgetOldSends(memory: DispatchMemory, now: number, rememberMs: number): void {
  for (const [host, { at }] of memory.sent) if (at + rememberMs <= now) memory.sent.delete(host);
}

async function chooseHosts(
  control: Control,
  now: number,
  ports: DispatchPorts,
  memory: DispatchMemory,
  options: DispatchOptions,
): Promise<DueHost[]> {
  const { slots, order = 'best' } = options;
  const limit = 2 * slots + memory.sent.size + (memory.busy?.size ?? 0);
  const { crawl } = control;
  if (order === 'finish') return chooseSites(control, now, ports, memory, { ...options, limit });
  // With one round per minute, a group gets fewer visits in the same time.
  const crowdMs = Math.max(MIN_CROWD_DELAY_MS, options.rememberMs);
  const free = await findDue({ crawl, now, limit, groups: slots, crowdMs }, ports.frontier, memory);
  if (order === 'longest') return chooseLongest(free, slots);
  if (!options.onlyBest) return chooseBest(free, slots, ports.random);
  const waiting = await ports.frontier.listDue(crawl, now + BEST_LOOKAHEAD_MS, limit);
  const isHeldUp = ({ host, due, alone }: DueHost) => {
    const sent = memory.sent.get(host);
    return alone || (sent?.due === due && sent.at + BEST_HOLD_MS <= now);
  };
  const best = waiting.reduce((least, host) => (isHeldUp(host) ? least : Math.min(least, host.best)), 7);
  return chooseBest(
    free.filter((host) => host.best <= best),
    slots,
    ports.random,
  );
}

async function chooseSites(
  { crawl, counts }: Control,
  now: number,
  { frontier }: DispatchPorts,
  memory: DispatchMemory,
  { slots, limit, seedsPerCycle = DEFAULT_SEEDS_PER_CYCLE }: DispatchOptions & { limit: number },
): Promise<DueHost[]> {
  const hosts = await frontier.listDue(crawl, now + PAUSE_LOOKAHEAD_MS, limit + 2 * slots);
  const isInProgress = ({ host, due }: DueHost) =>
    memory.busy?.has(host) === true || memory.sent.get(host)?.due === due;
  const cycle = { opened: counts[OPENED_SEEDS_COUNT] ?? 0, size: seedsPerCycle };
  return chooseSiteFirst(hosts, ({ due }) => due <= now, isInProgress, slots, cycle);
}

/** Counts the seed sites that a round opens. Before sending: a seed whose message is lost comes up again within its cycle. */
async function countSeeds(
  crawl: string,
  chosen: readonly DueHost[],
  sent: ReadonlySet<string>,
  control: DispatchPorts['control'],
): Promise<void> {
  const seeds = chosen.filter((host) => isWaitingSeed(host) && sent.has(host.host)).length;
  if (seeds > 0) await control.addUsage(crawl, { [OPENED_SEEDS_COUNT]: seeds });
}

/** Groups hosts into messages. A host that may have crashed its worker gets a message of its own. */
function groupIntoMessages(hosts: DueHost[], size: number): DueHost[][] {
  const together = hosts.filter((host) => !host.alone);
  const parts = hosts.filter((host) => host.alone).map((host) => [host]);
  for (let i = 0; i < together.length; i += size) parts.push(together.slice(i, i + size));
  return parts;
}
