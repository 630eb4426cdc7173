import type { BundleReader } from './bundle-reader.ts';
import { type BundleRef, pieceName } from './manifest.ts';
import { unpackRows } from './pieces.ts';

/**
 * Reads a bundle from its front. Pieces are loaded lazily, so a queue of 100,000 URLs costs a visit as much as one of 100.
 */
export type BundleCursor<Entry> = {
  ref: BundleRef;
  /** Returns the entry at the cursor; undefined at the end. */
  peek(): Promise<Entry | undefined>;
  /** Like `peek`, but reads nothing. Returns undefined also if the piece at the cursor is not loaded. */
  peekLoaded(): Entry | undefined;
  /** Moves the cursor past the entry that `peek` returned. */
  pop(): void;
  isExhausted(): boolean;
  hasMoved(): boolean;
  /** Reads all remaining entries, for a merge. */
  readRest(): Promise<Entry[]>;
};

export function openBundleCursor<Row, Entry>(
  ref: BundleRef,
  read: BundleReader,
  decode: (row: Row) => Entry,
): BundleCursor<Entry> {
  let piece = ref.piece;
  let offset = ref.offset;
  let rows: Row[] | undefined;

  const load = async (): Promise<void> => {
    while (piece < ref.pieces) {
      if (!rows) rows = unpackRows<Row>((await read([pieceName(ref, piece)]))[0]!);
      if (offset < rows.length) return;
      piece++;
      offset = 0;
      rows = undefined;
    }
  };
  const here = (): Entry | undefined => {
    const row = rows?.[offset];
    return row === undefined ? undefined : decode(row);
  };

  return {
    get ref() {
      return { ...ref, piece, offset };
    },
    async peek() {
      await load();
      return here();
    },
    peekLoaded: here,
    pop() {
      offset++;
    },
    isExhausted: () => piece >= ref.pieces || (piece === ref.pieces - 1 && rows !== undefined && offset >= rows.length),
    hasMoved: () => piece !== ref.piece || offset !== ref.offset,
    async readRest() {
      await load();
      if (piece >= ref.pieces) return [];
      const names = Array.from({ length: ref.pieces - piece - 1 }, (_, i) => pieceName(ref, piece + 1 + i));
      const later = names.length > 0 ? await read(names) : [];
      return [...rows!.slice(offset), ...later.flatMap((bytes) => unpackRows<Row>(bytes))].map(decode);
    },
  };
}

/** Returns a cursor over sorted entries in memory. @param mark see `BundleRef`. */
export function memoryCursor<Entry>(entries: readonly Entry[], mark: number): BundleCursor<Entry> {
  let at = 0;
  const ref: BundleRef = { kind: 'p', epoch: 0, pieces: 0, count: entries.length, mark, piece: 0, offset: 0 };
  return {
    ref,
    peek: async () => entries[at],
    peekLoaded: () => entries[at],
    pop: () => void at++,
    isExhausted: () => at >= entries.length,
    hasMoved: () => at > 0,
    readRest: async () => entries.slice(at),
  };
}
