import type { TopicFilter } from '../../shared/classify/filters/compile-filter.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { withPersonVerdicts } from '../../shared/classify/judgements/judged-by-person.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { linkStartOf } from '../../shared/classify/link-start.ts';
import type { CindiRules } from '../../shared/focus/cindi/cindi-rules.ts';
import { linkRulesOf } from '../../shared/settings/frontier-options.ts';
import { cindiRulesOf } from '../../shared/settings/learning/cindi.ts';
import { topicFiltersOf } from '../../shared/settings/stage-options.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { ON_TOPIC, readArchiveGraph } from '../../shared/simulate/archive-graph.ts';
import { buildGraph, type Graph, type PageContent } from '../../shared/simulate/graph.ts';
import { formatCount } from '../../shared/text/format-count.ts';
import { UsageError } from '../command.ts';
import { loadTopicFiltersForCrawl } from '../load-topic.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { CrawlStart } from './load-topic-of-crawl.ts';
import { remember } from './topic-of-graph.ts';

/** Maximum number of stored documents: their texts take about 300 MB. */
const MAX_DOCUMENTS = 50_000;

/** Replacements of the settings of the crawl, tried on its stored pages. */
export type WhatIf = {
  /** File with another topic. Absent: that of the crawl. */
  topic?: string | undefined;
  /** Another threshold of the topic definition or model. */
  cutOff?: number | undefined;
};

/** A crawl to simulate over its own stored pages. */
export type CrawlArchive = {
  crawl: string;
  graph: Graph;
  start: CrawlStart;
  isOnTopic: (page: PageContent) => boolean;
  /** Seeds of the crawl that are stored pages. */
  seeds: number[];
  cindiRules: CindiRules;
  /** Number of objects that could not be read. */
  faults: number;
};

/**
 * Reads the stored pages of a crawl and judges each by its topic, or by another one. Verdicts of a person take precedence.
 *
 * @throws UsageError, TopicFileError, ModelFileError, SettingsError
 */
export async function readCrawlArchive(
  place: CrawlLocation,
  whatIf: WhatIf,
  warn: (message: string) => void,
): Promise<CrawlArchive> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { objects } = stores;
    const settings = await loadModels((await loadStoredSettings(crawl, stores)).settings, objects);
    const filters = await filtersOf(whatIf, settings);
    if (filters.length === 0)
      throw new UsageError(`${crawl} has no topic, so every page counts; give one with --topic FILE`);
    const judge = withPersonVerdicts(compileFilters(filters), await readVerdicts(crawl, objects));
    let faults = 0;
    const onFault = ({ key, message }: { key: string; message: string }) => {
      faults++;
      warn(`${key}: ${message}; its pages are left out`);
    };
    const options = { judge, links: linkRulesOf(settings), maxDocuments: MAX_DOCUMENTS, onFault };
    const { lines, judgements, seeds, isPartial } = await readArchiveGraph(crawl, objects, options);
    if (lines.length === 0) throw new UsageError(`${crawl} has no stored pages`);
    if (isPartial) warn(`${crawl} has more pages; only the first ${formatCount(lines.length)} are read`);
    const graph = buildGraph(lines);
    const words = new Map<string, number>();
    return {
      ...{ crawl, graph, faults, cindiRules: cindiRulesOf(settings) },
      isOnTopic: ({ topics }) => topics.includes(ON_TOPIC),
      seeds: seeds.map((url) => graph.at.get(url)!),
      start: {
        judge: {
          judge: ({ url }) => judgements.get(url)!,
          strengthOfWords: (text) => remember(words, text, () => judge.strengthOfWords(text)),
        },
        links: linkStartOf(filters),
      },
    };
  });
}

async function filtersOf(
  { topic, cutOff }: WhatIf,
  settings: Parameters<typeof topicFiltersOf>[0],
): Promise<TopicFilter[]> {
  const filters = topic === undefined ? topicFiltersOf(settings) : await loadTopicFiltersForCrawl(topic, settings);
  if (cutOff === undefined) return filters;
  const scored = filters.filter((filter) => 'cutOff' in filter);
  if (scored.length !== 1)
    throw new UsageError(`--cut-off: the topic has ${scored.length} filters with a cut-off; it must have one`);
  if ('model' in scored[0]! && cutOff > 1) throw new UsageError(`--cut-off: ${cutOff}: scores of a model are 0 to 1`);
  return filters.map((filter) => ('cutOff' in filter ? { ...filter, cutOff } : filter));
}
