import type { ClassifyOptions } from '../classify/classify-documents.ts';
import { compileFilters } from '../classify/judge.ts';
import type { VisitOptions } from '../fetch/visit-message.ts';
import { productToken } from '../robots/product-token.ts';
import { type Grouping, groupOf } from '../url/group.ts';
import { compileScope, isListOfHost } from '../url/scope.ts';
import { compilePlaces, compileUrlWords } from '../url/url-words.ts';
import { answerRulesOf } from './fetch.ts';
import { frontierOptionsOf, linkRulesOf } from './frontier-options.ts';
import { revisitRulesOf } from './revisit.ts';
import { ignoresRobots } from './robots.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from './rules.ts';
import { newLinksFrom } from './schedules/scheduled.ts';
import type { Settings } from './settings.ts';
import { topicFiltersOf } from './stages.ts';

/** What depends on where visits run, and not on the crawl: a function's time-out, one clock or many. */
export type VisitPlace = Pick<
  VisitOptions,
  'leaseMs' | 'visitMs' | 'pagesAVisit' | 'skewMs' | 'inboxItems' | 'cache' | 'storeRests' | 'signal'
> & { grouping: Grouping };

export function visitOptionsOf(settings: Settings, { grouping, ...place }: VisitPlace): VisitOptions {
  const { userAgent, politeness, limits, revisit } = settings;
  const scope = scopeOf(settings);
  return {
    ...place,
    agent: productToken(userAgent),
    ignoresRobots: ignoresRobots(settings.robots),
    hostPauseMs: politeness.hostPauseMs,
    crawlDelayCapMs: politeness.crawlDelayCapS * 1000,
    answerTimeFactor: politeness.answerTimeFactor,
    revisit: revisitRulesOf(revisit),
    maxGoneShare: revisit.maxGoneShare,
    maxRedirects: limits.maxRedirects,
    fetchTimeoutMs: limits.fetchTimeoutMs,
    maxPageBytes: limits.maxPageBytes,
    maxSitemapBytes: limits.maxSitemapBytes,
    maxPagesPerHost: limits.maxPagesPerHost,
    ...frontierOptionsOf(settings, place.pagesAVisit),
    ...answerRulesOf(settings),
    urlRules: urlRulesOf(settings),
    avoids: compilePlaces(settings.avoidDirectories),
    groupOf: (host) => groupOf(host, grouping),
    byAddress: grouping === 'address',
    sitemaps: sitemapRulesOf(settings),
    refuse: refusalBy(scope),
    linksFrom: newLinksFrom(settings.schedules),
  };
}

function sitemapRulesOf({ sitemaps, scope }: Settings): VisitOptions['sitemaps'] {
  return sitemaps === false ? undefined : { usualPlace: sitemaps === 'usual', seedsOnly: scope === 'any' };
}

/** What the scope says of a link; of a list, it is asked about the place that names it, which may stand on another host. */
function refusalBy(scope: ReturnType<typeof compileScope>): VisitOptions['refuse'] {
  return (link) => {
    const { url, kind, depth, parent, listed } = link;
    if (isListOfHost(link)) return undefined;
    if (kind !== 'page' && parent !== null) return scope({ url: parent, depth, discovered: 'list' });
    if (kind !== 'page') return undefined;
    return scope({ url, depth, discovered: depth === 0 ? 'seed' : listed ? 'sitemap' : 'link' });
  };
}

/** The topic and the scope of a crawl, compiled: build them once for each version of its settings. */
export function classifyOptionsOf(settings: Settings, grouping: Grouping): ClassifyOptions {
  const urlWords = compileUrlWords(settings.urlWords);
  return {
    judge: compileFilters(topicFiltersOf(settings)),
    scope: scopeOf(settings),
    urlWords,
    links: linkRulesOf(settings),
    linksFrom: newLinksFrom(settings.schedules),
    grouping,
  };
}

function scopeOf(settings: Settings) {
  return compileScope(
    scopeRulesOf(
      settings,
      seedsOf(settings).accepted.map(({ url }) => url),
    ),
  );
}
