import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { chooseSeeds } from '../../shared/simulate/choose-seeds.ts';
import { areaOf, curveOf } from '../../shared/simulate/curve.ts';
import { drawCurves } from '../../shared/simulate/draw-curves.ts';
import { buildGraph, parseGraphLine } from '../../shared/simulate/graph.ts';
import type { Url } from '../../shared/url/url.ts';

const parse = (value: unknown) =>
  parseGraphLine(value, (text) => (text.startsWith('http') ? (text as Url) : undefined));

test('connects pages by their URLs, and drops links that leave the file', () => {
  const page = (url: string, links: string[]) =>
    parse({ url, html: '', links: links.map((to) => ({ url: to, anchor: 'x' })) });
  const graph = buildGraph([
    page('http://a/', ['http://b/', 'http://c/', 'http://a/', 'http://b/']),
    page('http://b/', ['http://a/']),
    page('http://a/', []),
  ]);
  expect(graph.pages.map(({ name, links }) => [name, links.map(({ to }) => to)])).toEqual([
    ['http://b/', [1]],
    ['http://a/', [0]],
  ]);
});

test('names the field of a bad line', () => {
  const url = 'http://a/';
  const rows: [unknown, string][] = [
    [[], 'the line: must be a JSON object'],
    [{ text: '' }, 'url: must be a string'],
    [{ url: 'a b', text: '' }, 'url: a b is not a URL'],
    [{ url }, 'html or text: must be a string'],
    [{ url, text: '', links: {} }, 'links: must be a list'],
    [{ url, text: '', links: [{}] }, 'links: url must be a string'],
    [{ url, text: '', topics: 'x' }, 'topics: must be a list'],
  ];
  for (const [row, message] of rows) expect(() => parse(row)).toThrow(message);
});

test('computes the curve and the area of recall', () => {
  const found = [true, false, true];
  expect(curveOf(found, 4, 4).map(({ recall }) => recall)).toEqual([0.25, 0.25, 0.5, 0.5]);
  expect(areaOf(found, 4, 4)).toBeCloseTo((0.25 + 0.25 + 0.5 + 0.5) / 4);
  expect(curveOf(found, 4, 1000).map(({ pages }) => pages)).toHaveLength(20);
  expect(areaOf([], 0, 10)).toBe(0);
});

test('chooses the same seeds for the same random seed', () => {
  const all = Array.from({ length: 50 }, (_, page) => page);
  const choose = (seed: number) => chooseSeeds(all, seededRandom(seed));
  expect(choose(1)).toEqual(choose(1));
  expect(choose(1)).not.toEqual(choose(2));
  expect(new Set(choose(3)).size).toBe(5);
  expect(chooseSeeds([7], seededRandom(1))).toEqual([7]);
});

test('draws a curve for each strategy', () => {
  const points = curveOf([true, false], 2, 2);
  const svg = drawCurves([{ strategy: 'a<b', points, area: 0.5, areaOfOracle: 0.5, fetched: 2 }], 'x & y');
  expect(svg).toContain('a&#60;b 50.0 %');
  expect(svg.match(/<polyline/g)).toHaveLength(1);
});
