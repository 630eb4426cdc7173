/**
 * Simulates revisits and compares their cost with their freshness: `node bench/recrawl.ts [--pages N] [--seed N]`.
 * `--mixes` repeats the simulation for several webs, with three seeds each.
 *
 * Pages change as Poisson processes. The product's own rules plan every revisit and only see whether the page has changed.
 * Mean freshness is the share of time in which the stored copy equals the page, averaged over pages. Each row compares the
 * fetches of a rule with those of the fixed interval that reaches the same freshness.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { History } from '../shared/frontier/host/history.ts';
import {
  fixedRevisitRules,
  planRevisit,
  type RevisitRules,
  type VisitObservation,
} from '../shared/frontier/revisit.ts';
import { DAY_MS } from '../shared/text/time-units.ts';

/** A kind of page: its share of all pages, and the mean number of days between two changes (infinite: it never changes). */
export type Kind = { name: string; part: number; everyDays: number };

/**
 * The default web: few pages change often, and most change rarely, as studies report (J. Cho and H. Garcia-Molina, "The
 * evolution of the web", 2000; D. Fetterly and others, "A large-scale study of the evolution of web pages", 2003).
 */
export const PAGE_KINDS: readonly Kind[] = [
  { name: 'every day', part: 0.05, everyDays: 1 },
  { name: 'every week', part: 0.1, everyDays: 7 },
  { name: 'every month', part: 0.15, everyDays: 30 },
  { name: 'every 200 days', part: 0.2, everyDays: 200 },
  { name: 'never', part: 0.5, everyDays: Number.POSITIVE_INFINITY },
];

/** Webs of `--mixes`. A pair is a share of the pages and the mean number of days between two changes. */
const WEBS: Readonly<Record<string, readonly Kind[]>> = {
  'as above': PAGE_KINDS,
  archive: pageKinds([0.01, 1], [0.04, 30], [0.15, 200], [0.8, Number.POSITIVE_INFINITY]),
  news: pageKinds([0.2, 0.25], [0.2, 1], [0.2, 7], [0.2, 30], [0.2, Number.POSITIVE_INFINITY]),
  'all change': pageKinds([0.2, 2], [0.2, 7], [0.2, 14], [0.2, 30], [0.2, 90]),
};

function pageKinds(...parts: [part: number, everyDays: number][]): readonly Kind[] {
  return parts.map(([part, everyDays]) => ({ name: `every ${everyDays} days`, part, everyDays }));
}

/** Length of a round. */
export const ROUND_DAYS = 7;
export const ROUNDS = 10;
/** Maximum time between two changes, and maximum age of a page at the first fetch, in days. */
const MAX_AGE_DAYS = 730;

export type World = {
  kinds: readonly Kind[];
  pages: number;
  seed: number;
  /** Share of the pages whose servers send Last-Modified. */
  lastModifiedShare: number;
  /** Rounds before the counted ones. 0 also counts the fetches that a rule spends on learning. */
  warmupRounds: number;
};

/** Fetches in the ten counted rounds, without the first fetch of each page, and the mean freshness in those rounds. */
export type Outcome = { fetches: number; freshness: number };

export function simulate(rules: RevisitRules, { kinds, pages, seed, lastModifiedShare, warmupRounds }: World): Outcome {
  const random = seeded(seed);
  const from = warmupRounds * ROUND_DAYS;
  const end = from + ROUNDS * ROUND_DAYS;
  const sum = { fetches: 0, freshness: 0 };
  for (const { part, everyDays } of kinds) {
    const n = Math.round(pages * part);
    for (let i = 0; i < n; i++) {
      const changes = drawChanges(everyDays, end, random);
      const { fetches, freshDays } = simulatePage(rules, {
        changes,
        hasLastModified: random() < lastModifiedShare,
        from,
        end,
      });
      sum.fetches += fetches;
      sum.freshness += (freshDays / (end - from) / n) * part;
    }
  }
  return sum;
}

/** Draws the times of a page's changes, in days: the last one before the first fetch, then all until `end`. */
function drawChanges(everyDays: number, end: number, random: () => number): number[] {
  const gap = () => Math.min(MAX_AGE_DAYS, -Math.log(1 - random()) * everyDays);
  const changes = [Number.isFinite(everyDays) ? -gap() : -MAX_AGE_DAYS * random()];
  for (let t = 0; Number.isFinite(everyDays); ) {
    t += gap();
    if (t >= end) break;
    changes.push(t);
  }
  return changes;
}

type Page = { changes: readonly number[]; hasLastModified: boolean; from: number; end: number };

function simulatePage(
  rules: RevisitRules,
  { changes, hasLastModified, from, end }: Page,
): { fetches: number; freshDays: number } {
  let history: History | undefined;
  let before: number | undefined;
  let fetches = 0;
  let freshDays = 0;
  for (let t = 0, last = 0; ; ) {
    while (last + 1 < changes.length && changes[last + 1]! <= t) last++;
    const modified = changes[last]!;
    const observation: VisitObservation = { at: DAY_0 + t * DAY_MS };
    if (before !== undefined)
      Object.assign(observation, { before: DAY_0 + before * DAY_MS, changed: modified > before });
    if (hasLastModified) observation.modified = DAY_0 + modified * DAY_MS;
    const plan = planRevisit(history, observation, rules);
    history = plan.history;
    const next = Math.min(end, plan.next === undefined ? end : (plan.next - DAY_0) / DAY_MS);
    // The copy is fresh from this fetch until the next change.
    const stale = Math.min(next, changes[last + 1] ?? end);
    freshDays += Math.max(0, stale - Math.max(t, from));
    if (next >= end) return { fetches, freshDays };
    before = t;
    t = next;
    if (t > from) fetches++;
  }
}

/** Start of the simulation in Unix time. */
const DAY_0 = 20_000 * DAY_MS;

/** Returns a seeded random number generator (mulberry32), so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fixed intervals with which the rules are compared. */
const FIXED_INTERVALS_DAYS = Array.from({ length: 60 }, (_, i) => 0.5 * 1.07 ** i);

/**
 * Interpolates between two fixed intervals.
 *
 * @returns the fetches of the fixed interval whose freshness is `wanted`.
 */
function equallyFreshFetches(wanted: number, ladder: readonly Outcome[]): number {
  const i = ladder.findIndex(({ freshness: fresh }) => fresh < wanted);
  if (i < 1)
    throw new Error(
      `no fixed interval of ${FIXED_INTERVALS_DAYS[0]} to ${FIXED_INTERVALS_DAYS.at(-1)} days is as fresh as ${wanted}`,
    );
  const [above, below] = [ladder[i - 1]!, ladder[i]!];
  const share = (wanted - below.freshness) / (above.freshness - below.freshness);
  return below.fetches + share * (above.fetches - below.fetches);
}

const bounds = { firstMs: 2 * DAY_MS, minMs: DAY_MS / 2, maxMs: 60 * DAY_MS };

/** The rules that the table compares: settings of a crawl with `days: 2`, `minDays: 0.5`, `maxDays: 60`. */
export const RULES: readonly { name: string; rules: RevisitRules }[] = [
  { name: 'fixed, 7 days', rules: fixedRevisitRules(7 * DAY_MS) },
  { name: 'steps', rules: { mode: 'steps', ...bounds } },
  { name: 'adaptive', rules: { mode: 'adaptive', ...bounds } },
];

/** Result of a rule, per page. `fixed`: fetches of the fixed interval that is equally fresh. */
export type Row = { name: string; fetches: number; freshness: number; fixed: number };

export function compare(world: World, rules = RULES): Row[] {
  const ladder = FIXED_INTERVALS_DAYS.map((days) => simulate(fixedRevisitRules(days * DAY_MS), world));
  return rules.map(({ name, rules: own }) => {
    const { fetches, freshness } = simulate(own, world);
    return {
      name,
      freshness,
      fetches: fetches / world.pages,
      fixed: equallyFreshFetches(freshness, ladder) / world.pages,
    };
  });
}

const out = (line: string) => process.stdout.write(`${line}\n`);

function lines(rows: readonly Row[]): string[] {
  const head = `  ${'rule'.padEnd(16)}fetches per page   mean freshness   equally fresh fixed interval: fetches   share needed`;
  const body = rows.map(({ name, fetches, freshness, fixed }) =>
    [
      `  ${name.padEnd(16)}`,
      fetches.toFixed(2).padStart(16),
      freshness.toFixed(3).padStart(17),
      fixed.toFixed(2).padStart(40),
      `${((100 * fetches) / fixed).toFixed(0)} %`.padStart(15),
    ].join(''),
  );
  return [head, ...body];
}

/** Returns one line per web: for each rule, the minimum and maximum share of fetches needed over all seeds. */
function* mixLines(pages: number, seeds: readonly number[]): Generator<string> {
  for (const [mix, kinds] of Object.entries(WEBS))
    for (const warmupRounds of [0, ROUNDS]) {
      const runs = seeds.map((seed) =>
        compare({ kinds, pages, seed, lastModifiedShare: 0, warmupRounds }, RULES.slice(1)),
      );
      const ranges = RULES.slice(1).map(({ name }, i) => {
        const shares = runs.map((rows) => Math.round((100 * rows[i]!.fetches) / rows[i]!.fixed));
        return `${name} ${Math.min(...shares)} to ${Math.max(...shares)} %`;
      });
      yield `${mix.padEnd(12)}${warmupRounds === 0 ? 'from the first fetch' : 'ten rounds later'}: ${ranges.join(', ')}`;
    }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      mixes: { type: 'boolean', default: false },
    },
  });
  const [pages, seed] = [Number(values.pages), Number(values.seed)];
  const parts = PAGE_KINDS.map(({ name, part }) => `${part * 100} % ${name}`).join(', ');
  out(`${pages} pages, ${ROUNDS} rounds of ${ROUND_DAYS} days; change rates: ${parts}`);
  if (values.mixes) for (const line of mixLines(pages, [seed, seed + 1, seed + 2])) out(line);
  for (const warmupRounds of values.mixes ? [] : [0, ROUNDS])
    for (const lastModifiedShare of [0, 0.5]) {
      const when = warmupRounds === 0 ? 'From the first fetch' : `After ${warmupRounds} rounds of learning`;
      out(`\n${when}; ${lastModifiedShare * 100} % of the servers send Last-Modified`);
      for (const line of lines(compare({ kinds: PAGE_KINDS, pages, seed, lastModifiedShare, warmupRounds }))) out(line);
    }
}
