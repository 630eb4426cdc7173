import { fingerprintHalves } from '../../url/fingerprint.ts';
import type { Url } from '../../url/url.ts';

/** Effect of a stored line on its URL: it brings a document, ends the page (gone, moved), or only says that it was visited. */
export type VisitEffect = 'document' | 'end' | 'none';

/**
 * The newest visit of each URL, in a hash table of fixed entries (24 bytes per slot) without the URLs themselves. Lines may be
 * added in any order. If the table is full, it keeps only a part of the URLs, by fingerprint; the others need another pass.
 */
export type NewestVisits = {
  add(url: Url, at: number, effect: VisitEffect): void;
  /** @returns the time of the newest visit if the document fetched at `at` is the current one of the URL; otherwise undefined. */
  visitedAt(url: Url, at: number): number | undefined;
  /** @returns when the current document of the URL was fetched, epoch ms; undefined if it has none, or another part has the URL. */
  documentAt(url: Url): number | undefined;
  /** @returns the number of URLs that have a current document. */
  countDocuments(): number;
  /** @returns the table for `restoreNewestVisits`: a header of 12 bytes, and 24 bytes per URL. */
  encode(): Uint8Array;
  /** Number of parts of the URLs; this table has part `part`. */
  readonly parts: number;
};

/** Maximum number of URLs in memory: the table then takes 100 MB. */
export const MAX_URLS_PER_PASS = 2 ** 21;

/** Initial number of slots. Small crawls need no more. */
const FIRST_SLOTS = 2 ** 12;

/**
 * @param part number of the part that the table keeps, from 0
 * @param parts number of parts to begin with. Only a table with part 0 increases it, so run part 0 first and pass its `parts` on.
 */
export function createNewestVisits(
  maxUrls = MAX_URLS_PER_PASS,
  part = 0,
  parts = 1,
  stored: Iterable<Entry> = [],
): NewestVisits {
  let table = createTable(FIRST_SLOTS);

  const insert = (low: number, high: number): number => {
    const slot = findSlot(table, low, high);
    if (table.visitedAt[slot] !== 0) return slot;
    table.fingerprints[2 * slot] = low;
    table.fingerprints[2 * slot + 1] = high;
    table.used++;
    return slot;
  };
  const rebuild = (slots: number): void => {
    const old = table;
    table = createTable(slots);
    for (let from = 0; from < old.visitedAt.length; from++) {
      const [low, high] = [old.fingerprints[2 * from]!, old.fingerprints[2 * from + 1]!];
      if (old.visitedAt[from] === 0 || high % parts !== part) continue;
      const to = insert(low, high);
      table.visitedAt[to] = old.visitedAt[from]!;
      table.stateAt[to] = old.stateAt[from]!;
    }
  };
  const makeRoom = (): void => {
    while (part === 0 && table.used >= maxUrls) {
      parts *= 2;
      rebuild(table.visitedAt.length);
    }
    if (2 * (table.used + 1) > table.visitedAt.length) rebuild(2 * table.visitedAt.length);
  };

  for (const { low, high, stateAt, visitedAt } of stored) {
    makeRoom();
    const slot = insert(low, high);
    table.stateAt[slot] = stateAt;
    table.visitedAt[slot] = visitedAt;
  }

  return {
    encode: () => encodeTable(table, part, parts),
    add(url, at, effect) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      if (high % parts !== part) return;
      makeRoom();
      if (high % parts !== part) return;
      const slot = insert(low, high);
      // A slot is in use if it has a time; no visit was at time 0.
      table.visitedAt[slot] = Math.max(table.visitedAt[slot]!, at, 1);
      const stateAt = table.stateAt[slot]!;
      if (effect === 'document' && at > Math.abs(stateAt)) table.stateAt[slot] = at;
      if (effect === 'end' && at >= Math.abs(stateAt)) table.stateAt[slot] = -at;
    },
    visitedAt(url, at) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      if (high % parts !== part) return undefined;
      const slot = findSlot(table, low, high);
      return table.visitedAt[slot] !== 0 && table.stateAt[slot] === at ? table.visitedAt[slot]! : undefined;
    },
    documentAt(url) {
      const [low = 0, high = 0] = fingerprintHalves(url);
      if (high % parts !== part) return undefined;
      const slot = findSlot(table, low, high);
      return table.visitedAt[slot] !== 0 && table.stateAt[slot]! > 0 ? table.stateAt[slot]! : undefined;
    },
    countDocuments: () => table.stateAt.reduce((count, at) => (at > 0 ? count + 1 : count), 0),
    get parts() {
      return parts;
    },
  };
}

/** Bytes of the header (part, number of parts, number of entries), and of an entry. */
const HEADER_BYTES = 12;
const ENTRY_BYTES = 24;

type Entry = { low: number; high: number; stateAt: number; visitedAt: number };

/** Reads a table that `encode` has written. @param maxUrls as for the table that was written */
export function restoreNewestVisits(bytes: Uint8Array, maxUrls?: number): NewestVisits {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const used = view.getUint32(8);
  const entries = function* (): Generator<Entry> {
    for (let at = HEADER_BYTES; at < HEADER_BYTES + used * ENTRY_BYTES; at += ENTRY_BYTES)
      yield {
        low: view.getUint32(at),
        high: view.getUint32(at + 4),
        stateAt: view.getFloat64(at + 8),
        visitedAt: view.getFloat64(at + 16),
      };
  };
  return createNewestVisits(maxUrls, view.getUint32(0), view.getUint32(4), entries());
}

function encodeTable({ fingerprints, stateAt, visitedAt, used }: Table, part: number, parts: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + used * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of [part, parts, used].entries()) view.setUint32(4 * i, value);
  let at = HEADER_BYTES;
  for (let slot = 0; slot < visitedAt.length; slot++) {
    if (visitedAt[slot] === 0) continue;
    view.setUint32(at, fingerprints[2 * slot]!);
    view.setUint32(at + 4, fingerprints[2 * slot + 1]!);
    view.setFloat64(at + 8, stateAt[slot]!);
    view.setFloat64(at + 16, visitedAt[slot]!);
    at += ENTRY_BYTES;
  }
  return bytes;
}

/**
 * `stateAt`: when the current document was fetched, epoch ms; negated if the page ended then; 0 if no line decides.
 * `visitedAt`: newest visit, epoch ms; 0 in a free slot.
 */
type Table = { fingerprints: Uint32Array; stateAt: Float64Array; visitedAt: Float64Array; used: number };

function createTable(slots: number): Table {
  return {
    fingerprints: new Uint32Array(2 * slots),
    stateAt: new Float64Array(slots),
    visitedAt: new Float64Array(slots),
    used: 0,
  };
}

/** @returns the slot of a fingerprint, or the free slot where it belongs */
function findSlot({ fingerprints, visitedAt }: Table, low: number, high: number): number {
  const last = visitedAt.length - 1;
  for (let slot = low & last; ; slot = (slot + 1) & last) {
    const isSame = fingerprints[2 * slot] === low && fingerprints[2 * slot + 1] === high;
    if (visitedAt[slot] === 0 || isSame) return slot;
  }
}
