import type { Clock } from '../../ports/clock.ts';
import type { Control, ControlStore } from '../../ports/control.ts';
import type { DueHost, Frontier } from '../../ports/frontier.ts';
import type { VisitMessage } from '../../ports/messages.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Random } from '../../ports/random.ts';
import { chooseBest, chooseLongest, type HostOrder } from './choose-hosts.ts';
import { findDue } from './find-due.ts';
import { chooseSiteFirst, PAUSE_LOOKAHEAD_MS } from './site-first.ts';

export type DispatchPorts = {
  control: ControlStore;
  frontier: Frontier;
  visits: Queue<VisitMessage>;
  clock: Clock;
  random: Random;
};

/**
 * What a dispatcher remembers between its rounds. A loss only doubles messages.
 * The due time is remembered with the host: who was committed since has another one and goes at once.
 */
export type DispatchMemory = {
  sent: Map<string, { due: number; at: number }>;
  /** Hosts that are known to be under way, where visits run in the same process. */
  busy?: ReadonlySet<string>;
};

export type DispatchOptions = {
  /** Hosts that the workers can take until the next round. */
  slots: number;
  hostsPerMessage: number;
  /** Not sent again for so long with the same due time. Milliseconds. */
  rememberMs: number;
  /** Pages that the crawl may fetch in all; null: no budget. */
  budgetPages: number | null;
  /** How many more its other limits allow (money, requests, bytes, time), as far as that can be told; 0: one is reached. */
  pagesWithin?: ((control: Control, now: number) => number) | undefined;
  /** Pages one host may use of a message's share. */
  pagesPerVisit: number;
  /** Which hosts go first; by default `best`. */
  order?: HostOrder | undefined;
  /** Of the order `finish`: seed sites that are opened at a time; by default 200. */
  seedsPerCycle?: number | undefined;
  /** A share of the budget counts no more after that. Milliseconds; longer than any visit. */
  reservationMs: number;
};

export type Dispatched = {
  hosts: number;
  /** `open`, or why nothing is sent: the crawl's switch, or a budget that is spent or all under way. */
  state: 'open' | 'missing' | 'paused' | 'stopped' | 'spent' | 'shared-out';
};

/** A crowd of eight hosts of one group, each asked for a page or two. Milliseconds. */
const MIN_CROWD_DELAY_MS = 15_000;
/** CINDI's number. */
const DEFAULT_SEEDS_PER_CYCLE = 200;
/** Seed sites that were opened, among the counts of the crawl. */
const OPENED_SEEDS_COUNT = 'cycle.seeds';

/**
 * One round: hosts that are due become visits, one host of a group, in the order of the crawl's strategy, and no more than
 * the workers take until the next round.
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
    // Nobody will settle it any more, and the item is read often.
    if (until <= now) await ports.control.addUsage(crawl, {}, id);
  }
  const allowed = remainingPages(control, options, now);
  let left = allowed - reservedPages(control, now);
  if (left <= 0) return { hosts: 0, state: allowed <= 0 ? 'spent' : 'shared-out' };

  forgetOldSends(memory, now, options.rememberMs);
  const chosen = await chooseHosts(control, now, ports, memory, options);
  const parts = groupIntoMessages(chosen, options.hostsPerMessage);

  const messages: VisitMessage[] = [];
  for (const [i, hosts] of parts.entries()) {
    const id = ports.random.id();
    const message: VisitMessage = { crawl, id, hosts: hosts.map(({ host, group, due }) => ({ host, group, due })) };
    if (Number.isFinite(left)) {
      const pages = Math.min(Math.ceil(left / (parts.length - i)), hosts.length * options.pagesPerVisit);
      if (pages <= 0) break;
      // More hosts than pages would be opened for nothing.
      message.hosts.splice(pages);
      // Noted before it is sent: a share that nobody got is given back when its time is over.
      await ports.control.reserve(crawl, id, { pages, until: now + options.reservationMs });
      message.pages = pages;
      left -= pages;
    }
    messages.push(message);
  }
  if (messages.length > 0) await ports.visits.send(messages);
  const sent = messages.flatMap(({ hosts }) => hosts);
  for (const { host, due: at } of sent) memory.sent.set(host, { due: at, at: now });
  return { hosts: sent.length, state: 'open' };
}

/** Pages that may still be fetched, those that are under way included. */
function remainingPages(control: Control, { budgetPages, pagesWithin }: DispatchOptions, now: number): number {
  const within = pagesWithin?.(control, now) ?? Number.POSITIVE_INFINITY;
  return budgetPages === null ? within : Math.min(within, budgetPages - (control.counts['pages'] ?? 0));
}

function reservedPages({ shares }: Control, now: number): number {
  return Object.values(shares).reduce((sum, { pages, until }) => (until > now ? sum + pages : sum), 0);
}

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
  // Where a round comes each minute, a group has fewer visits in the same time.
  const crowdMs = Math.max(MIN_CROWD_DELAY_MS, options.rememberMs);
  const free = await findDue({ crawl, now, limit, groups: slots, crowdMs }, ports.frontier, memory);
  return order === 'longest' ? chooseLongest(free, slots) : chooseBest(free, slots, ports.random);
}

async function chooseSites(
  { crawl, counts }: Control,
  now: number,
  { frontier, control }: DispatchPorts,
  memory: DispatchMemory,
  { slots, limit, seedsPerCycle: seedsACycle = DEFAULT_SEEDS_PER_CYCLE }: DispatchOptions & { limit: number },
): Promise<DueHost[]> {
  const hosts = await frontier.listDue(crawl, now + PAUSE_LOOKAHEAD_MS, limit + 2 * slots);
  const isUnderWay = ({ host, due }: DueHost) => memory.busy?.has(host) === true || memory.sent.get(host)?.due === due;
  const cycle = { opened: counts[OPENED_SEEDS_COUNT] ?? 0, size: seedsACycle };
  const { chosen, seeds } = chooseSiteFirst(hosts, ({ due }) => due <= now, isUnderWay, slots, cycle);
  // Before they are sent: a seed that is counted and lost comes up again as a host of its cycle.
  if (seeds > 0) await control.addUsage(crawl, { [OPENED_SEEDS_COUNT]: seeds });
  return chosen;
}

/** A host that may have killed its worker goes alone. */
function groupIntoMessages(hosts: DueHost[], size: number): DueHost[][] {
  const together = hosts.filter((host) => !host.alone);
  const parts = hosts.filter((host) => host.alone).map((host) => [host]);
  for (let i = 0; i < together.length; i += size) parts.push(together.slice(i, i + size));
  return parts;
}
