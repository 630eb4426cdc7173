import { expect, test } from 'vitest';
import { createClassifier } from '../../../shared/classify/models/classifier.ts';
import { decodeModel, encodeModel, isModelFile, ModelFileError } from '../../../shared/classify/models/model-file.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import { examplesOf } from './examples.ts';

const model = trainModel(examplesOf(20), { topic: ['plants'] });
const bytes = encodeModel(model);

test.each(['linear', 'rbf'] as const)('restores a model that classifies alike: %s', (algorithm) => {
  const model = trainModel(examplesOf(20), { topic: ['plants'], algorithm });
  const restored = decodeModel(encodeModel(model), 'plants.model');
  expect(restored).toMatchObject({ classes: model.classes, topic: ['plants'], report: model.report });
  const [before, after] = [createClassifier(model), createClassifier(restored)];
  for (const document of examplesOf(5, undefined, 3))
    expect(after.classify(document).classes[0]!.score).toBeCloseTo(before.classify(document).classes[0]!.score, 1);
});

test('starts with a line of JSON for people', () => {
  const line = Buffer.from(bytes).toString('latin1').split('\n')[0]!;
  expect(JSON.parse(line)).toMatchObject({ thresherModel: 1, algorithm: 'linear', topic: ['plants'] });
});

const changed = (at: number): Uint8Array => {
  const copy = new Uint8Array(bytes);
  copy[at]! ^= 0xff;
  return copy;
};

test.each([
  ['another kind of file', Buffer.from('10: sundew=CP\n'), /plants.model: is not a model/],
  ['a binary file', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), /is not a model/],
  ['an empty file', new Uint8Array(0), /is not a model/],
  ['a cut file', bytes.subarray(0, bytes.length - 10), /damaged/],
  ['a file that ends in its first line', bytes.subarray(0, 60), /damaged/],
  ['a changed byte', changed(bytes.length - 20), /damaged/],
  ['a damaged first line', changed(30), /damaged/],
  [
    'another version',
    Buffer.from(Buffer.from(bytes).toString('latin1').replace('{"thresherModel":1', '{"thresherModel":7'), 'latin1'),
    /version 7, and this version of Thresher reads version 1; train it again/,
  ],
])('refuses %s', (_, file, message) => {
  expect(() => decodeModel(file, 'plants.model')).toThrow(ModelFileError);
  expect(() => decodeModel(file, 'plants.model')).toThrow(message);
});

test('tells models from topic definitions', () => {
  expect(isModelFile(bytes)).toBe(true);
  expect(isModelFile(Buffer.from('10: sundew=CP\n'))).toBe(false);
});
