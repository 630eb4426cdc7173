/** Converts the crawl strategy into the options of visits, classify and dispatch. */
import type { LinkRules } from '../classify/links/link-rules.ts';
import type { VisitOptions } from '../fetch/visit-options.ts';
import type { DispatchOptions } from '../frontier/dispatch/dispatch.ts';
import { STRATEGIES } from '../frontier/strategy.ts';
import { hostOf } from '../url/url.ts';
import { seedsOf } from './rules.ts';
import type { Settings } from './settings.ts';

export function frontierOptionsOf(
  settings: Settings,
  maxPagesPerVisit: number,
): Pick<VisitOptions, 'maxPagesPerVisit' | 'followRedirects' | 'maxPagesPerTemplate' | 'byCash'> {
  const { strategy, followRedirects, limits } = settings;
  const { maxPagesPerTemplate } = limits;
  const { pagesPerVisit } = STRATEGIES[strategy];
  // Crawls of other strategies need not read their seeds, which may be many.
  const own = pagesPerVisit === null || isOneSite(settings) ? maxPagesPerVisit : pagesPerVisit;
  const byCash = strategy === 'opic';
  return { maxPagesPerVisit: Math.min(own, maxPagesPerVisit), followRedirects, maxPagesPerTemplate, byCash };
}

/**
 * Whether the crawl is of one site, so that hosts need not take turns. A visit stores its pages in one object: with one page a visit,
 * a crawl of a site writes three files a page.
 */
function isOneSite(settings: Settings): boolean {
  if (settings.scope !== 'host') return false;
  // The hosts in a source of seeds are not known here.
  const areKnown = settings.seeds.every((seed) => typeof seed === 'string' || 'url' in seed);
  return areKnown && new Set(seedsOf(settings).accepted.map(({ url }) => hostOf(url))).size === 1;
}

/** Returns the rules by which the classify stage follows and ranks links. */
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
