import type { DatabaseSync } from 'node:sqlite';
import type { SqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import type { Frontier, HostKey } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { World } from './world.ts';

/** Opens the frontier of a run. `db` holds the locks and queues. */
export type OpenFrontier = (run: { world: World; db: DatabaseSync; objects: Objects }) => Promise<ObservedFrontier>;

/** The frontier of a run, and what its checks look at. */
export type ObservedFrontier = {
  /** As workers use it. */
  frontier: Frontier;
  /** The same hosts, without faults, delays and stale reads. Its calls end within an event. */
  exact: Frontier;
  /** The frontier as a run on one machine has it. Absent on a stack. */
  local?: SqliteFrontier;
  /** Methods that process a list item by item, so that a crash may come in between. */
  lists: (keyof Frontier)[];
  /** Whether a host of the crawl is due at this time. Epoch ms. */
  isAnyDue(crawl: string, at: number): boolean;
  /** Number of changes of the frontier so far, without those of `db`. */
  changes(): number;
  /** Returns inbox items of hosts that are due neither at `soon` (epoch ms) nor shortly after their lock opens. */
  waitingOffers(soon: number): Promise<WaitingOffer[]>;
};

/** An inbox item, and the manifest of its host. */
export type WaitingOffer = HostKey & { id: string; body: Uint8Array; manifest: string };
