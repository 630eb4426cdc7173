import type { Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces, fingerprintLookup } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';

/** All URLs that a host's frontier ever took in. */
export type SeenSet = {
  /** @returns a question that needs no more reading. */
  lookup(): Promise<(url: Url) => boolean>;
  /** Of this visit. */
  added: Set<Url>;
  stored: BundleRef[];
  count(): number;
};

export function openSeenSet(refs: readonly BundleRef[], read: BundleReader): SeenSet {
  const stored = refs.filter((ref) => ref.kind === 's');
  const added = new Set<Url>();
  let before: ((url: string) => boolean) | undefined;
  return {
    stored,
    added,
    async lookup() {
      before ??= fingerprintLookup(await Promise.all(stored.map((ref) => read(pieceNames(ref)).then(concatPieces))));
      const isStored = before;
      return (url) => added.has(url) || isStored(url);
    },
    count: () => stored.reduce((sum, ref) => sum + ref.count, added.size),
  };
}
