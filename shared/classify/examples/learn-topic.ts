/** Learns a topic from a few pages about it: terms with a cut-off, and a model. */
import { createClassifier } from '../models/classifier.ts';
import type { ModelInput } from '../models/features/each-feature.ts';
import type { TopicModel } from '../models/topic-model.ts';
import { seededRandom } from '../models/training/seeded-random.ts';
import { type LabelledDocument, otherLabel, trainModel } from '../models/training/train-model.ts';
import { readTopicFile } from '../terms/topic-file.ts';
import { compileTerms } from '../terms/topic-terms.ts';
import { backgroundTexts } from './background.ts';
import { groupByLanguage, joinTerms, type LanguageGroup, type LanguageTerms } from './example-languages.ts';
import { type ExampleText, type ProposedTerm, proposeTerms } from './propose-terms.ts';

/** A topic learned from example pages, as terms and as a model. */
export type LearnedTopic = {
  /** The best first. May be empty. */
  terms: ProposedTerm[];
  /** Score per word above which a page is on topic, by a topic definition of the terms with `normalise: true`. */
  cutOff: number;
  /** Absent: there is too little to compare the examples with. */
  model?: TopicModel;
  /** Number of the other pages that the terms find off topic. */
  offTopic: number;
  /** What judges pages better: with few pages off topic, a model accepts too much. */
  best: 'model' | 'terms';
  /** Languages of the examples that have terms of their own, the most frequent first. */
  languages: string[];
  /** Number of examples that it accepts. */
  accepted: number;
};

/** Number of texts of background words per example, and at least. With fewer, a model accepts too much. */
const BACKGROUND_TEXTS = 5;
const MIN_BACKGROUND_TEXTS = 40;
/**
 * Minimum number of pages off topic from which the model is better than the terms, and to train one at all if there is no list of
 * background words for the language.
 */
const MIN_OFF_TOPIC = 5;
/** The cut-off is this share of the score that this quantile of the held-out examples reaches. */
const CUT_OFF_SHARE = 0.7;
const CUT_OFF_QUANTILE = 0.4;
/** The same for a single example, which cannot be held out. */
const CUT_OFF_SHARE_OF_ONE = 0.2;

/**
 * Learns a topic. The same pages always give the same topic.
 *
 * @param label name of the topic. @param others other pages, such as those that the examples link to. Some may be on topic.
 */
export function learnTopic(
  examples: readonly ExampleText[],
  others: readonly ExampleText[],
  label: string,
): LearnedTopic {
  // Pages near the examples may be on topic: only those that the first terms do not find are compared with.
  const groups = groupByLanguage(examples, others).map((group) => ({ ...group, others: offTopicOf(group, label) }));
  const off = groups.flatMap((group) => group.others);
  const { terms, cutOff } = joinTerms(groups.map((group) => termsOf(group, label)));
  const model = train(examples, groups, label);
  const score = scorer(terms, label);
  const isModelBest = model && (off.length >= MIN_OFF_TOPIC || terms.length === 0);
  const accepts = isModelBest ? acceptsBy(model, label) : (page: ExampleText) => score(page) > cutOff;
  return {
    ...{ terms, cutOff, ...(model && { model }), offTopic: off.length },
    best: isModelBest ? 'model' : 'terms',
    languages: groups.map(({ language }) => language),
    accepted: examples.filter(accepts).length,
  };
}

function termsOf(group: LanguageGroup, label: string): LanguageTerms {
  const { examples, others, languages } = group;
  return { terms: proposeTerms(examples, others, languages), cutOff: cutOffOf(group, label) };
}

/** Returns the other pages that the terms of the examples do not find. */
function offTopicOf(group: LanguageGroup, label: string): ExampleText[] {
  const { terms, cutOff } = termsOf({ ...group, others: [] }, label);
  const score = scorer(terms, label);
  return group.others.filter((page) => score(page) <= cutOff);
}

/** Returns the text of a topic definition. @param label class of the terms */
export function topicDefinition(terms: readonly ProposedTerm[], label: string): string {
  return terms.map(({ term, weight }) => `${weight}: ${term}=${label}\n`).join('');
}

/** Returns a function that scores a page per word, as the filter `terms` does. */
function scorer(terms: readonly ProposedTerm[], label: string): (page: ExampleText) => number {
  if (terms.length === 0) return () => 0;
  const find = compileTerms(readTopicFile(topicDefinition(terms, label), 'topic'));
  return ({ title, text }) => {
    const { score, words } = find({ title, metadata: '', headings: '', text });
    return score / Math.max(1, words);
  };
}

/** Chooses the cut-off by examples that are scored with the terms of the others. */
function cutOffOf({ examples, others, languages }: LanguageGroup, label: string): number {
  if (examples.length === 1)
    return rounded(scorer(proposeTerms(examples, others, languages), label)(examples[0]!) * CUT_OFF_SHARE_OF_ONE);
  const scores = examples
    .map((example) =>
      scorer(
        proposeTerms(
          examples.filter((one) => one !== example),
          others,
          languages,
        ),
        label,
      )(example),
    )
    .sort((a, b) => a - b);
  return rounded(scores[Math.floor(CUT_OFF_QUANTILE * (scores.length - 1))]! * CUT_OFF_SHARE);
}

const rounded = (score: number): number => Number(score.toPrecision(3));

/** Returns what a model reads of a page. */
export function inputOf({ title, text, language, whole = text }: ExampleText): ModelInput {
  return { url: '', title, text: whole, language };
}

function train(
  examples: readonly ExampleText[],
  groups: readonly LanguageGroup[],
  label: string,
): TopicModel | undefined {
  const off = groups.flatMap(({ others }) => others);
  const isEnglish = examples.filter(({ language }) => language === 'en').length > examples.length / 2;
  if (!isEnglish && off.length < MIN_OFF_TOPIC) return undefined;
  // Without pages off topic in a language of the examples, a model takes the language for the topic.
  const isCompared = ({ language, others }: LanguageGroup) =>
    (isEnglish && language === 'en') || others.length >= MIN_OFF_TOPIC;
  if (groups.length > 1 && !groups.every(isCompared)) return undefined;
  const other = otherLabel(label);
  const background = isEnglish
    ? backgroundTexts(Math.max(MIN_BACKGROUND_TEXTS, BACKGROUND_TEXTS * examples.length), seededRandom(1))
    : [];
  const documents: LabelledDocument[] = [
    ...examples.map((page) => ({ ...inputOf(page), label })),
    ...off.map((page) => ({ ...inputOf(page), label: other })),
    ...background.map((text) => ({ url: '', title: '', text, language: 'en', label: other })),
  ];
  return trainModel(documents, { topic: [label], algorithm: 'linear' });
}

function acceptsBy(model: TopicModel, label: string): (page: ExampleText) => boolean {
  const classifier = createClassifier(model);
  return (page) => classifier.classify(inputOf(page)).classes[0]?.class === label;
}
