import { HOURS_PER_MONTH, PRICES, TIME_PRICES } from './prices.ts';
import type { Usage } from './usage.ts';

/** Parts of a stack that cost money while idle, from its template. */
export type StackParts = {
  /** Number of queues that Lambda polls for a function. */
  polledQueues: number;
  alarms: number;
  /** Number of custom metrics; each set of dimensions counts as one. */
  metrics: number;
  dashboards: number;
  /** Memory of the dispatch function, which runs every minute, in megabytes. */
  dispatchMb: number;
};

export type IdleCostLine = {
  what: string;
  n: number;
  /** US dollars per month. */
  usd: number;
  /** US dollars per month after the permanent free tier, if nothing else in the account uses it. */
  usdAfterFree: number;
};

const MINUTES_A_MONTH = HOURS_PER_MONTH * 60;

/** Polls per minute and queue: an event source with a concurrency limit has five pollers, each with a 20-second long poll. */
const POLLS_A_MINUTE = 5 * 3;

/**
 * Usage of a dispatch round in which the only open crawl has nothing to send, counted by `node bench/bill.ts --all`. There is one
 * round per minute.
 */
const IDLE_ROUND = {
  scheduler: { unit: 'scheduler.calls', n: 1, what: 'dispatch rounds: schedule' },
  invocations: { unit: 'lambda.invocations', n: 1, what: 'dispatch rounds: function calls' },
  reads: { unit: 'dynamodb.reads', n: 11, what: 'dispatch rounds: queries for due hosts' },
  logs: { unit: 'logs.bytes', n: 1_000, what: 'dispatch rounds: log lines' },
};

/** Assumed duration of an idle round, in seconds: three sequential calls, 16 parallel reads and some computation. */
const IDLE_ROUND_S = 0.15;

/** Permanent free tier per account and month. https://aws.amazon.com/free/ */
const FREE_A_MONTH: Usage = {
  'sqs.requests': 1e6,
  'lambda.invocations': 1e6,
  'lambda.gb-s': 400_000,
  'scheduler.calls': 14e6,
  'logs.bytes': 5e9,
};

/** Returns the monthly cost of an idle stack line by line, without the search engine. */
export function idleCostLines(parts: StackParts): IdleCostLine[] {
  const polls = (parts.polledQueues * POLLS_A_MINUTE + 1) * MINUTES_A_MONTH;
  const gbSeconds = (IDLE_ROUND_S * parts.dispatchMb * MINUTES_A_MONTH) / 1024;
  return [
    usedLine('polls of empty queues, and queue depth requests', 'sqs.requests', polls),
    ...Object.values(IDLE_ROUND).map(({ what, unit, n }) => usedLine(what, unit, n * MINUTES_A_MONTH)),
    usedLine('dispatch rounds: gigabyte-seconds', 'lambda.gb-s', gbSeconds),
    keptLine('alarms', parts.alarms, TIME_PRICES.alarmMonth),
    keptLine('custom metrics', parts.metrics, TIME_PRICES.metricMonth),
    keptLine('dashboards', parts.dashboards, TIME_PRICES.dashboardMonth),
  ];
}

/**
 * Returns what dispatch costs by waiting between its rounds, in US dollars per month, if a crawl with free workers runs all month.
 *
 * @param waitMs time that a call waits on average; there is one call per minute. Milliseconds.
 */
export function dispatchWaitUsdPerMonth({ dispatchMb }: Pick<StackParts, 'dispatchMb'>, waitMs: number): number {
  const gbSeconds = (((waitMs / 1_000) * dispatchMb) / 1_024) * MINUTES_A_MONTH;
  return usedLine('', 'lambda.gb-s', gbSeconds).usd;
}

function usedLine(what: string, unit: string, n: number): IdleCostLine {
  const { usd, per } = PRICES[unit]!;
  const billed = Math.max(0, n - (FREE_A_MONTH[unit] ?? 0));
  return { what, n, usd: (n * usd) / per, usdAfterFree: (billed * usd) / per };
}

function keptLine(what: string, n: number, { usd, free }: { usd: number; free: number }): IdleCostLine {
  return { what, n, usd: n * usd, usdAfterFree: Math.max(0, n - free) * usd };
}

/** Returns the cost of a search domain of one small node, in US dollars per month. */
export const domainUsdPerMonth = (gb: number): number =>
  HOURS_PER_MONTH * TIME_PRICES.domainHour.usd + gb * TIME_PRICES.domainGbMonth.usd;

/**
 * Returns the cost of a serverless collection that scales to zero, in US dollars per month.
 *
 * @param unitHours compute units times the hours that they are active per month.
 */
export const serverlessUsdPerMonth = (unitHours: number, gb: number): number =>
  unitHours * TIME_PRICES.serverlessUnitHour.usd + gb * TIME_PRICES.serverlessGbMonth.usd;

/** Returns the unit-hours per month below which a serverless collection is cheaper than a domain. */
export function breakEvenUnitHours(domainGb: number, gb: number): number {
  return (domainUsdPerMonth(domainGb) - serverlessUsdPerMonth(0, gb)) / TIME_PRICES.serverlessUnitHour.usd;
}
