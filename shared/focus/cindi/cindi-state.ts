import { gunzipSync, gzipSync } from 'node:zlib';
import type { LayerTwoState } from '../context-graph/layer-two.ts';
import type { AnchorState } from './anchor-lists.ts';
import type { StatisticsState } from './directory-statistics.ts';
import type { StopState } from './stop-directories.ts';
import type { TunnelState } from './tunnel.ts';

/** Everything that CINDI's rules have learned. */
export type CindiState = {
  layerTwo: LayerTwoState;
  anchors: AnchorState;
  tunnel: TunnelState;
  statistics: StatisticsState;
  stopDirectories: StopState;
};

/** Format of the stored state. Another one is not read. */
const VERSION = 'thresher-cindi-1';

/** Encodes the state as gzip, whose checksum reveals damage. */
export function encodeCindiState(state: CindiState): Uint8Array {
  return gzipSync(JSON.stringify([VERSION, state]), { level: 1 });
}

/** @returns undefined if the bytes are damaged, or of another version or strategy */
export function decodeCindiState(bytes: Uint8Array): CindiState | undefined {
  try {
    const [version, state] = JSON.parse(gunzipSync(bytes).toString()) as [string, CindiState];
    return version === VERSION ? state : undefined;
  } catch {
    return undefined;
  }
}
