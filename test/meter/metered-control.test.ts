import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { meteredControl } from '../../shared/meter/metered-control.ts';
import { runMeter } from '../../shared/meter/run-meter.ts';

const meter = runMeter({ now: () => 0 }, 512);
const control = meteredControl(sqliteControl(openDatabase(':memory:')), meter);

test('adds usage to the next update of counts exactly once', async () => {
  await control.create('plants', 'settings', 0);
  meter.count('dynamodb.UpdateItem.writes', 2);
  await control.addUsage('plants', { pages: 3 });
  meter.count('dynamodb.PutItem.writes', 1);
  await control.addUsage('plants', { pages: 1 });
  expect((await control.get('plants'))?.counts).toEqual({ pages: 4, 'usage.dynamodb.writes': 3 });
});

test('keeps usage when an update fails', async () => {
  meter.count('s3.PutObject.puts', 1);
  await expect(control.addUsage('nobody', { pages: 1 })).rejects.toThrow();
  await control.addUsage('plants', {});
  expect((await control.get('plants'))?.counts).toMatchObject({ 'usage.s3.puts': 1 });
});

test('adds CPU time to the time of the crawl', async () => {
  let cpu = 1_000;
  const busy = runMeter({ now: () => 0 }, 512, () => cpu);
  const metered = meteredControl(sqliteControl(openDatabase(':memory:')), busy);
  await metered.create('plants', 'settings', 0);
  busy.start();
  cpu = 1_250.4;
  await metered.addUsage('plants', {});
  cpu = 1_300;
  busy.end();
  await metered.addUsage('plants', {});
  expect((await metered.get('plants'))?.counts['run.cpu-ms']).toBe(1_300);
});
