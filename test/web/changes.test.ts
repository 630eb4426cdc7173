import { afterEach, expect, test, vi } from 'vitest';
import { writeCursor } from '../../shared/search/changes-cursor.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import type { WebPorts } from '../../web/ports.ts';
import { FETCHED_AT, libraryWorld, pageRecord } from './library-world.ts';

type Answer = {
  changes: { id: string; changedAt: string; removed: boolean; record?: Record<string, unknown> }[];
  next: string;
  more: boolean;
};

afterEach(() => {
  vi.useRealTimers();
});

/** A crawl whose records can change. The server is asked a minute after the last change. */
async function open(changes: Partial<WebPorts> = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: FETCHED_AT + HOUR_MS });
  const world = await libraryWorld({ garden: [pageRecord('sundew'), pageRecord('flytrap')], bog: [] }, changes);
  const list = async (parameters: Record<string, string> = {}) =>
    (await (await world.ask(`/changes?${new URLSearchParams(parameters)}`)).json()) as Answer;
  const leave = (id: string) =>
    world.index.write('garden', [{ kind: 'left', id, url: `http://plants.example/${id}`, at: FETCHED_AT + 1 }]);
  const pass = (ms: number) => {
    world.setNow(Date.now());
    vi.setSystemTime(Date.now() + ms);
  };
  const refused = async (after: string, more = '') => {
    const response = await world.ask(`/changes?after=${after}${more}`);
    return [response.status, ((await response.json()) as { type: string }).type.replace(/.*:/, '')];
  };
  pass(MINUTE_MS);
  return { ...world, list, refused, leave, pass };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const idsOf = ({ changes }: Answer) => changes.map(({ id, removed }) => (removed ? `-${id}` : id));

test('lists all records first, then what is new, has changed or was removed', async () => {
  const { list, add, leave, pass } = await open();
  const first = await list();
  expect([idsOf(first).sort(), first.more]).toEqual([['flytrap', 'sundew'], false]);
  expect(first.changes[0]?.record).toMatchObject({ url: 'http://plants.example/sundew', title: 'Page sundew' });
  expect(first.changes[0]?.record).not.toHaveProperty('text');
  expect(idsOf(await list({ after: first.next }))).toEqual([]);

  pass(0);
  await leave('sundew');
  await add('garden', pageRecord('moss'));
  pass(MINUTE_MS);
  const second = await list({ after: first.next });
  expect(idsOf(second)).toEqual(['-sundew', 'moss']);
  expect(second.changes[0]).not.toHaveProperty('record');
  expect(idsOf(await list({ after: second.next }))).toEqual([]);
  // A new copy has no record that was removed before.
  expect(idsOf(await list()).sort()).toEqual(['flytrap', 'moss']);
});

test('continues a list with the cursor of its last page', async () => {
  const { list } = await open();
  const seen: string[] = [];
  let answer = await list({ size: '1' });
  seen.push(...idsOf(answer));
  while (answer.more) {
    answer = await list({ size: '1', after: answer.next });
    seen.push(...idsOf(answer));
  }
  expect(seen.sort()).toEqual(['flytrap', 'sundew']);
});

test('has texts on request, and ends early if they are long', async () => {
  const { list, add, pass } = await open();
  pass(0);
  await add(
    'garden',
    pageRecord('long', { text: 'moss '.repeat(300_000) }),
    pageRecord('rules', { directives: ['noarchive'] }),
  );
  pass(MINUTE_MS);
  const first = await list({ text: 'true' });
  expect(first.changes.map(({ record }) => record?.['text'])).toEqual(['the text of sundew', 'the text of flytrap']);
  const second = await list({ text: 'true', after: first.next });
  expect([idsOf(second), second.more]).toEqual([['long'], true]);
  const third = await list({ text: 'true', after: second.next });
  expect(third.changes.map(({ record }) => record?.['text'])).toEqual([null]);
});

test('refuses a cursor of another crawl, and one that is older than what is known of removed records', async () => {
  const { list, refused } = await open();
  const { next } = await list({ crawl: 'bog' });
  expect(await refused(next, '&crawl=garden')).toEqual([400, 'invalid-parameters']);
  expect(await refused('x')).toEqual([400, 'invalid-parameters']);
  expect(await refused('', '&size=0')).toEqual([400, 'invalid-parameters']);
  const old = writeCursor({ crawl: 'garden', indexIdentity: '1 0', completeTo: Date.now() - 36 * DAY_MS });
  expect(await refused(old)).toEqual([410, 'changes-expired']);
});

test('continues with the crawl of the cursor after a newer crawl was made, if it is public', async () => {
  const crawls = ['garden', 'bog'];
  const { list, ask, refused } = await open({ crawls: async () => crawls });
  const { next } = await list();
  crawls.unshift('fen');
  expect(await list({ after: next })).toMatchObject({ crawl: 'garden', changes: [], more: false });
  expect(await refused(next, '&crawl=bog')).toEqual([400, 'invalid-parameters']);
  crawls.splice(1, 1);
  expect(await refused(next)).toEqual([404, 'no-such-crawl']);
  expect(await (await ask(`/changes?after=${next}`)).text()).toContain('There is no crawl garden');
});

test('refuses a cursor of an earlier crawl of the name, and one of an index that was rebuilt', async () => {
  let createdAt = 1;
  const rebuilt: { index?: { rebuiltAt(crawl: string): Promise<number> } } = {};
  const { list, refused, index, pass } = await open({
    indexIdentity: async (crawl) => `${createdAt} ${await rebuilt.index?.rebuiltAt(crawl)}`,
  });
  rebuilt.index = index;
  const { next } = await list();
  createdAt = 2;
  expect(await refused(next)).toEqual([410, 'changes-expired']);
  const later = (await list()).next;
  expect((await list({ after: later })).changes).toEqual([]);
  pass(0);
  index.renewChangeTimes('garden');
  pass(MINUTE_MS);
  expect(await refused(later)).toEqual([410, 'changes-expired']);
});

/** Size of a body in the JSON of a function's response, which may have 6 MB. */
const sentBytes = (body: string) => Buffer.byteLength(JSON.stringify(body));

test('an answer fits into the response of a function, whatever the records are like', async () => {
  const line = '"苔"'.repeat(100);
  const seenAt = Array.from({ length: 30_000 }, (_, i) => [
    `http://plants.example/${i}/${'x'.repeat(200)}`,
    FETCHED_AT,
  ]);
  const records = [
    ...Array.from({ length: 60 }, (_, i) => pageRecord(`headed${i}`, { headings: Array(200).fill(line) })),
    pageRecord('wide', {
      urls: { ...Object.fromEntries(seenAt), 'http://plants.example/wide': FETCHED_AT },
      headings: Array(20_000).fill(line),
    }),
    pageRecord('long', { text: '"苔"'.repeat(900_000), fields: { taxa: Array(200).fill('苔'.repeat(20_000)) } }),
  ];
  const { ask } = await open({
    changedRecords: async (_, { after, size }) =>
      records
        .map((record, i) => ({
          id: record.id,
          at: i + 1,
          key: record.id,
          classes: [],
          record: { ...record, text: '' },
        }))
        .filter(({ at }) => at > (after?.at ?? 0))
        .slice(0, size),
    record: async (_, id) => records.find((record) => record.id === id),
  });
  for (const text of ['true', 'false']) {
    const shown = new Map<string, Record<string, unknown>>();
    let answer: Answer | undefined;
    while (answer?.more !== false) {
      const after = answer ? `&after=${answer.next}` : '';
      const body = await (await ask(`/changes?text=${text}${after}`)).text();
      expect(sentBytes(body)).toBeLessThan(6_000_000);
      answer = JSON.parse(body) as Answer;
      expect(answer.changes).not.toEqual([]);
      for (const { id, record } of answer.changes) shown.set(id, record!);
    }
    expect([...shown.keys()]).toEqual(records.map(({ id }) => id));
    expect(shown.get('headed0')?.['headings']).toHaveLength(200);
    const { urls, headings } = shown.get('wide') as { urls: { url: string }[]; headings: string[] };
    expect([urls.length, urls[0]?.url]).toEqual([100, 'http://plants.example/wide']);
    expect(headings.length).toBeGreaterThan(100);
    expect(shown.get('long')?.['truncated']).toBe(text === 'true' ? 'text' : undefined);
  }
});
