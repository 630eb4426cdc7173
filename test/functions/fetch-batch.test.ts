import { beforeEach, expect, test, vi } from 'vitest';
import { createFetchBatch } from '../../functions/fetch-batch.ts';
import { START_INTERVAL_MS } from '../../functions/visit-limits.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

const crawl = { settings: readSettings({ seeds: ['https://example.org/'] }), options: {} as never };
const message = (id: string) => ({ crawl: 'plants', id, hosts: [{ host: `${id}.example`, group: id, due: 0 }] });

test('starts the messages of an invocation at intervals', async () => {
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  // The crawl is paused, so only the clock and the control item are used.
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings', 0);
  await control.setState('plants', 'paused');
  const run = createFetchBatch({ clock, control } as never, 60_000);
  await Promise.all(['a', 'b', 'c'].map((id) => run.visit(message(id), crawl)));
  await run.end();
  expect(slept).toEqual([0, START_INTERVAL_MS, 2 * START_INTERVAL_MS]);
});

/**
 * Runs invocations of one process, each a list of messages with one host: `!` fails, `-` arrives while the crawl is paused.
 *
 * @returns whether each invocation is stalled.
 */
async function outcomes(calls: string[][]): Promise<boolean[]> {
  const clock = { now: () => 0, sleep: async () => {} };
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings', 0);
  // Another worker holds the lock, or the lock store is unavailable.
  const acquire = async (group: string) => {
    if (group.startsWith('!')) throw new Error('away');
    return { acquired: false, lock: { until: 0, openAt: 0 } };
  };
  const frontier = { postpone: async () => true };
  const failed = new Set<string>();
  const still: boolean[] = [];
  for (const call of calls) {
    const random = { id: () => 'id', random: () => 0 };
    const run = createFetchBatch({ clock, control, random, frontier, locks: { acquire } } as never, 60_000, failed);
    for (const id of call) {
      await control.setState('plants', id.startsWith('-') ? 'paused' : 'open');
      await run.visit(message(id), crawl);
    }
    await run.end();
    still.push(run.isStalled());
  }
  return still;
}

test.each<[string, string[][], boolean[]]>([
  ['all hosts of one invocation fail', [['!a', '!b']], [true]],
  ['one host after the other fails, one per invocation', [['!a'], ['!b'], ['!c']], [false, true, true]],
  ['only one host fails repeatedly', [['!a'], ['!a'], ['!a']], [false, false, false]],
  ['other hosts succeed in between', [['!a'], ['b'], ['!c']], [false, false, false]],
  ['another host of the same invocation succeeds', [['!a', '!b', 'c', '!d']], [false]],
  ['successful hosts come first', [['c', '!a', '!b'], ['!a']], [false, false]],
  ['no host was tried in between', [['!a'], ['-b'], ['!c']], [false, false, true]],
])('reports per invocation whether the process is stalled: %s', async (_what, calls, still) => {
  expect(await outcomes(calls)).toEqual(still);
});
