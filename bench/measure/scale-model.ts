import type { Figures } from '../bill.ts';
import { PAUSE_MS, RESPONSE_MS } from './bill-model.ts';

/** Limits of a stack, set by its template or by the quotas of the services. */
export type StackLimits = {
  /** Maximum number of concurrent executions of each function. */
  copies: Record<string, number>;
  /** Write units per second of each table. */
  tableRate: number;
  hostsPerMessage: number;
  messagesPerCall: number;
};

/** A limit on the crawl rate of a stack. `delaysSearchOnly`: pages above it are fetched, but searchable later. */
export type Limit = { what: string; pagesPerSecond: number; delaysSearchOnly?: boolean };

/** Default quotas of the services; the rates are per second. */
const PARTITION_WRITES_PER_SECOND = 1_000;
const TABLE_WRITES_PER_SECOND = 40_000;
const ACCOUNT_CONCURRENCY = 1_000;
const PREFIX_PUTS_PER_SECOND = 3_500;
/** Number of partitions over which the heads of a crawl are spread. Its control item is in one. */
const HEAD_PARTITIONS = 16;
/** Stage that does not slow the crawl down: its queue grows. */
const INDEX = 'index-records';
/** Interval between two dispatch rounds. */
const DISPATCH_INTERVAL_S = 60;

/** Time in which a host yields one page. */
export const SECONDS_PER_PAGE = (RESPONSE_MS + PAUSE_MS) / 1000;

/** Calculates all limits on the crawl rate of a stack, in ascending order. */
export function scaleLimits(bill: Figures, allowed: StackLimits): Limit[] {
  const of = (name: string) => bill.functions.find((one) => one.name === name)!;
  const writes = (name: string, ...operations: string[]) =>
    sum(
      operations.flatMap((operation) =>
        ['writes', 'index-writes'].map((unit) => of(name).usageAPage[`dynamodb.${operation}.${unit}`] ?? 0),
      ),
    );
  const slots = (copies: number) => copies * allowed.messagesPerCall * allowed.hostsPerMessage;
  const pagesPerVisit = bill.pages / bill.visits;
  const { busy } = of('fetch');

  // A visit updates its lock and, twice, its head. Classify updates heads to notify hosts.
  const heads = writes('fetch', 'UpdateItem') / 2 + writes('classify', 'UpdateItem');
  const control = sum(['clean', 'index-records', 'dispatch'].map((name) => writes(name, 'UpdateItem')));
  const puts = sum(bill.functions.map(({ usageAPage }) => usageAPage['s3.PutObject.puts'] ?? 0));
  const bodies = writes('fetch', 'BatchWriteItem') + writes('classify', 'BatchWriteItem');

  const limits: Limit[] = [
    ...Object.entries(allowed.copies).map(([name, copies]) => ({
      what: `${copies} copies of ${name}${name === INDEX ? ', every page indexed' : ''}`,
      delaysSearchOnly: name === INDEX,
      pagesPerSecond: name === 'fetch' ? (slots(copies) * busy) / SECONDS_PER_PAGE : copies / of(name).secondsAPage,
    })),
    {
      what: `${slots(allowed.copies['fetch']!)} hosts per round of dispatch`,
      pagesPerSecond:
        (slots(allowed.copies['fetch']!) * pagesPerVisit) /
        Math.max(DISPATCH_INTERVAL_S, pagesPerVisit * SECONDS_PER_PAGE),
    },
    { what: `${allowed.tableRate} writes per second of the table Heads`, pagesPerSecond: allowed.tableRate / heads },
    {
      what: `${allowed.tableRate} writes per second of Bundles and Inbox`,
      pagesPerSecond: (2 * allowed.tableRate) / bodies,
    },
    {
      what: `${ACCOUNT_CONCURRENCY} functions of an account, all running fetch`,
      pagesPerSecond: (slots(ACCOUNT_CONCURRENCY) * busy) / SECONDS_PER_PAGE,
    },
    {
      what: `${HEAD_PARTITIONS} partitions of a crawl's heads`,
      pagesPerSecond: (HEAD_PARTITIONS * PARTITION_WRITES_PER_SECOND) / heads,
    },
    { what: 'the partition of a crawl’s control item', pagesPerSecond: PARTITION_WRITES_PER_SECOND / control },
    {
      what: `${TABLE_WRITES_PER_SECOND} writes per second of the table Heads, the account's quota`,
      pagesPerSecond: TABLE_WRITES_PER_SECOND / heads,
    },
    {
      what: `${PREFIX_PUTS_PER_SECOND} puts per second under one prefix`,
      pagesPerSecond: PREFIX_PUTS_PER_SECOND / puts,
    },
  ];
  return limits.sort((a, b) => a.pagesPerSecond - b.pagesPerSecond);
}

const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0);
