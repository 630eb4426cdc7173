import { formatNoun, formatShare } from '../../text/format-count.ts';
import { topicScoreOf } from '../filters/model.ts';
import { createClassifier } from '../models/classifier.ts';
import type { ModelInput } from '../models/features/each-feature.ts';
import { REPRESENTATIONS } from '../models/features/weighting.ts';
import { decodeModel, encodeModel } from '../models/model-file.ts';
import type { Algorithm, TopicModel } from '../models/topic-model.ts';
import { TrainingError, trainModel } from '../models/training/train-model.ts';
import type { CrawlExample } from './crawl-examples.ts';

/** A model of a running crawl. */
export type ModelInUse = {
  /** Content of the model that judges now, and of the one that the crawl started with. */
  current: Uint8Array;
  given: Uint8Array;
  /** File name, for messages. */
  file: string;
  cutOff: number;
  /** Algorithm of the new model; absent: that of the current one. */
  algorithm?: Algorithm | undefined;
};

/** A new model, or why the current one stays. */
export type Retrained = { model: Uint8Array; documents: number; accuracy: number } | { refused: string };

/** Least number of examples of each kind. */
const MIN_EXAMPLES = 50;
/** Least accuracy in cross-validation. */
const MIN_ACCURACY = 0.9;
/** Least share of the unjudged pages about which the new model and the one that the crawl started with agree: the topic must not drift. */
const MIN_AGREEMENT = 0.9;

/**
 * Trains a model again with examples from its crawl, with the same labels and values of documents. The new model must be accurate, agree with the first one and
 * be right about at least as many pages that a person judged as the current one.
 *
 * @throws ModelFileError
 */
export function retrainModel(examples: readonly CrawlExample[], inUse: ModelInUse): Retrained {
  const { file, cutOff } = inUse;
  const [current, given] = [decodeModel(inUse.current, file), decodeModel(inUse.given, file)];
  const labels = labelsOf(current);
  if (!labels)
    return {
      refused: `the model has ${formatNoun(current.classes.length, 'class', 'classes')}; only one on topic and one off topic can be trained again`,
    };
  const relevant = examples.filter(({ label }) => label === 'relevant').length;
  const counts = [relevant, examples.length - relevant];
  if (Math.min(...counts) < MIN_EXAMPLES)
    return {
      refused: `${counts[0]} relevant and ${formatNoun(examples.length - relevant, 'off-topic example')}; ${MIN_EXAMPLES} of each are needed`,
    };

  const trained = train(examples, current, labels, inUse.algorithm ?? current.algorithm);
  if ('refused' in trained) return trained;
  const accuracy = trained.report.crossValidated?.accuracy ?? 0;
  if (accuracy < MIN_ACCURACY)
    return { refused: `accuracy in cross-validation ${formatShare(accuracy)} below ${formatShare(MIN_ACCURACY)}` };

  const [isNew, isNow, isFirst] = [trained, current, given].map((model) => verdictBy(model, cutOff));
  const unjudged = examples.filter(({ isByPerson }) => !isByPerson);
  const agreed = unjudged.filter((page) => isNew!(page) === isFirst!(page)).length / Math.max(unjudged.length, 1);
  if (unjudged.length > 0 && agreed < MIN_AGREEMENT)
    return {
      refused: `agrees with the first model on ${formatShare(agreed)} of the pages, below ${formatShare(MIN_AGREEMENT)}`,
    };
  const judged = examples.filter(({ isByPerson }) => isByPerson);
  const rightBy = (isRelevant: Verdict) =>
    judged.filter((page) => isRelevant(page) === (page.label === 'relevant')).length;
  const [right, rightNow] = [rightBy(isNew!), rightBy(isNow!)];
  if (right < rightNow)
    return { refused: `right about ${right} of your ${judged.length} verdicts; the current model about ${rightNow}` };
  return { model: encodeModel(trained), documents: examples.length, accuracy };
}

type Labels = { onTopic: string; offTopic: string };
type Verdict = (page: ModelInput) => boolean;

/** Returns the labels of a model with one class on topic and one off topic. */
function labelsOf({ classes, topic }: TopicModel): Labels | undefined {
  const [onTopic, offTopic] = [topic[0], classes.find((one) => !topic.includes(one))];
  return classes.length === 2 && onTopic !== undefined && offTopic !== undefined ? { onTopic, offTopic } : undefined;
}

function train(
  examples: readonly CrawlExample[],
  { functions }: TopicModel,
  { onTopic, offTopic }: Labels,
  algorithm: Algorithm,
): TopicModel | { refused: string } {
  const documents = examples.map((one) => ({ ...one, label: one.label === 'relevant' ? onTopic : offTopic }));
  const representation = REPRESENTATIONS.find((one) => one === functions.weighting);
  try {
    return trainModel(documents, { topic: [onTopic], algorithm, ...(representation && { representation }) });
  } catch (error) {
    if (error instanceof TrainingError) return { refused: error.message };
    throw error;
  }
}

function verdictBy(model: TopicModel, cutOff: number): Verdict {
  const { classify } = createClassifier(model);
  const topic = new Set(model.topic);
  return (page) => topicScoreOf(classify(page).classes, topic) > cutOff;
}
