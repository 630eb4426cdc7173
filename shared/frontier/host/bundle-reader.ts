import type { BundlePiece, Frontier, HostKey } from '../../ports/frontier.ts';

/** A piece that the head names does not exist: the visit's view is stale, or the store lost data. The visit must end. */
export class BundleMissingError extends Error {
  override readonly name = 'BundleMissingError';
}

/** Reads pieces of one host's bundles. @throws BundleMissingError */
export type BundleReader = (names: readonly string[]) => Promise<Uint8Array[]>;

/** LRU cache of pieces that a worker read or wrote. Safe because pieces are immutable and names are never reused. */
export type BundleCache = {
  get(host: HostKey, name: string): Uint8Array | undefined;
  put(host: HostKey, pieces: readonly BundlePiece[]): void;
};

/**
 * Creates an empty cache.
 *
 * @param maxBytes limit on the size of all pieces together
 */
export function createBundleCache(maxBytes: number): BundleCache {
  const pieces = new Map<string, Uint8Array>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= pieces.get(key)?.length ?? 0;
    pieces.delete(key);
  };
  const keyOf = ({ crawl, host }: HostKey, name: string) => `${crawl} ${host} ${name}`;
  return {
    get(host, name) {
      const key = keyOf(host, name);
      const piece = pieces.get(key);
      if (piece) {
        // Moves the piece to the end of the map: the first piece is the least recently used one.
        pieces.delete(key);
        pieces.set(key, piece);
      }
      return piece;
    },
    put(host, added) {
      for (const { name, bytes: piece } of added) {
        const key = keyOf(host, name);
        drop(key);
        pieces.set(key, piece);
        bytes += piece.length;
      }
      for (const key of pieces.keys()) {
        if (bytes <= maxBytes) break;
        drop(key);
      }
    },
  };
}

/** Returns a reader that asks the store only for pieces that are not cached, in one call, and caches them. */
export function createBundleReader(host: HostKey, frontier: Frontier, cache: BundleCache): BundleReader {
  return async (names) => {
    const pieces = names.map((name) => cache.get(host, name));
    const wanted = names.filter((_, i) => !pieces[i]);
    if (wanted.length === 0) return pieces as Uint8Array[];
    const read = await frontier.readBundles(host, wanted);
    const found = new Map<string, Uint8Array>();
    for (const [i, name] of wanted.entries()) {
      const bytes = read[i];
      if (!bytes) throw new BundleMissingError(`${host.crawl} ${host.host} ${name}`);
      found.set(name, bytes);
    }
    cache.put(
      host,
      [...found].map(([name, bytes]) => ({ name, bytes })),
    );
    return names.map((name, i) => pieces[i] ?? found.get(name)!);
  };
}
