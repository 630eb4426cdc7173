import { compileFilters, type Judge } from '../shared/classify/judge.ts';
import { topicFiltersOf } from '../shared/settings/stages.ts';
import { isCrawlFile } from './crawl-job.ts';
import { loadCrawlFile, readText } from './load-crawl.ts';

/**
 * The judge that `--topic FILE` names: a topic definition, or the topic of a crawl.yaml.
 *
 * @throws TopicFileError, SettingsError, UsageError
 */
export async function loadJudge(fileName: string): Promise<Judge> {
  if (isCrawlFile(fileName)) return compileFilters(topicFiltersOf(await loadCrawlFile(fileName)));
  return compileFilters([{ terms: await readText(fileName), file: fileName, cutOff: 0 }]);
}
