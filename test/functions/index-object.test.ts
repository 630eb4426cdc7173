import { expect, test, vi } from 'vitest';
import { indexObject } from '../../functions/index-object.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { memoryObjects } from '../memory-objects.ts';

const CRAWL = 'bogs';
const KEY = 'records/bogs/run.jsonl.zst';

test('sends a new message for the rest when time runs out, so that the object uses up no receives', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const sent: ObjectMessage[] = [];
  const objects = memoryObjects();
  const pages = Array.from({ length: 500 }, (_, i) => seen(`r${i}`, `http://a.example/${i}`, { text: 'moss' }));
  await objects.put(KEY, writeJsonLines(pages));
  const control = sqliteControl(openDatabase(':memory:'));
  await control.create(CRAWL, 'settings', 0);
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const ownQueue = { send: async (messages: readonly ObjectMessage[]) => void sent.push(...messages) };
  for (let message: ObjectMessage | undefined = { crawl: CRAWL, key: KEY }; message; message = sent.at(-1)) {
    const before = sent.length;
    await indexObject(message, { objects, index, control, ownQueue }, () => false);
    if (sent.length === before) break;
  }
  expect(sent).toEqual([200, 400].map((written) => ({ crawl: CRAWL, key: KEY, written })));
  expect(await index.count(CRAWL)).toBe(500);
  expect((await control.get(CRAWL))?.counts).toMatchObject({ 'record.seen': 500 });
});
