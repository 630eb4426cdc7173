import type { TopicFilter } from '../../shared/classify/filters/compile-filter.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { linkStartOf } from '../../shared/classify/link-start.ts';
import { encodeModel } from '../../shared/classify/models/model-file.ts';
import { TrainingError, trainModel } from '../../shared/classify/models/training/train-model.ts';
import { createLinkModel, type LinkModel } from '../../shared/focus/link-model.ts';
import { trainLinks } from '../../shared/focus/train-links.ts';
import type { GraphLine, PageContent } from '../../shared/simulate/graph.ts';
import { UsageError } from '../command.ts';
import { loadTopicFilters } from '../load-topic.ts';
import { readLabelledLine } from '../train/labelled-line.ts';
import { judgeByFilter, judgeByLabel, type PageJudge } from './topic-of-graph.ts';

/** What a simulated crawl knows at its start: how to judge pages, and what links to pages on topic look like. */
export type CrawlStart = { judge: PageJudge; links: LinkModel };

type IsOnTopic = (page: PageContent) => boolean;

/**
 * Prepares the topic of a simulated crawl. `--model` judges the pages; without it a model that is trained from the training pages;
 * without those, the labels.
 *
 * @throws UsageError, TopicFileError, ModelFileError, SettingsError
 */
export async function loadCrawlStart(
  modelFile: string | undefined,
  training: readonly GraphLine[],
  isOnTopic: IsOnTopic,
): Promise<CrawlStart> {
  if (modelFile !== undefined) {
    const filters = await loadTopicFilters(modelFile);
    const judge = judgeByFilter(compileFilters(filters));
    const links = filters.some((filter) => 'model' in filter)
      ? linkStartOf(filters)
      : startByLabels(training, isOnTopic);
    return { judge, links };
  }
  if (training.length === 0) return { judge: judgeByLabel(isOnTopic), links: createLinkModel() };
  const filter = trainFilter(training, isOnTopic);
  return { judge: judgeByFilter(compileFilters([filter])), links: linkStartOf([filter]) };
}

/** Label of training pages on topic. */
const ON_TOPIC = 'on topic';

/** Trains as `thresher train` does. The pages that are not on topic keep their first label. */
function trainFilter(training: readonly GraphLine[], isOnTopic: IsOnTopic): TopicFilter {
  const documents = training.map((page) => {
    const { name: url, title, html, text, links } = page;
    const label = isOnTopic(page) ? ON_TOPIC : `not: ${page.topics[0] ?? 'none'}`;
    return readLabelledLine({ label, url, title, links, ...(html === undefined ? { text } : { html }) });
  });
  try {
    const model = encodeModel(trainModel(documents, { topic: [ON_TOPIC] }));
    return { model, file: '--train', cutOff: 0.5 };
  } catch (error) {
    if (error instanceof TrainingError) throw new UsageError(`--train: ${error.message}`);
    throw error;
  }
}

/** Learns from the links of training pages whose labels are known. */
function startByLabels(training: readonly GraphLine[], isOnTopic: IsOnTopic): LinkModel {
  if (training.length === 0) return createLinkModel();
  const urls = new Map(training.map(({ name, url }) => [name, url]));
  return trainLinks(
    training.map((page) => ({
      url: page.url,
      ...(page.title !== null && { title: page.title }),
      isRelevant: isOnTopic(page),
      links: page.links.flatMap(({ url: name, anchor }) => {
        const url = urls.get(name);
        return url === undefined ? [] : [{ url, anchor }];
      }),
    })),
  );
}
