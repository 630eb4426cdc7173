/**
 * Runs the simulation thousands of times: `node test/simulation/long.ts [runs] [crash] [stall] [first seed]`. Uses all cores,
 * prints faults and the amount of repeated work, and exits with 1 if a run failed.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { dynamoObserved } from './dynamo-observed.ts';
import {
  BUDGET,
  EXPIRING,
  EXPIRING_WITH_FAULTS,
  faultsOf,
  INTERRUPTED,
  LEARNED,
  LOST_ANSWERS,
  OUTAGES,
  RESTED,
  STOPPED,
  simulate,
  type Trial,
  WIDE,
} from './simulate.ts';

type Work = { seeds: number[]; rates: { crash: number; stall: number } };
type Outcome = { seed: number; faults: string[]; waste: Record<string, number> };

/** Kinds of runs, by the remainder of their seed. The first has the usual web and the given rates. */
const KINDS: readonly ((rates: Work['rates']) => Trial)[] = [
  (rates) => ({ rates }),
  (rates) => ({ ...WIDE, rates }),
  () => EXPIRING,
  () => STOPPED,
  (rates) => ({ ...INTERRUPTED, rates }),
  (rates) => ({ ...RESTED, rates }),
  () => BUDGET,
  () => LOST_ANSWERS,
  (rates) => ({ ...LEARNED, rates }),
  () => EXPIRING_WITH_FAULTS,
  () => ({ rates: OUTAGES }),
];

if (isMainThread) await main();
else await work(workerData as Work);

async function work({ seeds, rates }: Work): Promise<void> {
  for (const seed of seeds) {
    const findings = await simulate(seed, trialOf(seed, rates));
    const { errors, waste } = findings;
    const outcome: Outcome = { seed, faults: [...faultsOf(findings), ...errors.slice(0, 1)], waste };
    parentPort!.postMessage(outcome);
  }
}

/** Every second ten of seeds keeps the frontier in DynamoDB, but for runs that set the clock as on one machine. */
function trialOf(seed: number, rates: Work['rates']): Trial {
  const trial = KINDS[seed % KINDS.length]!(rates);
  return seed % 20 < 10 || trial.clock ? trial : { ...trial, openFrontier: dynamoObserved(trial.rates.fault) };
}

async function main(): Promise<void> {
  const [runs = 2000, crash = 0.001, stall = 0.004, first = 0] = process.argv.slice(2).map(Number);
  const seeds = Array.from({ length: runs }, (_, i) => first + i);
  const cores = availableParallelism();
  const outcomes: Outcome[] = [];
  const threads = Array.from({ length: cores }, (_, core) => {
    const mine: Work = { seeds: seeds.filter((seed) => seed % cores === core), rates: { crash, stall } };
    const worker = new Worker(new URL(import.meta.url), { workerData: mine });
    worker.on('message', (outcome: Outcome) => {
      outcomes.push(outcome);
      if (outcome.faults.length > 0) print(`seed ${outcome.seed}: ${outcome.faults.join(', ')}`);
    });
    return new Promise<void>((resolve, reject) => worker.once('exit', () => resolve()).once('error', reject));
  });
  await Promise.all(threads);

  const bad = outcomes.filter(({ faults }) => faults.length > 0).length;
  const sum = (name: string) => outcomes.reduce((all, { waste }) => all + (waste[name] ?? 0), 0);
  const visits = sum('visits');
  print(
    `${runs} runs, crash ${crash} and stall ${stall} a step: ${bad} bad; fetched again ${percent(sum('fetched') / sum('needed') - 1)}, ` +
      `a visit: sends ${(sum('sent') / visits).toFixed(2)}, refused takes ${(sum('refusedTakes') / visits).toFixed(2)}, empty ${(sum('empty') / visits).toFixed(2)}`,
  );
  print(`${runs - bad} passed, ${bad} failed`);
  process.exitCode = bad > 0 ? 1 : 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
