import type { ClassifyOptions } from '../shared/classify/judge-lines.ts';
import { createLinkLearner } from '../shared/frontier/ranking/link-learner.ts';
import type { ModelKind, SharedModel } from '../shared/frontier/ranking/shared-model.ts';
import { createRecentLinks } from '../shared/frontier/recent-links.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { openLearning } from '../shared/settings/learning/open-learning.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { classifyOptionsOf } from '../shared/settings/stages/classify-options.ts';
import { loadModels } from '../shared/settings/topic-models.ts';
import type { Grouping } from '../shared/url/group.ts';
import { withTopicPlugins } from './plugins.ts';

/** Recently enqueued links to remember for each crawl: 10 MB. They are forgotten when its settings change. */
const MAX_RECENT_LINKS = 2 ** 20;
/** Number of times that a URL is offered with the evidence of another page. Each time is billed like a new link. */
const MAX_OFFERS = 4;
/** Minimum time between two merges of what a function has learned about links into the stored model. */
const SAVE_MODEL_EVERY_MS = 10_000;

/**
 * Returns the options of the classify function for a crawl. Links and model are remembered across invocations.
 *
 * @param hasIndex whether the stack has a search engine. Without one, links carry no anchor texts, which DynamoDB would bill
 */
export async function lambdaClassifyOptions(
  settings: Settings,
  grouping: Grouping,
  ports: { objects: Objects; clock: Clock },
  hasIndex: boolean,
): Promise<ClassifyOptions> {
  return {
    ...classifyOptionsOf(await withTopicPlugins(await loadModels(settings, ports.objects)), grouping, hasIndex),
    recentLinks: createRecentLinks(MAX_RECENT_LINKS, MAX_OFFERS),
    ...(await openLearning(settings, ports.objects, <Model extends SharedModel>(kind: ModelKind<Model>) =>
      createLinkLearner(settings.crawl, ports, { kind, saveEveryMs: SAVE_MODEL_EVERY_MS }),
    )),
  };
}
