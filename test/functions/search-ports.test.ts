import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { requestDeadline, searchPorts } from '../../functions/search-ports.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
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
  const { explain } = searchPorts({ clock, control, objects, index, frontier: unreadable } as never, () => false, {
    restMs: () => 1_000,
  });
  expect(await explain!('main', 'http://a.example/moss')).toMatchObject({ state: 'indexed' });
  expect(await explain!('main', 'http://a.example/fen')).toMatchObject({ state: 'not-indexed' });
  await expect(explain!('other', 'http://a.example/')).rejects.toThrow('there is no crawl other');
});

/** The ports of a stack whose search engine takes `callMs` for each call, at the beginning of a request of 10 s. */
async function slowPorts(callMs: number, more: object = {}) {
  const clock = fakeClock();
  const index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  await index.write('main', [seen('x', 'http://a.example/moss.html', { text: 'moss', title: 'Moss' })]);
  const [control, objects] = [sqliteControl(openDatabase(':memory:')), memoryObjects()];
  const settings = readSettings({ crawl: 'main', seeds: ['http://a.example/'] });
  await objects.put('settings/main/1.json', Buffer.from(JSON.stringify(settings)));
  await control.create('main', 'settings/main/1.json', clock.now());
  const deadline = requestDeadline(clock);
  const calls: string[] = [];
  const slow = new Proxy(index, {
    get:
      (target, method: keyof typeof index) =>
      async (...args: never[]) => {
        calls.push(method);
        if (deadline.restMs() <= callMs) throw new Error('engine away');
        await clock.advance(callMs);
        return (target[method] as (...given: never[]) => unknown)(...args);
      },
  });
  deadline.begin(10_000);
  const isAway = (error: unknown) => (error as Error).message === 'engine away';
  return {
    ...searchPorts({ clock, control, objects, index: slow, ...more } as never, isAway, deadline),
    calls,
    deadline,
  };
}

test('answers a search without the parts that a slow engine leaves no time for', async () => {
  const { search, calls, deadline } = await slowPorts(2_700);
  const answer = await search({ crawl: 'main', q: 'author:darwin', language: 'sv' });
  expect(answer).toMatchObject({ total: 0, hits: [] });
  expect(answer).not.toHaveProperty('totalWithoutFilters');
  expect(deadline.restMs()).toBeGreaterThan(0);
  expect(calls).toEqual(['languages', 'search', 'lackingTexts', 'hasOldWords']);
});

test('stems the words of a query if no time is left to ask for the languages of the pages', async () => {
  const { search, calls, deadline } = await slowPorts(10);
  // The remaining time of the request is too short for an optional part.
  deadline.begin(2_400);
  expect(await search({ crawl: 'main', q: 'mosses' })).toMatchObject({ total: 1 });
  expect(calls).not.toContain('languages');
});

test('answers a search with all parts if the engine is fast', async () => {
  const { search, calls } = await slowPorts(10);
  expect(await search({ crawl: 'main', q: 'moss' })).toMatchObject({ total: 1 });
  expect(calls.filter((name) => name === 'search').length).toBeGreaterThan(1);
});

test('reports the engine as away if it has no time for the hits', async () => {
  const { search } = await slowPorts(9_000);
  await expect(search({ crawl: 'main', q: 'moss' })).rejects.toThrow('engine away');
});

test('answers a search without numbers of annotations if they cannot be read', async () => {
  const annotations = { ofPage: () => Promise.reject(new Error('throttled')) };
  const { search } = await slowPorts(10, { annotations });
  const { hits } = await search({ crawl: 'main', q: 'moss' });
  expect(hits).toMatchObject([{ id: 'x' }]);
  expect(hits[0]).not.toHaveProperty('annotations');
});
