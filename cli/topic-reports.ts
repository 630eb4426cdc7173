import type { TopicReport } from '../shared/classify/review/report-topic.ts';
import type { Clock } from '../shared/ports/clock.ts';
import type { ControlStore } from '../shared/ports/control.ts';
import { reportCrawlTopic, SHORT_TOPIC_REPORT } from '../shared/settings/explain/report-crawl-topic.ts';
import { loadStoredSettings } from './run/crawl-settings.ts';
import type { Stores } from './run/wiring.ts';

/** How long a report is kept. It takes up to a second of CPU, and the crawl page reloads while a crawl runs. Milliseconds. */
const KEEP_MS = 60_000;

type Read = (crawl: string) => Promise<TopicReport | undefined>;

/** Creates a function that reports on the topic of a crawl for the crawl page. Keeps each report for a minute. */
export function createTopicReports(clock: Pick<Clock, 'now'>, read: Read): Read {
  const kept = new Map<string, { until: number; report: Promise<TopicReport | undefined> }>();
  return (crawl) => {
    const now = clock.now();
    const known = kept.get(crawl);
    if (known && known.until > now) return known.report;
    const report = read(crawl);
    kept.set(crawl, { until: now + KEEP_MS, report });
    report.catch(() => kept.delete(crawl));
    return report;
  };
}

/** @returns undefined if the crawl is unknown */
export async function readTopicReport(
  crawl: string,
  stores: Pick<Stores, 'objects' | 'clock'> & { control: ControlStore },
): Promise<TopicReport | undefined> {
  const control = await stores.control.get(crawl);
  if (!control) return undefined;
  const { settings } = await loadStoredSettings(crawl, stores);
  return reportCrawlTopic(settings, control, stores, SHORT_TOPIC_REPORT);
}
