/** The strategy of a crawl in the forms in which visits, classify and dispatch take it. */
import type { LinkRules } from '../classify/gather-links.ts';
import type { VisitOptions } from '../fetch/visit-message.ts';
import type { DispatchOptions } from '../frontier/dispatch/dispatch.ts';
import { STRATEGIES } from '../frontier/strategy.ts';
import type { Settings } from './settings.ts';

export function frontierOptionsOf(
  { strategy, followRedirects, limits }: Settings,
  pagesAVisit: number,
): Pick<VisitOptions, 'pagesAVisit' | 'followRedirects' | 'maxPagesPerTemplate' | 'byCash'> {
  const { maxPagesPerTemplate } = limits;
  const own = STRATEGIES[strategy].pagesAVisit ?? pagesAVisit;
  const byCash = strategy === 'opic';
  return { pagesAVisit: Math.min(own, pagesAVisit), followRedirects, maxPagesPerTemplate, byCash };
}

export function linkRulesOf({ strategy, autoRecycleLinks, metadata }: Settings): LinkRules {
  return { strategy, autoRecycleLinks, notFollowed: metadata.linksNotFollowed };
}

/** For dispatch: which hosts go first. */
export function hostOrderOf({ strategy, seedsACycle }: Settings): Pick<DispatchOptions, 'order' | 'seedsACycle'> {
  return { order: STRATEGIES[strategy].order, seedsACycle };
}
