import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CountMemory, countCrawls } from '../../functions/count-crawls.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { systemClock } from '../../shared/local/system.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import { fakeClock } from '../fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';

const log = vi.fn();
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(log));
afterEach(() => void vi.restoreAllMocks());

test('counts the other crawls if one cannot be counted, and logs the failure', async () => {
  const db = openDatabase(':memory:');
  const [control, frontier] = [sqliteControl(db), sqliteFrontier(db)];
  for (const crawl of ['broken', 'plants']) await control.create(crawl, 'settings', 0);
  const listHeads: Frontier['listHeads'] = (crawl, after) => {
    if (crawl === 'broken') throw new Error('the table throttles');
    return frontier.listHeads(crawl, after);
  };
  const counted: CountMemory = { states: new Map() };
  const ports = { frontier: { ...frontier, listHeads }, objects: memoryObjects(), clock: systemClock };
  await countCrawls(await control.list(), ports, counted, Number.POSITIVE_INFINITY);
  expect([...counted.states.keys()]).toEqual(['plants']);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ event: 'count-failed', crawl: 'broken' }));
});

test('begins no crawl after its time, and continues with the next one', async () => {
  const db = openDatabase(':memory:');
  const [control, frontier] = [sqliteControl(db), sqliteFrontier(db)];
  for (const crawl of ['a', 'b', 'c']) await control.create(crawl, 'settings', 0);
  const begun: string[] = [];
  const listHeads: Frontier['listHeads'] = (crawl, after) => {
    begun.push(crawl);
    return frontier.listHeads(crawl, after);
  };
  const ports = { frontier: { ...frontier, listHeads }, objects: memoryObjects(), clock: fakeClock() };
  const counted: CountMemory = { states: new Map() };
  for (let call = 0; call < 4; call++) await countCrawls(await control.list(), ports, counted, ports.clock.now());
  // The fourth call looks at the first crawl again, which has not changed.
  expect(begun).toEqual(['a', 'b', 'c']);
});
