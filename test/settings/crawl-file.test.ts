import { describe, expect, test } from 'vitest';
import { crawlFileError, readCrawlFile } from '../../shared/settings/crawl-file.ts';

test('reads seeds, limits and filters of a crawl.yaml, and adds defaults', () => {
  const text = `
crawl: plants            # a comment
seeds:
  - https://example.org/
  - {url: https://example.net/list, priority: 1}
  - {file: seeds.txt}
limits: {pages: 100}
topic:
  filters:
    - sitesOk: [botany.org]
    - terms: plants.txt
      cutOff: 10
`;
  expect(readCrawlFile(text, 'crawl.yaml')).toMatchObject({
    crawl: 'plants',
    scope: 'any',
    seeds: ['https://example.org/', { url: 'https://example.net/list', priority: 1 }, { file: 'seeds.txt' }],
    limits: { pages: 100, maxDepth: null },
    topic: { filters: [{ sitesOk: ['botany.org'] }, { terms: 'plants.txt', cutOff: 10 }] },
  });
});

test('overrides the settings of the file key by key', () => {
  const text = 'seeds: [https://a/]\nlimits: {pages: 5, maxDepth: 3}';
  expect(readCrawlFile(text, 'crawl.yaml', { limits: { pages: 9 } }).limits).toMatchObject({ pages: 9, maxDepth: 3 });
});

describe('reports file, line and key of a fault', () => {
  test.each([
    [
      'an invalid value',
      'seeds: [https://a/]\npoliteness:\n  hostPauseMs: fast',
      ['crawl.yaml:3: politeness.hostPauseMs: must be a number'],
    ],
    [
      'an unknown key',
      'seeds: [https://a/]\n\npolitness: {}',
      ['crawl.yaml:3: politness: unknown; did you mean politeness?'],
    ],
    [
      'a list item',
      'seeds:\n  - https://a/\n  - 7',
      ['crawl.yaml:3: seeds.1: must be a URL, {url, priority}, {file} or another source of seeds'],
    ],
    [
      'a key of a list item',
      'seeds:\n  - url: https://a/\n    priority: 8',
      ['crawl.yaml:3: seeds.0.priority: must be at most 7'],
    ],
    [
      'a missing value in a group',
      'seeds:\n  - https://a/\n  - priority: 1\n    url:',
      ['crawl.yaml:4: seeds.1.url: must be a string'],
    ],
    ...['constructor', 'prototype', 'toString', 'hasOwnProperty'].map((key): [string, string, string[]] => [
      `the unknown key ${key}`,
      `seeds: [https://a/]\nfetch:\n  ${key}: {a: 1}`,
      [`crawl.yaml:3: fetch.${key}: unknown`],
    ]),
    [
      'the key __proto__ in groups, lists and maps',
      'seeds:\n  - __proto__: 1\n__proto__: {a: 1}\nfetch:\n  credentials:\n    __proto__: {basic: env:X}\npreset: site',
      [
        'crawl.yaml:2: seeds.0.__proto__: is not possible',
        'crawl.yaml:3: __proto__: is not possible',
        'crawl.yaml:6: fetch.credentials.__proto__: is not possible',
      ],
    ],
    [
      'a key of credentials that names no host',
      'seeds: [https://a/]\nfetch:\n  credentials:\n    https://a/private: {basic: env:X}',
      [
        'crawl.yaml:4: fetch.credentials.https://a/private: must be `host`, `host:port` or `scheme://host:port` with the scheme https, http or ftp',
      ],
    ],
    ['a missing key', 'crawl: a', ['crawl.yaml:1: seeds: is missing']],
    ['an empty file', '', ['crawl.yaml:1: seeds: is missing']],
    ['a duplicate key', 'crawl: a\ncrawl: b', ['crawl.yaml:2: yaml: Map keys must be unique']],
    [
      'two faults, ordered by line',
      'scope: world\nseeds: []',
      ['crawl.yaml:1: scope: must be one of host, domain, prefix, any', 'crawl.yaml:2: seeds: at least one seed'],
    ],
    [
      'a pattern beside other faults',
      'crawlx: a\nallow: ["URL ("]\nexclude: [5]\nrendering: {pages: ["URL ["]}',
      [
        'crawl.yaml:1: seeds: is missing',
        'crawl.yaml:1: crawlx: unknown; did you mean crawl?',
        'crawl.yaml:2: allow.0: error parsing regexp: missing closing ): `(`',
        'crawl.yaml:3: exclude.0: must be a string',
        'crawl.yaml:4: rendering.pages.0: error parsing regexp: missing closing ]: `[`',
      ],
    ],
    [
      'what RE2 lacks',
      'seeds: [a]\nallow: ["URL (?<=a)b", "URL (a)\\\\1", "URL a{2000}"]',
      [
        'crawl.yaml:2: allow.0: error parsing regexp: invalid named capture: `(?<=a)b` (RE2 has no look-around and no back-references)',
        'crawl.yaml:2: allow.1: error parsing regexp: invalid escape sequence: `\\1` (RE2 has no look-around and no back-references)',
        'crawl.yaml:2: allow.2: error parsing regexp: invalid repeat count: `{2000}`',
      ],
    ],
  ])('%s', (_, text, lines) => expect(message(() => readCrawlFile(text, 'crawl.yaml')).split('\n')).toEqual(lines));

  test('of invalid YAML', () => {
    expect(message(() => readCrawlFile('seeds: [https://a/\nscope: host', 'crawl.yaml'))).toMatch(
      /^crawl\.yaml:2: yaml: /,
    );
  });

  test('of aliases that expand without end', () => {
    const bomb = [
      'a: &a [x, x]',
      ...[...'bcdefghijklmnopqrs'].map(
        (c, i) => `${c}: &${c} [*${'abcdefghijklmnopqr'[i]}, *${'abcdefghijklmnopqr'[i]}]`,
      ),
    ];
    expect(message(() => readCrawlFile(bomb.join('\n'), 'crawl.yaml'))).toMatch(/^crawl\.yaml:1: yaml: /);
  });

  test('of an alias inside its own value', () => {
    for (const text of ['a: &x [*x]', 'limits: &l {pages: 5, more: {of: *l}}'])
      expect(message(() => readCrawlFile(text, 'crawl.yaml'))).toBe(
        'crawl.yaml:1: yaml: an alias stands inside the value that it refers to',
      );
  });

  test('that is found after parsing', () => {
    const text = 'crawl: a\nseeds:\n  - https://a/\n  - file: seeds.txt\n';
    const fault = { path: ['seeds', 1, 'file'], message: 'seeds.txt: no such file' };
    expect(crawlFileError(text, 'crawl.yaml', [fault]).message).toBe(
      'crawl.yaml:4: seeds.1.file: seeds.txt: no such file',
    );
  });
});

function message(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}
