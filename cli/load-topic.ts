import { readFile } from 'node:fs/promises';
import type { TopicFilter } from '../shared/classify/filters/compile-filter.ts';
import { compileFilters, type ExplainingJudge } from '../shared/classify/judge.ts';
import { isModelFile } from '../shared/classify/models/model-file.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { filterOf, topicFiltersOf } from '../shared/settings/stage-options.ts';
import { UsageError } from './command.ts';
import { isCrawlFile, loadCrawlFileWithoutSeeds } from './load-crawl.ts';
import { readTopicFilter } from './topic-file.ts';

/** The filters of a topic. `settings`: those of the crawl.yaml that has them; undefined for a topic definition or model. */
export type LoadedTopic = { filters: TopicFilter[]; settings: Settings | undefined };

/**
 * Loads `--topic FILE`: a topic definition, a model of `thresher train`, or the topic of a crawl.yaml.
 *
 * @throws TopicFileError, ModelFileError, SettingsError, UsageError
 */
export async function loadTopic(fileName: string): Promise<LoadedTopic> {
  const settings = (await isTopicCrawlFile(fileName)) ? await loadCrawlFileWithoutSeeds(fileName) : undefined;
  return { filters: settings ? topicFiltersOf(settings) : [await loadFilter(fileName)], settings };
}

/** Loads the filters of `--topic FILE`, like `loadTopic`. */
export const loadTopicFilters = async (fileName: string): Promise<TopicFilter[]> => (await loadTopic(fileName)).filters;

/** Whether `--topic FILE` names a crawl.yaml. A model may have the extension `.json`, too. */
export async function isTopicCrawlFile(fileName: string): Promise<boolean> {
  if (!isCrawlFile(fileName)) return false;
  const bytes = await readFile(fileName).catch(() => new Uint8Array(0));
  return !isModelFile(bytes);
}

async function loadFilter(fileName: string): Promise<TopicFilter> {
  return filterOf(await readTopicFilter(fileName));
}

/**
 * Loads the topic that `--topic FILE` tries on an existing crawl: the topic of a crawl.yaml, or a topic definition or model, which
 * takes the place of the crawl's own. A topic definition keeps the cut-off and weights of the one that it replaces.
 *
 * @param settings settings of the crawl, with its models loaded
 * @throws TopicFileError, ModelFileError, SettingsError, UsageError
 */
export async function loadTopicForCrawl(fileName: string, settings: Settings): Promise<ExplainingJudge> {
  return compileFilters(await loadTopicFiltersForCrawl(fileName, settings));
}

/** Loads the filters of `--topic FILE` on an existing crawl, like `loadTopicForCrawl`. */
export async function loadTopicFiltersForCrawl(fileName: string, settings: Settings): Promise<TopicFilter[]> {
  if (await isTopicCrawlFile(fileName)) return topicFiltersOf(await loadCrawlFileWithoutSeeds(fileName));
  const filters = topicFiltersOf(settings);
  const own = filters.filter((filter) => 'cutOff' in filter);
  if (own.length > 1)
    throw new UsageError(
      `--topic: the crawl has ${own.length} topic definitions (${own.map(({ file }) => file).join(', ')}); give a crawl.yaml that names all of them`,
    );
  const given = await loadFilter(fileName);
  const [before] = own;
  const replaced =
    before && 'terms' in before && 'terms' in given ? { ...before, terms: given.terms, file: given.file } : given;
  if (own.length === 0) return [...filters, replaced];
  return filters.map((filter) => ('cutOff' in filter ? replaced : filter));
}
