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
  isOpen(): boolean;
};

export function createTunnel({ tunnelling, biasFactor, sitesToEndTunnelling }: CindiRules): Tunnel {
  let isOpen = false;
  let newSites = 0;
  return {
    isOpen: () => isOpen,
    accepts: (score) =>
      score === undefined || isLayerTwo(score, isOpen ? biasFactor : 1, tunnelling === 'printed' ? 'printed' : 'meant'),
    start() {
      if (isOpen || tunnelling === 'off') return;
      isOpen = true;
      newSites = 0;
    },
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
