import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { type AlertMessage, type EvaluationOptions, evaluateAlert } from '../../shared/alerts/evaluate-alert.ts';
import type { SendFailure } from '../../shared/alerts/send-failure.ts';
import { sqliteAlertStore } from '../../shared/local/alerts/sqlite-alert-store.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { AlertChannel, AlertStore } from '../../shared/ports/alert-store.ts';
import type { RecordChange, SearchIndex } from '../../shared/ports/search-index.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { longTest } from '../long-test.ts';

const ALERT = { crawl: 'main', name: 'moss', query: 'moss', channel: 'webhook' as AlertChannel };
const NEW = { ...ALERT, name: 'new' };
const DOWN: SendFailure = { message: 'hook.example: connect', isUnreachable: true };

let index: SearchIndex & Pick<ReturnType<typeof sqliteSearchIndex>, 'renewChangeTimes'>;
let alerts: AlertStore;
/** Each attempt to deliver a message. */
let sent: AlertMessage[];
/** Answers an attempt. */
let answer: () => SendFailure | undefined;
let ids: number;
beforeEach(() => {
  index = sqliteSearchIndex(new DatabaseSync(':memory:'), analyzeToString);
  alerts = sqliteAlertStore(new DatabaseSync(':memory:'));
  sent = [];
  answer = () => undefined;
  ids = 0;
});

/** A page at `/<path>` whose text is "moss <text>". */
const moss = (path: string, text: string, more: Partial<Parameters<typeof seen>[2]> = {}): RecordChange =>
  seen(text, `http://a.example/${path}`, { text: `moss ${text}`, ...more });

function evaluate(alert = ALERT, options: Partial<EvaluationOptions> = {}) {
  const ports = {
    index,
    alerts,
    random: { id: () => `${++ids}` },
    clock: { sleep: () => Promise.resolve() },
    send: async (message: AlertMessage) => {
      sent.push(message);
      return answer();
    },
  };
  const defaults = {
    search: {},
    nowMs: Date.now(),
    before: Number.MAX_SAFE_INTEGER,
    fromStart: false,
    isDry: false,
    createsOnly: false,
  };
  return evaluateAlert(alert, ports, { ...defaults, signal: new AbortController().signal, ...options });
}

/** Records by message, in alphabetical order. */
const reported = () => sent.map(({ records }) => records.map(({ id }) => id).sort());

test('reports new records that match, once', async () => {
  await index.write('main', [moss('old', 'before')]);
  expect(await evaluate()).toMatchObject({ isNew: true, messages: 0, records: 0 });
  await index.write('main', [moss('1', 'one'), moss('2', 'two'), seen('fern', 'http://a.example/3', { text: 'fern' })]);
  expect(await evaluate()).toMatchObject({ isNew: false, messages: 1, records: 2, waiting: 0 });
  expect(await evaluate()).toMatchObject({ messages: 0, records: 0 });
  expect(reported()).toEqual([['one', 'two']]);
  expect(sent[0]).toMatchObject({
    ...{ id: 'msg_1', alert: 'moss', query: 'moss', crawl: 'main', sentAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    records: [
      { title: expect.any(String), snippet: expect.stringContaining('moss'), language: 'und', numRefBy: 1 },
      expect.anything(),
    ],
  });
});

test('reports a page again only if its text has changed', async () => {
  await index.write('main', [moss('old', 'before')]);
  await evaluate();
  const later = { at: Date.UTC(2026, 0, 2) };
  await index.write('main', [moss('old', 'before', { ...later, title: 'another title' }), moss('1', 'one')]);
  await evaluate();
  await index.write('main', [moss('1', 'one', later)]);
  await evaluate();
  await index.write('main', [
    moss('1', 'one-changed', { at: Date.UTC(2026, 0, 3) }),
    { kind: 'left', id: 'one', url: 'http://a.example/1', at: Date.UTC(2026, 0, 3) },
  ]);
  await evaluate();
  expect(reported()).toEqual([['one'], ['one-changed']]);
});

test('reports no record that was removed', async () => {
  await evaluate();
  await index.write('main', [
    moss('1', 'one'),
    { kind: 'left', id: 'one', url: 'http://a.example/1', at: Date.UTC(2026, 0, 3) },
  ]);
  expect(await evaluate()).toMatchObject({ messages: 0, records: 0, waiting: 0 });
});

test('reports a known record once it matches', async () => {
  await index.write('main', [moss('1', 'one')]);
  const alert = { ...ALERT, query: 'title:sphagnum' };
  await evaluate(alert);
  await index.write('main', [moss('1', 'one', { at: Date.UTC(2026, 0, 2), title: 'Sphagnum' })]);
  await evaluate(alert);
  expect(reported()).toEqual([['one']]);
});

longTest('splits many records into messages of at most 100', async () => {
  await evaluate();
  await index.write(
    'main',
    Array.from({ length: 1_150 }, (_, i) => moss(`${i}`, `text${i}`)),
  );
  expect(await evaluate()).toMatchObject({ messages: 12, records: 1_150 });
  expect(sent.map(({ records }) => records.length)).toEqual([...Array.from({ length: 11 }, () => 100), 50]);
  expect(new Set(reported().flat()).size).toBe(1_150);
});

test('sends a message again with the same id until it is accepted, then what came meanwhile', async () => {
  await evaluate();
  await index.write('main', [moss('1', 'one')]);
  answer = () => DOWN;
  expect(await evaluate()).toMatchObject({ messages: 0, records: 0, waiting: 1, failure: DOWN });
  await index.write('main', [moss('2', 'two')]);
  await evaluate();
  answer = () => undefined;
  expect(await evaluate()).toMatchObject({ messages: 2, records: 2, waiting: 0 });
  expect(reported()).toEqual([['one'], ['one'], ['one'], ['two']]);
  expect(new Set(sent.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  expect(sent[3]!.id).not.toBe(sent[2]!.id);
});

test('leaves out of a repeated message what was removed meanwhile, and reports it when it comes back', async () => {
  await evaluate();
  await index.write('main', [moss('1', 'one'), moss('2', 'two')]);
  answer = () => DOWN;
  await evaluate();
  await index.write('main', [{ kind: 'left', id: 'one', url: 'http://a.example/1', at: Date.UTC(2026, 0, 2) }]);
  answer = () => undefined;
  await evaluate();
  await index.write('main', [moss('1', 'one', { at: Date.UTC(2026, 0, 3) })]);
  await evaluate();
  expect(reported()).toEqual([['one', 'two'], ['two'], ['one']]);
});

test('sends nothing if all records of the message were removed', async () => {
  await evaluate();
  await index.write('main', [moss('1', 'one')]);
  answer = () => DOWN;
  await evaluate();
  await index.write('main', [{ kind: 'left', id: 'one', url: 'http://a.example/1', at: Date.UTC(2026, 0, 2) }]);
  expect(await evaluate()).toMatchObject({ messages: 0, records: 0, waiting: 0 });
  expect(sent).toHaveLength(1);
});

test('reports nothing again from a rebuilt index, whose records all have later times', async () => {
  await evaluate();
  await index.write('main', [moss('1', 'one')]);
  await evaluate();
  index.renewChangeTimes('main');
  await index.write('main', [moss('2', 'two')]);
  expect(await evaluate()).toMatchObject({ records: 1 });
  expect(reported()).toEqual([['one'], ['two']]);
});

test('another query or name is a new alert', async () => {
  await index.write('main', [moss('1', 'one')]);
  await evaluate();
  expect(await evaluate({ ...ALERT, query: 'moss AND one' })).toMatchObject({ isNew: true });
  expect(await evaluate({ ...ALERT, name: 'other' })).toMatchObject({ isNew: true });
  expect(await evaluate()).toMatchObject({ isNew: false });
  await alerts.keepOnly('main', [{ ...ALERT, name: 'other' }]);
  expect(await evaluate()).toMatchObject({ isNew: true });
  expect(sent).toEqual([]);
});

test('reports all records on request, also those of before', async () => {
  await index.write('main', [moss('1', 'one')]);
  expect(await evaluate(ALERT, { fromStart: true, isDry: true })).toMatchObject({ waiting: 1 });
  await evaluate();
  expect(await evaluate(ALERT, { fromStart: true, isDry: true })).toMatchObject({ waiting: 1 });
  expect(await evaluate(ALERT, { fromStart: true })).toMatchObject({ isNew: false, records: 1 });
  expect(await evaluate()).toMatchObject({ records: 0 });
  answer = () => DOWN;
  await evaluate(ALERT, { fromStart: true });
  answer = () => undefined;
  expect(await evaluate()).toMatchObject({ records: 1 });
  expect(reported()).toEqual([['one'], ['one'], ['one']]);
});

test('creates an alert without sending', async () => {
  await index.write('main', [moss('1', 'one')]);
  expect(await evaluate(ALERT, { createsOnly: true })).toMatchObject({ isNew: true });
  await index.write('main', [moss('2', 'two')]);
  expect(await evaluate(ALERT, { createsOnly: true })).toMatchObject({ isNew: false, messages: 0 });
  await evaluate();
  expect(reported()).toEqual([['two']]);
});

test('a dry run counts and stores nothing', async () => {
  expect(await evaluate(ALERT, { isDry: true })).toMatchObject({ isNew: true, waiting: 0 });
  expect(await alerts.get(ALERT)).toBeUndefined();
  await evaluate();
  await index.write(
    'main',
    Array.from({ length: 130 }, (_, i) => moss(`${i}`, `text${i}`)),
  );
  expect(await evaluate(ALERT, { isDry: true })).toMatchObject({ waiting: 130, messages: 0 });
  expect(sent).toEqual([]);
  expect(await evaluate()).toMatchObject({ records: 130 });
});

test('reports changes only once their time has passed', async () => {
  await evaluate(ALERT, { before: Date.now() });
  await index.write('main', [moss('1', 'one')]);
  expect(await evaluate(ALERT, { before: Date.now() })).toMatchObject({ records: 0 });
  expect(await evaluate(ALERT, { before: Date.now() + 60_000 })).toMatchObject({ records: 1 });
});

test('reports no record that is no longer available', async () => {
  await evaluate();
  await index.write('main', [moss('1', 'one', { unavailableAfter: Date.now() - 1 })]);
  expect(await evaluate()).toMatchObject({ records: 0, messages: 0, waiting: 0 });
});

test('an alert whose creation was ended early is created by the next evaluation', async () => {
  await index.write('main', [moss('1', 'one')]);
  expect(await evaluate(ALERT, { signal: AbortSignal.abort() })).toMatchObject({ isNew: false });
  expect(await alerts.get(ALERT)).toBeUndefined();
  expect(await evaluate()).toMatchObject({ isNew: true });
  expect(sent).toEqual([]);
});

test.each(['moss AND one', '"moss one"', 'site:a.example -two', 'mos*', 'title:(title AND one)'])(
  'reports what a search for %s finds',
  async (query) => {
    await evaluate({ ...ALERT, query });
    await index.write('main', [moss('1', 'one'), seen('two', 'http://b.example/', { text: 'two', title: 'two' })]);
    await evaluate({ ...ALERT, query });
    expect(reported()).toEqual([['one']]);
  },
);

test('an alert with two channels is two alerts: each has its own messages and place', async () => {
  const byMail = { ...ALERT, channel: 'mail' as const };
  await evaluate();
  await evaluate(byMail);
  await index.write('main', [moss('1', 'one')]);
  answer = () => DOWN;
  expect(await evaluate()).toMatchObject({ channel: 'webhook', messages: 0, waiting: 1 });
  answer = () => undefined;
  expect(await evaluate(byMail)).toMatchObject({ channel: 'mail', messages: 1, records: 1 });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  await alerts.keepOnly('main', [byMail]);
  expect(await alerts.get(ALERT)).toBeUndefined();
  expect(await evaluate(byMail)).toMatchObject({ isNew: false, messages: 0 });
});

test('says that the signal ended it', async () => {
  const interrupt = new AbortController();
  await evaluate();
  await index.write('main', [moss('1', 'one')]);
  answer = () => {
    interrupt.abort();
    return undefined;
  };
  expect(await evaluate(ALERT, { signal: interrupt.signal })).toMatchObject({ messages: 1, isInterrupted: true });
  expect(await evaluate(ALERT, { signal: interrupt.signal })).toMatchObject({ messages: 0, isInterrupted: true });
  expect(await evaluate(NEW, { signal: interrupt.signal })).toMatchObject({ isNew: false, isInterrupted: true });
  expect(await evaluate()).not.toHaveProperty('isInterrupted');
});

test('an evaluation that is ended between pages of changes is continued behind them', async () => {
  await evaluate();
  const other = Array.from({ length: 1_200 }, (_, i) => seen(`fern ${i}`, `http://a.example/f${i}`, { text: 'fern' }));
  await index.write('main', other);
  await index.write('main', [moss('1', 'one')]);
  const { changedRecords } = index;
  const reads: number[] = [];
  let interrupt = new AbortController();
  index.changedRecords = async (...args) => {
    const page = await changedRecords(...args);
    reads.push(page.length);
    interrupt.abort();
    return page;
  };
  for (let i = 0; i < 3; i++) {
    interrupt = new AbortController();
    expect(await evaluate(ALERT, { signal: interrupt.signal })).toMatchObject({ messages: 0, isInterrupted: true });
  }
  expect(reads).toEqual([500, 500, 201]);
  // The message is stored, and not sent any more.
  expect(sent).toEqual([]);
  index.changedRecords = changedRecords;
  expect(await evaluate()).toMatchObject({ messages: 1, records: 1 });
  expect(reported()).toEqual([['one']]);
});
