import { describe, expect, test } from 'vitest';
import { documentOf } from '../../../shared/classify/answer-classify.ts';
import { compileModelFilter } from '../../../shared/classify/filters/model.ts';
import { createClassifier } from '../../../shared/classify/models/classifier.ts';
import { createVectorReader } from '../../../shared/classify/models/features/document-vector.ts';
import { eachFeature } from '../../../shared/classify/models/features/each-feature.ts';
import { REPRESENTATIONS } from '../../../shared/classify/models/features/weighting.ts';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { createScorer } from '../../../shared/classify/models/score-classes.ts';
import { ALGORITHMS } from '../../../shared/classify/models/topic-model.ts';
import { TrainingError, trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { describeEvidence } from '../../../shared/classify/review/describe-filters.ts';
import { examplesOf } from './examples.ts';

const model = trainModel(examplesOf(40), { topic: ['plants'] });
const { classify } = createClassifier(model);
const input = (text: string) => ({ url: '', title: null, text, language: 'und' });

test('classifies documents that were not in the training', () => {
  const others = examplesOf(30, undefined, 2);
  const right = others.filter((document) => classify(document).classes[0]!.class === document.label);
  expect(right.length / others.length).toBeGreaterThan(0.95);
});

test('gives every class a probability, best first', () => {
  const { classes } = classify(input('The sundew is a carnivorous plant of the bog.'));
  expect(classes.map((one) => one.class).toSorted()).toEqual(['glass', 'plants', 'trains']);
  expect(classes[0]).toMatchObject({ class: 'plants' });
  expect(classes.map(({ score }) => score)).toEqual(classes.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(classes.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 10);
});

test('names the words that speak for the best class, as they are written', () => {
  const { terms } = classify(input('Furnaces and KILNS, furnaces and water'));
  expect(terms[0]).toMatchObject({ term: 'furnaces', hits: 2 });
  expect(terms.map(({ term }) => term)).toContain('kilns');
});

test('knows nothing of a text without known words', () => {
  const { classes, terms } = classify(input('zzz yyy'));
  expect(terms).toEqual([]);
  expect(classes).toHaveLength(3);
});

test('gives the same model for the same documents', () => {
  expect(trainModel(examplesOf(20), { topic: [] })).toEqual(trainModel(examplesOf(20), { topic: [] }));
});

test('reports quality, and the words of each class', () => {
  const { crossValidated, perClass, documents } = model.report;
  expect(documents).toBe(120);
  expect(crossValidated!.accuracy).toBeGreaterThan(0.9);
  expect(perClass['trains']).toMatchObject({ documents: 40 });
  expect(perClass['trains']!.terms.map(({ term }) => term)).toContain('locomotive');
});

test.each(ALGORITHMS)('a model trained by %s tells the labels of new documents', (algorithm) => {
  const trained = trainModel(examplesOf(20), { topic: [], algorithm });
  expect(trained.algorithm).toBe(algorithm);
  const classifier = createClassifier(trained);
  const others = examplesOf(10, undefined, 2);
  const right = others.filter((document) => classifier.classify(document).classes[0]!.class === document.label);
  expect(right.length / others.length).toBeGreaterThan(0.9);
});

test.each(REPRESENTATIONS)('a model of documents as %s tells the labels of new documents', (representation) => {
  const trained = trainModel(examplesOf(20), { topic: [], algorithm: 'linear', representation });
  const classifier = createClassifier(trained);
  const others = examplesOf(10, undefined, 2);
  const right = others.filter((document) => classifier.classify(document).classes[0]!.class === document.label);
  expect(right.length / others.length).toBeGreaterThan(0.9);
});

test('scores by an RBF kernel as its definition says', () => {
  const trained = trainModel(examplesOf(20), { topic: [], algorithm: 'rbf' });
  const { functions, vocabulary } = trained;
  if (functions.kind !== 'rbf') throw new Error('another kind');
  const scores = new Float64Array(3);
  const document = examplesOf(1, ['glass'], 9)[0]!;
  const vector = createVectorReader(vocabulary, functions.weighting)(document, 'en');
  createScorer(functions, vocabulary.hashes.length).score(vector, scores);
  const { starts, indices, values, rows } = functions.supports;
  const expected = [...functions.biases];
  for (let row = 0; row < rows; row++) {
    let dot = 0;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const at = vector.indices.subarray(0, vector.size).indexOf(indices[i]!);
      if (at >= 0) dot += values[i]! * vector.values[at]!;
    }
    const kernel = Math.exp(-functions.gamma * (2 - 2 * dot));
    for (let c = 0; c < 3; c++) expected[c]! += kernel * functions.coefficients[3 * row + c]!;
  }
  for (let c = 0; c < 3; c++) expect(scores[c]).toBeCloseTo(expected[c]!, 2);
});

describe('from documents of one label', () => {
  const glass = trainModel(examplesOf(20, ['glass']), { topic: [] });
  const alone = createClassifier(glass);

  test('tells them from ordinary documents', () => {
    expect(alone.classify(examplesOf(1, ['glass'], 8)[0]!).classes[0]!.class).toBe('glass');
    const { classes } = alone.classify(
      input('The committee met on Tuesday to discuss the new budget of the university.'),
    );
    expect(classes.map((one) => one.class)).toEqual(['other', 'glass']);
  });

  test('a text whose words do not suffice names them, and one without known words says so', () => {
    const weak = alone.classify(input('furnace'));
    expect(weak.classes[0]!.class).toBe('other');
    expect([weak.terms, weak.contrary]).toMatchObject([[], [{ term: 'furnace' }]]);
    const filter = compileModelFilter({ model: encodeModel(glass), file: 'glass.model', cutOff: 0.5 });
    expect(filter.judge(documentOf({ text: 'furnace' }))!.why).toMatch(
      /^glass.model: other \(.*\): too few words of glass \(furnace\)$/,
    );
    const report = filter.report(documentOf({ text: 'furnace' }));
    expect(report.kind === 'model' && describeEvidence(report)).toMatch(/^too few words of glass: furnace \+0/);
    expect(filter.judge(documentOf({ text: 'zzz' }))!.why).toMatch(/: no known word$/);
  });

  test('needs English ones', () => {
    const german = 'Der Sonnentau ist eine fleischfressende Pflanze, die in den Mooren des Nordens wächst';
    const documents = ['', ' und blüht', ' und schläft'].map((more) => ({
      ...input(german + more),
      label: 'a',
      language: 'de',
    }));
    expect(() => trainModel(documents, { topic: [] })).toThrow(
      'they are not in English (de); give documents of another label',
    );
  });
});

test('reads a text of unknown language by the stop words of the languages of the model', () => {
  const inGerman = (label: string, word: string) =>
    Array.from({ length: 20 }, (_, i) => ({
      ...input(`Die ${word} und die anderen Dinge Nummer ${i}`),
      language: 'de',
      label,
    }));
  const inEnglish = examplesOf(20, ['plants', 'glass']);
  const documents = [...inEnglish, ...inGerman('plants', 'Pflanzen'), ...inGerman('glass', 'Gläser')];
  const both = createClassifier(trainModel(documents, { topic: [] }));
  expect(both.classify(input('Die Pflanze und das Wetter')).classes[0]!.class).toBe('plants');
  expect(both.classify(input('the bottles of the furnaces')).classes[0]!.class).toBe('glass');
});

test('takes the best algorithm in cross-validation, and says which were tried', () => {
  expect(model.report.tried.map((one) => one.algorithm)).toContain(model.algorithm);
  expect(model.report.tried.length).toBeGreaterThan(2);
});

test.each([
  ['/~smith/', '/~miller/', true],
  ['/courses/cs1/', '/courses/cs2/index.html', true],
  ['/courses/cs1/', '/people/', false],
])('reads the words of paths: %s and %s share a word: %s', (one, other, expected) => {
  const urlWords = (path: string) => {
    const hashes = new Set<number>();
    const url = `http://a.example${path}`;
    eachFeature({ url, title: null, text: '', language: 'en' }, 'en', (hash, _part, start, end) => {
      if (end - start < url.length - 'http://a.example'.length) hashes.add(hash);
    });
    return hashes;
  };
  const others = urlWords(`${other}y`);
  expect([...urlWords(`${one}x`)].some((hash) => others.has(hash))).toBe(expected);
});

test.each([
  ['one document', examplesOf(1, ['plants']), [], /too few/],
  [
    'an unknown label in the topic',
    examplesOf(2),
    ['plant'],
    /no document has the label plant; the labels are glass, plants, trains/,
  ],
])('refuses %s', (_, documents, topic, message) => {
  expect(() => trainModel(documents, { topic })).toThrow(TrainingError);
  expect(() => trainModel(documents, { topic })).toThrow(message);
});
