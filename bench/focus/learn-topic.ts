/**
 * Measures topics that are learned from a few examples, as `thresher init --examples` does: `node bench/focus/learn-topic.ts
 * FILE.jsonl.gz [EXAMPLES…]`, lines of `{title, text | html, topics | label}`. For each topic and number of examples, it draws examples
 * three times, learns, and judges up to 150 other pages on topic and 800 off topic. Without other pages, the examples are compared with
 * background words alone; otherwise with 20 random pages, on or off topic.
 *
 * Also prints how sure the model is: the mean probability of the class that it takes, which should equal its accuracy, and the log
 * loss. In these, all pages on topic weigh as much as all pages off topic.
 */
import { learnTopic, topicDefinition } from '../../shared/classify/examples/learn-topic.ts';
import type { ExampleText } from '../../shared/classify/examples/propose-terms.ts';
import { createClassifier } from '../../shared/classify/models/classifier.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { readTopicFile } from '../../shared/classify/terms/topic-file.ts';
import { compileTerms } from '../../shared/classify/terms/topic-terms.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';
import { readJsonLinesFile } from '../data/extraction-data.ts';

const DRAWS = 3;
const ON_TOPIC = 150;
const OFF_TOPIC = 800;
const OTHERS = 20;
/** Minimum number of pages of a topic. */
const MIN_PAGES = 60;

type Row = { title?: string; text?: string; html?: string; topics?: string[]; label?: string };
type Page = ExampleText & { topics: string[] };
type Quality = { precision: number; recall: number; f1: number };
/** All as means, with half of the weight on pages on topic. */
type Sureness = { accuracy: number; probability: number; logLoss: number };

const random = seededRandom(1);
const [file = '', ...sizes] = process.argv.slice(2);
const pages = readJsonLinesFile<Row>(file).map(pageOf);
const topics = [...new Set(pages.flatMap((page) => page.topics))].filter(
  (topic) => topic !== 'other' && pages.filter((page) => page.topics.includes(topic)).length >= MIN_PAGES,
);
print(
  `${pages.length} pages, topics ${topics.sort().join(', ')}; precision, recall and F1 in %, means of ${DRAWS} draws a topic`,
);
for (const size of sizes.length > 0 ? sizes.map(Number) : [3, 10, 20])
  for (const others of [0, OTHERS]) {
    const found = topics.flatMap((topic) => Array.from({ length: DRAWS }, () => measure(topic, size, others)));
    print(
      `${size} examples, ${others} other pages: model ${meanOf(found.map(({ model }) => model))}, terms ${meanOf(found.map(({ terms }) => terms))}; ${surenessOf(found.map(({ sureness }) => sureness))}`,
    );
  }

function measure(topic: string, size: number, others: number) {
  const isOn = (page: Page) => page.topics.includes(topic);
  const examples = draw(pages.filter(isOn), size);
  const rest = pages.filter((page) => !examples.includes(page));
  const tested = [
    ...draw(rest.filter(isOn), ON_TOPIC),
    ...draw(
      rest.filter((page) => !isOn(page)),
      OFF_TOPIC,
    ),
  ];
  const learned = learnTopic(examples, draw(rest, others), 'topic');
  const classifier = learned.model && createClassifier(learned.model);
  const probabilities = tested.map((page) => {
    const { classes } = classifier?.classify({ ...page, url: '' }) ?? { classes: [] };
    return classes.find((one) => one.class === 'topic')?.score ?? 0;
  });
  const score = compileTerms(readTopicFile(topicDefinition(learned.terms, 'topic') || '1: none=topic', 'topic'));
  return {
    sureness: sureness(tested.map(isOn), probabilities),
    model: quality(tested, isOn, (page) => probabilities[tested.indexOf(page)]! > 0.5),
    terms: quality(tested, isOn, ({ title, text }) => {
      const found = score({ title, metadata: '', headings: '', text });
      return found.score / Math.max(1, found.words) > learned.cutOff;
    }),
  };
}

function quality(tested: readonly Page[], isOn: (page: Page) => boolean, accepts: (page: Page) => boolean): Quality {
  const accepted = tested.filter(accepts);
  const right = accepted.filter(isOn).length;
  const wanted = tested.filter(isOn).length;
  const precision = right / Math.max(1, accepted.length);
  const recall = right / wanted;
  return { precision, recall, f1: (2 * right) / (accepted.length + wanted) };
}

/** @param probabilities probability that each page is on topic */
function sureness(isOn: readonly boolean[], probabilities: readonly number[]): Sureness {
  const found = { accuracy: 0, probability: 0, logLoss: 0 };
  const counts = [isOn.filter((on) => !on).length, isOn.filter((on) => on).length];
  for (const [i, probability] of probabilities.entries()) {
    const weight = 0.5 / counts[isOn[i] ? 1 : 0]!;
    if (probability > 0.5 === isOn[i]) found.accuracy += weight;
    found.probability += weight * Math.max(probability, 1 - probability);
    found.logLoss -= weight * Math.log(Math.max(1e-12, isOn[i] ? probability : 1 - probability));
  }
  return found;
}

function surenessOf(found: readonly Sureness[]): string {
  const mean = (key: keyof Sureness) => found.reduce((sum, one) => sum + one[key], 0) / found.length;
  const [accuracy, probability] = [mean('accuracy'), mean('probability')].map((share) => Math.round(100 * share));
  return `accuracy ${accuracy} %, mean probability ${probability} %, log loss ${mean('logLoss').toFixed(2)}`;
}

function meanOf(found: readonly Quality[]): string {
  const mean = (key: keyof Quality) => found.reduce((sum, one) => sum + one[key], 0) / found.length;
  return (['precision', 'recall', 'f1'] as const).map((key) => Math.round(100 * mean(key))).join('/');
}

function draw<Item>(list: readonly Item[], count: number): Item[] {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}

function pageOf({ title = '', text, html = '', topics = [], label }: Row): Page {
  const cleaned = text ?? cleanHtml('http://a.example/' as Url, html, DEFAULT_CLEAN_OPTIONS).text;
  return { title, text: cleaned, language: 'en', topics: label === undefined ? topics : [label] };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
