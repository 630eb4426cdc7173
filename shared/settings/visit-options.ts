import type { ClassifyOptions } from '../classify/classify-documents.ts';
import { compileFilters } from '../classify/judge.ts';
import type { VisitOptions } from '../fetch/visit-options.ts';
import { productToken } from '../robots/product-token.ts';
import { type Grouping, groupOf } from '../url/group.ts';
import { compileScope, isSameHostList } from '../url/scope.ts';
import { compilePathPrefixes, compileUrlWords } from '../url/url-words.ts';
import { responseRulesOf } from './fetch-options.ts';
import { frontierOptionsOf, linkRulesOf } from './frontier-options.ts';
import { revisitRulesOf } from './revisit.ts';
import { ignoredRobotsHosts } from './robots.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from './rules.ts';
import { newLinkSchedule } from './schedules/schedule-actions.ts';
import type { Settings } from './settings.ts';
import { topicFiltersOf } from './stage-options.ts';

/** Options that depend on where visits run and not on the crawl, such as a function's timeout and clock skew. */
export type VisitEnvironment = Pick<
  VisitOptions,
  'leaseMs' | 'visitMs' | 'maxPagesPerVisit' | 'skewMs' | 'maxInboxItems' | 'cache' | 'storageBackoff' | 'signal'
> & { grouping: Grouping };

export function visitOptionsOf(settings: Settings, { grouping, ...environment }: VisitEnvironment): VisitOptions {
  const { userAgent, politeness, limits, revisit } = settings;
  const scope = scopeOf(settings);
  return {
    ...environment,
    agent: productToken(userAgent),
    ignoresRobots: ignoredRobotsHosts(settings.robots),
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
    ...frontierOptionsOf(settings, environment.maxPagesPerVisit),
    ...responseRulesOf(settings),
    urlRules: urlRulesOf(settings),
    isAvoided: compilePathPrefixes(settings.avoidDirectories),
    groupOf: (host) => groupOf(host, grouping),
    lockAddresses: grouping === 'address',
    sitemaps: sitemapRulesOf(settings),
    refuseLink: refuseOutOfScope(scope),
    linksDueAt: newLinkSchedule(settings.schedules),
  };
}

function sitemapRulesOf({ sitemaps, scope }: Settings): VisitOptions['sitemaps'] {
  return sitemaps === false ? undefined : { triesDefaultPath: sitemaps === 'usual', seedsOnly: scope === 'any' };
}

/** Applies the scope to links. A list on another host is in scope if the page or list that names it is. */
function refuseOutOfScope(scope: ReturnType<typeof compileScope>): VisitOptions['refuseLink'] {
  return (link) => {
    const { url, kind, depth, parent, listed } = link;
    if (isSameHostList(link)) return undefined;
    if (kind !== 'page' && parent !== null) return scope({ url: parent, depth, discovered: 'list' });
    if (kind !== 'page') return undefined;
    return scope({ url, depth, discovered: depth === 0 ? 'seed' : listed ? 'sitemap' : 'link' });
  };
}

/** Compiles the topic and the scope of a crawl. Call it once per version of the settings. */
export function classifyOptionsOf(settings: Settings, grouping: Grouping): ClassifyOptions {
  const urlWords = compileUrlWords(settings.urlWords);
  return {
    judge: compileFilters(topicFiltersOf(settings)),
    scope: scopeOf(settings),
    urlWords,
    links: linkRulesOf(settings),
    linksDueAt: newLinkSchedule(settings.schedules),
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
