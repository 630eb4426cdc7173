import { expect, test, vi } from 'vitest';
import { fetchRun } from '../../functions/fetch-run.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { readSettings } from '../../shared/settings/settings.ts';

test('messages of a call begin one after the other, and not all at the same moment', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  // The crawl is paused: nothing but the clock and its switch is asked.
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings', 0);
  await control.setState('plants', 'paused');
  const run = fetchRun({ clock, control } as never, 60_000);
  const crawl = { settings: readSettings({ seeds: ['https://example.org/'] }), options: {} as never };
  const message = (id: string) => ({ crawl: 'plants', id, hosts: [{ host: `${id}.example`, group: id, due: 0 }] });
  await Promise.all(['a', 'b', 'c'].map((id) => run.visit(message(id), crawl)));
  await run.end();
  expect(slept).toEqual([0, 500, 1_000]);
});
