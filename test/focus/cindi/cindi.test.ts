import { expect, test } from 'vitest';
import { createAnchorLists } from '../../../shared/focus/cindi/anchor-lists.ts';
import { CINDI_RULES } from '../../../shared/focus/cindi/cindi-rules.ts';
import { createDirectoryStatistics } from '../../../shared/focus/cindi/directory-statistics.ts';
import { inspectLink } from '../../../shared/focus/cindi/inspect-link.ts';
import { anchorWordsOf } from '../../../shared/focus/cindi/read-anchor.ts';
import { createStopDirectories } from '../../../shared/focus/cindi/stop-directories.ts';
import { createTunnel, isLayerTwo } from '../../../shared/focus/cindi/tunnel.ts';
import type { Url } from '../../../shared/url/url.ts';

const url = (text: string) => `http://${text}` as Url;
const words = (anchor: string) => anchorWordsOf(anchor, 'en');
const RULES = CINDI_RULES.statistics;

test('loosens Layer 2 as meant, and tightens it as printed', () => {
  const close = { inside: -110, outside: -100, words: 10 };
  expect(isLayerTwo(close, 1, 'meant')).toBe(false);
  expect(isLayerTwo(close, 0.75, 'meant')).toBe(true);
  expect(isLayerTwo({ ...close, inside: -140 }, 0.75, 'meant')).toBe(false);
  expect(isLayerTwo({ ...close, inside: -1e9 }, 0, 'meant')).toBe(true);
  expect(isLayerTwo({ ...close, inside: -90 }, 1, 'printed')).toBe(true);
  expect(isLayerTwo({ ...close, inside: -90 }, 0.75, 'printed')).toBe(false);
});

test('tunnels until 30 new sites have a relevant page', () => {
  const close = { inside: -110, outside: -100, words: 10 };
  const tunnel = createTunnel(CINDI_RULES);
  expect(tunnel.accepts(close)).toBe(false);
  tunnel.start();
  for (let sites = 0; sites < 30; sites++) {
    expect(tunnel.accepts(close)).toBe(true);
    tunnel.countNewSite();
  }
  expect(tunnel.accepts(close)).toBe(false);
  tunnel.start();
  expect(tunnel.accepts(close)).toBe(true);
  const off = createTunnel({ ...CINDI_RULES, tunnelling: 'off' });
  off.start();
  expect(off.accepts(close)).toBe(false);
});

test('stops directory names without a relevant page on more than five sites, and takes them back', () => {
  const names = createStopDirectories(RULES.stopDirectorySites);
  for (let site = 0; site < 5; site++) names.add(url(`s${site}.example/Login/a.html`), false);
  names.add(url('s0.example/login/b.html'), false);
  expect(names.find(url('new.example/login/'))).toBeUndefined();
  names.add(url('s5.example/login/'), false);
  expect(names.find(url('new.example/x/login/y/z.html'))).toBe('login');
  expect(names.find(url('new.example/login'))).toBeUndefined();
  names.add(url('s9.example/login/found.html'), true);
  expect(names.find(url('new.example/login/'))).toBeUndefined();
  for (let site = 0; site < 9; site++) names.add(url(`t${site}.example/login/`), false);
  expect(names.find(url('new.example/login/'))).toBeUndefined();
});

test('drops a site after 200 pages with too few relevant ones, looked at every 100 pages', () => {
  const statistics = createDirectoryStatistics(RULES);
  const visit = (pages: number, isRelevant: boolean) => {
    for (let i = 0; i < pages; i++) statistics.add({ url: url(`a.example/${i}`), isRelevant });
  };
  const isPoor = () => statistics.isPoorSite(url('a.example/new'));
  visit(9, true);
  visit(190, false);
  expect(isPoor()).toBe(false);
  visit(1, false);
  expect(isPoor()).toBe(true);
  visit(99, true);
  expect(isPoor()).toBe(true);
  visit(1, true);
  expect(isPoor()).toBe(false);
});

test('computes rates of directories, and names those that revisits should avoid', () => {
  const statistics = createDirectoryStatistics({ ...RULES, directoryPages: 2 });
  statistics.add({
    url: url('a.example/papers/p.html'),
    isRelevant: true,
    documents: { found: 2, fetched: 2, accepted: 1 },
  });
  for (const name of ['1', '2', 'deep/3', 'deep/4'])
    statistics.add({ url: url(`a.example/admin/${name}.html?q=/x/`), isRelevant: false });
  expect(statistics.ratesOf('http://a.example/papers/')).toEqual({
    pages: 1,
    relevancyRate: 1,
    downloadRate: 2,
    acceptedRate: 0.5,
  });
  expect(statistics.ratesOf('http://a.example/')).toMatchObject({ pages: 5, relevancyRate: 0.2, downloadRate: 0.4 });
  expect(statistics.ratesOf('http://b.example/')).toBeUndefined();
  const avoided = {
    directory: 'http://a.example/admin/',
    rates: { pages: 4, relevancyRate: 0, downloadRate: 0 },
    reasons: ['PRR 0 % below 5 %', 'DDR 0 % below 1 %'],
  };
  expect(statistics.findAvoided(url('a.example/admin/deep/3.html'))).toEqual(avoided);
  expect(statistics.findAvoided(url('a.example/papers/p.html'))).toBeUndefined();
  for (const name of ['5', '6']) statistics.add({ url: url(`b.example/${name}`), isRelevant: false });
  expect(statistics.findAvoided(url('b.example/new'))).toMatchObject({ directory: 'b.example', rates: { pages: 2 } });
  const stored = createDirectoryStatistics(RULES, JSON.parse(JSON.stringify(statistics.state())));
  expect(stored.ratesOf('http://a.example/papers/')).toMatchObject({ downloadRate: 2 });
  // Four pages are too few by default.
  expect(stored.findAvoided(url('a.example/admin/1.html'))).toBeUndefined();
});

test('prunes texts of links that lead nowhere from relevant pages', () => {
  const anchors = createAnchorLists();
  expect(anchors.isPruned(words('Contact us'))).toBe(true);
  for (let i = 0; i < 3; i++) {
    expect(anchors.isPruned(words('Weather'))).toBe(false);
    anchors.learn(words('Weather'), 1, 0);
    anchors.learn(words('weather'), 2, 0);
  }
  expect(anchors.isPruned(words('The weather'))).toBe(true);
  anchors.learn(words('Weather'), 1, 2);
  expect(anchors.isPruned(words('Weather'))).toBe(false);
  expect(anchors.isPruned(words(''))).toBe(false);
});

test('extracts words of links that lead to a layer', () => {
  const anchors = createAnchorLists();
  expect(anchors.isExtracted(words('anything'))).toBe(true);
  anchors.learn(words('our people'), 2, 1);
  anchors.learn(words('people'), 2, 2);
  expect(anchors.isExtracted(words('People of the group'))).toBe(true);
  expect(anchors.isExtracted(words('anything'))).toBe(false);
  for (let i = 0; i < 3; i++) anchors.learn(words('people'), 2, 0);
  // The list is empty again.
  expect(anchors.isExtracted(words('anything'))).toBe(true);
});

test('sends links to a queue by layer, text and URL, or drops them', () => {
  const anchors = createAnchorLists();
  for (let i = 0; i < 2; i++) anchors.learn(words('people'), 2, 1);
  const stopDirectories = createStopDirectories(0);
  stopDirectories.add(url('b.example/images/'), false);
  const statistics = createDirectoryStatistics({ ...RULES, sitePages: 1, siteStep: 1 });
  statistics.add({ url: url('poor.example/'), isRelevant: false });
  const inspection = { rules: CINDI_RULES, anchors, stopDirectories, statistics };
  const base = { urlSpeaks: false, anchorSpeaks: false, anchor: words('people'), layer: 1 } as const;
  const decide = (path: string, link: Partial<Parameters<typeof inspectLink>[0]>, rules = CINDI_RULES) =>
    inspectLink({ ...base, url: url(path), ...link }, { ...inspection, rules });

  expect(decide('a.example/x', {})).toBe('high');
  expect(decide('a.example/x', { layer: 2 })).toBe('low');
  expect(decide('a.example/x', { layer: 0 })).toBe('off-topic');
  expect(decide('a.example/x', { layer: 0, urlSpeaks: true })).toBe('high');
  expect(decide('a.example/x', { anchor: words('Help') })).toBe('anchor');
  expect(decide('a.example/x', { layer: 2, anchor: words('coffee') })).toBe('anchor');
  expect(decide('a.example/x', { layer: 2, anchor: words('coffee'), anchorSpeaks: true })).toBe('low');
  expect(decide('a.example/x', { layer: 2, anchor: words('coffee') }, { ...CINDI_RULES, anchorLists: false })).toBe(
    'low',
  );
  expect(decide('a.example/images/x', { urlSpeaks: true })).toBe('stop-directory');
  expect(decide('a.example/1/2/3/4/5/6/7/8/x', {})).toBe('path-depth');
  expect(decide('poor.example/x', {})).toBe('poor-site');
  expect(decide('poor.example/x', {}, { ...CINDI_RULES, urlInspection: false })).toBe('high');
});
