import { expect, test } from 'vitest';
import { cachedStatus } from '../../../shared/frontier/explain/cached-status.ts';
import { fakeClock } from '../../fake-clock.ts';

/** Reads take `ms` and are numbered. */
function slowReads(ms: number, minKeptMs?: number) {
  const clock = fakeClock();
  let reads = 0;
  const read = async (crawl: string) => {
    const number = ++reads;
    await clock.sleep(ms);
    return `${crawl} ${number}`;
  };
  return { clock, status: cachedStatus(read, clock, minKeptMs), reads: () => reads };
}

test('looks at the same time share one reading', async () => {
  const { clock, status, reads } = slowReads(100);
  const looks = Promise.all([status('plants'), status('plants'), status('birds')]);
  await clock.advance(100);
  expect(await looks).toEqual(['plants 1', 'plants 1', 'birds 2']);
  expect(reads()).toBe(2);
});

test('keeps a status for twenty times the time of its reading', async () => {
  const { clock, status } = slowReads(100);
  const first = status('plants');
  await clock.advance(100);
  await first;
  await clock.advance(1_999);
  expect(await status('plants')).toBe('plants 1');
  await clock.advance(1);
  const second = status('plants');
  await clock.advance(100);
  expect(await second).toBe('plants 2');
});

test('keeps a status that was read quickly for the minimum time', async () => {
  const { clock, status } = slowReads(0, 5_000);
  await status('plants');
  await clock.advance(4_999);
  expect(await status('plants')).toBe('plants 1');
  await clock.advance(1);
  expect(await status('plants')).toBe('plants 2');
});

test('does not keep a failure', async () => {
  let reads = 0;
  const status = cachedStatus(async () => {
    if (++reads === 1) throw new Error('the table is away');
    return 'running';
  }, fakeClock());
  await expect(status('plants')).rejects.toThrow('the table is away');
  expect(await status('plants')).toBe('running');
});
