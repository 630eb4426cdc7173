import { expect, test } from 'vitest';
import { startWithRetry } from './engines/keeper.ts';

test('starts an engine once more if the first start fails, for example because its port is taken', async () => {
  const ports: number[] = [];
  const startFailing = (failures: number) => async () => {
    ports.push(ports.length);
    if (ports.length <= failures) throw new Error('exited during its start');
    return 'runs';
  };
  expect(await startWithRetry(startFailing(1))).toBe('runs');
  ports.length = 0;
  await expect(startWithRetry(startFailing(9))).rejects.toThrow('exited during its start');
  expect(ports).toHaveLength(2);
});
