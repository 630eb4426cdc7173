import type { Clock } from '../../ports/clock.ts';
import type { Control, Counts } from '../../ports/control.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Objects } from '../../ports/objects.ts';
import { parseStoredJson } from '../../text/stored-json.ts';
import { addHead, addOutcome, type HeadSums, noHeads } from './head-sums.ts';

/*
 * Sums over the heads of a large crawl. A look at its status reads one object instead of all heads: 100,000 heads take over 5,000
 * read units. Dispatch counts a part of the heads in each call and stores the sums of the last complete count in one object. Between
 * two counts, the changes of outcomes that visits add to the counts of the crawl keep the sums current. If a visit
 * crashes before it adds its change, the next count corrects the sums.
 */

/** Crawls with fewer hosts have no stored sums: a look reads their heads, about 50 read units. */
const MIN_COUNTED_HOSTS = 1_000;
/** Heads that one call counts while the crawl changes: about 500 read units and half a second of a small function. */
const HEADS_PER_CALL = 10_000;
/** Time between the starts of two counts, per host and its bounds. It limits the cost of an hour to some thousand read units. Milliseconds. */
const COUNT_EVERY = { perHostMs: 30, minMs: 60_000, maxMs: 600_000 };
/** Time after which a crawl with few hosts is counted again, in case it has grown. Milliseconds. */
const RECOUNT_AFTER_MS = 300_000;

/** Prefix of the counts that visits add for each change of the number of URLs with an outcome, such as `outcome.refused.robots`. */
export const OUTCOME_PREFIX = 'outcome.';
/** Count of accepted URLs. */
export const ACCEPTED_COUNT = 'accepted';
/** Count of requests of administrators that changed heads, which no other count shows. */
export const HEAD_CHANGE_COUNT = 'heads.changed';

/** Count of visits that lost the lease of their host: another worker opened it before they were committed. */
export const LOST_VISITS_COUNT = 'visits.lost';

/** A count of the heads. `base`: the counts of the crawl that the sums contain. */
type Count = { at: number; sums: HeadSums; base: Counts };
/** A count in progress. `after`: the last counted host; `mark`: see `markOf`. */
type Progress = Count & { begun: number; after?: string; mark: string };

/** State that dispatch keeps of a crawl between its calls, stored for large crawls. `seen`: the mark at the last call. */
export type HeadCounting = { counted?: Count & { begun: number; mark: string }; counting?: Progress; seen?: string };

/** Sums over the heads of a crawl, as of `at` (epoch ms), except outcomes and accepted URLs, which are current. `isOutdated`: the crawl changed since. */
export type CountedHeads = { at: number; sums: HeadSums; isOutdated: boolean };

type Ports = { frontier: Pick<Frontier, 'listHeads'>; objects: Objects; clock: Pick<Clock, 'now'> };

const keyOf = (crawl: string) => `sums/${crawl}.json`;

/**
 * Counts the next part of the heads of a crawl. A new count begins when the last one is some minutes old and the crawl has changed.
 * If a changed crawl is quiet since the last call, a count begins a minute after the last one and takes all heads: the status of
 * a crawl that ends must be current soon.
 *
 * @param known what the last call returned. Absent: the first call of a process.
 * @param until time at which the call ends after the next head, epoch ms
 */
export async function countHeads(
  control: Control,
  ports: Ports,
  known?: HeadCounting,
  until = Number.POSITIVE_INFINITY,
): Promise<HeadCounting> {
  const state = known ?? (await readCounting(control.crawl, ports.objects)) ?? {};
  const now = ports.clock.now();
  const mark = markOf(control);
  const isQuiet = state.seen === mark;
  const continued = isQuiet && state.counting?.mark !== mark ? undefined : state.counting;
  const progress = continued ?? (isDue(state.counted, mark, now, isQuiet) ? begin(mark, now) : undefined);
  if (!progress) return { ...state, seen: mark };

  const before = progress.sums.hosts;
  const most = isQuiet ? Number.POSITIVE_INFINITY : HEADS_PER_CALL;
  let isLast = true;
  for await (const head of ports.frontier.listHeads(control.crawl, progress.after)) {
    addHead(progress.sums, head, now);
    progress.after = head.host;
    if (progress.sums.hosts - before < most && ports.clock.now() < until) continue;
    isLast = false;
    break;
  }
  progress.base = average(progress.base, before, relevantCounts(control.counts), progress.sums.hosts - before);
  progress.at = now;
  const { after: _, ...count } = progress;
  const next = { ...(isLast ? { counted: count } : { ...state, counting: progress }), seen: mark };
  // A crawl that has no complete count yet shows what is counted so far.
  if (progress.sums.hosts >= MIN_COUNTED_HOSTS)
    await ports.objects.put(keyOf(control.crawl), new TextEncoder().encode(JSON.stringify(next)));
  return next;
}

/** Returns the stored sums with the changes since; undefined if the crawl is small or was never counted. */
export async function readCountedHeads(
  control: Control,
  objects: Pick<Objects, 'get'>,
): Promise<CountedHeads | undefined> {
  const state = await readCounting(control.crawl, objects);
  const found = state?.counted ?? state?.counting;
  if (!found) return undefined;
  const { at, sums, base } = found;
  for (const [name, n] of Object.entries(relevantCounts(control.counts))) {
    const change = Math.round(n - (base[name] ?? 0));
    if (name === ACCEPTED_COUNT) sums.accepted += change;
    else if (change !== 0) addOutcome(sums, name.slice(OUTCOME_PREFIX.length), change);
  }
  return { at, sums, isOutdated: state?.counted?.mark !== markOf(control) };
}

/** Damaged sums count as missing: the hosts are counted again. */
async function readCounting(crawl: string, objects: Pick<Objects, 'get'>): Promise<HeadCounting | undefined> {
  const key = keyOf(crawl);
  const bytes = await objects.get(key);
  try {
    return bytes && parseStoredJson<HeadCounting>(bytes, key, 'the hosts are counted again');
  } catch {
    return undefined;
  }
}

const begin = (mark: string, now: number): Progress => ({
  begun: now,
  at: now,
  sums: noHeads(),
  base: {},
  mark,
});

function isDue(counted: HeadCounting['counted'], mark: string, now: number, isQuiet: boolean): boolean {
  if (!counted) return true;
  if (counted.mark === mark) return false;
  const { hosts } = counted.sums;
  const { perHostMs, minMs, maxMs } = COUNT_EVERY;
  const busyMs = isQuiet ? minMs : Math.min(maxMs, Math.max(minMs, hosts * perHostMs));
  return now - counted.begun >= (hosts < MIN_COUNTED_HOSTS ? RECOUNT_AFTER_MS : busyMs);
}

/** Returns a text that changes when visits, found links or administrators change heads, or the crawl changes its state. */
const markOf = ({ state, counts }: Control) =>
  [
    state,
    counts['pages'],
    counts['link.offered'],
    counts[HEAD_CHANGE_COUNT],
    ...Object.entries(relevantCounts(counts))
      .map((entry) => entry.join('='))
      .sort(),
  ].join(' ');

const relevantCounts = (counts: Counts): Counts =>
  Object.fromEntries(
    Object.entries(counts).filter(([name]) => name === ACCEPTED_COUNT || name.startsWith(OUTCOME_PREFIX)),
  );

/** Averages counts by the number of heads that were read with them, because a count takes several calls. */
function average(before: Counts, weight: number, counts: Counts, added: number): Counts {
  if (weight + added === 0) return counts;
  const names = new Set([...Object.keys(before), ...Object.keys(counts)]);
  return Object.fromEntries(
    [...names].map((name) => [name, ((before[name] ?? 0) * weight + (counts[name] ?? 0) * added) / (weight + added)]),
  );
}
