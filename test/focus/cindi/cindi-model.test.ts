import { expect, test } from 'vitest';
import { cindiEvidenceOf } from '../../../shared/focus/cindi/cindi-evidence.ts';
import {
  type CindiModel,
  type CindiPage,
  createCindiModel,
  createRecentPages,
  decodeCindiModel,
} from '../../../shared/focus/cindi/cindi-model.ts';
import { CINDI_RULES } from '../../../shared/focus/cindi/cindi-rules.ts';
import { anchorWordsOf } from '../../../shared/focus/cindi/read-anchor.ts';
import { pageWords } from '../../../shared/focus/context-graph/page-words.ts';
import { createLinkModel } from '../../../shared/focus/link-model.ts';
import type { Url } from '../../../shared/url/url.ts';

const url = (text: string) => `http://${text}` as Url;
const anchor = (text: string) => anchorWordsOf(text, 'en');
const words = (text: string) => pageWords(text, 'en');
const RULES = {
  ...CINDI_RULES,
  statistics: { ...CINDI_RULES.statistics, sitePages: 4, siteStep: 2, directoryPages: 3 },
};
const create = () => createCindiModel(RULES, createRecentPages());

function visit(model: CindiModel, path: string, page: Partial<CindiPage> & { text?: string } = {}) {
  const { text = 'parking permits', ...more } = page;
  return model.observe({
    ...{ url: url(path), words: words(text), isRelevant: false, isSeed: false, links: [], linking: [] },
    ...more,
  });
}

/** A crawl in which hubs lead to relevant pages, others do not, and `b.example` has none. */
function crawl(model: CindiModel) {
  const links = [{ url: url('a.example/p'), anchor: anchor('people') }];
  visit(model, 'a.example/hub1', { text: 'list of people', links });
  visit(model, 'a.example/hub2', { text: 'list of people', links });
  const hub = { layer: 2 as const, anchor: anchor('people') };
  visit(model, 'a.example/p', { isRelevant: true, linking: [hub, hub] });
  visit(model, 'a.example/dull', { links: [{ url: url('b.example/x/1'), anchor: anchor('weather') }] });
  const from = { layer: 1 as const, anchor: anchor('weather') };
  for (const name of ['1', '2', '3', '4']) visit(model, `b.example/x/${name}`, { linking: [from] });
}

const decide = (model: CindiModel, path: string, text: string, layer: 0 | 1 | 2) =>
  model.inspect({ url: url(path), anchor: anchor(text), layer, urlSpeaks: false, anchorSpeaks: false });

function expectLearned(model: CindiModel) {
  expect(model.layerOf({ words: words('list of people'), isRelevant: false, isSeed: false })).toBe(2);
  expect(model.layerOf({ words: words('parking permits'), isRelevant: false, isSeed: false })).toBe(0);
  expect(model.layerOf({ words: words('parking permits'), isRelevant: false, isSeed: true })).toBe(2);
  expect(decide(model, 'c.example/', 'Weather', 1)).toBe('anchor');
  expect(decide(model, 'c.example/', 'People', 2)).toBe('low');
  expect(decide(model, 'c.example/', 'Parking', 2)).toBe('anchor');
  expect(decide(model, 'c.example/', 'News', 1)).toBe('high');
  expect(decide(model, 'b.example/new', 'News', 1)).toBe('poor-site');
  expect(model.refuses(url('b.example/new'), false)).toBe('poor-site');
  expect(model.refuses(url('b.example/x/1'), true)).toBe('avoided-directory');
  expect(model.refuses(url('a.example/hub1'), true)).toBeUndefined();
  expect(model.findAvoided(url('b.example/x/1'))?.directory).toBe('b.example');
  expect(model.ratesOfSite(url('a.example/'))).toMatchObject({ pages: 4, relevancyRate: 0.25 });
}

test('learns layers, link texts and rates from judged pages', () => {
  const model = create();
  crawl(model);
  expectLearned(model);
});

test('keeps what it has learned in its bytes and in what it passes on', () => {
  const model = create();
  const other = create();
  crawl(model);
  other.applyDelta(model.takeDelta());
  expectLearned(other);
  expect(model.takeDelta().length).toBeLessThan(3);
  const bytes = model.encode();
  expectLearned(decodeCindiModel(bytes, RULES, createRecentPages())!);
  expect(bytes.length).toBeLessThan(20_000);
});

test('reads no damaged model and none of another strategy', () => {
  const bytes = create().encode();
  const decode = (one: Uint8Array) => decodeCindiModel(one, RULES, createRecentPages());
  expect(decode(bytes)).toBeDefined();
  expect(decode(bytes.subarray(0, bytes.length - 9))).toBeUndefined();
  expect(decode(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))).toBeUndefined();
  expect(decode(createLinkModel().encode())).toBeUndefined();
});

test('scores the high queue above the low one, near links above far ones, and dropped URLs with 0', () => {
  const model = create();
  crawl(model);
  const score = (path: string, queue: 'high' | 'low', depth: number) => {
    const link = { page: 'http://a.example/', layer: 1, anchor: anchor('x'), queue, depth } as const;
    return model.score(url(path), cindiEvidenceOf(link));
  };
  const scores = [score('a.example/', 'high', 1), score('a.example/', 'high', 9), score('a.example/', 'low', 1)];
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
  expect(score('b.example/new', 'high', 1)).toBe(0);
});

test('tunnels after five pages of the low queue in a row, until new sites are found', () => {
  const model = createCindiModel({ ...RULES, sitesToEndTunnelling: 2 }, createRecentPages());
  for (let page = 0; page < 4; page++) visit(model, `a.example/${page}`, { queue: 'low' });
  visit(model, 'a.example/seed');
  expect(model.isTunnelling()).toBe(false);
  visit(model, 'a.example/4', { queue: 'low' });
  expect(model.isTunnelling()).toBe(true);
  visit(model, 'c.example/', { queue: 'low', isRelevant: true });
  visit(model, 'c.example/2', { queue: 'low', isRelevant: true });
  expect(model.isTunnelling()).toBe(true);
  visit(model, 'd.example/', { queue: 'high', isRelevant: true });
  expect(model.isTunnelling()).toBe(false);
});

test('judges documents of sites and directories by their rates', () => {
  const model = create();
  const documents = (found: number, fetched: number, accepted: number) => ({ found, fetched, accepted });
  for (const name of ['1', '2', '3'])
    visit(model, `a.example/papers/${name}.pdf`, { isRelevant: true, documents: documents(1, 1, 0) });
  expect(model.findAvoided(url('a.example/papers/1.pdf'))?.reasons).toEqual(['ADR 0 % below 5 %']);
});
