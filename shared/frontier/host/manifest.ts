/**
 * The manifest of a head: a short text that names the bundles of the host's frontier and says of each how far it is used
 * up, and its best class or earliest next time. A commit makes it valid, and only what it names exists.
 *
 * One word a bundle, numbers in base 36: kind and epoch, pieces, entries, mark, and the cursor where it is not at the start:
 * `qtn3k2a.1.2s.3.0.1a`.
 */
export type BundleKind = 'q' | 's' | 'p' | 'r' | 't' | 'c';

export type BundleRef = {
  /** q: queue, s: seen, p: pages; r: a recall whose pages wait still, a word without a bundle; t: counts of templates; c: cash. */
  kind: BundleKind;
  /** Of the visit that wrote it. */
  epoch: number;
  /** Pieces it is stored in. */
  pieces: number;
  /** Entries it was written with. */
  count: number;
  /** q: best class from the cursor on. p: earliest next time from the cursor on, epoch seconds rounded up; -1: none. s, t, c: 0. r: its time, epoch seconds. */
  mark: number;
  /** What lies before it is used up. */
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

const WORD = /^([qsprtc])([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.(-?[0-9a-z]+)(?:\.([0-9a-z]+)\.([0-9a-z]+))?$/;

/** @throws for anything that `formatManifest` does not write: then the head is damaged. */
export function parseManifest(text: string): BundleRef[] {
  if (text === '') return [];
  return text.split(' ').map((word) => {
    const found = WORD.exec(word);
    if (!found) throw new Error(`damaged manifest: ${word}`);
    const [, kind, ...digits] = found;
    // A cursor at the start is left out.
    const [epoch, pieces, count, mark, piece, offset] = digits.map((n) => Number.parseInt(n ?? '0', 36));
    return { kind, epoch, pieces, count, mark, piece, offset } as BundleRef;
  });
}

export function pieceName(ref: Pick<BundleRef, 'kind' | 'epoch'>, piece: number): string {
  return `${ref.kind}${ref.epoch.toString(36)}.${piece}`;
}

export function pieceNames(ref: BundleRef): string[] {
  return Array.from({ length: ref.pieces }, (_, piece) => pieceName(ref, piece));
}

/** URLs that the frontier of a manifest ever took in. Cheaper than reading all of it: reports ask it of every host. */
export function countAccepted(manifest: string): number {
  let sum = 0;
  for (const [, count = ''] of manifest.matchAll(/(?:^| )s[0-9a-z]+\.[0-9a-z]+\.([0-9a-z]+)/g))
    sum += Number.parseInt(count, 36);
  return sum;
}
