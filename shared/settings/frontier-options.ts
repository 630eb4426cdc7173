/** Converts the crawl strategy into the options of visits, classify and dispatch. */
import type { LinkRules } from '../classify/gather-links.ts';
import type { VisitOptions } from '../fetch/visit-options.ts';
import type { DispatchOptions } from '../frontier/dispatch/dispatch.ts';
import { STRATEGIES } from '../frontier/strategy.ts';
import type { Settings } from './settings.ts';

export function frontierOptionsOf(
  { strategy, followRedirects, limits }: Settings,
  maxPagesPerVisit: number,
): Pick<VisitOptions, 'maxPagesPerVisit' | 'followRedirects' | 'maxPagesPerTemplate' | 'byCash'> {
  const { maxPagesPerTemplate } = limits;
  const own = STRATEGIES[strategy].pagesPerVisit ?? maxPagesPerVisit;
  const byCash = strategy === 'opic';
  return { maxPagesPerVisit: Math.min(own, maxPagesPerVisit), followRedirects, maxPagesPerTemplate, byCash };
}

export function linkRulesOf({ strategy, autoRecycleLinks, metadata }: Settings): LinkRules {
  return { strategy, autoRecycleLinks, notFollowed: metadata.linksNotFollowed };
}

/** The order of hosts, for dispatch. */
export function hostOrderOf({ strategy, seedsACycle }: Settings): Pick<DispatchOptions, 'order' | 'seedsPerCycle'> {
  return { order: STRATEGIES[strategy].order, seedsPerCycle: seedsACycle };
}
