/**
 * Measures accuracy and speed of topic models on labelled collections.
 *
 *     node bench/focus/classify-models.ts 20ng.jsonl.gz webkb.jsonl.gz wiki.jsonl.gz
 *
 * The files are gzip JSON Lines: messages `{title, text, label, split}`; pages `{url, title, html, topics, site}`; articles
 * `{title, text, topics, role}`. Speeds are documents per second of CPU, from text to classes with words. The last line is the CPU time
 * of a topic of 2,000 words that occur in the articles and a linear model together.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { seeded, some } from '../../demo/seeded.ts';
import { inputOf } from '../../shared/classify/filters/model.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { createClassifier } from '../../shared/classify/models/classifier.ts';
import { decodeModel, encodeModel } from '../../shared/classify/models/model-file.ts';
import type { Algorithm } from '../../shared/classify/models/topic-model.ts';
import { type LabelledDocument, trainModel } from '../../shared/classify/models/training/train-model.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import { plainDocument } from '../../shared/clean/plain-document.ts';
import type { Url } from '../../shared/url/url.ts';

type Row = Record<'url' | 'title' | 'text' | 'html' | 'label' | 'split' | 'site' | 'role', string> & {
  topics: string[];
};
type Split = { train: LabelledDocument[]; test: LabelledDocument[] };

const [messages = [], pages = [], articles = []] = process.argv.slice(2).map((file) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
);

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Classifies this many documents at least, so that the speed is not that of a cold start. */
const MIN_TIMED = 6_000;

function measure(name: string, { train, test }: Split, algorithm: Algorithm | 'auto', positive?: string): void {
  let start = cpuSeconds();
  const model = trainModel(train, { topic: [], algorithm });
  const trainSeconds = cpuSeconds() - start;
  const bytes = encodeModel(model);
  const { classify } = createClassifier(decodeModel(bytes, name));
  const found = test.map((document) => classify(document).classes[0]!.class);
  start = cpuSeconds();
  let timed = 0;
  while (timed < MIN_TIMED) for (const document of test) timed += classify(document).classes.length > 0 ? 1 : 0;
  const speed = timed / (cpuSeconds() - start);
  const right = found.filter((label, i) => label === test[i]!.label).length / test.length;
  const both = found.filter((label, i) => label === positive && test[i]!.label === positive).length;
  const f1 =
    (2 * both) /
    (found.filter((label) => label === positive).length + test.filter(({ label }) => label === positive).length);
  const quality = `accuracy ${(100 * right).toFixed(1)}${positive === undefined ? '' : `, F1 ${(100 * f1).toFixed(1)}`}`;
  const size = `${model.vocabulary.hashes.length} features, ${Math.round(bytes.length / 1024)} KB`;
  process.stdout.write(
    `${name}: ${model.algorithm}, ${quality}; trained in ${trainSeconds.toFixed(1)} s, ${size}; ${Math.round(speed)} documents/s\n`,
  );
}

const documentOf = ({ title, text, label }: Row): LabelledDocument => ({
  url: '',
  title,
  text,
  label,
  language: 'und',
});

/** Splits rows by their labels: `positive` or `other`. */
const onTopic = (rows: readonly LabelledDocument[], positive: string) =>
  rows.map((row) => ({ ...row, label: row.label === positive ? positive : 'other' }));

if (messages.length > 0) {
  const part = (split: string) => messages.filter((row) => row.split === split).map(documentOf);
  const groups: Split = { train: part('train'), test: part('test') };
  for (const algorithm of ['linear', 'rbf', 'bayes-complement', 'bayes-weighted', 'bayes'] as const)
    measure('newsgroups', groups, algorithm);
  for (const label of ['rec.motorcycles', 'misc.forsale'])
    measure(
      `20 messages of ${label} alone`,
      {
        train: some(
          groups.train.filter((row) => row.label === label),
          20,
          seeded('a'),
        ),
        test: onTopic(groups.test, label),
      },
      'auto',
      label,
    );
}

if (pages.length > 0) {
  const cleaned = pages.map(({ url, title, html, topics, site }) => {
    const input = inputOf(cleanHtml(url as Url, html, DEFAULT_CLEAN_OPTIONS));
    return { ...input, title: input.title ?? title, label: topics[0]!, site };
  });
  const kinds = cleaned.filter(({ label }) => ['course', 'faculty', 'project', 'student'].includes(label));
  const byMisc = (rows: typeof cleaned): Split => ({
    train: rows.filter(({ site }) => site === 'misc'),
    test: rows.filter(({ site }) => site !== 'misc'),
  });
  for (const algorithm of ['linear', 'rbf'] as const)
    measure('four kinds of department pages', byMisc(kinds), algorithm);
  for (const label of ['course', 'project'])
    measure(
      `${label} pages of a left-out department`,
      {
        train: onTopic(
          cleaned.filter(({ site }) => site !== 'texas'),
          label,
        ),
        test: onTopic(
          cleaned.filter(({ site }) => site === 'texas'),
          label,
        ),
      },
      'auto',
      label,
    );
}

for (const label of articles.length > 0 ? ['birds', 'elements', 'food', 'religion'] : []) {
  const rows = articles.map((row) => ({
    ...documentOf(row),
    label: row.topics.includes(label) ? label : 'other',
    role: row.role,
  }));
  const part = (role: string) => rows.filter((row) => row.role === role);
  measure(`articles on ${label}`, { train: part('train'), test: part('test') }, 'auto', label);
  const alone = some(
    part('train').filter((row) => row.label === label),
    20,
    seeded('a'),
  );
  measure(`${alone.length} articles on ${label} alone`, { train: alone, test: part('test') }, 'auto', label);
}

/** Measures a topic of many terms and a model together: both judge every document. */
function measureBoth(rows: readonly LabelledDocument[], termCount: number): void {
  const texts = rows.map(({ text }) => text);
  const words = [
    ...new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/[a-z]{4,}/g),
    ),
  ];
  const step = Math.max(1, Math.floor(words.length / termCount));
  const terms = words.filter((_, i) => i % step === 0).slice(0, termCount);
  const definition = terms.map((term) => `1: ${term}=A`).join('\n');
  const model = encodeModel(trainModel(rows, { topic: [rows[0]!.label], algorithm: 'linear' }));
  const judge = compileFilters([
    { file: 'topic', terms: definition, cutOff: 1e9 },
    { file: 'model', model, cutOff: 0.5 },
  ]);
  const documents = texts.map((text) => plainDocument({ url: '', text }));
  for (const document of documents) judge(document);
  const start = cpuSeconds();
  let timed = 0;
  for (; timed < MIN_TIMED; timed += documents.length) for (const document of documents) judge(document);
  const perPage = (1_000 * (cpuSeconds() - start)) / timed;
  const length = Math.round(texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / texts.length);
  process.stdout.write(
    `${terms.length} terms and a linear model: ${perPage.toFixed(3)} ms per document of ${length} words\n`,
  );
}

if (articles.length > 0) {
  const label = 'food';
  measureBoth(
    articles.map((row) => ({ ...documentOf(row), label: row.topics.includes(label) ? label : 'other' })),
    2_000,
  );
}
