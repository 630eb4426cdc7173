import { classifyDocuments } from '../../shared/classify/classify-documents.ts';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { type DispatchMemory, dispatch } from '../../shared/frontier/dispatch/dispatch.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { LinkLearner } from '../../shared/frontier/ranking/link-learner.ts';
import { createRecentLinks, type RecentLinks } from '../../shared/frontier/recent-links.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ObjectQueueName } from '../../shared/ports/messages.ts';
import type { Delivery, Queue } from '../../shared/ports/queue.ts';
import type { Url } from '../../shared/url/url.ts';
import { type ClockShift, planClockShift } from './clock-shift.ts';
import { learnedVisits, MAX_OFFERS, simulatedLearner, TOPIC } from './learned.ts';
import { createNetwork, pageUrl, poisonUrl, SMALL_WEB, type Web, WIDE_WEB } from './network.ts';
import type { OpenFrontier } from './observed-frontier.ts';
import { CLASSIFY, CLEAN, DISPATCH, LEASE_S, TIMEOUT_S, VISIBILITY_S, VISIT } from './options.ts';
import { pausedBetween, planPauses, planStops } from './pauses.ts';
import { CHECK_DAY_S, checkExpired } from './resend.ts';
import { RECRAWLED_WITHIN_S, runSchedules, SCHEDULE, SCHEDULED_CRAWL, SCHEDULED_S } from './scheduled.ts';
import { CRAWLS, createStores, type Stores, type WorkerPorts } from './stores.ts';
import { createWorker, type Worker } from './worker.ts';
import { createWorld, EPOCH, type Rates, type World } from './world.ts';

/** A mutation between production code and its ports. Created per run and applied per worker. */
export type Mutation = (
  world: World,
  stores: Stores,
) => {
  ports?: (ports: WorkerPorts, message: Delivery<unknown> | undefined) => WorkerPorts;
  /** Wraps the queues for their receivers. */
  queue?: <Message>(queue: Queue<Message>) => Queue<Message>;
  /** Wraps the memory of recent links of a process. */
  recentLinks?: (memory: RecentLinks) => RecentLinks;
};

export type Trial = {
  rates: Rates;
  mutation?: Mutation;
  /** Web to crawl. Default: a small one. */
  web?: Web;
  visit?: Partial<typeof VISIT>;
  /** The crawls have a topic and learn which links lead to it. Their stored models get lost, damaged and stale. */
  learned?: boolean;
  /** Time between dispatch rounds, in seconds. Default: 60. */
  tickS?: number;
  /** With a page budget, the crawls end when it is spent, and one dispatcher runs at a time. */
  dispatch?: Partial<typeof DISPATCH>;
  /** Both crawls rest once, and the clock is set meanwhile. Default: never. */
  clock?: ClockShift;
  /** The crawls are paused and resumed a few times. */
  pauses?: boolean;
  /** The crawls are stopped and reopened at random times. */
  stops?: boolean;
  /** Number of receives after which a message about an object is dead-lettered; an operator sends it again. Default: never. */
  maxReceives?: number;
  /** Time after which messages about objects expire, in seconds; a daily check sends the objects again. Default: never. */
  keepS?: number;
  /** Times at which a stage stands still, from and to, in seconds since the start. Default: none. */
  outages?: Partial<Record<ObjectQueueName, readonly [from: number, to: number]>>;
  /** Where the frontier is stored. Default: SQLite. */
  openFrontier?: OpenFrontier;
  /** Fraction of messages that are delivered twice. */
  duplicates?: number;
  /** Each message is delivered again after this time, in seconds. Default: only if it is not acknowledged. */
  redeliveredAfterS?: number;
  /** Faults of `faultsOf` by which a mutation must be caught. The run ends with the first. */
  as?: RegExp;
  /** First seed of the search for a run that catches a mutation. */
  firstSeed?: number;
  /** Every run catches the mutation, because the trial leads to its fault without luck. Default: false, some run does. */
  isCertain?: boolean;
  /** Ends the run after this time and checks only the safety rules. Default: runs until everything is done. */
  untilS?: number;
};

/** Violations of safety rules, which can be checked at any moment of a run. */
type Harm = {
  committedTwice: number;
  /** Requests to one group that overlap or are closer than the crawl delay. */
  gap: number;
  overlaps: number;
  /** Counted offers at a host that is not due soon. */
  stranded: number;
  /** Hosts that became dead for a week after too many crashed visits. */
  dead: number;
  /** Invalid writes to the object store: a committed capture was overwritten. */
  overwritten: number;
  /** Pages that a crawl counted beyond its budget. */
  overspent: number;
  /** Requests during a pause. */
  despitePause: number;
  /** Requests while the crawls were stopped, and objects whose links were enqueued then. */
  despiteStop: number;
  errors: string[];
};

export type Findings = Harm & {
  /** URLs committed less often than required. */
  lost: number;
  /** URLs that were committed but not indexed. */
  notIndexed: number;
  /** Pages that the index does not show as they were last committed. */
  outdated: number;
  /** Pages that were not fetched again soon after a schedule. */
  notRecrawled: number;
  /** Links from outside that were fetched too late. */
  late: number;
  unfinished: boolean;
  waste: { needed: number; fetched: number; visits: number; empty: number; refusedTakes: number; sent: number };
  seconds: number;
};

const DAY_MS = 86_400_000;

/** Fault rates of most runs: some crashes, more stalls. */
export const USUAL: Rates = { crash: 0.001, stall: 0.004 };
/** Many hosts at once, with larger visits. */
export const WIDE = { web: WIDE_WEB, visit: { maxPagesPerVisit: 4, maxInboxItems: 5 }, dispatch: { pagesPerVisit: 4 } };

/** Crawls that rank links by a learned model. */
export const LEARNED: Trial = { rates: USUAL, learned: true, visit: { maxPagesPerVisit: 3 } };

/** A budget that ends the crawls half-way, with messages that are delivered twice and workers that crash with reserved pages. */
export const BUDGET: Trial = {
  rates: { crash: 0.002, stall: 0 },
  duplicates: 0.5,
  tickS: 20,
  // Reservations outlive every delivery of their message, as those of the dispatch function do.
  dispatch: { budgetPages: 20, reservationMs: 1_500_000 },
};

/** Pauses, messages that are given up at their first crash, and a page that ends every process that fetches it. */
export const INTERRUPTED: Trial = {
  rates: { crash: 0.001, stall: 0.002 },
  web: { ...SMALL_WEB, poison: true },
  pauses: true,
  maxReceives: 1,
};

/** Crawls that are stopped and reopened. Links found meanwhile are dropped, so pages keep theirs and are soon revisited. */
export const STOPPED: Trial = {
  rates: { crash: 0.001, stall: 0.002 },
  web: { ...SMALL_WEB, keepsLinks: true },
  visit: { revisit: fixedRevisitRules(6_000_000) },
  stops: true,
};

/** Stores that fail before or after a call takes effect, in processes that survive it. */
export const LOST_ANSWERS: Trial = { rates: { crash: 0.0005, stall: 0.002, fault: 0.002, lostAnswer: 0.002 } };

/**
 * The clock is set back while a schedule's recrawl waits, before most pages change and some are deleted, and never catches up. No worker
 * crashes or stalls: a visit that is repeated is then timed as the one that it repeats.
 */
export const SET_BACK: Trial = { rates: { crash: 0, stall: 0 }, clock: { atS: 9_000, byMs: -40 * DAY_MS } };

/** The crawls rest for longer than tombstones of the index are kept, after pages have left their records. */
export const RESTED: Trial = { rates: USUAL, clock: { atS: 14_500, byMs: 36 * DAY_MS } };

/**
 * Messages expire before their second delivery, so each crash of a stage loses one. Each stage stands still once, for so long that
 * messages that were sent again expire too.
 */
export const EXPIRING: Trial = {
  rates: { crash: 0.002, stall: 0.002 },
  keepS: 140,
  outages: { captures: [2_000, 3_500], documents: [5_000, 6_500], records: [8_000, 9_200] },
};

/** Stores that are unreachable for a moment. */
export const OUTAGES: Rates = { crash: 0.0005, stall: 0.002, fault: 0.001 };

/** A stage that a store fails does not get its message again before it expires. */
export const EXPIRING_WITH_FAULTS: Trial = { ...EXPIRING, rates: OUTAGES };

export const PAUSE_S = VISIT.hostPauseMs / 1000;
/** Number of times that each page must be fetched. */
const ROUNDS = 2;
const MINUTE_S = 60;
/** Time between two looks of an operator at the dead letters. Seconds. */
const REDRIVE_S = 500;
/** Number of processes of the classify stage. */
const PROCESSES = 2;
/** Number of workers whose crash ends their process. Earlier ones have ended. */
const RECENT_WORKERS = 10;
/** Links that a process remembers per crawl: fewer than the web has, so that some are forgotten. */
const MAX_RECENT_LINKS = 16;
/** Time limit of a run: twice the longest run without a mutation. */
const END_S = 60_000;
/** Time within which a link from outside to an idle host must be fetched, well before the host's next revisit. */
const LATE_S = 8_000;

/** Runs two crawls of a small web with faults until everything is fetched, committed twice and indexed. */
export async function simulate(seed: number, { rates, mutation, ...given }: Trial): Promise<Findings> {
  const options = { ...VISIT, ...given.visit };
  const { web = SMALL_WEB, tickS = MINUTE_S, untilS = END_S, duplicates = 0.05, learned = false } = given;
  const world = createWorld(seed);
  const network = createNetwork(world, TIMEOUT_S, web);
  const stores = await createStores(world, {
    maxReceives: given.maxReceives,
    keepMs: given.keepS === undefined ? undefined : 1000 * given.keepS,
    openFrontier: given.openFrontier,
  });
  const planted = mutation?.(world, stores) ?? {};
  const errors: string[] = [];
  const queues = planted.queue ? stores.queues(planted.queue) : stores.queues((queue) => queue);
  const offeredAt = new Map<string, number>();
  const waits: number[] = [];
  const stops = given.stops ? planStops(world, stores.control, network) : undefined;
  let linksDespiteStop = 0;

  const dispatchOptions = { ...DISPATCH, ...given.dispatch };
  const { budgetPages } = dispatchOptions;

  const spawn = (
    message: Delivery<unknown> | undefined,
    job: (ports: WorkerPorts, worker: Worker) => Promise<void>,
  ): { isOver(): boolean } => {
    let isDone = false;
    const worker = createWorker(world, rates, LEASE_S);
    const faulty: WorkerPorts = {
      clock: worker.clock,
      random: worker.random,
      locks: worker.port(stores.locks),
      frontier: worker.port(stores.frontier, stores.frontierLists),
      robots: worker.port(stores.robots),
      control: worker.port(stores.control),
      objects: worker.port(stores.objects),
      index: worker.port(stores.index, ['write']),
      fetcher: worker.network(network.fetcher),
      schedules: worker.schedules(stores.schedules),
      visits: worker.port(queues.visits, ['send']),
      captures: worker.port(queues.captures, ['send']),
      documents: worker.port(queues.documents, ['send']),
      records: worker.port(queues.records, ['send']),
    };
    const ports = planted.ports?.(faulty, message) ?? faulty;
    job({ ...ports, frontier: stores.counting(ports.frontier) }, worker)
      .catch((error: unknown) => stores.excuse(error, errors))
      .finally(() => {
        isDone = true;
      });
    return { isOver: () => isDone || worker.dead() };
  };

  const worldClock: Clock = { now: world.now, sleep: async () => {} };
  let caught = false;
  const memories = new Map<string, DispatchMemory>();
  const dispatchers = new Map<string, { isOver(): boolean }>();
  let overspent = 0;
  const tick = async () => {
    for (const crawl of CRAWLS) {
      if (budgetPages !== null) overspent = Math.max(overspent, stores.pages(crawl) - budgetPages);
      if (budgetPages !== null && dispatchers.get(crawl)?.isOver() === false) continue;
      const rounds = world.random() < 0.05 && budgetPages === null ? 2 : 1;
      for (let i = 0; i < rounds; i++) {
        const memory = world.random() < 0.05 ? undefined : memories.get(crawl);
        const used = memory ?? { sent: new Map() };
        memories.set(crawl, used);
        if (stores.anythingDue(crawl))
          dispatchers.set(
            crawl,
            spawn(undefined, async (ports) => void (await dispatch(crawl, ports, used, dispatchOptions))),
          );
      }
    }
    const isScheduleDue = (stores.schedules.next(SCHEDULED_CRAWL) ?? Number.POSITIVE_INFINITY) <= world.now();
    // Nothing runs the schedules of a stopped crawl. They stay due.
    if (isScheduleDue && !stops?.isStopped()) spawn(undefined, runSchedules);
    await stores.lookForStranded(MINUTE_S);
    caught = given.as !== undefined && harmOf(harm()).some((fault) => given.as!.test(fault));
    world.at(tickS, () => void tick());
  };

  // A standard queue: late, out of order, sometimes duplicated, redelivered after the visibility timeout.
  const lag = () => {
    const x = world.random();
    return x < 0.9 ? world.random() * 2 : x < 0.99 ? world.random() * 40 : world.random() * 200;
  };
  const nameOf = (one: unknown) =>
    (Object.keys(queues) as (keyof typeof queues)[]).find((name) => queues[name] === one)!;
  const consume = <Message>(
    queue: Queue<Message>,
    visibilityS: number,
    work: (message: Message, ports: WorkerPorts, worker: Worker) => Promise<unknown>,
  ) => {
    const [from, to] = given.outages?.[nameOf(queue) as 'captures'] ?? [0, 0];
    const poll = async () => {
      if (world.time() >= from && world.time() < to) return world.at(to - world.time(), () => void poll());
      const [delivery] = await queue.receive(1, visibilityS * 1000);
      if (!delivery) return;
      world.at(visibilityS + 0.01, () => void poll());
      const deliver = () =>
        spawn(delivery, async (ports, worker) => {
          await work(delivery.message, ports, worker);
          await (ports[nameOf(queue)] as Queue<Message>).ack([delivery]);
        });
      const copies = world.random() < duplicates ? 2 : 1;
      for (let i = 0; i < copies; i++) {
        const lagS = lag();
        world.at(lagS, deliver);
        if (given.redeliveredAfterS !== undefined) world.at(lagS + given.redeliveredAfterS, deliver);
      }
    };
    stores.onSend(queue, () => world.at(lag(), () => void poll()));
  };
  consume(queues.visits, VISIBILITY_S.visits, async (message, ports) => {
    const run = createCaptureWriter(message.crawl, { software: 'simulation' }, ports, {
      maxPages: 6,
      maxBytes: 1 << 20,
      maxBodyBytes: 64 << 20,
      minWaitMs: 1_000,
      maxWaitMs: 15_000,
    });
    const own = learned && { learned: learnedVisits(message.crawl, world, stores.objects, ports.clock) };
    const { faults } = await visitHosts(message, ports, run, { ...options, cache: createBundleCache(1 << 20), ...own });
    for (const { error } of faults) stores.excuse(error, errors);
  });
  consume(queues.captures, VISIBILITY_S.captures, (message, ports) => cleanCaptures(message, ports, CLEAN));
  const processes = createProcesses(planted.recentLinks);
  consume(queues.documents, VISIBILITY_S.documents, async (message, ports, worker) => {
    const recentLinks = processes.memoryOf(Math.floor(world.random() * PROCESSES), message.crawl, worker);
    const learner =
      learned &&
      processes.learnerOf(recentLinks, () => simulatedLearner(message.crawl, world, stores.objects, worldClock));
    const wasStopped = stops?.isStopped();
    const stopped = (await ports.control.get(message.crawl))?.state === 'stopped';
    const isStopped = wasStopped && stops?.isStopped();
    const how = { ...CLASSIFY, stopped, recentLinks, ...(learner && { judge: TOPIC, learner }) };
    const counts = await classifyDocuments(message, ports, how);
    if (isStopped && counts['link.offered']) linksDespiteStop++;
  });
  consume(queues.records, VISIBILITY_S.records, (message, ports) => indexRecords(message, ports));

  // Seeds are added without faults, as the command line does.
  const byHand = (crawl: string, url: Url) =>
    enqueueLinks(
      {
        crawl,
        source: 'by hand',
        links: [{ url, kind: 'page', class: 0, depth: 0, parent: null, score: 1 }],
        feedback: [],
      },
      { frontier: stores.exactFrontier, clock: worldClock },
      'domain',
    );
  await stores.schedules.put(SCHEDULE);
  // A rate starts at once, when there is nothing to recrawl yet.
  for (const { called } of stores.schedules.due(SCHEDULED_CRAWL)) called();
  const needed = new Set<string>();
  for (const crawl of CRAWLS) {
    await stores.control.create(crawl, 'none', EPOCH);
    const todo: Url[] = [pageUrl(web, 0, 0), pageUrl(web, 1, 0)];
    for (const url of todo) await byHand(crawl, url);
    for (let url = todo.pop(); url; url = todo.pop()) {
      if (url === poisonUrl(web) || needed.has(`${crawl} ${url}`)) continue;
      needed.add(`${crawl} ${url}`);
      todo.push(...network.links(url));
    }
    // Later, a link from outside reaches each idle host. It must not wait for the revisit.
    for (let host = 0; host < web.hosts; host++) {
      const url = pageUrl(web, host, 'late');
      needed.add(`${crawl} ${url}`);
      const offer = () => {
        offeredAt.set(`${crawl} ${url}`, world.time());
        void byHand(crawl, url);
      };
      // A stopped crawl refuses seeds.
      world.at(4000 + world.random() * 5000, () => (stops ? stops.whenOpen(offer) : offer()));
    }
  }
  stores.onCommit((key) => {
    const since = offeredAt.get(key);
    if (since === undefined) return;
    // A URL that looks like the cause of crashes waits for an hour, and a pause may follow.
    waits.push(world.time() - since - (given.pauses ? pausedBetween(since, world.time()) : 0));
    offeredAt.delete(key);
  });

  world.at(1, () => void tick());
  if (given.clock) planClockShift(world, stores, given.clock, () => memories.clear());
  const despitePause = given.pauses ? planPauses(world, stores.control, network) : () => 0;
  if (given.maxReceives !== undefined) repeat(world, REDRIVE_S, stores.redrive);
  const resend = () => {
    for (const crawl of stores.isResending ? CRAWLS : [])
      spawn(undefined, (ports) => checkExpired(crawl, ports, () => stores.reindex(crawl)));
  };
  if (given.keepS !== undefined) repeat(world, CHECK_DAY_S, resend);
  const harm = (): Harm => ({
    committedTwice: stores.committedTwice(),
    gap: network.gap(),
    overlaps: network.overlaps(),
    stranded: stores.stranded(),
    dead: stores.dead(),
    overwritten: stores.overwritten(),
    overspent,
    despitePause: despitePause(),
    despiteStop: linksDespiteStop + (stops?.requests() ?? 0),
    errors,
  });
  let finishedAt: number | undefined;
  // A page that is gone at its first visit needs no second one.
  const roundsOf = (key: string) => (stores.isGone(key) ? Math.min(ROUNDS, stores.commits(key)) || 1 : ROUNDS);
  const isFetched = (key: string) => stores.commits(key) >= roundsOf(key);
  const isScheduled = () => world.time() > SCHEDULED_S + RECRAWLED_WITHIN_S;
  const finished = () =>
    budgetPages === null
      ? isScheduled() && [...needed].every((key) => isFetched(key) && stores.indexed(key) >= roundsOf(key))
      : CRAWLS.every((crawl) => stores.pages(crawl) >= budgetPages);
  let lookedAt = 0;
  await world.run(() => {
    if (world.time() >= untilS || caught) return true;
    if (finishedAt === undefined && world.time() - lookedAt > 500) {
      lookedAt = world.time();
      if (finished()) finishedAt = world.time();
    }
    return finishedAt !== undefined && world.time() > finishedAt + 1500;
  });

  const keys = [...needed];
  const whole = given.untilS === undefined && budgetPages === null;
  const isRecrawled = (key: string) =>
    stores.committedBetween(key, SCHEDULED_S, SCHEDULED_S + RECRAWLED_WITHIN_S) || stores.isGone(key);
  return {
    ...harm(),
    lost: whole ? keys.filter((key) => !isFetched(key)).length : 0,
    notIndexed: whole ? stores.notIndexed() : 0,
    outdated: whole ? await stores.outdated(network.textOf) : 0,
    notRecrawled: whole ? keys.filter((key) => key.startsWith(`${SCHEDULED_CRAWL} `) && !isRecrawled(key)).length : 0,
    late: whole ? waits.filter((seconds) => seconds > LATE_S).length + offeredAt.size : 0,
    unfinished: given.untilS === undefined && finishedAt === undefined,
    waste: {
      needed: keys.reduce((sum, key) => sum + plannedRounds(key), 0),
      fetched: network.requests(),
      ...stores.waste(),
    },
    seconds: finishedAt ?? END_S,
  };
}

/** A run is long enough for the schedule's second recrawl, which replaces no revisit of the other crawl. */
const plannedRounds = (key: string): number => ROUNDS + (key.startsWith(`${SCHEDULED_CRAWL} `) ? 1 : 0);

function repeat(world: World, seconds: number, work: () => void): void {
  world.at(seconds, () => {
    work();
    repeat(world, seconds, work);
  });
}

/** Processes of the classify stage, each with a memory of recent links per crawl that dies with it. */
function createProcesses(wrap: (memory: RecentLinks) => RecentLinks = (memory) => memory) {
  const processes = Array.from({ length: PROCESSES }, () => ({
    memories: new Map<string, RecentLinks>(),
    workers: [] as Worker[],
  }));
  const learners = new WeakMap<RecentLinks, LinkLearner>();
  return {
    memoryOf(number: number, crawl: string, worker: Worker): RecentLinks {
      const process = processes[number]!;
      if (process.workers.some((one) => one.dead())) process.memories.clear();
      process.workers = [...process.workers.filter((one) => !one.dead()), worker].slice(-RECENT_WORKERS);
      const memory = process.memories.get(crawl) ?? wrap(createRecentLinks(MAX_RECENT_LINKS, MAX_OFFERS));
      process.memories.set(crawl, memory);
      return memory;
    },
    /** A learner lives as long as the memory of links of its process and crawl. */
    learnerOf(memory: RecentLinks, create: () => LinkLearner): LinkLearner {
      const learner = learners.get(memory) ?? create();
      learners.set(memory, learner);
      return learner;
    },
  };
}

/** Returns the faults of a run. At the fault rates used here, hardly ever a host becomes dead, and never two of a run. */
export function faultsOf(found: Findings): string[] {
  const { lost, notIndexed, outdated, notRecrawled, late, unfinished } = found;
  const faults = { lost, 'not indexed': notIndexed, outdated, 'not recrawled': notRecrawled, late };
  return [...counted({ ...faults, unfinished: unfinished ? 1 : 0 }), ...harmOf(found)];
}

function harmOf(found: Harm): string[] {
  const { stranded, dead, committedTwice, overlaps, overwritten, overspent, despitePause, despiteStop, errors } = found;
  const faults = counted({
    stranded,
    'given up': Math.max(0, dead - 1),
    'committed twice': committedTwice,
    overlaps,
    overwritten,
    overspent,
    'despite pause': despitePause,
    'despite stop': despiteStop,
    errors: errors.length,
  });
  // Clocks have a resolution of one millisecond.
  if (found.gap < PAUSE_S - 0.002) faults.push(`gap ${found.gap.toFixed(3)} s`);
  return faults;
}

function counted(faults: Record<string, number>): string[] {
  return Object.entries(faults).flatMap(([name, n]) => (n > 0 ? [`${name} ${n}`] : []));
}
