import { beforeEach, describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../shared/focus/link-evidence.ts';
import { createLinkModel, type JudgedLink } from '../../../shared/focus/link-model.ts';
import { createLinkLearner } from '../../../shared/frontier/ranking/link-learner.ts';
import { createModelReader } from '../../../shared/frontier/ranking/model-reader.ts';
import { linkModels } from '../../../shared/frontier/ranking/shared-model.ts';
import { modelKey } from '../../../shared/frontier/ranking/stored-model.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const SAVE_MS = 1_000;
const evidence = evidenceOf({
  page: 'http://a.example/' as Url,
  relevance: 0.5,
  verdict: 'off-topic',
  anchor: 'more',
  distance: 1,
});
const judged = (directory: string, relevance: number): JudgedLink[] =>
  Array.from({ length: 20 }, (_, i) => ({
    url: `http://a.example/${directory}/${i}` as Url,
    evidence,
    relevance,
  }));
const GOOD = 'http://a.example/good/next' as Url;
const BAD = 'http://a.example/bad/next' as Url;

let objects: Objects;
let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  objects = memoryObjects();
  clock = fakeClock();
});

const learner = (from = objects) =>
  createLinkLearner('main', { objects: from, clock }, { kind: linkModels(createLinkModel()), saveEveryMs: SAVE_MS });
const keys = async () => {
  const found: string[] = [];
  for await (const key of objects.list('models/')) found.push(key);
  return found;
};
const stored = () => createModelReader('main', { objects, clock }, linkModels(createLinkModel()), 0).current();

test('a learner shares what it learns through the stored model', async () => {
  const one = learner();
  for (const page of [...judged('good', 1), ...judged('bad', 0)]) one.observe(page);
  await one.share();
  expect(await keys()).toEqual([]);
  await clock.advance(SAVE_MS);
  await one.share();
  expect(await keys()).toEqual([modelKey('main', 1)]);
  const model = await stored();
  expect(model.score(GOOD, evidence)).toBeGreaterThan(2 * model.score(BAD, evidence));
  expect(model.score(GOOD, evidence)).toBeCloseTo(one.model().score(GOOD, evidence), 2);
});

test('learners that store at the same time lose nothing of each other', async () => {
  const [one, two] = [learner(), learner()];
  await Promise.all([one.load(), two.load()]);
  for (const page of judged('good', 1)) one.observe(page);
  for (const page of judged('bad', 0)) two.observe(page);
  expect(await Promise.all([one.share(true), two.share(true)])).toEqual([true, true]);
  expect(await keys()).toEqual([1, 2].map((version) => modelKey('main', version)));
  const model = await stored();
  expect(model.score(GOOD, evidence)).toBeGreaterThan(2 * model.score(BAD, evidence));
});

test('a learner whose version others have stored and deleted meanwhile stores a newer one', async () => {
  let release = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  let puts = 0;
  const slow: Objects = {
    ...objects,
    async put(...args) {
      if (puts++ === 0) await gate;
      return objects.put(...args);
    },
  };
  const [late, other] = [learner(slow), learner()];
  for (const page of judged('good', 1)) late.observe(page);
  const saved = late.share(true);
  for (const page of judged('bad', 0).slice(0, 3)) {
    other.observe(page);
    await other.share(true);
  }
  expect(await keys()).toEqual([2, 3].map((version) => modelKey('main', version)));
  release();
  expect(await saved).toBe(true);
  expect(await keys()).toEqual([3, 4].map((version) => modelKey('main', version)));
  const model = await stored();
  expect(model.score(GOOD, evidence)).toBeCloseTo(late.model().score(GOOD, evidence), 2);
  expect(model.score(GOOD, evidence)).toBeGreaterThan(2 * model.score(BAD, evidence));
});

test('keeps the last two versions', async () => {
  const one = learner();
  for (const [i, page] of judged('good', 1).entries()) {
    one.observe(page);
    await one.share(true);
    expect((await keys()).length).toBe(Math.min(i + 1, 2));
  }
});

describe('a stored model that is', () => {
  const damaged = new Uint8Array([1, 2, 3]);
  test.each([
    ['damaged', () => objects.put(modelKey('main', 7), damaged), 8],
    ['lost', async () => objects.delete(await keys()), 1],
  ])('%s is replaced by what the process knows', async (_, happen, version) => {
    const one = learner();
    for (const page of [...judged('good', 1), ...judged('bad', 0)]) one.observe(page);
    await one.share(true);
    await happen();
    one.observe(judged('good', 1)[0]!);
    expect(await one.share(true)).toBe(true);
    expect(await keys()).toContain(modelKey('main', version));
    const model = await stored();
    expect(model.score(GOOD, evidence)).toBeGreaterThan(2 * model.score(BAD, evidence));
  });
});

test('an outage of the store delays what was learned', async () => {
  let isDown = true;
  const fails = () => {
    throw new Error('down');
  };
  const faulty: Objects = new Proxy(objects, { get: (at, name: keyof Objects) => (isDown ? fails : at[name]) });
  const one = learner(faulty);
  await one.load();
  for (const page of judged('good', 1)) one.observe(page);
  expect(await one.share(true)).toBe(false);
  isDown = false;
  expect(await one.share(true)).toBe(true);
  const model = await stored();
  expect(model.score(GOOD, evidence)).toBeCloseTo(one.model().score(GOOD, evidence), 2);
});

describe('a reader', () => {
  test('reads a newer version after its interval, and keeps the last model in an outage', async () => {
    const reader = createModelReader('main', { objects, clock }, linkModels(createLinkModel()), 10_000);
    const first = (await reader.current()).score(GOOD, evidence);
    const one = learner();
    for (const page of judged('good', 1)) one.observe(page);
    await one.share(true);
    expect((await reader.current()).score(GOOD, evidence)).toBe(first);
    await clock.advance(10_000);
    expect((await reader.current()).score(GOOD, evidence)).toBeGreaterThan(first);
    await objects.put(modelKey('main', 2), new Uint8Array([1]));
    await clock.advance(10_000);
    expect((await reader.current()).score(GOOD, evidence)).toBeGreaterThan(first);
  });

  test('keeps the newer of two versions that it reads at the same time', async () => {
    const [one, two] = [learner(), learner()];
    for (const page of judged('bad', 0)) one.observe(page);
    await one.share(true);
    let release = () => {};
    const gate = new Promise<void>((open) => {
      release = open;
    });
    const slow: Objects = {
      ...objects,
      async get(key) {
        if (key === modelKey('main', 1)) await gate;
        return objects.get(key);
      },
    };
    const reader = createModelReader('main', { objects: slow, clock }, linkModels(createLinkModel()), 10_000);
    const first = reader.current();
    await two.load();
    for (const page of judged('good', 1)) two.observe(page);
    await two.share(true);
    await clock.advance(10_000);
    const second = reader.current();
    // A second read would be complete by now.
    await new Promise(setImmediate);
    release();
    await Promise.all([first, second]);
    const model = await reader.current();
    expect(model.score(GOOD, evidence)).toBeCloseTo(two.model().score(GOOD, evidence), 2);
  });

  test('learns at once what a thread passes on', async () => {
    const reader = createModelReader(
      'main',
      { objects, clock },
      linkModels(createLinkModel()),
      Number.POSITIVE_INFINITY,
    );
    const first = (await reader.current()).score(GOOD, evidence);
    const onDelta = (delta: Uint8Array) => reader.apply(delta);
    const one = createLinkLearner(
      'main',
      { objects, clock },
      { kind: linkModels(createLinkModel()), saveEveryMs: SAVE_MS, onDelta },
    );
    for (const page of judged('good', 1)) one.observe(page);
    await one.share();
    expect((await reader.current()).score(GOOD, evidence)).toBeGreaterThan(first);
  });
});
