import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { searchPorts } from '../../functions/search-ports.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteSearchIndex } from '../../shared/local/sqlite-search-index.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { fakeClock } from '../fake-clock.ts';
import { memoryObjects } from '../memory-objects.ts';

test('explain_url of a stack answers from settings and index, without the frontier', async () => {
  const db = openDatabase(':memory:');
  const [clock, control, objects] = [fakeClock(), sqliteControl(db), memoryObjects()];
  const settings = readSettings({ crawl: 'main', seeds: ['http://a.example/'] });
  await objects.put('settings/main/1.json', Buffer.from(JSON.stringify(settings)));
  await control.create('main', 'settings/main/1.json', clock.now());
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write('main', [seen('x', 'http://a.example/moss')]);
  const unreadable = new Proxy(sqliteFrontier(db), {
    get: (_, method) => () => Promise.reject(new Error(`the search function may not call ${String(method)}`)),
  });
  const { explain } = searchPorts({ clock, control, objects, index, frontier: unreadable } as never, () => false);
  expect(await explain!('main', 'http://a.example/moss')).toMatchObject({ state: 'indexed' });
  expect(await explain!('main', 'http://a.example/fen')).toMatchObject({ state: 'not-indexed' });
  await expect(explain!('other', 'http://a.example/')).rejects.toThrow('there is no crawl other');
});
