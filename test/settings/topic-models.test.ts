import { expect, test } from 'vitest';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { loadModels, storeModels } from '../../shared/settings/topic-models.ts';
import { memoryObjects } from '../memory-objects.ts';

const modelData = Buffer.from('content').toString('base64');
const settingsWith = (filter: object) =>
  readSettings({ crawl: 'a', seeds: ['http://a.example/'], topic: { filters: [{ sitesOk: ['b.example'] }, filter] } });

test('stores a model as an object, and its key in the settings', async () => {
  const objects = memoryObjects();
  const stored = await storeModels(settingsWith({ model: 'a.model', modelData }), objects);
  expect(stored.topic.filters[1]).toEqual({
    model: 'a.model',
    modelKey: expect.stringMatching(/^models\/[0-9a-f]{32}\.model$/),
    cutOff: 0.5,
  });
  const loaded = await loadModels(stored, objects);
  expect(loaded.topic.filters[1]).toMatchObject({ modelData });
  expect(await storeModels(loaded, objects)).toEqual(stored);
});

test('leaves settings without a model as they are', async () => {
  const settings = settingsWith({ terms: 'a.txt', termsText: '1: a=A' });
  expect(await storeModels(settings, memoryObjects())).toBe(settings);
});

test('says which object is missing', async () => {
  const modelKey = 'models/0123.model';
  await expect(loadModels(settingsWith({ model: 'a.model', modelKey }), memoryObjects())).rejects.toThrow(
    'the object models/0123.model with the model a.model is missing; start the crawl again with its file',
  );
});
