import { type DispatchMemory, type DispatchOptions, dispatch } from '../../shared/frontier/dispatch/dispatch.ts';
import { affordablePages } from '../../shared/meter/budget.ts';
import { hostOrderOf, learnsLinks } from '../../shared/settings/frontier-options.ts';
import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { CrawlEnd } from './crawl-job.ts';
import { countUnjudged } from './judging-gate.ts';
import { LOCAL_LIMITS, leaseMsOf } from './local-limits.ts';
import { runDueSchedules } from './run-schedules.ts';
import { THREAD_COUNT } from './threads/threads.ts';
import type { VisitRunner } from './visit-runner.ts';
import type { Wakeup } from './wakeup.ts';
import type { Stores } from './wiring.ts';

/** Longest wait before the loop looks at the stores again, for changes that do not wake it: a resumed crawl, a retry. */
const MAX_POLL_MS = 1_000;
/** Shortest wait of the loop. Milliseconds. */
const MIN_POLL_MS = 5;
/** Dispatch stops while more objects than this wait to be cleaned. */
const MAX_WAITING_CAPTURES = 24;
/**
 * The same with a learned ranking: each thread but one may leave an object waiting. Threads finish started work first, so a host's
 * pages are judged before the visit after the next one: links are known at most 10 fetches late.
 */
const MAX_WAITING_RANKED_CAPTURES = THREAD_COUNT - 1;
/** Time for which the message of a visit stays hidden after its lease, so that no second visit of the host begins. Milliseconds. */
const HIDDEN_AFTER_LEASE_MS = 360_000;

/** What the loop works with. */
export type CrawlLoop = {
  settings: Settings;
  stores: Stores;
  visits: VisitRunner;
  wakeup: Wakeup;
  /** Ends the loop. */
  ending: AbortSignal;
  /** Keeps the loop running when nothing is due. */
  watch: boolean;
  onSchedule(name: string, hosts: number): void;
};

type DispatchResult = Awaited<ReturnType<typeof dispatch>>;

/**
 * Dispatches whenever a host is due and a slot is free, until nothing is left to do. Begins when all pages that the run before has fetched are
 * judged: a page that is due again must know its record, or a changed page would keep the record of its earlier text.
 */
export async function dispatchUntilDone(loop: CrawlLoop): Promise<CrawlEnd> {
  const { settings, stores, visits, wakeup, ending, watch, onSchedule } = loop;
  const memory: DispatchMemory = { sent: new Map(), busy: visits.busy };
  const options = dispatchOptionsOf(settings);
  let isJudged = false;
  for (let isPaused = false; ; ) {
    if (ending.aborted) return 'interrupted';
    // Schedules of a paused crawl wait until it is open again; otherwise their recrawls pile up.
    if (!isPaused) await runDueSchedules(settings, stores, onSchedule);
    const slots = settings.concurrency - visits.busy.size;
    isJudged ||= (await countUnjudged(stores, settings.crawl)) === 0;
    const sent = isJudged ? await dispatchFreeSlots(loop, memory, options, slots) : undefined;
    await startVisits(loop, slots);

    const now = stores.clock.now();
    stores.lastTime.set(now);
    const { pendingMessages, heldLocks, nextDue } = stores.progress(settings.crawl, now);
    const isQuiet = pendingMessages === 0 && heldLocks === 0 && visits.busy.size === 0;
    isPaused = sent?.state === 'paused';
    const isWaitingForResume = watch && isPaused;
    if (isQuiet && !isWaitingForResume && sent && sent.state !== 'open' && sent.state !== 'shared-out')
      return endOf(sent.state, settings.crawl, stores);
    if (isQuiet && nextDue === undefined && !watch) return 'done';
    // If something is due now, it waits for a slot, a thread, a share of the budget, or for pages to be judged. Each of them wakes the loop.
    const isIdle = !isJudged || visits.busy.size > 0 || (isQuiet && nextDue === undefined) || isPaused;
    const waitMs = nextDue === undefined || nextDue <= now ? MAX_POLL_MS / (isIdle ? 1 : 20) : nextDue - now;
    await wakeup.wait(Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, waitMs)));
  }
}

function dispatchOptionsOf(settings: Settings): Omit<DispatchOptions, 'slots'> {
  const { limits, budget, rendering } = settings;
  const requestsPerPage = rendersPages(rendering) ? 1 + rendering.maxRequests : 1;
  return {
    hostsPerMessage: 1,
    rememberMs: MAX_POLL_MS,
    ...hostOrderOf(settings),
    budgetPages: limits.pages,
    pagesWithin: (control, now) => affordablePages(budget, control, now, requestsPerPage),
    pagesPerVisit: learnsLinks(settings) ? LOCAL_LIMITS.learned.pagesPerVisit : LOCAL_LIMITS.maxPagesPerVisit,
    reservationMs: leaseMsOf(settings),
  };
}

/** @returns undefined if no slot is free, or too many captures wait */
async function dispatchFreeSlots(
  { settings, stores }: CrawlLoop,
  memory: DispatchMemory,
  options: Omit<DispatchOptions, 'slots'>,
  slots: number,
): Promise<DispatchResult | undefined> {
  const max = learnsLinks(settings) ? MAX_WAITING_RANKED_CAPTURES : MAX_WAITING_CAPTURES;
  const isClogged = (await stores.captures.depth()).waiting > max;
  return slots > 0 && !isClogged ? dispatch(settings.crawl, stores, memory, { ...options, slots }) : undefined;
}

async function startVisits({ settings, stores, visits }: CrawlLoop, slots: number): Promise<void> {
  const hiddenMs = leaseMsOf(settings) + HIDDEN_AFTER_LEASE_MS;
  for (const delivery of await stores.visits.receive(Math.max(0, slots), hiddenMs)) {
    // A message of another crawl in the folder is dropped: its settings are unknown here, and its frontier repeats it.
    if (delivery.message.crawl === settings.crawl) visits.start(delivery);
    else await stores.visits.ack([delivery]);
  }
}

async function endOf(
  state: 'missing' | 'paused' | 'stopped' | 'spent',
  crawl: string,
  stores: Stores,
): Promise<CrawlEnd> {
  if (state === 'missing') throw new Error('the crawl was deleted while it was running');
  if (state !== 'spent') return state;
  return (await hasReadyHost(crawl, stores)) ? 'budget' : 'done';
}

/**
 * Reports whether a host still has URLs in its queue. The host may be waiting for its delay, so the number of due URLs
 * does not show it.
 */
async function hasReadyHost(crawl: string, { frontier }: Stores): Promise<boolean> {
  for await (const head of frontier.listHeads(crawl)) if (head.state === 'ready') return true;
  return false;
}
