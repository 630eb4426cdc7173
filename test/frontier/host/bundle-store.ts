import type { BundleReader } from '../../../shared/frontier/host/bundle-reader.ts';
import {
  type HostFrontier,
  type HostFrontierOptions,
  openHostFrontier,
} from '../../../shared/frontier/host/host-frontier.ts';
import { parseManifest } from '../../../shared/frontier/host/manifest.ts';
import type { BundleUpdate } from '../../../shared/frontier/host/write-bundles.ts';

/** In-memory bundles of one host. Missing and duplicate pieces are errors. */
export type BundleStore = {
  manifest: string;
  pieces: Map<string, Uint8Array>;
  /** Names read since the last `open`. */
  reads: string[];
  /** Opens the frontier of the current manifest with an empty cache. */
  open(options?: HostFrontierOptions): HostFrontier;
  /** Writes the bundles of a visit and commits them; without `commit` the pieces are written but never named. */
  keep(sealed: BundleUpdate, commit?: boolean): void;
};

export function bundleStore(): BundleStore {
  const pieces = new Map<string, Uint8Array>();
  const read: BundleReader = async (names) => {
    store.reads.push(...names);
    return names.map((name) => {
      const bytes = pieces.get(name);
      if (!bytes) throw new Error(`not there: ${name}`);
      return bytes;
    });
  };
  const store: BundleStore = {
    manifest: '',
    pieces,
    reads: [],
    open(options) {
      store.reads = [];
      return openHostFrontier(parseManifest(store.manifest), read, options);
    },
    keep(sealed, commit = true) {
      for (const { name, bytes } of sealed.pieces) {
        if (pieces.has(name)) throw new Error(`written twice: ${name}`);
        // A copy, so that later writes to the buffer have no effect.
        pieces.set(name, bytes.slice());
      }
      if (!commit) return;
      store.manifest = sealed.manifest;
      for (const name of sealed.dropped) if (!pieces.delete(name)) throw new Error(`dropped twice: ${name}`);
    },
  };
  return store;
}
