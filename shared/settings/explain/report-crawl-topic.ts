import { compileFilters } from '../../classify/judge.ts';
import { learnedWords } from '../../classify/review/learned-words.ts';
import { reportTopic, type TopicReport, type TopicReportLimits } from '../../classify/review/report-topic.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Control } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';
import { loadModels } from '../topic-models.ts';

/** Limits of the short report that `status` and the crawl page show: about a second of CPU. */
export const SHORT_TOPIC_REPORT: TopicReportLimits = { pages: 1_000, listed: 5 };

/**
 * Judges stored documents of a crawl again with its current topic.
 *
 * @returns undefined if the crawl has no topic: every document is relevant
 */
export async function reportCrawlTopic(
  settings: Settings,
  { crawl, createdAt }: Pick<Control, 'crawl' | 'createdAt'>,
  { objects, clock }: { objects: Pick<Objects, 'list' | 'get'>; clock: Pick<Clock, 'now'> },
  limits: TopicReportLimits,
): Promise<TopicReport | undefined> {
  if (settings.topic.filters.length === 0) return undefined;
  const filters = topicFiltersOf(await loadModels(settings, objects));
  const report = await reportTopic(crawl, compileFilters(filters), { objects, createdAt, now: clock.now() }, limits);
  const learned = learnedWords(filters);
  return { ...report, ...(learned.length > 0 && { learned }) };
}
