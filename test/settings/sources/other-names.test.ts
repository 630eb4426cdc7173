import { expect, test } from 'vitest';
import { crawlFileLayer, readCrawlFile } from '../../../shared/settings/crawl-file.ts';

const read = (text: string) => readCrawlFile(`seeds: [https://a/]\n${text}`, 'crawl.yaml');
const terms = 'filters: [{terms: a, termsText: "1: a=A"}]';

test.each<[string, string, object]>([
  ['a depth', 'limits: {depth: 3}', { limits: { maxDepth: 3 } }],
  ['no depth', 'limits: {depth: null}', { limits: { maxDepth: null } }],
  [
    'a number of pages beside an empty section',
    'budget: {pages: 5, usd: 2}\nlimits:',
    { limits: { pages: 5 }, budget: { usd: 2 } },
  ],
  ['no proxy', 'network: {proxy: null}', { fetch: { proxy: null } }],
  ['the URL of a proxy', 'network: {proxy: "http://p:3128"}', { fetch: { proxy: { url: 'http://p:3128' } } }],
  ['a strategy of the topic', `topic: {strategy: opic, ${terms}}`, { strategy: 'opic' }],
  ['the strategy that learns', 'strategy: adaptive', { strategy: 'focused' }],
  ['tunnelling', `topic: {tunnelling: 0.5, ${terms}}`, { cindi: { tunnelling: 'meant', biasFactor: 0.5 } }],
  ['a menu of categories', 'search: {menus: {category: [A]}}', { search: { menus: { class: ['A'] } } }],
  [
    'fields with and without a grammar',
    "fields: [{name: event, from: X.event, list: true, grammar: 'id; period'}, {name: tags, from: X.tags, list: true}, {name: a, from: A}]",
    {
      metadata: {
        fields: [
          { field: 'event', meta: 'X.event', type: 'event' },
          { field: 'tags', meta: 'X.tags', type: 'list' },
          { field: 'a', meta: 'A', type: 'text' },
        ],
        grammars: { event: { separator: ';', parts: [{ name: 'id' }, { name: 'period' }] } },
      },
    },
  ],
  [
    'a grammar of a field that is named like a type',
    "fields: [{name: date, from: X.date, grammar: 'from; to'}]",
    {
      metadata: {
        fields: [{ field: 'date', meta: 'X.date', type: 'date-parts' }],
        grammars: { 'date-parts': { separator: ';', parts: [{ name: 'from' }, { name: 'to' }] } },
      },
    },
  ],
  [
    'converters by media type',
    "converters: {application/postscript: {command: 'ps2ascii  {in}', to: text, timeoutS: 30}, pdf: {command: [p, '{in}']}}",
    {
      documents: {
        programs: { ps: { command: ['ps2ascii', '{in}'], output: 'text' }, pdf: { command: ['p', '{in}'] } },
        timeoutMs: 30_000,
      },
    },
  ],
])('reads %s under another name', (_, text, expected) => expect(read(text)).toMatchObject(expected));

test('overrides settings under other names', () => {
  const text = 'seeds: [https://a/]\nbudget: {pages: 5}';
  expect(readCrawlFile(text, 'crawl.yaml', { limits: { pages: 9 } }).limits.pages).toBe(9);
});

test.each<[string, string, string]>([
  ['a value', '\nlimits:\n  depth: -1', 'crawl.yaml:4: limits.depth: must be at least 0'],
  [
    'a key of a list item',
    'fields:\n  - {name: a, from: A}\n  - {name: b, form: B}',
    'crawl.yaml:4: fields.1.meta: is missing',
  ],
  ['an unknown media type', 'converters:\n  a/b: {command: "x {in}"}', 'crawl.yaml:3: converters.a/b: '],
  ['a value that has no such form', 'fields: 5', 'crawl.yaml:2: fields: must be a list'],
  [
    'a timeout',
    'converters: {pdf: {command: "p {in}", timeoutS: 900}}',
    'crawl.yaml:2: converters: must be at most 60000',
  ],
  [
    'both names of a setting',
    'limits: {maxDepth: 2, depth: 3}',
    'crawl.yaml:2: limits.depth: unknown; did you mean limits.maxDepth?',
  ],
])('names line and key as written for %s', (_, text, message) => expect(() => read(text)).toThrow(message));

test('names the line of a value under another name as its source', () => {
  const { given, describe } = crawlFileLayer('crawl: a\nbudget: {pages: 5}', 'crawl.yaml');
  expect(given).toEqual({ crawl: 'a', limits: { pages: 5 } });
  expect(describe(['limits', 'pages'])).toBe('crawl.yaml:2');
});
