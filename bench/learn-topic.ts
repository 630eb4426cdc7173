/**
 * Measures topics that are learned from a few examples, as `thresher init --examples` does: `node bench/learn-topic.ts
 * FILE.jsonl.gz [EXAMPLES…]`, lines of `{title, text | html, topics | label}`. For each topic and number of examples, it draws examples
 * three times, learns, and judges up to 150 other pages on topic and 800 off topic. Without other pages, the examples are compared with
 * background words alone; otherwise with 20 random pages, on or off topic.
 */
import { learnTopic, topicDefinition } from '../shared/classify/examples/learn-topic.ts';
import type { ExampleText } from '../shared/classify/examples/propose-terms.ts';
import { createClassifier } from '../shared/classify/models/classifier.ts';
import { seededRandom } from '../shared/classify/models/training/seeded-random.ts';
import { readTopicFile } from '../shared/classify/terms/topic-file.ts';
import { compileTerms } from '../shared/classify/terms/topic-terms.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { cleanHtml } from '../shared/clean/clean-page.ts';
import type { Url } from '../shared/url/url.ts';
import { readJsonLinesFile } from './data/extraction-data.ts';

const DRAWS = 3;
const ON_TOPIC = 150;
const OFF_TOPIC = 800;
const OTHERS = 20;
/** Minimum number of pages of a topic. */
const MIN_PAGES = 60;

type Row = { title?: string; text?: string; html?: string; topics?: string[]; label?: string };
type Page = ExampleText & { topics: string[] };
type Quality = { precision: number; recall: number; f1: number };

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
      `${size} examples, ${others} other pages: model ${meanOf(found.map(({ model }) => model))}, terms ${meanOf(found.map(({ terms }) => terms))}`,
    );
  }

function measure(topic: string, size: number, others: number): { model: Quality; terms: Quality } {
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
  const score = compileTerms(readTopicFile(topicDefinition(learned.terms, 'topic') || '1: none=topic', 'topic'));
  return {
    model: quality(tested, isOn, (page) => classifier?.classify({ ...page, url: '' }).classes[0]?.class === 'topic'),
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
