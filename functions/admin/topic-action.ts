import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { reportCrawlTopic } from '../../shared/settings/explain/report-crawl-topic.ts';
import { loadSettings } from '../crawl-cache.ts';
import { withTopicPlugins } from '../plugins.ts';

/** `records`: absent: the stack has no search engine. */
type TopicPorts = { objects: Objects; clock: Clock; index: Pick<SearchIndex, 'idsOfUrls'>; records?: unknown };

/** @param until deadline for the answer, epoch ms. The sample is smaller if it ends the reading. */
export async function topicAction(
  { pages, listed }: Pick<ParsedRequestOf<'topic'>, 'pages' | 'listed'>,
  control: Control,
  { objects, clock, index, records }: TopicPorts,
  until: number,
): Promise<AdminAnswer<'topic'>> {
  const settings = await withTopicPlugins(await loadSettings(objects, control.settingsKey));
  const hasTime = () => clock.now() < until;
  const report = await reportCrawlTopic(
    settings,
    control,
    { objects, clock, ...(records !== undefined && { index }) },
    { pages, listed, hasTime },
  );
  return { crawl: control.crawl, topic: report ?? null };
}
