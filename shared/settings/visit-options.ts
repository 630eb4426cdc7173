import type { LearnedRanking, VisitOptions } from '../fetch/visit-options.ts';
import { productToken } from '../robots/product-token.ts';
import { wantedRightsFiles } from '../robots/rights-files.ts';
import { compileDeleted, type Deleted } from '../url/deleted.ts';
import { type Grouping, groupOf } from '../url/group.ts';
import { compileScope, compileWaitingRules, isSameHostList } from '../url/scope.ts';
import { compilePathPrefixes, compileUrlWords } from '../url/url-words.ts';
import { responseRulesOf } from './fetch-options.ts';
import { frontierOptionsOf } from './frontier-options.ts';
import { revisitRulesOf } from './revisit.ts';
import { ignoredRobotsHosts } from './robots.ts';
import { scopeRulesOf, seedsOf, urlRulesOf } from './rules.ts';
import { newLinkSchedule } from './schedules/schedule-actions.ts';
import type { Settings } from './settings.ts';

/** Options that depend on where visits run and not on the crawl, such as a function's timeout and clock skew. */
export type VisitEnvironment = Pick<
  VisitOptions,
  | 'leaseMs'
  | 'visitMs'
  | 'maxHeldMs'
  | 'maxPagesPerVisit'
  | 'skewMs'
  | 'maxInboxItems'
  | 'cache'
  | 'storageBackoff'
  | 'unjudgedSince'
  | 'onFetched'
  | 'onUnfetched'
  | 'signal'
> & {
  grouping: Grouping;
  /** How visits of a crawl that learns (`learnsLinks`) proceed. Absent: they do not rank URLs again. */
  learned?: LearnedVisits | undefined;
};

export type LearnedVisits = Omit<LearnedRanking, 'urlWords'> & {
  /** Maximum number of pages per visit: until the next one, pages are judged and other hosts may have better URLs. */
  pagesPerVisit: number;
};

/** Combines the settings of a crawl and the limits of the machine into the options of visits. */
export function visitOptionsOf(
  settings: Settings,
  { grouping, learned, ...environment }: VisitEnvironment,
): VisitOptions {
  const { userAgent, politeness, limits, revisit } = settings;
  const rules = scopeRulesOf(
    settings,
    seedsOf(settings).accepted.map(({ url }) => url),
  );
  const deleted = compileDeleted(settings.deleted);
  return {
    ...environment,
    agent: productToken(userAgent),
    ignoresRobots: ignoredRobotsHosts(settings.robots),
    rightsFiles: wantedRightsFiles(settings.robots),
    archivesRobots: settings.robots.archive,
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
    maxHostsPerDomain: limits.maxHostsPerDomain,
    ...frontierOptionsOf(settings, learned?.pagesPerVisit ?? environment.maxPagesPerVisit),
    learned: learned && { ...learned, urlWords: compileUrlWords(settings.urlWords) },
    ...responseRulesOf(settings),
    urlRules: urlRulesOf(settings),
    isAvoided: compilePathPrefixes(settings.avoidDirectories),
    groupOf: (host) => groupOf(host, grouping),
    lockAddresses: grouping === 'address',
    sitemaps: sitemapRulesOf(settings),
    deleted,
    refuseLink: refuseOutOfScope(compileScope(rules), deleted),
    refuseWaiting: compileWaitingRules(rules),
    linksDueAt: newLinkSchedule(settings.schedules),
  };
}

function sitemapRulesOf({ sitemaps, scope }: Settings): VisitOptions['sitemaps'] {
  return sitemaps === false ? undefined : { triesDefaultPath: sitemaps === 'usual', seedsOnly: scope === 'any' };
}

/** Applies the scope to links. A list on another host is in scope if the page or list that names it is. */
function refuseOutOfScope(
  scope: ReturnType<typeof compileScope>,
  deleted: Deleted | undefined,
): VisitOptions['refuseLink'] {
  return (link) => {
    const { url, kind, depth, parent, listed, embedded } = link;
    if (deleted?.hasUrl(url)) return 'deleted';
    if (isSameHostList(link)) return undefined;
    if (kind !== 'page' && parent !== null) return scope({ url: parent, depth, discovered: 'list' });
    if (kind !== 'page') return undefined;
    if (embedded) return scope({ url, depth, discovered: 'embedded' });
    return scope({ url, depth, discovered: depth === 0 ? 'seed' : listed ? 'sitemap' : 'link' });
  };
}
