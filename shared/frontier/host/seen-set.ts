import type { Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces, fingerprintLookup } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';

/** All URLs that a host's frontier ever accepted. */
export type SeenSet = {
  /** Loads the stored sets. @returns a membership test that reads nothing further. */
  lookup(): Promise<(url: Url) => boolean>;
  /** URLs added in this visit. */
  added: Set<Url>;
  stored: BundleRef[];
  count(): number;
};

/** Opens the set from the bundles that hold seen URLs; other bundles are ignored. Reads nothing yet. */
export function openSeenSet(refs: readonly BundleRef[], read: BundleReader): SeenSet {
  const stored = refs.filter((ref) => ref.kind === 's');
  const added = new Set<Url>();
  let loaded: ((url: string) => boolean) | undefined;
  return {
    stored,
    added,
    async lookup() {
      loaded ??= fingerprintLookup(await Promise.all(stored.map((ref) => read(pieceNames(ref)).then(concatPieces))));
      const isStored = loaded;
      return (url) => added.has(url) || isStored(url);
    },
    count: () => stored.reduce((sum, ref) => sum + ref.count, added.size),
  };
}
