import { languageOf } from '../../../clean/language/detect-language.ts';
import { formatNoun } from '../../../text/format-count.ts';
import { BACKGROUND_LANGUAGE, readBackground } from '../background/background.ts';
import { countFeatures, countWordFeatures, type FeatureCounts } from '../features/count-features.ts';
import type { ModelInput } from '../features/each-feature.ts';
import { countMatrix } from '../features/sparse-matrix.ts';
import { chooseFeatures } from '../features/vocabulary.ts';
import type { Representation } from '../features/weighting.ts';
import { createScorer } from '../score-classes.ts';
import type { Algorithm, TopicModel } from '../topic-model.ts';
import { chooseSharpness } from './calibrate.ts';
import { assignFolds } from './folds.ts';
import { learnLinks } from './learn-links.ts';
import { reportClasses, strongestTerms } from './report-classes.ts';
import { seededRandom } from './seeded-random.ts';
import { type Candidate, type TrainingSet, trainAlgorithm } from './train-algorithm.ts';

/** A document with the class that it belongs to. */
export type LabelledDocument = ModelInput & {
  label: string;
  /** Links with absolute URLs. Those to other training documents teach what a link to a page on topic looks like. */
  links?: readonly { url: string; anchor: string }[];
};

/** Choices in training a topic model. */
export type TrainingOptions = {
  /** Labels that are on topic. */
  topic: readonly string[];
  /** `auto`: the best in cross-validation. */
  algorithm?: Algorithm | 'auto';
  /** Values of documents; absent: `log-tf-idf`. Naive Bayes other than `bayes-complement` does not use it. */
  representation?: Representation;
  /** Features of fewer documents are left out. Absent: `chooseFeatures` decides. */
  minDocuments?: number;
};

/** Examples that no model can be trained from. The message says what is missing. */
export class TrainingError extends Error {
  override readonly name = 'TrainingError';
}

/** Maximum number of weights of a model: features times classes. It bounds the size of the file, in bytes. */
const MAX_WEIGHTS = 8_000_000;
/** Maximum number of features. */
const MAX_FEATURES = 300_000;

/** Number of parts in which documents are judged by a model that was trained on the others. */
const FOLDS = 5;

/** A language is used if at least this share of the documents is written in it. */
const LANGUAGE_SHARE = 0.05;

/**
 * Trains a model. The same documents always give the same model. Documents of one label are compared with ordinary English ones; the model
 * then reads only words, and has a second class `other`.
 *
 * @throws TrainingError if there are too few documents or labels
 */
export function trainModel(
  documents: readonly LabelledDocument[],
  { topic, algorithm = 'auto', representation = 'log-tf-idf', minDocuments }: TrainingOptions,
): TopicModel {
  const given = [...new Set(documents.map(({ label }) => label))].sort();
  checkLabels(given, documents.length, topic);
  const { languages, classes, counts, labels } = countExamples(documents, given);
  const maxFeatures = Math.min(MAX_FEATURES, Math.floor(MAX_WEIGHTS / classes.length));
  const hashes = chooseFeatures(counts, maxFeatures, minDocuments);
  if (hashes.length === 0 && minDocuments !== undefined)
    throw new TrainingError(`no word occurs in ${minDocuments} documents; lower the minimum`);
  const random = seededRandom(1);
  const set: TrainingSet = {
    counts: countMatrix(counts, { hashes }),
    representation,
    labels,
    classes: classes.length,
    folds: assignFolds(labels, FOLDS, random),
  };
  const tried = (algorithm === 'auto' ? automatic(set) : [algorithm]).map((one) => trainAlgorithm(one, set, random));
  const best = tried.reduce((top, one) => (gainOf(one, top) > MIN_GAIN ? one : top));
  const { functions, factors, scores, offsets } = best;
  const { weights } = createScorer(functions, hashes.length);
  const model: TopicModel = {
    algorithm: best.algorithm,
    classes,
    topic: topic.length > 0 ? topic : given,
    languages,
    vocabulary: { hashes, factors },
    functions,
    calibration: { sharpness: chooseSharpness(scores, labels, classes.length), offsets },
    report: {
      documents: documents.length,
      perClass: reportClasses(
        classes,
        best.counts,
        strongestTerms(documents, { hashes }, weights, classes.length, languages[0]!),
      ),
      crossValidated: best.quality,
      tried: tried.map((one) => ({ algorithm: one.algorithm, crossValidated: one.quality })),
    },
  };
  const links = learnLinks(documents, scores, model);
  return links ? { ...model, links: Buffer.from(links).toString('base64') } : model;
}

/**
 * Counts the features of the documents, and of ordinary ones if all have one label.
 *
 * @param given the labels, each once
 */
function countExamples(documents: readonly LabelledDocument[], given: readonly string[]) {
  const detected = documents.map(({ language, text }) => (language === 'und' ? languageOf(text, null) : language));
  const isAlone = given.length === 1;
  // Ordinary English documents are read as English.
  const languages = frequentLanguages(detected).slice(0, isAlone ? 1 : undefined);
  const languageAt = (i: number) => (languages.includes(detected[i]!) ? detected[i]! : languages[0]!);
  const others = isAlone ? otherDocuments(languages) : [];
  const classes = isAlone ? [...given, otherLabel(given[0]!)] : given;
  const counts = [
    ...documents.map((document, i) => (isAlone ? countWordFeatures : countFeatures)(document, languageAt(i))),
    ...others,
  ];
  const labels = Int32Array.from(counts, (_, i) => (i < documents.length ? classes.indexOf(documents[i]!.label) : 1));
  return { languages, classes, counts, labels };
}

/** Largest product of squared number of documents and number of classes for which `auto` tries an RBF kernel: seconds of CPU. */
const MAX_RBF_WORK = 1e7;

/** Returns the algorithms that `auto` tries, in the order of preference. */
function automatic({ labels, classes }: TrainingSet): Algorithm[] {
  const isSmall = labels.length ** 2 * classes <= MAX_RBF_WORK;
  return ['linear', 'bayes-complement', 'bayes-weighted', 'bayes', ...(isSmall ? (['rbf'] as const) : [])];
}

/** Least gain in accuracy plus macro-F1 for which `auto` takes a later algorithm. */
const MIN_GAIN = 0.01;

const gainOf = (one: Candidate, other: Candidate): number =>
  one.quality.accuracy + one.quality.macroF1 - other.quality.accuracy - other.quality.macroF1;

/** Documents that are not on topic, for training from one label. @throws TrainingError if there are none in the language */
function otherDocuments(languages: readonly string[]): FeatureCounts[] {
  if (languages[0] === BACKGROUND_LANGUAGE) return readBackground();
  throw new TrainingError(
    `all documents have the same label, and they are not in English (${languages[0]}); give documents of another label, too`,
  );
}

/** Returns the label of documents that are not on topic. @param label that of the topic */
export const otherLabel = (label: string): string => (label === 'other' ? 'not other' : 'other');

function checkLabels(classes: readonly string[], documents: number, topic: readonly string[]): void {
  if (documents < 2)
    throw new TrainingError(
      `${formatNoun(documents, 'usable document is', 'usable documents are')} too few; give at least one of each label`,
    );
  const unknown = topic.filter((label) => !classes.includes(label));
  if (unknown.length > 0)
    throw new TrainingError(
      `--topic: no document has the label ${unknown.join(', ')}; the labels are ${classes.slice(0, MAX_NAMED).join(', ')}${classes.length > MAX_NAMED ? ` and ${classes.length - MAX_NAMED} more` : ''}`,
    );
}

/** Maximum number of labels that a message names. */
const MAX_NAMED = 20;

/** Returns the languages of the documents, the most frequent first; rare ones are left out. */
function frequentLanguages(detected: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const language of detected) if (language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1);
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const found = ranked.filter(([, n]) => n >= LANGUAGE_SHARE * detected.length).map(([language]) => language);
  return found.length > 0 ? found : ['und'];
}
