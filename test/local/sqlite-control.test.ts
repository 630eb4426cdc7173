import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';

test('releases the reservations of a killed process at once', async () => {
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create('plants', 'settings/plants/1.json', 1);
  await control.addUsage('plants', { pages: 5 });
  await control.reserve('plants', 'visit-1', { pages: 20, until: 300_000 });
  control.releaseAll();
  expect(await control.get('plants')).toMatchObject({ counts: { pages: 5 }, shares: {} });
});
