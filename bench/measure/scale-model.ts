import type { Figures } from '../bill.ts';
import { FETCH_MS, PAUSE_MS } from './bill-model.ts';

/** What a stack is allowed: by its own template, or by the service where it says nothing. */
export type Allowed = {
  /** Copies of each function at once. */
  copies: Record<string, number>;
  /** Write units a second of each table. */
  tableRate: number;
  hostsAMessage: number;
  messagesACall: number;
};

/** Something that bounds how fast a stack crawls. Pages a second. `late`: only the search engine falls behind. */
export type Bound = { what: string; pagesASecond: number; late?: boolean };

/** Quotas of the services, as they are before anybody asks for more. */
const PARTITION_WRITES = 1_000;
const TABLE_WRITES = 40_000;
const COPIES = 1_000;
const PREFIX_PUTS = 3_500;
/** Heads of a crawl lie in so many partitions, its control item in one. */
const SHARDS = 16;
/** Holds nothing back: its queue grows. */
const INDEX = 'index-records';
/** Dispatch sends once in so many seconds. */
const ROUND_S = 60;

/** One host gives a page in so many seconds. */
export const PAGE_S = (FETCH_MS + PAUSE_MS) / 1000;

/** Every bound on the pages that a stack can crawl in a second, the narrowest first. */
export function boundsOf(bill: Figures, allowed: Allowed): Bound[] {
  const of = (name: string) => bill.functions.find((one) => one.name === name)!;
  const writes = (name: string, ...operations: string[]) =>
    sum(
      operations.flatMap((operation) =>
        ['writes', 'index-writes'].map((unit) => of(name).usageAPage[`dynamodb.${operation}.${unit}`] ?? 0),
      ),
    );
  const slots = (copies: number) => copies * allowed.messagesACall * allowed.hostsAMessage;
  const pagesAVisit = bill.pages / bill.visits;
  const { busy } = of('fetch');

  // Locks and the two changes of a head are a visit's updates; announcements are those of classify.
  const heads = writes('fetch', 'UpdateItem') / 2 + writes('classify', 'UpdateItem');
  const control = sum(['clean', 'index-records', 'dispatch'].map((name) => writes(name, 'UpdateItem')));
  const puts = sum(bill.functions.map(({ usageAPage }) => usageAPage['s3.PutObject.puts'] ?? 0));
  const bodies = writes('fetch', 'BatchWriteItem') + writes('classify', 'BatchWriteItem');

  const bounds: Bound[] = [
    ...Object.entries(allowed.copies).map(([name, copies]) => ({
      what: `${copies} copies of ${name}${name === INDEX ? ', every page a record' : ''}`,
      late: name === INDEX,
      pagesASecond: name === 'fetch' ? (slots(copies) * busy) / PAGE_S : copies / of(name).secondsAPage,
    })),
    {
      what: `${slots(allowed.copies['fetch']!)} hosts a round of dispatch`,
      pagesASecond: (slots(allowed.copies['fetch']!) * pagesAVisit) / Math.max(ROUND_S, pagesAVisit * PAGE_S),
    },
    { what: `${allowed.tableRate} writes a second of the table Heads`, pagesASecond: allowed.tableRate / heads },
    {
      what: `${allowed.tableRate} writes a second of Bundles and Inbox`,
      pagesASecond: (2 * allowed.tableRate) / bodies,
    },
    { what: `${COPIES} functions of an account, all fetching`, pagesASecond: (slots(COPIES) * busy) / PAGE_S },
    { what: `${SHARDS} partitions of a crawl's heads`, pagesASecond: (SHARDS * PARTITION_WRITES) / heads },
    { what: 'the partition of a crawl’s control item', pagesASecond: PARTITION_WRITES / control },
    {
      what: `${TABLE_WRITES} writes a second of the table Heads, the account's quota`,
      pagesASecond: TABLE_WRITES / heads,
    },
    { what: `${PREFIX_PUTS} puts a second under one prefix`, pagesASecond: PREFIX_PUTS / puts },
  ];
  return bounds.sort((a, b) => a.pagesASecond - b.pagesASecond);
}

const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0);
