import { describe, expect, test } from 'vitest';
import { type Graph, orderOf } from './crawl-graph.ts';

const pages = (host: string, n: number) => Array.from({ length: n }, (_, i) => `${host}/${i}`);

describe('breadth-first', () => {
  const strategy = 'breadth-first' as const;

  test('fetches one page of each host per round, so large hosts do not delay others', async () => {
    const graph: Graph = {
      'a.test/': pages('a.test', 4),
      'b.test/': pages('b.test', 2),
      'c.test/': pages('c.test', 3),
    };
    const order = await orderOf(graph, ['a.test/', 'b.test/', 'c.test/'], { settings: { strategy } });
    const hosts = order.map((page) => page.slice(0, 1));
    expect(hosts.slice(0, 3).sort()).toEqual(['a', 'b', 'c']);
    expect(hosts.slice(3, 6)).toEqual(hosts.slice(0, 3));
    expect(hosts.slice(6, 9)).toEqual(hosts.slice(0, 3));
    expect(order).toHaveLength(12);
  });

  test('fetches pages of lower depth first', async () => {
    const graph: Graph = {
      'a.test/': ['a.test/1', 'a.test/2'],
      'a.test/1': ['a.test/1/x'],
      'a.test/1/x': ['a.test/1/y'],
    };
    const order = await orderOf(graph, ['a.test/'], { settings: { strategy } });
    expect(order).toEqual(['a.test/', 'a.test/1', 'a.test/2', 'a.test/1/x', 'a.test/1/y']);
  });
});

test('depth-first follows the latest links before the rest of the list', async () => {
  const graph: Graph = {
    'a.test/': ['a.test/1', 'a.test/2'],
    'a.test/1': ['a.test/1/x', 'a.test/1/z'],
    'a.test/1/x': ['a.test/1/y'],
  };
  const order = await orderOf(graph, ['a.test/'], { settings: { strategy: 'depth-first' }, pagesAVisit: 1 });
  expect(order.indexOf('a.test/1/x')).toBeLessThan(order.indexOf('a.test/2'));
  expect(order.indexOf('a.test/1/y')).toBeLessThan(order.indexOf('a.test/2'));
});

test('best-first follows the links of the better page on any host', async () => {
  const graph: Graph = {
    'a.test/off': ['a.test/off/1', 'b.test/of-weak'],
    'c.test/good': ['c.test/good/1', 'd.test/of-good'],
  };
  const seeds = ['a.test/off', 'c.test/good'];
  const order = await orderOf(graph, seeds, { settings: { strategy: 'best-first' }, pagesAVisit: 1 });
  expect(order.slice(0, 2).sort()).toEqual(seeds);
  expect(order.slice(2, 4).sort()).toEqual(['c.test/good/1', 'd.test/of-good']);
});

describe('two-queue', () => {
  const strategy = 'two-queue' as const;

  test('finishes a site before it opens the next', async () => {
    const graph: Graph = { 'a.test/': pages('a.test', 5), 'b.test/': pages('b.test', 5), 'a.test/1': ['c.test/'] };
    const order = await orderOf(graph, ['a.test/', 'b.test/'], { settings: { strategy }, pagesAVisit: 2 });
    const sites = order.map((page) => page.slice(0, 1)).join('');
    expect(sites).toMatch(/^a{6}(?:b{6}c|cb{6})$/);
  });

  test('opens sites of the low queue when the high queue is empty', async () => {
    const graph: Graph = {
      'a.test/': ['a.test/off', 'a.test/on'],
      'a.test/off': ['low.test/'],
      'a.test/on': ['high.test/'],
      'high.test/': ['next.test/'],
    };
    const order = await orderOf(graph, ['a.test/'], { settings: { strategy }, pagesAVisit: 1 });
    expect(order.slice(-3)).toEqual(['high.test/', 'next.test/', 'low.test/']);
  });

  test('opens seeds one cycle at a time, when both queues are empty', async () => {
    const seeds = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.test/`);
    const graph: Graph = Object.fromEntries(seeds.map((seed) => [seed, [`${seed}off`, `of-${seed}`]]));
    for (const seed of seeds) graph[`${seed}off`] = [`low-of-${seed}`];
    const order = await orderOf(graph, seeds, { settings: { strategy, seedsACycle: 2 }, slots: 8 });
    const cycleOf = (page: string) => Math.floor(seeds.findIndex((seed) => page.includes(seed)) / 2);
    const cycles = order.map(cycleOf);
    expect(order).toHaveLength(20);
    expect(cycles).toEqual([...cycles].sort());
    const last = order.slice(0, 8).slice(-2);
    expect(last.every((page) => page.startsWith('low-of-'))).toBe(true);
  });
});

describe('opic', () => {
  const settings = { strategy: 'opic' as const };
  // Three pages link to `hub`; each of them also links to many others.
  const graph: Graph = {
    's.test/': ['s.test/1', 's.test/2', 's.test/3'],
    's.test/1': [...pages('s.test/few1', 6), 's.test/hub'],
    's.test/2': [...pages('s.test/few2', 6), 's.test/hub'],
    's.test/3': [...pages('s.test/few3', 6), 's.test/hub', 't.test/'],
    's.test/hub': ['s.test/rich'],
  };

  test('fetches the page with the most cash first and passes its cash on', async () => {
    const order = await orderOf(graph, ['s.test/'], { settings, pagesAVisit: 1 });
    expect(order).toHaveLength(25);
    expect(new Set(order).size).toBe(25);
    expect(order.indexOf('s.test/hub')).toBeLessThan(7);
    expect(order.indexOf('s.test/rich')).toBeLessThan(10);
  });

  test('counts repeated transfers once', async () => {
    const once = await orderOf(graph, ['s.test/'], { settings, pagesAVisit: 1 });
    expect(await orderOf(graph, ['s.test/'], { settings, pagesAVisit: 1, repeatedPage: 's.test/1' })).toEqual(once);
  });
});

test('fetches only seeds if autoRecycleLinks is off', async () => {
  const graph: Graph = { 'a.test/': pages('a.test', 3) };
  expect(await orderOf(graph, ['a.test/'], { settings: { autoRecycleLinks: false } })).toEqual(['a.test/']);
});

test('stops an endless calendar at its template’s budget and fetches the rest of the site', async () => {
  const graph: Graph = new Proxy({} as Graph, {
    get: (_all, page: string) => {
      const day = /\/show\/(\d+)/.exec(page)?.[1];
      return day === undefined
        ? ['a.test/show/1', 'a.test/about']
        : [`a.test/show/${Number(day) + 1}`, `a.test/page-of-${'x'.repeat(Number(day) % 5)}`];
    },
  });
  const order = await orderOf(graph, ['a.test/'], { settings: { limits: { maxPagesPerTemplate: 20 } } });
  expect(order.filter((page) => page.includes('/show/')).length).toBe(20);
  expect(order).toContain('a.test/about');
});
