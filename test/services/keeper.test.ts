import { expect, test } from 'vitest';
import { startTwice } from './engines/keeper.ts';

test('an engine that did not start, as when somebody took its port, is started once more', async () => {
  const ports: number[] = [];
  const begin = (failures: number) => async () => {
    ports.push(ports.length);
    if (ports.length <= failures) throw new Error('it ended while it was starting');
    return 'runs';
  };
  expect(await startTwice(begin(1))).toBe('runs');
  ports.length = 0;
  await expect(startTwice(begin(9))).rejects.toThrow('ended while it was starting');
  expect(ports).toHaveLength(2);
});
