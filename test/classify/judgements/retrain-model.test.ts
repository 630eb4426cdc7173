import { expect, test } from 'vitest';
import type { CrawlExample } from '../../../shared/classify/judgements/crawl-examples.ts';
import { retrainModel } from '../../../shared/classify/judgements/retrain-model.ts';
import { createClassifier } from '../../../shared/classify/models/classifier.ts';
import { decodeModel, encodeModel } from '../../../shared/classify/models/model-file.ts';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';

const PLANTS = 'sundew bog moss trap leaf peat carnivorous bloom'.split(' ');
const TRAINS = 'engine track station signal tunnel wagon freight rail'.split(' ');
const random = seededRandom(5);
const textOf = (words: readonly string[]) =>
  Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(' ');

const input = (text: string) => ({ url: '', title: null, text, language: 'en' });
const example = (label: CrawlExample['label'], text: string, isByPerson = false): CrawlExample => ({
  ...input(text),
  label,
  isByPerson,
});
const examples = (count: number, words = PLANTS) => [
  ...Array.from({ length: count }, () => example('relevant', textOf(words))),
  ...Array.from({ length: count }, () => example('off-topic', textOf(TRAINS))),
];
const trainOn = (labels: readonly [string, readonly string[]][], topic: string) =>
  encodeModel(
    trainModel(
      labels.flatMap(([label, words]) => Array.from({ length: 30 }, () => ({ ...input(textOf(words)), label }))),
      { topic: [topic], algorithm: 'linear' },
    ),
  );
const GIVEN = trainOn(
  [
    ['plants', PLANTS.slice(0, 4)],
    ['trains', TRAINS],
  ],
  'plants',
);
const inUse = { current: GIVEN, given: GIVEN, file: 'plants.model', cutOff: 0.5 };

test('learns words of the crawl, and keeps labels and algorithm', () => {
  const trained = retrainModel(examples(60, [...PLANTS, 'nepenthes', 'pitcher']), inUse);
  if ('refused' in trained) throw new Error(trained.refused);
  expect(trained).toMatchObject({ documents: 120, accuracy: 1 });
  const model = decodeModel(trained.model, 'new');
  expect(model).toMatchObject({ topic: ['plants'], classes: ['plants', 'trains'], algorithm: 'linear' });
  const { classify, isKnown } = createClassifier(model);
  expect(isKnown('pitcher')).toBe(true);
  expect(createClassifier(decodeModel(GIVEN, 'old')).isKnown('pitcher')).toBe(false);
  expect(classify(input('nepenthes pitcher')).classes[0]).toMatchObject({ class: 'plants' });
});

test('keeps the values of documents, and trains another algorithm if one is given', () => {
  const given = encodeModel(
    trainModel(
      examples(30, PLANTS).map(({ label, text }) => ({
        ...input(text),
        label: label === 'relevant' ? 'plants' : 'trains',
      })),
      { topic: ['plants'], algorithm: 'rbf', representation: 'rdf-rkf' },
    ),
  );
  const retrained = (algorithm?: 'bayes-weighted') => {
    const trained = retrainModel(examples(60), { ...inUse, current: given, given, algorithm });
    if ('refused' in trained) throw new Error(trained.refused);
    return decodeModel(trained.model, 'new');
  };
  expect(retrained()).toMatchObject({ algorithm: 'rbf', functions: { weighting: 'rdf-rkf' } });
  expect(retrained('bayes-weighted')).toMatchObject({ algorithm: 'bayes-weighted', topic: ['plants'] });
});

const swapped = examples(60).map((one) => ({
  ...one,
  label: one.label === 'relevant' ? ('off-topic' as const) : ('relevant' as const),
}));
const noise = examples(60).map((one, at) => ({
  ...one,
  label: at % 2 === 0 ? ('relevant' as const) : ('off-topic' as const),
}));
const THREE = trainOn(
  [
    ['plants', PLANTS],
    ['trains', TRAINS],
    ['ships', ['boat', 'harbour', 'sail']],
  ],
  'plants',
);

test.each<[what: string, found: CrawlExample[], use: Partial<typeof inUse>, why: RegExp]>([
  ['too few examples', examples(20), {}, /^20 relevant and 20 off-topic examples; 50 of each are needed$/],
  ['labels without a pattern', noise, {}, /^accuracy in cross-validation .* below 90 %$/],
  [
    'another topic than that of the first model',
    swapped,
    {},
    /^agrees with the first model on \d+ % of the pages, below 90 %$/,
  ],
  ['a model of several classes', examples(60), { current: THREE }, /^the model has 3 classes/],
  [
    'verdicts of a person that the current model knows better',
    [...examples(300), ...Array.from({ length: 20 }, () => example('off-topic', textOf(PLANTS), true))],
    {
      current: trainOn(
        [
          ['plants', ['oak']],
          ['trains', [...TRAINS, ...PLANTS]],
        ],
        'plants',
      ),
    },
    /^right about \d+ of your 20 verdicts; the current model about 20$/,
  ],
])('refuses %s', (_what, found, use, why) => {
  const trained = retrainModel(found, { ...inUse, ...use });
  expect('refused' in trained && trained.refused).toMatch(why);
});
