import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reindexFolder } from '../../../cli/run/folder/reindex-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { searchCalls } from '../../../cli/serve/search-calls.ts';
import { startSearchThreads } from '../../../cli/serve/search-threads.ts';
import { threadedPorts, updateIndex } from '../../../cli/serve/threaded-ports.ts';
import { indexRecords } from '../../../shared/index/index-records.ts';
import { systemClock } from '../../../shared/local/system.ts';
import type { SearchRequest } from '../../../shared/search/answer.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import { createApp } from '../../../web/app.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { longTest } from '../../long-test.ts';
import { aWorld } from '../../web/fixtures.ts';
import { testTerminal } from '../test-terminal.ts';

/** Longest time of a call that ends. */
const LIMIT_MS = 60_000;

async function folderWith(texts: readonly string[]): Promise<string> {
  const dir = temporaryFolder();
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'] });
  await stores.control.create('bogs', await storeSettings(settings, stores.objects), 1);
  stores.close();
  await addTexts(dir, texts);
  return dir;
}

async function addTexts(dir: string, texts: readonly string[]): Promise<void> {
  const stores = openStores(dir);
  for (const text of texts) {
    const key = `records/bogs/2026/01/01/${text.replaceAll(' ', '-')}.jsonl.zst`;
    const change = seen(`id-${text}`, `http://a.example/${encodeURIComponent(text)}`, {
      text,
      title: text,
      language: 'en',
    });
    await stores.objects.put(key, writeJsonLines([change]));
    await indexRecords({ crawl: 'bogs', key }, stores);
  }
  stores.close();
}

function threadsFor(dir: string, more: Partial<Parameters<typeof startSearchThreads>[1]> = {}) {
  const threads = startSearchThreads(dir, { limitMs: LIMIT_MS, ...more });
  onTestFinished(threads.close);
  return threads;
}

const FAULTY = { script: new URL('./faulty-thread.ts', import.meta.url) };
const asking = (q: string): SearchRequest => ({ crawl: 'bogs', q, size: 10 });

test('threads answer as the process itself does', async () => {
  const dir = await folderWith(['sundew in the bog', 'round leaved sundew', 'heath and moss']);
  const { calls } = threadsFor(dir);
  const stores = openStores(dir, 'read');
  onTestFinished(stores.close);
  const own = searchCalls(stores);
  const requests: SearchRequest[] = [
    asking('sundew'),
    asking('"round leaved"'),
    asking('sund* -bog'),
    asking('sandew'),
    asking(''),
    { ...asking('sundew host:a.example'), facets: ['host', 'language'], explain: true },
    { ...asking('sundew'), collapse: 'host', sort: [{ field: 'date', descending: true }] as never },
    { ...asking('moss'), crawl: 'no such crawl' },
  ];
  for (const request of requests) {
    const [found, expected] = await Promise.allSettled([calls.search(request), own.search(request)]);
    expect(found).toEqual(expected);
  }
  const record = await own.get('bogs', 'id-round leaved sundew');
  expect(record).toBeDefined();
  expect(await calls.get('bogs', 'id-round leaved sundew')).toEqual(record);
  expect(await calls.similar('bogs', record!, 5)).toEqual(await own.similar('bogs', record!, 5));
  expect(await calls.suggest({ crawl: 'bogs', q: 'su', size: 5 })).toEqual(
    await own.suggest({ crawl: 'bogs', q: 'su', size: 5 }),
  );
  expect(await calls.statistics('bogs', ['sundew'])).toEqual(await own.statistics('bogs', ['sundew']));
  expect(await calls.fetchTimes('bogs', 3)).toEqual(await own.fetchTimes('bogs', 3));
  expect(await calls.count('bogs')).toBe(3);
});

test('everything that reads the index or stored pages runs in the threads', async () => {
  const threads = threadsFor('', FAULTY);
  const ports = threadedPorts(aWorld({}).ports, threads, systemClock);
  for (const name of ['search', 'suggest', 'similar', 'versions', 'compareVersions', 'cachedCopy', 'explain'] as const)
    expect(ports[name], name).toBe(threads.calls[name]);
});

longTest('records that a crawl adds are found, in a folder that had none', async () => {
  const dir = temporaryFolder();
  await updateIndex(dir);
  const { calls } = threadsFor(dir);
  expect(await calls.search(asking('moss'))).toMatchObject({ total: 0 });
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'bogs', seeds: ['http://a.example/'] });
  await stores.control.create('bogs', await storeSettings(settings, stores.objects), 1);
  stores.close();
  await addTexts(dir, ['moss']);
  expect(await calls.search(asking('moss'))).toMatchObject({ total: 1 });
});

longTest('a rebuilt index replaces the open one, and keeps its log when the threads end', async () => {
  const dir = await folderWith(['moss']);
  const { calls, close } = threadsFor(dir, { size: 1 });
  expect(await calls.count('bogs')).toBe(1);
  await reindexFolder(dir, testTerminal());
  await addTexts(dir, ['fern']);
  expect(await calls.count('bogs')).toBe(2);
  await reindexFolder(dir, testTerminal());
  const crawl = openStores(dir);
  await crawl.index.write('bogs', [seen('new', 'http://a.example/new', { text: 'heath' })]);
  await close();
  // The log of the running crawl is still there: another process finds the record.
  const other = openStores(dir, 'read');
  expect(await other.index.count('bogs')).toBe(3);
  other.close();
  crawl.close();
});

longTest('an index that is lost while a server runs is an error until it is back', async () => {
  const dir = await folderWith(['moss']);
  const { calls } = threadsFor(dir, { size: 1 });
  expect(await calls.count('bogs')).toBe(1);
  renameSync(join(dir, 'index.sqlite'), join(dir, 'away'));
  await expect(calls.count('bogs')).rejects.toMatchObject({
    name: 'IndexFaultError',
    message: expect.stringContaining('npx thresher reindex --dir'),
  });
  renameSync(join(dir, 'away'), join(dir, 'index.sqlite'));
  expect(await calls.count('bogs')).toBe(1);
});

describe('a thread that is replaced', () => {
  longTest('because it is too slow', async () => {
    const { calls } = threadsFor('', { ...FAULTY, size: 1, limitMs: 1_500 });
    const slow = calls.search(asking('endless'));
    const next = calls.search(asking('moss'));
    await expect(slow).rejects.toMatchObject({ name: 'SearchTimeoutError' });
    expect(await next).toEqual({ query: 'moss' });
  });

  test.each(['exit', 'throw'])('because of %s', async (fault) => {
    const { calls } = threadsFor('', { ...FAULTY, size: 1 });
    const lost = calls.search(asking(fault));
    const next = calls.search(asking('moss'));
    await expect(lost).rejects.toThrow(fault === 'exit' ? 'ended with code 3' : 'out of memory');
    expect(await next).toEqual({ query: 'moss' });
  });
});

test('errors keep their codes', async () => {
  const { calls } = threadsFor('', FAULTY);
  await expect(calls.search(asking('full'))).rejects.toMatchObject({ message: 'disk', errcode: 13 });
});

test('a search without an end delays no other, and gets status 503', async () => {
  const threads = threadsFor('', { ...FAULTY, size: 2, limitMs: 1_000 });
  const { ports } = aWorld({});
  const app = createApp(threadedPorts(ports, threads, systemClock));
  const ended: string[] = [];
  const get = async (path: string) => {
    const answer = await app.request(path, { headers: { accept: 'application/json' } });
    ended.push(path);
    return answer;
  };
  const slow = get('/search?q=endless');
  const other = threads.calls.search(asking('moss'));
  expect((await get('/openapi.json')).status).toBe(200);
  await other;
  expect(ended).toEqual(['/openapi.json']);
  const answer = await slow;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await answer.json()).toMatchObject({ type: 'urn:problem-type:thresher:search-timeout', status: 503 });
});

test('calls fail when the threads are closed', async () => {
  const { calls, close } = threadsFor('', { ...FAULTY, size: 1 });
  const running = calls.search(asking('endless'));
  const waiting = calls.search(asking('moss'));
  const failed = Promise.allSettled([running, waiting]);
  await close();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(calls.search(asking('moss'))).rejects.toThrow('closed');
});
