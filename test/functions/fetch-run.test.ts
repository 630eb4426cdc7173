import { beforeEach, expect, test, vi } from 'vitest';
import { fetchRun } from '../../functions/fetch-run.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { readSettings } from '../../shared/settings/settings.ts';

beforeEach(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

const crawl = { settings: readSettings({ seeds: ['https://example.org/'] }), options: {} as never };
const message = (id: string) => ({ crawl: 'plants', id, hosts: [{ host: `${id}.example`, group: id, due: 0 }] });

test('messages of a call begin one after the other, and not all at the same moment', async () => {
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  // The crawl is paused: nothing but the clock and its switch is asked.
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings', 0);
  await control.setState('plants', 'paused');
  const run = fetchRun({ clock, control } as never, 60_000);
  await Promise.all(['a', 'b', 'c'].map((id) => run.visit(message(id), crawl)));
  await run.end();
  expect(slept).toEqual([0, 500, 1_000]);
});

/** Calls of one process, each a list of messages of one host: `!` fails, `-` comes when the crawl is paused. @returns which calls stand still. */
async function outcomes(calls: string[][]): Promise<boolean[]> {
  const clock = { now: () => 0, sleep: async () => {} };
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings', 0);
  // Somebody else has the group, or the store of locks is away.
  const take = async (group: string) => {
    if (group.startsWith('!')) throw new Error('away');
    return { taken: false, lock: { until: 0, openAt: 0 } };
  };
  const frontier = { postpone: async () => true };
  const failed = new Set<string>();
  const still: boolean[] = [];
  for (const call of calls) {
    const chance = { id: () => 'id', random: () => 0 };
    const run = fetchRun({ clock, control, chance, frontier, locks: { take } } as never, 60_000, failed);
    for (const id of call) {
      await control.setState('plants', id.startsWith('-') ? 'paused' : 'open');
      await run.visit(message(id), crawl);
    }
    await run.end();
    still.push(run.standsStill());
  }
  return still;
}

test.each<[string, string[][], boolean[]]>([
  ['all hosts of a call fail, one a message', [['!a', '!b']], [true]],
  ['one host after the other fails, one a call', [['!a'], ['!b'], ['!c']], [false, true, true]],
  ['one host fails again and again', [['!a'], ['!a'], ['!a']], [false, false, false]],
  ['others are visited between', [['!a'], ['b'], ['!c']], [false, false, false]],
  ['another is visited in the same call', [['!a', '!b', 'c', '!d']], [false]],
  ['those that are visited come first', [['c', '!a', '!b'], ['!a']], [false, false]],
  ['nothing could be tried between', [['!a'], ['-b'], ['!c']], [false, false, true]],
])('a call stands still, and is to count as failed, where %s: by call', async (_what, calls, still) => {
  expect(await outcomes(calls)).toEqual(still);
});
