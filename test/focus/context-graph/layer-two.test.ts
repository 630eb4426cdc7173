import { expect, test } from 'vitest';
import { createCrawlLayers } from '../../../shared/focus/context-graph/crawl-layers.ts';
import { createLayerTwo, probabilityOf } from '../../../shared/focus/context-graph/layer-two.ts';
import { pageWords } from '../../../shared/focus/context-graph/page-words.ts';
import { layersOf } from '../../../shared/focus/context-graph/training-layers.ts';
import type { Url } from '../../../shared/url/url.ts';

const words = (text: string) => pageWords(text, 'en');
const HUB = words('list of people and projects');
const OTHER = words('parking permits');

test('reads distinct stems without stop words', () => {
  expect(words('The pages of a page')).toEqual(words('page'));
  expect(words('')).toHaveLength(0);
});

test('separates pages that lead to relevant ones from others', () => {
  const layerTwo = createLayerTwo();
  expect(layerTwo.score(HUB)).toBeUndefined();
  layerTwo.learn(HUB, true);
  expect(layerTwo.score(HUB)).toBeUndefined();
  layerTwo.learn(OTHER, false);
  const hub = layerTwo.score(words('people'))!;
  const other = layerTwo.score(words('parking'))!;
  expect(hub.inside).toBeGreaterThan(hub.outside);
  expect(other.inside).toBeLessThan(other.outside);
  expect(probabilityOf(hub)).toBeGreaterThan(0.5);
  expect(probabilityOf(other)).toBeLessThan(0.5);
});

test('takes back what was learned', () => {
  const layerTwo = createLayerTwo();
  layerTwo.learn(HUB, true);
  layerTwo.learn(OTHER, false);
  const before = layerTwo.score(HUB);
  layerTwo.learn(OTHER, true);
  expect(layerTwo.score(HUB)).not.toEqual(before);
  layerTwo.learn(OTHER, true, -1);
  expect(layerTwo.score(HUB)).toEqual(before);
});

test('learns from the links of the crawl, and corrects itself when a relevant page is found later', () => {
  const layers = createCrawlLayers(2, 5);
  const add = (page: number, links: number[], isRelevant = false) =>
    layers
      .add({ page, words: Uint16Array.of(page), isRelevant, links })
      .map(({ words: [id], leads, weight }) => `${weight < 0 ? 'not ' : ''}${id} ${leads ? 'leads' : 'does not'}`);
  add(1, [2]);
  expect(add(2, [3])).toEqual(['1 does not']);
  expect(add(3, [4])).toEqual(['2 does not']);
  expect(add(4, [], true)).toEqual(['3 leads', 'not 2 does not', '2 leads']);
  expect(add(5, [4])).toEqual(['5 leads']);
  expect(add(5, [4])).toEqual([]);
  // The sixth page makes it forget the first, so a link to the first teaches nothing.
  expect(add(6, [1])).toEqual([]);
});

test('keeps what it has learned in its state', () => {
  const layerTwo = createLayerTwo();
  layerTwo.learn(HUB, true);
  layerTwo.learn(OTHER, false);
  const stored = createLayerTwo(JSON.parse(JSON.stringify(layerTwo.state())));
  expect(stored.score(HUB)).toEqual(layerTwo.score(HUB));
  stored.learn(HUB, false);
  expect(stored.score(HUB)).not.toEqual(layerTwo.score(HUB));
});

const page = (path: string, links: string[] = [], isRelevant = false) => ({
  url: `http://a.example/${path}` as Url,
  isRelevant,
  links: links.map((to) => `http://a.example/${to}` as Url),
});

test('separates training pages by back links and by directories above relevant pages', () => {
  const pages = [
    page('far', ['near']),
    page('near', ['x/y/found']),
    page('x/'),
    page('x/y/found', ['out'], true),
    page('out'),
    page('out2', ['none']),
  ];
  expect(layersOf(pages)).toEqual({ leads: [true, true, true, false, false, false], maxSteps: 5 });
});

test('takes fewer steps if too few pages would stay outside', () => {
  const chain = [page('0', [], true), ...Array.from({ length: 6 }, (_, i) => page(`${i + 1}`, [`${i}`]))];
  expect(layersOf(chain)).toEqual({ leads: [false, true, true, true, true, false, false], maxSteps: 4 });
});
