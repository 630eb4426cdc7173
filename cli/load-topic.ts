import { compileFilters, type Judge } from '../shared/classify/judge.ts';
import { topicFiltersOf } from '../shared/settings/stage-options.ts';
import { isCrawlFile } from './crawl-arguments.ts';
import { loadCrawlFile, readTextFile } from './load-crawl.ts';

/**
 * Loads the classifier for `--topic FILE`: a topic definition, or the topic of a crawl.yaml.
 *
 * @throws TopicFileError, SettingsError, UsageError
 */
export async function loadTopic(fileName: string): Promise<Judge> {
  if (isCrawlFile(fileName)) return compileFilters(topicFiltersOf(await loadCrawlFile(fileName)));
  return compileFilters([{ terms: await readTextFile(fileName), file: fileName, cutOff: 0 }]);
}
