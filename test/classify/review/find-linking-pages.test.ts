import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { findLinkingPages } from '../../../shared/classify/review/find-linking-pages.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { lineOf, link } from '../documents.ts';
import { storeDocuments } from './stored.ts';

const NOON = Date.UTC(2026, 4, 3, 12);
const HIDDEN = 'http://a.example/hidden?a=1&b="2"' as Url;
const judge = compileFilters([{ terms: '10: sundew=CP', file: 'plants.txt', cutOff: 5 }]);
const rules = { judge, links: { strategy: 'focused', autoRecycleLinks: true, follow: 'relevant' } as const };

/** A page at depth 1 that links to the hidden URL. */
const page = (path: string, text: string, fields: Partial<CleanDocument> = {}, fetchedAt = NOON, depth = 1) =>
  lineOf(
    { url: `http://a.example${path}` as Url, text, links: [link(HIDDEN)], ...fields },
    { fetchedAt, note: { depth, class: 0 } },
  );

async function search(objects: Objects, hasTime?: () => boolean, target = HIDDEN) {
  const ports = { objects, createdAt: NOON, now: NOON };
  const { pages, sample } = await findLinkingPages('plants', target, rules, ports, hasTime);
  return {
    pages: Object.fromEntries(pages.map(({ url, refused }) => [url.slice('http://a.example'.length), refused])),
    sample,
  };
}

test('says of each linking page why its link is not followed', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'one', [
    page('/rain', 'rain'),
    page('/sundew', 'sundew'),
    page('/seed', 'rain', {}, NOON, 0),
    page('/closed', 'sundew', { robots: ['nofollow'] }),
    page('/rel', 'sundew', { links: [link(HIDDEN, '', 'nofollow')] }),
    page('/both', 'sundew', { links: [link(HIDDEN, '', 'nofollow'), link(HIDDEN)] }),
    page('/list', 'rain', { follow: [{ url: HIDDEN, anchor: '', about: {} }] }),
    page('/other-list', 'sundew', { follow: [] }),
    page('/none', 'sundew', { links: [link('http://a.example/hidden')] }),
    page('/hidden?a=1&b="2"', 'sundew', { url: HIDDEN }),
  ]);
  const { pages, sample } = await search(objects);
  expect(pages).toEqual({
    '/rain': 'off-topic',
    '/sundew': null,
    '/seed': null,
    '/closed': 'nofollow',
    '/rel': 'nofollow',
    '/both': null,
    '/list': null,
    '/other-list': 'unnamed',
  });
  expect(sample).toEqual({ pages: 10, objects: 1, ofObjects: 1 });
});

test('names the loop of relative links of a page', async () => {
  const objects = memoryObjects();
  const menu = ['about', 'team', 'news'].map((name) => link(`http://a.example/about/team/${name}/`));
  await storeDocuments(objects, NOON, 'one', [
    page('/about/team/', 'sundew', { links: menu }),
    page('/other/', 'sundew', { links: menu }),
  ]);
  const { pages } = await search(objects, undefined, 'http://a.example/about/team/news/' as Url);
  expect(pages).toEqual({ '/about/team/': 'repeated-segment', '/other/': null });
});

test('judges the newest document of a linking page', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'new', [page('/a', 'rain', {}, NOON + 9)]);
  await storeDocuments(objects, NOON - 1_000, 'old', [page('/a', 'sundew', {}, NOON - 9)]);
  expect((await search(objects)).pages).toEqual({ '/a': 'off-topic' });
});

test('stops at 200 linking pages and when the time is over', async () => {
  const objects = memoryObjects();
  for (let i = 0; i < 30; i++)
    await storeDocuments(
      objects,
      NOON + i * 1_000,
      'r',
      Array.from({ length: 20 }, (_, j) => page(`/${i}-${j}`, 'rain')),
    );
  const { pages, sample } = await search(objects);
  expect([Object.keys(pages).length, sample.objects]).toEqual([200, 10]);
  expect((await search(objects, () => false)).sample).toEqual({ pages: 0, objects: 0, ofObjects: 30 });
});

test('skips damaged objects and counts them', async () => {
  const objects = memoryObjects();
  await storeDocuments(objects, NOON, 'good', [page('/rain', 'rain')]);
  const broken = await storeDocuments(objects, NOON, 'cut', [page('/cut', 'rain')]);
  await objects.put(broken, (await objects.get(broken))!.subarray(0, 40));
  const { pages, sample } = await search(objects);
  expect(pages).toEqual({ '/rain': 'off-topic' });
  expect(sample).toEqual({ pages: 1, objects: 1, ofObjects: 2, damaged: 1 });
});
