import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settingsFromArguments } from '../../../cli/crawl/crawl-arguments.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
  writeFileSync(file('topic.txt'), '10: sundew=CP\n');
  writeFileSync(file('seeds.txt'), '# seeds\nhttps://a.test/\n\nhttps://b.test/#top 3  # second\n');
  writeFileSync(file('hosts.txt'), 'botany.org\n# none\ngarden.org\n');
  writeFileSync(file('bad-seeds.txt'), 'https://a.test/\nhttps://b.test/ 9\n');
  writeFileSync(
    file('crawl.yaml'),
    'crawl: plants\nseeds:\n  - {file: seeds.txt}\n  - https://c.test/\nlimits: {pages: 5, maxDepth: 2}\n' +
      'topic:\n  filters:\n    - sitesOk: {file: hosts.txt}\n    - terms: topic.txt\n',
  );
  writeFileSync(
    file('missing.yaml'),
    'seeds:\n  - https://a.test/\n  - {file: none.txt}\ntopic:\n  filters:\n    - terms: none.txt\n',
  );
  writeFileSync(file('bad-seeds.yaml'), 'seeds:\n  - {file: bad-seeds.txt}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('URLs without a name give a crawl named after the first host', async () => {
  expect(await settingsFromArguments(['https://Example.org:8080/a', 'b.org'], {})).toMatchObject({
    crawl: 'example.org-8080',
    scope: 'host',
    seeds: ['https://Example.org:8080/a', 'b.org'],
  });
});

test('every option sets its setting', async () => {
  const settings = await settingsFromArguments(['https://a.test/'], {
    name: 'plants',
    topic: file('topic.txt'),
    follow: 'relevant',
    limit: '10',
    depth: '0',
    include: ['*/plants/*'],
    exclude: ['*.iso', 'URL /print/'],
    delay: '0.25',
    concurrency: '3',
    'user-agent': 'Bogbot/1.0 (+https://example.org/bot)',
    'allow-private': ['127.0.0.0/8'],
    resolve: ['*.test=127.0.0.1', 'b.test=[::1]:81'],
  });
  expect(settings).toMatchObject({
    crawl: 'plants',
    scope: 'any',
    topic: { follow: 'relevant', filters: [{ terms: file('topic.txt'), termsText: '10: sundew=CP\n' }] },
    limits: { pages: 10, maxDepth: 0 },
    allow: ['*/plants/*'],
    exclude: ['*.iso', 'URL /print/'],
    politeness: { hostPauseMs: 250 },
    concurrency: 3,
    userAgent: 'Bogbot/1.0 (+https://example.org/bot)',
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.test': '127.0.0.1', 'b.test': '[::1]:81' } },
  });
});

test('loads the files of a crawl.yaml, and options override it', async () => {
  expect(await settingsFromArguments([file('crawl.yaml')], { limit: '7' })).toMatchObject({
    crawl: 'plants',
    seeds: ['https://a.test/', { url: 'https://b.test/#top', priority: 3 }, 'https://c.test/'],
    limits: { pages: 7, maxDepth: 2 },
    topic: {
      filters: [{ sitesOk: ['botany.org', 'garden.org'] }, { terms: 'topic.txt', termsText: '10: sundew=CP\n' }],
    },
  });
});

describe('wrong usage names the option, or the file, line and key', () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'no argument',
      () => settingsFromArguments([], {}),
      [
        'thresher crawl: give the URLs to crawl, a crawl.yaml, or (without --target aws) the --name of a crawl of the folder',
      ],
    ],
    [
      'not a number',
      () => settingsFromArguments(['a.test'], { limit: 'x' }),
      ['--limit: x: must be a whole number of at least 1'],
    ],
    [
      'a number out of bounds',
      () => settingsFromArguments(['a.test'], { concurrency: '9999' }),
      ['--concurrency: must be at most 1000'],
    ],
    [
      'not an address',
      () => settingsFromArguments(['a.test'], { resolve: ['a=b'] }),
      ['--resolve: must be an IP address, with a port or without'],
    ],
    [
      'an invalid pattern',
      () => settingsFromArguments(['a.test'], { exclude: ['URL ('] }),
      [expect.stringMatching(/^--exclude: /)],
    ],
    ['no topic file', () => settingsFromArguments(['a.test'], { topic: 'none.txt' }), ['none.txt: no such file']],
    ['no crawl.yaml', () => settingsFromArguments(['none.yaml'], {}), ['none.yaml: no such file']],
    [
      'two crawl.yaml',
      () => settingsFromArguments(['a.yaml', 'b.yaml'], {}),
      ['thresher crawl: a.yaml: give no other arguments; list the seeds in the file'],
    ],
    [
      'missing files of a crawl.yaml',
      () => settingsFromArguments([file('missing.yaml')], {}),
      [
        expect.stringMatching(/missing\.yaml:3: seeds\.1\.file: none\.txt: no such file$/),
        expect.stringMatching(/missing\.yaml:6: topic\.filters\.0\.terms: none\.txt: no such file$/),
      ],
    ],
    [
      'an invalid line of a seed list',
      () => settingsFromArguments([file('bad-seeds.yaml')], {}),
      [
        expect.stringMatching(
          /bad-seeds\.yaml:2: seeds\.0\.file: bad-seeds\.txt:2: expected a URL, optionally followed by a priority/,
        ),
      ],
    ],
  ])('%s', async (_, work, lines) => {
    await expect(work()).rejects.toMatchObject({ lines });
  });
});
