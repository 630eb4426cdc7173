import { fingerprintHalves } from '../../url/fingerprint.ts';
import type { Url } from '../../url/url.ts';
import type { CashTransfer } from '../offer.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';
import { selectMerges } from './merge-tiers.ts';
import { splitBytes } from './pieces.ts';
import type { ExtraBundle } from './write-bundles.ts';

/*
 * OPIC (Abiteboul, Preda, Cobena 2003): every page has cash. When a page is fetched, it splits its cash equally among the
 * pages it links to. The page with the most cash is fetched next. Each seed starts with 1. Cash for links outside the crawl
 * is lost.
 *
 * Messages can arrive twice, and there are no transactions across hosts. So each visit of a page announces its transfers
 * once. The receiving host records page and visit number in the commit that adds the cash, and ignores repeats. The page's
 * own cash is removed by the commit of its visit. An uncommitted visit is repeated under the same number, and its second
 * announcement is ignored: cash received in between is lost, but nothing is counted twice.
 *
 * A host stores a row of 16 bytes for each of its URLs and each received transfer, and reads all rows in each visit.
 * OPIC therefore costs more than other strategies, the more so the larger the host.
 */

/** Initial cash of a seed. */
export const SEED_CASH = 1;

/** Granularity of shares. Sums of multiples of a power of two do not depend on the order of addition. */
const CASH_UNIT = 2 ** -40;

/** Returns the share of each link. */
export function splitCash(cash: number, links: number): number {
  return Math.floor(cash / Math.max(1, links) / CASH_UNIT) * CASH_UNIT;
}

export type CashLedger = {
  /** Adds a transfer, also to URLs that the host has not accepted yet. @returns false for a repeated transfer, which is ignored. */
  receive(cash: CashTransfer): boolean;
  add(url: Url, amount: number): void;
  balance(url: Url): number;
  /** Marks a URL as fetched: its other queue entries are stale. */
  markTaken(url: Url): void;
  isTaken(url: Url): boolean;
  /** Removes the cash that a fetched URL has passed to its links. */
  spend(url: Url): void;
  toBundle(): Promise<ExtraBundle>;
};

/** A row is a 64-bit key and a 64-bit float. */
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
  // The row 0 marks that this host uses cash from the start, even if no URL has any.
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

/** Range of priority steps: from 2⁻³⁰ to 4 units of cash. */
const MIN_CASH_STEP = -60;
const MAX_CASH_STEP = 4;

/**
 * Returns the priority for an amount of cash. A step is a factor of √2; six steps (a factor of 8) are one class. Amounts
 * within one step rank equally.
 */
export function cashPriority(cash: number): { class: number; score: number } {
  const step =
    cash > 0 ? Math.min(MAX_CASH_STEP, Math.max(MIN_CASH_STEP, Math.round(2 * Math.log2(cash)))) : MIN_CASH_STEP;
  return {
    class: Math.min(7, Math.max(1, Math.ceil(-step / 6))),
    score: (step - MIN_CASH_STEP) / (MAX_CASH_STEP - MIN_CASH_STEP),
  };
}
