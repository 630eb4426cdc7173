import { expect, test } from 'vitest';
import { createMirrorDetector } from '../../shared/index/mirrors.ts';

const PAGES = ['/', '/a', '/b?x=1', '/c', '/d'];
const on = (host: string, paths = PAGES, scheme = 'http') => paths.map((path) => `${scheme}://${host}${path}`);

/** Records of hosts that have the same texts page by page. */
function reportOf(sites: string[][], extra: { urls: string[]; canonical?: string }[] = [], least = 3) {
  const duplicates = createMirrorDetector(least);
  for (let i = 0; i < Math.max(...sites.map((site) => site.length)); i++)
    duplicates.add({ urls: sites.flatMap((site) => site[i] ?? []) });
  for (const record of extra) duplicates.add(record);
  return duplicates.report();
}

test('reports hosts with the same texts at the same paths as aliases', () => {
  const report = reportOf([on('www.bog.example'), on('bog.example', PAGES, 'https')]);
  expect(report).toEqual({
    ...{ records: 5, addresses: 10, hosts: 2, repeated: 5 },
    pairs: [{ hosts: ['bog.example', 'www.bog.example'], shared: 5, of: [5, 5], samePath: 5, kind: 'alias' }],
    aliases: { 'www.bog.example': 'bog.example' },
  });
});

test('reports hosts with the same texts at other paths as mirrors', () => {
  const report = reportOf([
    on('bog.example'),
    on(
      'mirror.example',
      PAGES.map((path) => `/bog${path}`),
    ),
  ]);
  expect(report.pairs[0]).toMatchObject({ kind: 'mirror', shared: 5, samePath: 0 });
  expect(report.aliases).toEqual({});
});

test('reports no alias for hosts that share only a part of their texts', () => {
  const own = (host: string) => Array.from({ length: 10 }, (_, i) => ({ urls: [`http://${host}/own/${i}`] }));
  const report = reportOf([on('bog.example'), on('fen.example')], [...own('bog.example'), ...own('fen.example')]);
  expect(report.pairs[0]).toMatchObject({ kind: 'some', shared: 5, of: [15, 15] });
  expect(report.aliases).toEqual({});
});

test('judges a host with few crawled pages by those pages', () => {
  const more = Array.from({ length: 40 }, (_, i) => ({ urls: [`http://bog.example/own/${i}`] }));
  expect(reportOf([on('bog.example'), on('old.example')], more).aliases).toEqual({ 'old.example': 'bog.example' });
});

test('ignores pairs with few shared texts, and texts on many hosts', () => {
  expect(reportOf([on('bog.example', ['/', '/a']), on('fen.example', ['/', '/a'])]).pairs).toEqual([]);
  const many = Array.from({ length: 11 }, (_, i) => on(`host${i}.example`));
  expect(reportOf(many).pairs).toEqual([]);
});

test('maps all names of a server to the one that its pages name as canonical', () => {
  const sites = ['bog.example', 'www.bog.example', 'bog.example:8080'].map((host) => on(host));
  const records = [{ urls: ['http://bog.example/own'], canonical: 'https://www.bog.example/own' }];
  expect(reportOf(sites, records).aliases).toEqual({
    'bog.example': 'www.bog.example',
    'bog.example:8080': 'www.bog.example',
  });
});
