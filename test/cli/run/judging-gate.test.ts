import { expect, test } from 'vitest';
import { createJudgingGate, unjudgedSince } from '../../../cli/run/judging-gate.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

/** A gate over a number of unjudged objects, and which of its visits have passed. */
function gateOver(unjudged: number, max: number) {
  const state = { unjudged, looks: 0, passed: 0 };
  const gate = createJudgingGate(async () => {
    state.looks++;
    return state.unjudged;
  }, max);
  const pass = (signal?: AbortSignal) => gate.passed(signal).then(() => void state.passed++);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { state, gate, pass, settle };
}

test('lets visits pass while few objects are unjudged', async () => {
  const { state, pass } = gateOver(2, 2);
  await Promise.all([pass(), pass(), pass()]);
  expect(state).toMatchObject({ passed: 3, looks: 1 });
});

test('holds visits up until enough objects are judged, with one look for all of them', async () => {
  const { state, gate, pass, settle } = gateOver(4, 2);
  const visits = [pass(), pass()];
  await settle();
  state.unjudged = 3;
  gate.notify();
  await settle();
  expect(state).toMatchObject({ passed: 0, looks: 2 });
  state.unjudged = 2;
  gate.notify();
  await Promise.all(visits);
  expect(state).toMatchObject({ passed: 2, looks: 3 });
});

test('misses no object that is judged during a look', async () => {
  const state = { unjudged: 1 };
  const gate = createJudgingGate(async () => {
    const seen = state.unjudged;
    state.unjudged = 0;
    gate.notify();
    return seen;
  }, 0);
  await gate.passed();
  expect(state.unjudged).toBe(0);
});

test('lets visits pass when the crawl is interrupted', async () => {
  const { state, pass, settle } = gateOver(9, 0);
  const ending = new AbortController();
  const visit = pass(ending.signal);
  await settle();
  expect(state.passed).toBe(0);
  ending.abort();
  await visit;
  await pass(ending.signal);
  expect(state.passed).toBe(2);
});

test('reports an error of the queue', async () => {
  const gate = createJudgingGate(() => Promise.reject(new Error('disk is full')), 0);
  await expect(gate.passed()).rejects.toThrow('disk is full');
});

test('knows since when pages may wait for clean or for classify: a second before the oldest object was opened', async () => {
  const stores = openStores(temporaryFolder());
  const since = () => unjudgedSince(stores, 'moor');
  expect(since()).toBeUndefined();
  const send = (queue: 'captures' | 'documents' | 'records', crawl: string, key: string) =>
    stores[queue].send([{ crawl, key }]);
  await send('records', 'moor', 'records/moor/2026/12/01/010000-a.jsonl.zst');
  await send('captures', 'other', 'raw/other/2026/12/01/010000-a.warc.gz');
  expect(since()).toBeUndefined();
  await send('captures', 'moor', 'raw/moor/2026/12/02/010203-b.warc.gz');
  await send('captures', 'moor', 'raw/moor/2026/12/01/235959-c.warc.gz');
  const at = Date.UTC(2026, 11, 1, 23, 59, 58);
  expect(since()).toBe(at);
  await send('documents', 'moor', 'clean/moor/2026/12/01/235958-d.jsonl.zst');
  expect(since()).toBe(at - 1_000);
  stores.close();
});
