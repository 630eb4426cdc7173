/**
 * What revisits cost and bring: `node bench/recrawl.ts [--pages N] [--seed N]`; `--mixes`: over webs of several kinds and seeds.
 *
 * Pages of several kinds change as Poisson processes; every visit is planned by the product's own rules, from what it sees
 * (the same or not, and nothing else). The measure is freshness: of all the time of all pages, the share in which what is
 * kept is what is there. A fixed interval is asked for that is as fresh; the rows compare how many fetches that takes.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { History } from '../shared/frontier/host/history.ts';
import { fixedRevisit, planRevisit, type RevisitRules, type Sight } from '../shared/frontier/revisit.ts';

const DAY_MS = 86_400_000;

/** Kinds of pages: their part of all, and how often they change. Days between two changes; infinite: never. */
export type Kind = { name: string; part: number; everyDays: number };

/**
 * Like what studies of the web report (J. Cho and H. Garcia-Molina, "The evolution of the web", 2000; D. Fetterly and others,
 * "A large-scale study of the evolution of web pages", 2003): few pages change all the time, most hardly ever.
 */
export const KINDS: readonly Kind[] = [
  { name: 'every day', part: 0.05, everyDays: 1 },
  { name: 'every week', part: 0.1, everyDays: 7 },
  { name: 'every month', part: 0.15, everyDays: 30 },
  { name: 'every 200 days', part: 0.2, everyDays: 200 },
  { name: 'never', part: 0.5, everyDays: Number.POSITIVE_INFINITY },
];

/** Other webs: part of the pages, days between two changes. */
const MIXES: Readonly<Record<string, readonly Kind[]>> = {
  'as above': KINDS,
  archive: kindsOf([0.01, 1], [0.04, 30], [0.15, 200], [0.8, Number.POSITIVE_INFINITY]),
  news: kindsOf([0.2, 0.25], [0.2, 1], [0.2, 7], [0.2, 30], [0.2, Number.POSITIVE_INFINITY]),
  'all change': kindsOf([0.2, 2], [0.2, 7], [0.2, 14], [0.2, 30], [0.2, 90]),
};

function kindsOf(...parts: [part: number, everyDays: number][]): readonly Kind[] {
  return parts.map(([part, everyDays]) => ({ name: `every ${everyDays} days`, part, everyDays }));
}

/** A round is a week. */
export const ROUND_DAYS = 7;
export const ROUNDS = 10;
/** What changes more rarely counts as that old: days before the first fetch, for what servers tell of the last change. */
const PAST_DAYS = 730;

export type World = {
  kinds: readonly Kind[];
  pages: number;
  seed: number;
  /** Part of the pages whose servers say when they were changed last (Last-Modified). */
  telling: number;
  /** Rounds that go before those that are counted: 0 counts all that is spent on learning. */
  learnt: number;
};

/** Fetches in the ten rounds that are counted, the very first one not among them, and the mean freshness in those rounds. */
export type Outcome = { fetches: number; freshness: number };

export function simulate(rules: RevisitRules, { kinds, pages, seed, telling, learnt }: World): Outcome {
  const random = seeded(seed);
  const from = learnt * ROUND_DAYS;
  const end = from + ROUNDS * ROUND_DAYS;
  const sum = { fetches: 0, freshness: 0 };
  for (const { part, everyDays } of kinds) {
    const n = Math.round(pages * part);
    for (let i = 0; i < n; i++) {
      const changes = changesOf(everyDays, end, random);
      const { fetches, freshDays } = follow(rules, { changes, tells: random() < telling, from, end });
      sum.fetches += fetches;
      sum.freshness += (freshDays / (end - from) / n) * part;
    }
  }
  return sum;
}

/** Times of changes in days: the last before the first fetch, then all to the end. */
function changesOf(everyDays: number, end: number, random: () => number): number[] {
  const gap = () => Math.min(PAST_DAYS, -Math.log(1 - random()) * everyDays);
  const changes = [Number.isFinite(everyDays) ? -gap() : -PAST_DAYS * random()];
  for (let t = 0; Number.isFinite(everyDays); ) {
    t += gap();
    if (t >= end) break;
    changes.push(t);
  }
  return changes;
}

type Page = { changes: readonly number[]; tells: boolean; from: number; end: number };

function follow(rules: RevisitRules, { changes, tells, from, end }: Page): { fetches: number; freshDays: number } {
  let history: History | undefined;
  let before: number | undefined;
  let fetches = 0;
  let freshDays = 0;
  for (let t = 0, last = 0; ; ) {
    while (last + 1 < changes.length && changes[last + 1]! <= t) last++;
    const modified = changes[last]!;
    const sight: Sight = { at: DAY_0 + t * DAY_MS };
    if (before !== undefined) Object.assign(sight, { before: DAY_0 + before * DAY_MS, changed: modified > before });
    if (tells) sight.modified = DAY_0 + modified * DAY_MS;
    const plan = planRevisit(history, sight, rules);
    history = plan.history;
    const next = Math.min(end, plan.next === undefined ? end : (plan.next - DAY_0) / DAY_MS);
    // Fresh from this fetch to the first change after it.
    const stale = Math.min(next, changes[last + 1] ?? end);
    freshDays += Math.max(0, stale - Math.max(t, from));
    if (next >= end) return { fetches, freshDays };
    before = t;
    t = next;
    if (t > from) fetches++;
  }
}

/** Times are counted from a day long after 1970. */
const DAY_0 = 20_000 * DAY_MS;

/** A small generator of its own (mulberry32), so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fixed intervals that the rules are compared with. Days. */
const LADDER = Array.from({ length: 60 }, (_, i) => 0.5 * 1.07 ** i);

/** @returns fetches of a fixed interval that is as fresh in this world, between two of the ladder. */
function fixedAsFresh(wanted: number, ladder: readonly Outcome[]): number {
  const i = ladder.findIndex(({ freshness: fresh }) => fresh < wanted);
  if (i < 1) throw new Error(`no fixed interval of ${LADDER[0]} to ${LADDER.at(-1)} days is as fresh as ${wanted}`);
  const [above, below] = [ladder[i - 1]!, ladder[i]!];
  const share = (wanted - below.freshness) / (above.freshness - below.freshness);
  return below.fetches + share * (above.fetches - below.fetches);
}

const bounds = { firstMs: 2 * DAY_MS, minMs: DAY_MS / 2, maxMs: 60 * DAY_MS };

/** The rules that the table compares: settings of a crawl with `days: 2`, `minDays: 0.5`, `maxDays: 60`. */
export const RULES: readonly { name: string; rules: RevisitRules }[] = [
  { name: 'fixed, 7 days', rules: fixedRevisit(7 * DAY_MS) },
  { name: 'steps', rules: { mode: 'steps', ...bounds } },
  { name: 'adaptive', rules: { mode: 'adaptive', ...bounds } },
];

/** `fixed`: fetches of a fixed interval that is as fresh. All a page. */
export type Row = { name: string; fetches: number; freshness: number; fixed: number };

export function compare(world: World, rules = RULES): Row[] {
  const ladder = LADDER.map((days) => simulate(fixedRevisit(days * DAY_MS), world));
  return rules.map(({ name, rules: own }) => {
    const { fetches, freshness } = simulate(own, world);
    return { name, freshness, fetches: fetches / world.pages, fixed: fixedAsFresh(freshness, ladder) / world.pages };
  });
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function lines(rows: readonly Row[]): string[] {
  const head = `  ${'rule'.padEnd(16)}fetches a page   mean freshness   fixed and as fresh: fetches a page   of those needed`;
  const body = rows.map(({ name, fetches, freshness, fixed }) =>
    [
      `  ${name.padEnd(16)}`,
      fetches.toFixed(2).padStart(14),
      freshness.toFixed(3).padStart(17),
      fixed.toFixed(2).padStart(36),
      `${((100 * fetches) / fixed).toFixed(0)} %`.padStart(18),
    ].join(''),
  );
  return [head, ...body];
}

/** For each web and rule, the least and the most of the fetches needed that any of the seeds gave. */
function* mixLines(pages: number, seeds: readonly number[]): Generator<string> {
  for (const [mix, kinds] of Object.entries(MIXES))
    for (const learnt of [0, ROUNDS]) {
      const runs = seeds.map((seed) => compare({ kinds, pages, seed, telling: 0, learnt }, RULES.slice(1)));
      const said = RULES.slice(1).map(({ name }, i) => {
        const shares = runs.map((rows) => Math.round((100 * rows[i]!.fetches) / rows[i]!.fixed));
        return `${name} ${Math.min(...shares)} to ${Math.max(...shares)} %`;
      });
      yield `${mix.padEnd(12)}${learnt === 0 ? 'from the first fetch' : 'ten rounds later'}: ${said.join(', ')}`;
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
  const parts = KINDS.map(({ name, part }) => `${part * 100} % ${name}`).join(', ');
  say(`${pages} pages, ${ROUNDS} rounds of ${ROUND_DAYS} days; of them change ${parts}`);
  if (values.mixes) for (const line of mixLines(pages, [seed, seed + 1, seed + 2])) say(line);
  for (const learnt of values.mixes ? [] : [0, ROUNDS])
    for (const telling of [0, 0.5]) {
      const when = learnt === 0 ? 'From the first fetch' : `After ${learnt} rounds of learning`;
      say(`\n${when}; ${telling * 100} % of the servers tell of the last change`);
      for (const line of lines(compare({ kinds: KINDS, pages, seed, telling, learnt }))) say(line);
    }
}
