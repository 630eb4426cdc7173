import { beforeEach, expect, test } from 'vitest';
import { type ReindexPorts, reindex } from '../../shared/index/reindex.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { ReindexProgress } from '../../shared/ports/messages.ts';
import {
  type RecordChange,
  RecordsRefusedError,
  type SearchIndex,
  type SearchRecord,
} from '../../shared/ports/search-index.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { simhash } from '../../shared/text/simhash.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { longTest } from '../long-test.ts';
import { memoryObjects } from '../memory-objects.ts';

const AT = Date.UTC(2026, 0, 2);
const HOUR = 3_600_000;
const LONG = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');

/** Two indexes in memory. The crawl has the first until it is moved to the second. */
let steps: string[];
let isMade: boolean;
/** Whether a later reindexing has replaced the old index. */
let isOvertaken: boolean;
let ports: ReindexPorts;
let kept: Map<string, number>;
let put: (key: string, changes: RecordChange[], keptAt: number) => Promise<void>;
let found: () => Promise<number>;
let get: (id: string) => Promise<SearchRecord | undefined>;

beforeEach(() => {
  const objects = memoryObjects();
  const empty = (): SearchIndex => sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const [old, next] = [empty(), empty()];
  let current = old;
  steps = [];
  isMade = false;
  isOvertaken = false;
  kept = new Map();
  put = async (key, changes, keptAt) => {
    await objects.put(key, writeJsonLines(changes));
    kept.set(key, keptAt);
  };
  found = () => current.count('main');
  get = (id) => current.get('main', id);
  ports = {
    objects,
    async *list(crawl, after = '') {
      for await (const key of objects.list(`records/${crawl}/`))
        if (key > after) yield { key, keptAt: kept.get(key) ?? 0 };
    },
    index: { ...old, write: (crawl, changes) => current.write(crawl, changes) },
    newIndex: {
      async write(crawl, at, changes) {
        steps.push(`${changes[0]?.id} aside, for ${at - AT}`);
        await next.write(crawl, changes);
      },
      async open(_crawl, _at, make) {
        isMade ||= make;
        return isMade && !isOvertaken;
      },
      async move() {
        if (isOvertaken) return false;
        steps.push('moved');
        current = next;
        return true;
      },
    },
  };
});

const page = (id: string, text = id) => seen(id, `http://a.example/${id}`, { text });

/** Makes all calls of a reindexing. @param each objects per call */
async function run(each: number, between: (state: ReindexProgress) => Promise<void> = async () => {}): Promise<number> {
  let state: ReindexProgress | undefined = { at: AT };
  let calls = 0;
  for (; state; calls++) {
    let left = each;
    const step = await reindex({ crawl: 'main', reindex: state }, ports, () => --left > 0);
    state = step.status === 'running' ? step.state : undefined;
    if (state) await between(state);
  }
  return calls;
}

test.each([1, 2, 100])(
  'writes all records to a new index and then replaces the old one, %i objects a call',
  async (each) => {
    for (const n of [1, 2, 3]) await put(`records/main/${n}`, [page(`x${n}`)], AT - HOUR);
    await put('records/main-2/1', [page('other')], AT - HOUR);
    const counts: number[] = [];
    await run(each, async () => void counts.push(await found()));
    expect(steps).toEqual(['x1 aside, for 0', 'x2 aside, for 0', 'x3 aside, for 0', 'moved']);
    // The crawl sees nothing of the new index before it is complete.
    expect(new Set(counts)).toEqual(new Set(each < 3 ? [0, 3] : [3]));
    expect(await found()).toBe(3);
  },
);

test('writes records that were stored during the reindexing to the new index too', async () => {
  await put('records/main/5', [page('x5')], AT - HOUR);
  await put('records/main/6', [page('x6')], AT - HOUR);
  await run(1, async ({ after, moved }) => {
    if (after !== 'records/main/5' || moved) return;
    // Its key sorts before those that are already listed.
    await put('records/main/1', [page('x1')], AT + HOUR);
    await ports.index.write('main', [page('x1')]);
  });
  expect(await found()).toBe(3);
  expect(steps.filter((step) => step.startsWith('x1'))).toEqual([]);
});

test('does not write old records twice, within the tolerated clock difference', async () => {
  const written: string[] = [];
  const { write } = ports.index;
  ports.index.write = async (crawl, changes) => {
    written.push(changes[0]!.id);
    await write(crawl, changes);
  };
  await put('records/main/1', [page('x1')], AT - HOUR);
  await put('records/main/2', [page('x2')], AT - 60_000);
  await run(100);
  expect(written).toEqual(['x2']);
});

test('gives the same result when a step is repeated', async () => {
  for (const n of [1, 2]) await put(`records/main/${n}`, [page(`x${n}`)], AT);
  const states: ReindexProgress[] = [{ at: AT }];
  await run(1, async (state) => void states.push(state));
  for (const state of states) await reindex({ crawl: 'main', reindex: state }, ports, () => true);
  expect(await found()).toBe(2);
});

test('adds fingerprints to records that have none', async () => {
  await put('records/main/1', [page('long', LONG), page('short')], AT - HOUR);
  await put('records/main/2', [seen('had', 'http://a.example/had', { text: LONG, simhash: '0'.repeat(16) })], AT);
  await run(100);
  const prints: Record<string, string | undefined> = {};
  for (const id of ['long', 'short', 'had']) prints[id] = (await get(id))?.simhash;
  expect(prints).toEqual({ long: simhash(LONG), short: undefined, had: '0'.repeat(16) });
});

test('ends when a later reindexing has replaced it, at any step', async () => {
  for (const n of [1, 2]) await put(`records/main/${n}`, [page(`x${n}`)], AT);
  const call = (state: Partial<ReindexProgress>) =>
    reindex({ crawl: 'main', reindex: { at: AT, ...state } }, ports, () => true).then(({ status }) => status);
  const { move } = ports.newIndex;
  ports.newIndex.move = async (...args) => {
    isOvertaken = true;
    return move(...args);
  };
  expect(await call({})).toBe('outdated');
  const before = steps.length;
  expect(await call({})).toBe('outdated');
  expect(await call({ after: 'records/main/1' })).toBe('outdated');
  expect([steps.length, steps.includes('moved')]).toEqual([before, false]);
});

test('does not recreate a deleted index in part', async () => {
  for (const n of [1, 2]) await put(`records/main/${n}`, [page(`x${n}`)], AT);
  for (const place of [{ after: 'records/main/1' }, { begun: { key: 'records/main/1', changes: 1 } }]) {
    const late = { crawl: 'main', reindex: { at: AT, ...place } };
    expect(await reindex(late, ports, () => true)).toMatchObject({ status: 'outdated' });
  }
  expect(steps).toEqual([]);
});

/** Makes the engine reject these records permanently. */
function refuse(...ids: string[]): void {
  const { write } = ports.newIndex;
  ports.newIndex.write = async (crawl, at, changes) => {
    const bad = changes.filter(({ id }) => ids.includes(id));
    await write(
      crawl,
      at,
      changes.filter(({ id }) => !ids.includes(id)),
    );
    if (bad.length > 0) throw new RecordsRefusedError(`index: ${bad.length} records refused`, bad.length);
  };
}

test('counts permanently rejected records across calls and writes all others', async () => {
  for (const n of [1, 2, 3]) {
    const ids = Array.from({ length: 10 }, (_, i) => `x${n}-${i}`);
    await put(
      `records/main/${n}`,
      ids.map((id) => page(id)),
      AT - HOUR,
    );
  }
  refuse('x1-4', 'x3-0');
  const states: ReindexProgress[] = [];
  await run(1, async (state) => void states.push(state));
  expect(states.map(({ written, refused }) => [written, refused])).toEqual([
    [10, 1],
    [20, 1],
    [30, 2],
    [30, 2],
    ...states.slice(4).map(() => [30, 2]),
  ]);
  expect(await found()).toBe(28);
  const again = { crawl: 'main', reindex: { at: AT } };
  const { rejections } = await reindex(again, ports, () => false);
  expect(rejections).toMatchObject([{ key: 'records/main/1', error: { records: 1 } }]);
});

test('keeps the old index if more than a tenth of the records is rejected', async () => {
  const ids = Array.from({ length: 19 }, (_, i) => `x${i}`);
  await put(
    'records/main/1',
    ids.map((id) => page(id)),
    AT,
  );
  refuse('x3', 'x4');
  await expect(run(100)).rejects.toThrow('2 of 19 records refused: the old index stays in place');
  expect(steps).not.toContain('moved');
});

test('throws if the engine is unavailable', async () => {
  await put('records/main/1', [page('x')], AT);
  ports.newIndex.write = () => Promise.reject(new Error('away'));
  await expect(run(100)).rejects.toThrow('away');
});

test('names a damaged object of records', async () => {
  await put('records/main/1', [page('x')], AT);
  await ports.objects.put('records/main/1', Buffer.from('damaged'));
  await expect(run(100)).rejects.toThrow(/^object records\/main\/1 is damaged: /);
});

test('continues within an object that has more records than there is time for', async () => {
  const ids = Array.from({ length: 450 }, (_, i) => `x${i}`);
  await put('records/main/2', [...ids.map((id) => page(id)), page('last')], AT - HOUR);
  const parts: number[] = [];
  const { write } = ports.newIndex;
  ports.newIndex.write = async (crawl, at, changes) => {
    parts.push(changes.length);
    await write(crawl, at, changes);
  };
  const begun: unknown[] = [];
  await run(1, async (state) => {
    begun.push(state.begun);
    // An object that is stored in front of it is written as a whole.
    if (begun.length === 1) await put('records/main/1', [page('y')], AT - HOUR);
  });
  expect(begun.slice(0, 4)).toEqual([
    { key: 'records/main/2', changes: 200 },
    undefined,
    expect.anything(),
    expect.anything(),
  ]);
  expect(parts).toEqual([200, 1, 200, 200, 51]);
  expect(await found()).toBe(452);
});

longTest('writes an object with long texts in parts', async () => {
  const text = 'word '.repeat(1_400_000);
  await put(
    'records/main/1',
    ['a', 'b', 'c', 'd'].map((id) => page(id, text)),
    AT - HOUR,
  );
  const parts: string[][] = [];
  ports.newIndex.write = async (_crawl, _at, changes) => void parts.push(changes.map(({ id }) => id));
  await run(100);
  expect(parts).toEqual([['a'], ['b'], ['c'], ['d']]);
});
