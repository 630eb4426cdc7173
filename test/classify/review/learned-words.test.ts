import { expect, test } from 'vitest';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { learnedWords } from '../../../shared/classify/review/learned-words.ts';
import { examplesOf } from '../models/examples.ts';

test('lists the words of the classes on topic', () => {
  const model = encodeModel(trainModel(examplesOf(15), { topic: ['plants'] }));
  const [first, ...others] = learnedWords([{ sitesOk: ['a.example'] }, { model, file: 'plants.model', cutOff: 0.5 }]);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ filter: 'plants.model', class: 'plants' });
  const weights = first!.words.map(({ weight }) => weight);
  expect(weights.length).toBeGreaterThan(3);
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test('lists nothing for a topic without a model', () => {
  expect(learnedWords([{ terms: '1: a=A', file: 'a.txt', cutOff: 0 }])).toEqual([]);
});
