import { expect, test } from 'vitest';
import { lambdaClassifyOptions } from '../../functions/classify-options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { fakeClock } from '../fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';

test.each([true, false])('links carry anchor texts only if the stack has a search engine: %s', async (hasIndex) => {
  const settings = readSettings({ seeds: ['https://example.org/'] });
  const ports = { objects: memoryObjects(), clock: fakeClock() };
  const { links } = await lambdaClassifyOptions(settings, 'host', ports, hasIndex);
  expect(links?.keepsAnchors).toBe(hasIndex);
});
