/** Converts the crawl strategy into the options of visits, classify and dispatch. */
import type { LinkRules } from '../classify/links/link-rules.ts';
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

export function linkRulesOf({ strategy, autoRecycleLinks, topic, metadata, embeddedFiles }: Settings): LinkRules {
  const followed = { follow: topic.follow, notFollowed: metadata.linksNotFollowed, followsEmbedded: embeddedFiles };
  return { strategy, autoRecycleLinks, ...followed };
}

/** Whether the crawl learns which links lead to its topic, and ranks URLs by it. */
export function learnsLinks({ strategy, topic }: Settings): boolean {
  return STRATEGIES[strategy].learns !== undefined && topic.filters.length > 0;
}

/** Whether the crawl ranks URLs by a model of its links (`focus/link-model.ts`). */
export const ranksByModel = (settings: Settings): boolean =>
  learnsLinks(settings) && STRATEGIES[settings.strategy].learns === 'link-model';

/** The order of hosts, for dispatch. */
export function hostOrderOf(settings: Settings): Pick<DispatchOptions, 'order' | 'seedsPerCycle' | 'onlyBest'> {
  const { strategy, seedsACycle, limits } = settings;
  const onlyBest = learnsLinks(settings) && limits.pages !== null;
  return { order: STRATEGIES[strategy].order, seedsPerCycle: seedsACycle, onlyBest };
}
