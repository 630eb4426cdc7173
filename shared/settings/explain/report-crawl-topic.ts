import { compileFilters } from '../../classify/judge.ts';
import { learnedWords } from '../../classify/review/learned-words.ts';
import { reportTopic, type TopicReport, type TopicReportLimits } from '../../classify/review/report-topic.ts';
import { targetRecall } from '../../classify/review/target-recall.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Control } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';
import { targetsOf } from '../topic/target-urls.ts';
import { loadModels } from '../topic-models.ts';

/** Limits of the short report that `status` and the crawl page show: about a second of CPU. */
export const SHORT_TOPIC_REPORT: TopicReportLimits = { pages: 1_000, listed: 5 };

/** `index`: absent: targets are not counted, for example because a stack has no search engine. */
type ReportPorts = {
  objects: Pick<Objects, 'list' | 'get'>;
  clock: Pick<Clock, 'now'>;
  index?: Pick<SearchIndex, 'idsOfUrls'>;
};

/**
 * Judges stored documents of a crawl again with its current topic.
 *
 * @returns undefined if the crawl has no topic: every document is relevant
 */
export async function reportCrawlTopic(
  settings: Settings,
  { crawl, createdAt }: Pick<Control, 'crawl' | 'createdAt'>,
  { objects, clock, index }: ReportPorts,
  limits: TopicReportLimits,
): Promise<TopicReport | undefined> {
  if (settings.topic.filters.length === 0) return undefined;
  const filters = topicFiltersOf(await loadModels(settings, objects));
  const report = await reportTopic(crawl, compileFilters(filters), { objects, createdAt, now: clock.now() }, limits);
  const learned = learnedWords(filters);
  const targets = index ? targetsOf(settings) : [];
  const recall = index && targets.length > 0 && (await targetRecall(crawl, targets, index, limits.listed));
  return { ...report, ...(recall && { recall }), ...(learned.length > 0 && { learned }) };
}
