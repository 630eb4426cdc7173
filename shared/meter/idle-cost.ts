import { HOURS_PER_MONTH, PRICES, TIME_PRICES } from './prices.ts';
import type { Usage } from './usage.ts';

/** What a stack has that costs without any work, as the template says it. */
export type StackParts = {
  /** Queues that the service polls for a function. */
  polledQueues: number;
  alarms: number;
  /** Metrics of the stack's own, each set of dimensions for one. */
  metrics: number;
  dashboards: number;
  /** Memory of the function that is called each minute. */
  dispatchMb: number;
};

export type IdleCostLine = {
  what: string;
  n: number;
  /** US dollars a month. */
  usd: number;
  /** The same when the free allowance of the account, which has no end, is used for nothing else. */
  usdAfterFree: number;
};

const MINUTES_A_MONTH = HOURS_PER_MONTH * 60;

/** An event source with a limit on copies keeps five pollers, and each waits 20 seconds for a message. A minute. */
const POLLS_A_MINUTE = 5 * 3;

/**
 * What dispatch uses in a round in which the one open crawl has nothing to send, counted by `node bench/bill.ts --all`
 * but for its time, which is assumed. A month's rounds are one a minute.
 */
const IDLE_ROUND = {
  scheduler: { unit: 'scheduler.calls', n: 1, what: 'rounds of dispatch: the schedule' },
  invocations: { unit: 'lambda.invocations', n: 1, what: 'rounds of dispatch: calls of the function' },
  reads: { unit: 'dynamodb.reads', n: 11, what: 'rounds of dispatch: looking for hosts that are due' },
  logs: { unit: 'logs.bytes', n: 1_000, what: 'rounds of dispatch: log lines' },
};

/** Three calls one after the other, 16 reads side by side, and some computing. Seconds. */
const IDLE_ROUND_S = 0.15;

/** Free for an account each month, without end. https://aws.amazon.com/free/ */
const FREE_A_MONTH: Usage = {
  'sqs.requests': 1e6,
  'lambda.invocations': 1e6,
  'lambda.gb-s': 400_000,
  'scheduler.calls': 14e6,
  'logs.bytes': 5e9,
};

/** A month of a stack in which nothing happens, line by line; the search engine apart. */
export function idleCostLines(parts: StackParts): IdleCostLine[] {
  const polls = (parts.polledQueues * POLLS_A_MINUTE + 1) * MINUTES_A_MONTH;
  const gbSeconds = (IDLE_ROUND_S * parts.dispatchMb * MINUTES_A_MONTH) / 1024;
  return [
    usedLine('queues polled for nothing, and asked for their depth', 'sqs.requests', polls),
    ...Object.values(IDLE_ROUND).map(({ what, unit, n }) => usedLine(what, unit, n * MINUTES_A_MONTH)),
    usedLine('rounds of dispatch: gigabyte-seconds', 'lambda.gb-s', gbSeconds),
    keptLine('alarms', parts.alarms, TIME_PRICES.alarmMonth),
    keptLine('metrics of its own', parts.metrics, TIME_PRICES.metricMonth),
    keptLine('dashboards', parts.dashboards, TIME_PRICES.dashboardMonth),
  ];
}

function usedLine(what: string, unit: string, n: number): IdleCostLine {
  const { usd, per } = PRICES[unit]!;
  const billed = Math.max(0, n - (FREE_A_MONTH[unit] ?? 0));
  return { what, n, usd: (n * usd) / per, usdAfterFree: (billed * usd) / per };
}

function keptLine(what: string, n: number, { usd, free }: { usd: number; free: number }): IdleCostLine {
  return { what, n, usd: n * usd, usdAfterFree: Math.max(0, n - free) * usd };
}

/** A small search domain of one node, awake or not. US dollars a month. */
export const domainUsdPerMonth = (gb: number): number =>
  HOURS_PER_MONTH * TIME_PRICES.domainHour.usd + gb * TIME_PRICES.domainGbMonth.usd;

/** A collection that scales to zero. @param unitHours units times the hours that they are awake in a month. */
export const serverlessUsdPerMonth = (unitHours: number, gb: number): number =>
  unitHours * TIME_PRICES.serverlessUnitHour.usd + gb * TIME_PRICES.serverlessGbMonth.usd;

/** With fewer unit-hours a month a serverless collection is cheaper than the domain. */
export function breakEvenUnitHours(domainGb: number, gb: number): number {
  return (domainUsdPerMonth(domainGb) - serverlessUsdPerMonth(0, gb)) / TIME_PRICES.serverlessUnitHour.usd;
}
