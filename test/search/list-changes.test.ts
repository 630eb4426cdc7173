import { expect, test } from 'vitest';
import type { ChangedQuery, ChangedRecord } from '../../shared/ports/search-index.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { type ChangeList, listChanges } from '../../shared/search/list-changes.ts';
import { pageRecord } from '../web/library-world.ts';

const NOW = 1_000_000;

/** An index of a number of records, each with a time of its own. */
function indexOf(size: number, read: (id: string) => Promise<SearchRecord | undefined> = async (id) => pageRecord(id)) {
  const all = Array.from({ length: size }, (_, i): ChangedRecord => {
    const id = `r${i}`;
    return { id, at: i + 1, key: id, classes: [], record: { ...pageRecord(id), text: '' } };
  });
  const ports = {
    changedRecords: async (_: string, { after, from = 0, before, size: most }: ChangedQuery) =>
      all.filter(({ at }) => at > (after?.at ?? 0) && at >= from && at < before).slice(0, most),
    record: (_: string, id: string) => read(id),
  };
  return async (given: { after?: string; size?: number; withText?: boolean }) => {
    const request = { crawl: 'main', indexIdentity: '1 0', after: undefined, size: 100, withText: true, ...given };
    return (await listChanges(request, ports, NOW)) as ChangeList;
  };
}

test('reads texts ten at a time, and lists them in order', async () => {
  let [running, most] = [0, 0];
  const list = indexOf(25, async (id) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return pageRecord(id);
  });
  const { changes, more } = await list({});
  expect(changes.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, i) => `r${i}`));
  expect(changes.every(({ id, record }) => record?.text === `the text of ${id}`)).toBe(true);
  expect([most, more]).toEqual([10, false]);
});

test('does not show a record that has ended to be available when its text is read', async () => {
  const list = indexOf(2, async (id) => pageRecord(id, id === 'r0' ? { unavailableAfter: NOW - 1 } : {}));
  const { changes } = await list({});
  expect(changes.map(({ id }) => id)).toEqual(['r1']);
});

test('skips no change if a list has none, but there are more', async () => {
  const list = indexOf(3);
  const first = await list({ size: 0 });
  expect([first.changes, first.more]).toEqual([[], true]);
  const second = await list({ size: 0, after: first.next });
  expect([second.next, second.more]).toEqual([first.next, true]);
  const third = await list({ size: 2, after: second.next });
  const fourth = await list({ size: 0, after: third.next });
  expect(fourth.next).toBe(third.next);
  expect([...third.changes, ...(await list({ after: fourth.next })).changes].map(({ id }) => id)).toEqual([
    'r0',
    'r1',
    'r2',
  ]);
});
