import { expect, test } from 'vitest';
import { readApplied, storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { memoryObjects } from '../../memory-objects.ts';

const APPLIED = { runs: 2, judgedBy: 'settings/bogs/1.json', cleanedBy: 'settings/bogs/1.json' };

test('reads what was stored', async () => {
  const objects = memoryObjects();
  await storeApplied('bogs', APPLIED, objects);
  expect(await readApplied('bogs', 'settings/bogs/2.json', objects)).toEqual(APPLIED);
});

test.each(['', '{"runs":'])('names a stored object that holds %j, and says what to do', async (text) => {
  const objects = memoryObjects();
  await objects.put('applied/bogs.json', Buffer.from(text));
  await expect(readApplied('bogs', 'settings/bogs/2.json', objects)).rejects.toThrow(
    /^object applied\/bogs\.json is damaged: .+; restore it .* `thresher reclassify`$/,
  );
});
