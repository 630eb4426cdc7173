import { readLabelledLine } from '../../cli/train/labelled-line.ts';
import { createClassifier } from '../../shared/classify/models/classifier.ts';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { type LabelledDocument, trainModel } from '../../shared/classify/models/training/train-model.ts';
import type { GraphLine } from '../../shared/simulate/graph.ts';

/** Pages of a test set; a third is on topic, as in training. */
const SET_SIZE = 200;
const SETS = 3;
const REPRESENTATIONS = ['occurrence', 'binary', 'tf-idf', 'rdf-rkf'] as const;
const BAYES = ['bayes', 'bayes-weighted'] as const;
const TOPIC = 'topic';

/**
 * Tables 10 and 11: share of correctly classified pages in three sets of 200 by an RBF support vector machine in CINDI's representations
 * (200 relevant and 400 other training pages), and by naive Bayes (500 and 1,000). Always answering no reaches 66.5 %.
 */
export function compareClassifiers(
  lines: readonly GraphLine[],
  topics: readonly string[],
  print: (line: string) => void,
) {
  for (const topic of topics) {
    const pages = shuffle(lines.filter(({ isTraining }) => isTraining));
    const documents = pages.map(({ name: url, title, html, topics: labels }) =>
      readLabelledLine({ label: labels.includes(topic) ? TOPIC : 'other', url, title, html }),
    );
    const take = takerOf(documents);
    const sets = Array.from({ length: SETS }, () => take(SET_SIZE / 3, (2 * SET_SIZE) / 3));
    const [small, large] = [take(200, 400), take(300, 600)];
    const report = (name: string, model: ReturnType<typeof trainModel>) => {
      const { classify } = createClassifier(model);
      const shares = sets.map(
        (set) => set.filter((one) => classify(one).classes[0]!.class === one.label).length / set.length,
      );
      print(`${topic.padEnd(10)}${name.padEnd(24)}${shares.map((share) => percent(share)).join('  ')}`);
    };
    print(`\nTables 10 and 11, ${topic}: accuracy in three sets`);
    for (const representation of REPRESENTATIONS)
      report(`rbf ${representation}`, trainModel(small, { topic: [TOPIC], algorithm: 'rbf', representation }));
    for (const algorithm of BAYES) report(algorithm, trainModel([...small, ...large], { topic: [TOPIC], algorithm }));
  }
}

/** Returns a function that takes the next relevant and other documents; none is taken twice. */
function takerOf(documents: readonly LabelledDocument[]) {
  const relevant = documents.filter(({ label }) => label === TOPIC);
  const others = documents.filter(({ label }) => label !== TOPIC);
  return (some: number, rest: number) => [
    ...relevant.splice(0, Math.round(some)),
    ...others.splice(0, Math.round(rest)),
  ];
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const random = seededRandom(1);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7);
}
