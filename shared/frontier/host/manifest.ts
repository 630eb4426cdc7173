/**
 * The manifest of a head lists the bundles of the host's frontier. For each bundle it holds the cursor and the best class or
 * earliest next time. A commit makes a manifest valid; bundles that it does not name do not exist.
 *
 * A manifest is one word per bundle, with numbers in base 36: kind and epoch, pieces, entries, mark, and the cursor unless it
 * is at the start. Example: `qtn3k2a.1.2s.3.0.1a`.
 */
export type BundleKind = 'q' | 's' | 'p' | 'r' | 't' | 'c' | 'f';

/** A bundle in the manifest of a host. */
export type BundleRef = {
  /** q: queue, s: seen set, p: pages, t: template counts, c: cash, f: taken URLs. r: a pending forced recrawl, which has no pieces. */
  kind: BundleKind;
  /** Epoch of the visit that wrote the bundle. */
  epoch: number;
  /** Number of pieces. */
  pieces: number;
  /** Number of entries when it was written. */
  count: number;
  /**
   * q: best class from the cursor on. p: earliest next visit from the cursor on, in epoch seconds rounded up; -1 if none.
   * r: time of the recrawl, epoch seconds. s, t, c, f: 0.
   */
  mark: number;
  /** Cursor: piece and entry within it. Entries before the cursor are used up. */
  piece: number;
  offset: number;
};

export function formatManifest(refs: readonly BundleRef[]): string {
  return refs
    .map(({ kind, epoch, pieces, count, mark, piece, offset }) => {
      const numbers = piece || offset ? [pieces, count, mark, piece, offset] : [pieces, count, mark];
      return [kind + epoch.toString(36), ...numbers.map((n) => n.toString(36))].join('.');
    })
    .join(' ');
}

const WORD = /^([qsprtcf])([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.(-?[0-9a-z]+)(?:\.([0-9a-z]+)\.([0-9a-z]+))?$/;

/** Parses a manifest. @throws if the text was not written by `formatManifest`: the head is damaged. */
export function parseManifest(text: string): BundleRef[] {
  if (text === '') return [];
  return text.split(' ').map((word) => {
    const found = WORD.exec(word);
    if (!found) throw new Error(`damaged manifest: ${word}`);
    const [, kind, ...digits] = found;
    // A cursor at the start is omitted.
    const [epoch, pieces, count, mark, piece, offset] = digits.map((n) => Number.parseInt(n ?? '0', 36));
    return { kind, epoch, pieces, count, mark, piece, offset } as BundleRef;
  });
}

export function pieceName(ref: Pick<BundleRef, 'kind' | 'epoch'>, piece: number): string {
  return `${ref.kind}${ref.epoch.toString(36)}.${piece}`;
}

/** Returns the names of all pieces of a bundle, in their order. */
export function pieceNames(ref: BundleRef): string[] {
  return Array.from({ length: ref.pieces }, (_, piece) => pieceName(ref, piece));
}

/** Counts the URLs that a host ever accepted. Cheaper than `parseManifest`, because reports call it for every host. */
export function countAccepted(manifest: string): number {
  let sum = 0;
  for (const [, count = ''] of manifest.matchAll(/(?:^| )s[0-9a-z]+\.[0-9a-z]+\.([0-9a-z]+)/g))
    sum += Number.parseInt(count, 36);
  return sum;
}
