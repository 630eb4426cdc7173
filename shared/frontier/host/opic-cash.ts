import type { Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces, fingerprintHalves } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';
import { selectMerges } from './merge-tiers.ts';
import { splitBytes } from './pieces.ts';
import type { ExtraBundle } from './write-bundles.ts';

/**
 * OPIC (Abiteboul, Preda, Cobena 2003): every page has cash, which it hands in equal parts to the pages it links to when it
 * is fetched; who has most is fetched next. A seed begins with 1. What a page links to outside the crawl is lost.
 *
 * Messages come twice and hosts share no transaction, so cash is never moved but told: a page says once for each of its
 * visits what each link gets, the host that hears it remembers page and number of the visit in the same commit as the
 * cash, and what it has heard before adds nothing. The page's own cash goes with the commit of its visit. A visit that was
 * told and not committed is made again under the same number, and what it tells the second time is not heard: what came in
 * between is lost, and nothing is ever counted twice.
 *
 * A host keeps a row of 16 bytes for each of its URLs and for each visit that it heard of, and reads them all in each of
 * its visits: this strategy costs more than the others, the more a host has.
 */
export type CashTransfer = {
  from: Url;
  /** Number of the page's visit. */
  visit: number;
  /** Links from the nearest seed, of those that get it. */
  depth: number;
  /** What each gets. */
  share: number;
  to: Url[];
};

/** A seed's. */
export const SEED_CASH = 1;

/** Shares are whole multiples of this, so that sums are the same in whatever order they are made. */
const CASH_UNIT = 2 ** -40;

/** What each of so many links gets. */
export function splitCash(cash: number, links: number): number {
  return Math.floor(cash / Math.max(1, links) / CASH_UNIT) * CASH_UNIT;
}

export type CashLedger = {
  /** Also of URLs that the host has not accepted yet. @returns whether it was heard for the first time. */
  receive(cash: CashTransfer): boolean;
  add(url: Url, amount: number): void;
  balance(url: Url): number;
  /** Its turn came: what else waits for it in line is void. */
  markTaken(url: Url): void;
  isTaken(url: Url): boolean;
  /** It was fetched, and its cash is handed on. */
  spend(url: Url): void;
  toBundle(): Promise<ExtraBundle>;
};

const ROW_BYTES = 16;

export async function openCashLedger(refs: readonly BundleRef[], read: BundleReader): Promise<CashLedger> {
  const stored = refs.filter((ref) => ref.kind === 'c');
  const amounts = new Map<bigint, number>();
  for (const ref of stored) addRows(amounts, concatPieces(await read(pieceNames(ref))));
  const changes = new Map<bigint, number>();
  const change = (key: bigint, amount: number) => {
    amounts.set(key, (amounts.get(key) ?? 0) + amount);
    changes.set(key, (changes.get(key) ?? 0) + amount);
  };
  const note = (key: bigint): boolean => {
    const isNew = !amounts.has(key);
    if (isNew) change(key, 0);
    return isNew;
  };
  // What has a bundle of this kind is known to have begun with cash.
  if (stored.length === 0) note(0n);
  const of = (url: Url) => Math.max(0, amounts.get(keyOf('', url)) ?? 0);

  return {
    balance: of,
    add: (url, amount) => change(keyOf('', url), amount),
    receive({ from, visit, share, to }) {
      if (!note(keyOf(`heard ${visit} `, from))) return false;
      for (const url of to) change(keyOf('', url), share);
      return true;
    },
    markTaken: (url) => void note(keyOf('taken ', url)),
    isTaken: (url) => amounts.has(keyOf('taken ', url)),
    spend: (url) => change(keyOf('', url), -of(url)),
    async toBundle() {
      const { merged, left } = selectMerges(stored, changes.size, Number.POSITIVE_INFINITY, (ref) => ref.count);
      if (changes.size === 0) return { kind: 'c', count: 0, pieces: [], kept: stored, replaced: [] };
      const rows = new Map(changes);
      for (const ref of merged) addRows(rows, concatPieces(await read(pieceNames(ref))));
      return { kind: 'c', count: rows.size, pieces: splitBytes(bytesOf(rows)), kept: left, replaced: merged };
    },
  };
}

function keyOf(what: string, url: Url): bigint {
  const [low = 0, high = 0] = fingerprintHalves(what + url);
  return (BigInt(high) << 32n) | BigInt(low);
}

function addRows(rows: Map<bigint, number>, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += ROW_BYTES) {
    const key = view.getBigUint64(at, true);
    rows.set(key, (rows.get(key) ?? 0) + view.getFloat64(at + 8, true));
  }
}

function bytesOf(rows: ReadonlyMap<bigint, number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(rows.size * ROW_BYTES));
  let at = 0;
  for (const [key, amount] of rows) {
    view.setBigUint64(at, key, true);
    view.setFloat64(at + 8, amount, true);
    at += ROW_BYTES;
  }
  return new Uint8Array(view.buffer);
}

const MIN_CASH_STEP = -60;
const MAX_CASH_STEP = 4;

/**
 * Place in line of so much cash: steps of about 1.4, of which six (eight times as much) are a class. Two amounts within one
 * step stand in line as equals.
 */
export function cashPriority(cash: number): { class: number; score: number } {
  const step =
    cash > 0 ? Math.min(MAX_CASH_STEP, Math.max(MIN_CASH_STEP, Math.round(2 * Math.log2(cash)))) : MIN_CASH_STEP;
  return {
    class: Math.min(7, Math.max(1, Math.ceil(-step / 6))),
    score: (step - MIN_CASH_STEP) / (MAX_CASH_STEP - MIN_CASH_STEP),
  };
}
