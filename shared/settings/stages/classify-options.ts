import type { ClassifyOptions } from '../../classify/judge-lines.ts';
import { compileDeleted, type DeletedRules } from '../../url/deleted.ts';
import type { Grouping } from '../../url/group.ts';
import { compileUrlWords } from '../../url/url-words.ts';
import { linkRulesOf } from '../frontier-options.ts';
import { scopeOf } from '../rules.ts';
import { newLinkSchedule } from '../schedules/schedule-actions.ts';
import type { Settings } from '../settings.ts';
import { compileTopic } from '../topic/compile-topic.ts';

/**
 * Compiles the topic and the scope of a crawl. Call it once per version of the settings.
 *
 * @param keepsAnchors whether links carry their anchor texts to the search index. False if there is none: a queue would store them in vain
 */
export function classifyOptionsOf(settings: Settings, grouping: Grouping, keepsAnchors = true): ClassifyOptions {
  const urlWords = compileUrlWords(settings.urlWords);
  return {
    judge: compileTopic(settings),
    scope: scopeOf(settings),
    urlWords,
    links: { ...linkRulesOf(settings), keepsAnchors },
    linksDueAt: newLinkSchedule(settings.schedules),
    deleted: compileDeleted(withFoldedHosts(settings)),
    grouping,
    maxHostsPerDomain: settings.limits.maxHostsPerDomain,
  };
}

/** Documents of folded hosts are kept out like deleted ones: their pages are crawled under the main name. */
function withFoldedHosts({ deleted, foundAliases }: Settings): DeletedRules {
  return { ...deleted, hosts: [...deleted.hosts, ...Object.keys(foundAliases)] };
}
