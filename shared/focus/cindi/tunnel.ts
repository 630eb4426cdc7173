import type { LayerTwoScore } from '../context-graph/layer-two.ts';
import type { CindiRules } from './cindi-rules.ts';

/** Decides which off-topic pages are Layer 2, and when the decision is loosened (tunnelling). */
export type Tunnel = {
  /** Whether a page is Layer 2. An untrained classifier gives no score and excludes no page. */
  accepts(score: LayerTwoScore | undefined): boolean;
  /** Starts tunnelling, because no link of high priority waits. */
  start(): void;
  /** Counts a site whose first relevant page was found. */
  countNewSite(): void;
  /**
   * Counts a judged page by the queue of its link, and starts tunnelling after `LOW_PAGES` pages of the low queue in a row. For a crawl that cannot
   * ask all its queues whether a link of high priority waits.
   */
  countFetch(queue: 'high' | 'low'): void;
  isOpen(): boolean;
  state(): TunnelState;
};

export type TunnelState = { isOpen: boolean; newSites: number; lowPages: number };

/** Number of successive pages of the low queue that show that the high one is empty. Some visits go to random hosts. */
const LOW_PAGES = 5;

export function createTunnel(
  { tunnelling, biasFactor, sitesToEndTunnelling }: CindiRules,
  stored?: TunnelState,
): Tunnel {
  let { isOpen, newSites, lowPages } = stored ?? { isOpen: false, newSites: 0, lowPages: 0 };
  const start = () => {
    if (isOpen || tunnelling === 'off') return;
    isOpen = true;
    newSites = 0;
  };
  return {
    isOpen: () => isOpen,
    start,
    state: () => ({ isOpen, newSites, lowPages }),
    countFetch(queue) {
      lowPages = queue === 'low' ? lowPages + 1 : 0;
      if (lowPages >= LOW_PAGES) start();
    },
    accepts: (score) =>
      score === undefined || isLayerTwo(score, isOpen ? biasFactor : 1, tunnelling === 'printed' ? 'printed' : 'meant'),
    countNewSite() {
      newSites++;
      if (newSites >= sitesToEndTunnelling) isOpen = false;
    },
  };
}

/** Compares the logarithms of both classes with a bias factor from 0 to 1, as printed or as meant. */
export function isLayerTwo({ inside, outside }: LayerTwoScore, bias: number, reading: 'meant' | 'printed'): boolean {
  return reading === 'printed' ? inside > bias * outside : inside * bias > outside;
}
