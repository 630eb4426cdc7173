/**
 * What pages cost on AWS, as `bench/bill.ts` counted it last: operations and compute, without search engine and storage.
 * Its pages are of one kind (100 KB, 26 KB as sent, 60 links); others cost more or less.
 */
export const MEASURED = {
  usdAMillionPages: 0,
  pages: 20_000,
  on: '2026-11-22',
  command: 'node bench/bill.ts',
} as const;
