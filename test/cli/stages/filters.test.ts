import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
  writeFileSync(file('topic.txt'), '10: sundew=CP\n-5: baseball=CP\n');
  writeFileSync(file('bad-topic.txt'), '10: sundew=CP\nsundew\n');
  writeFileSync(
    file('crawl.yaml'),
    'seeds: [https://a.test/]\ntopic:\n  filters:\n    - {terms: topic.txt, cutOff: 50}\n',
  );
  writeFileSync(file('bad.yaml'), 'seeds: [https://a.test/]\n\npolitness: {}\n');
  writeFileSync(file('refused.yaml'), 'seeds: [https://a.test/, mailto:a@b.test]\n');
  writeFileSync(file('robots.txt'), 'User-agent: *\nDisallow: /private\nCrawl-delay: 3\n');
  writeFileSync(
    file('page.html'),
    '<title>Sundews</title><p>A sundew catches insects with sticky leaves, and grows in bogs all over the world.</p><a href="/b">next</a>',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('one line in, one line out, in the documented shape', () => {
  test('url normalises, and says why a URL is refused', async () => {
    const { code, answers } = await thresher(
      ['url', '--jsonl'],
      [
        { id: 1, input: 'HTTP://Example.org:80/a/../b#c' },
        { id: 2, input: '../c', base: 'https://www.example.co.uk/a/b/' },
        { id: 3, input: 'mailto:a@b.test' },
      ],
    );
    expect(code).toBe(0);
    expect(answers()).toMatchObject([
      { id: 1, href: 'http://example.org/b#c', url: 'http://example.org/b', domain: 'example.org' },
      { id: 2, url: 'https://www.example.co.uk/a/c', domain: 'example.co.uk' },
      { id: 3, url: null, reason: 'scheme' },
    ]);
  });

  test('query translates, and says what is wrong with a query', async () => {
    const { code, answers } = await thresher(
      ['query', '--syntax', 'cql', '--to', 'xcql', '--jsonl'],
      [
        { id: 1, query: 'dc.creator = "A & B"' },
        { id: 2, query: 'title = ' },
      ],
    );
    expect(code).toBe(1);
    expect(answers()).toEqual([
      { id: 1, xcql: expect.stringContaining('<term>A &amp; B</term>') },
      { id: 2, error: { message: 'expected a term, but the query ends', at: 8, diagnostic: 10 } },
    ]);
    const outputOf = async (...args: string[]) =>
      (await thresher(['query', '--jsonl', ...args], [{ id: 1, query: 'title = moss' }])).answers()[0];
    expect(await outputOf('--syntax', 'plql', '--to', 'ast')).toMatchObject({ id: 1, error: { at: 6 } });
    expect(await outputOf('--syntax', 'cql', '--to', 'ast')).toMatchObject({
      id: 1,
      ast: { root: { index: 'title' } },
    });
    expect(await outputOf('--syntax', 'web', '--to', 'opensearch')).toMatchObject({ id: 1, opensearch: { query: {} } });
    expect(await outputOf('--syntax', 'cql', '--to', 'fts5')).toMatchObject({
      id: 1,
      fts5: { values: ['{title} : ("moss")'], words: [['moss']] },
    });
  });

  test('robots says what a file allows', async () => {
    const robotsTxt = 'User-agent: *\nDisallow: /a\nCrawl-delay: 2\n';
    const { code, answers } = await thresher(
      ['robots', '--jsonl'],
      [
        { id: 1, robotsTxt, userAgent: 'thresher', url: 'https://a.test/a/b' },
        { id: 2, robotsTxtBase64: btoa(robotsTxt), userAgent: 'thresher', url: 'https://a.test/b' },
      ],
    );
    expect(code).toBe(0);
    expect(answers()).toEqual([
      { id: 1, allowed: false, crawlDelay: 2, rule: expect.stringContaining('/a'), preferences: {} },
      { id: 2, allowed: true, crawlDelay: 2, rule: null, preferences: {} },
    ]);
  });

  test('guard says which addresses may be connected to', async () => {
    const { code, answers } = await thresher(
      ['guard', '--jsonl'],
      [
        { id: 1, url: 'http://example.org/', addresses: ['93.184.216.34'] },
        { id: 2, url: 'http://example.org/', addresses: ['10.0.0.1'] },
        { id: 3, url: 'http://169.254.169.254/latest' },
        { id: 4, url: 'http://example.org/', addresses: [['93.184.216.34'], ['127.0.0.1']], redirects: ['/b'] },
        { id: 5, url: 'http://example.org/', addresses: ['93.184.216.34'], redirects: ['http:/127.0.0.1/', '/b'] },
      ],
    );
    expect(code).toBe(0);
    expect(answers()).toMatchObject([
      { id: 1, allowed: true, reason: null },
      { id: 2, allowed: false, reason: 'private-address' },
      { id: 3, allowed: false, reason: 'private-address' },
      { id: 4, allowed: false, reason: 'private-address' },
      { id: 5, allowed: false, reason: 'private-address' },
    ]);
  });

  test('clean reads HTML and bodies', async () => {
    const html = '<html lang=en><title>T</title><p>Some words of a page.</p><a href=/b>B</a>';
    const { code, answers } = await thresher(
      ['clean', '--jsonl'],
      [
        { id: 1, url: 'https://a.test/x/', html },
        { id: 2, url: 'https://a.test/x/', bodyBase64: btoa(html), contentType: 'text/html; charset=utf-8' },
      ],
    );
    expect(code).toBe(0);
    const link = { url: 'https://a.test/b', anchor: 'B', rel: '' };
    for (const answer of answers()) expect(answer).toMatchObject({ title: 'T', links: [link], reason: null });
    expect(Object.keys(answers()[0]!)).toEqual(
      expect.arrayContaining([
        ...[
          'id',
          'url',
          'title',
          'text',
          'markdown',
          'language',
          'charset',
          'author',
          'date',
          'description',
          'keywords',
        ],
        ...['headings', 'links', 'metadata', 'mimeType', 'digest', 'simhash', 'canonical', 'robots', 'reason'],
      ]),
    );
  });

  test.each([
    ['a topic definition', 'topic.txt', 'relevant'],
    ['the topic of a crawl.yaml, with its cut-off', 'crawl.yaml', 'off-topic'],
  ])('classify by %s', async (_, topic, verdict) => {
    const { code, answers } = await thresher(
      ['classify', '--topic', file(topic), '--jsonl'],
      [{ id: 1, text: 'A sundew.' }],
    );
    expect(code).toBe(0);
    expect(answers()).toMatchObject([
      { id: 1, verdict, score: 10, terms: [{ term: 'sundew', hits: 1 }], why: expect.any(String) },
    ]);
  });
});

describe('a bad line', () => {
  test.each<[string, string[], object]>([
    ['url', [], { id: 7 }],
    ['url', [], { id: 7, input: 5 }],
    ['url', [], { id: 7, input: 'a', base: {} }],
    ['robots', [], { id: 7, url: 'https://a.test/' }],
    ['robots', [], { id: 7, url: 'https://a.test/', robotsTxtBase64: '%%%' }],
    ['guard', [], { id: 7 }],
    ['guard', [], { id: 7, url: 'http://a.test/', addresses: 5 }],
    ['guard', [], { id: 7, url: 'http://a.test/', redirects: 'x' }],
    ['clean', [], { id: 7, url: 'https://a.test/' }],
    ['clean', [], { id: 7, html: 'x' }],
    ['classify', ['--topic', 'topic.txt'], { id: 7 }],
  ])('of `%s` %j %j is answered, and so is the next one', async (verb, more, question) => {
    const args = more.map((arg) => (arg.endsWith('.txt') ? file(arg) : arg));
    const { code, answers } = await thresher([verb, ...args, '--jsonl'], [question, '{']);
    expect(code).toBe(1);
    expect(answers()).toEqual([
      { id: 7, error: { message: expect.any(String), line: 1 } },
      { id: null, error: { message: expect.any(String), line: 2 } },
    ]);
  });
});

describe('text output', () => {
  test.each<[string, () => string[], number, RegExp]>([
    ['a URL', () => ['url', 'HTTP://Example.org/a#b'], 0, /\thttp:\/\/example\.org\/a$/],
    [
      'a refused URL',
      () => ['url', 'mailto:a@b.test'],
      1,
      /refused: scheme \(neither http, https nor ftp \(fetch\.ftp\)\)$/,
    ],
    ['robots', () => ['robots', file('robots.txt'), 'https://a.test/private'], 0, /allowed\s+false/],
    ['the guard', () => ['guard', 'http://127.0.0.1/'], 1, /private-address/],
    [
      'a page',
      () => ['clean', file('page.html'), '--url', 'https://a.test/a'],
      0,
      /Sundews[\s\S]*https:\/\/a\.test\/b[\s\S]*sticky leaves/,
    ],
    ['a verdict', () => ['classify', '--topic', file('topic.txt'), file('page.html')], 0, /verdict\s+relevant/],
    ['a valid crawl.yaml', () => ['validate', file('crawl.yaml')], 0, /crawl main, 1 seed, scope any, 1 topic filter/],
    ['a valid topic', () => ['validate', file('topic.txt')], 0, /2 terms in 1 class$/],
  ])('%s', async (_, args, code, shown) => {
    const run = await thresher(args());
    expect(run.stderr).toEqual([]);
    expect(run.printed.join('\n')).toMatch(shown);
    expect(run.code).toBe(code);
  });

  test('a verdict on a page from standard input', async () => {
    const html = readFileSync(file('page.html'), 'utf8');
    const { code, printed } = await thresher(['classify', '--topic', file('topic.txt'), '-'], [html]);
    expect(printed.join('\n')).toMatch(/verdict\s+relevant/);
    expect(code).toBe(0);
  });

  test('a verdict by a field that the crawl.yaml maps, on a page that it fetches by the settings of the file', async () => {
    const html = '<title>Bog</title><meta name="subject.local" content="sundew"><p>A text about plants of the bog.';
    const site = await startSite({ '/a': html });
    onTestFinished(site.close);
    const settings = {
      seeds: ['https://a.test/'],
      network: { allowPrivate: ['127.0.0.0/8'] },
      politeness: { hostPauseMs: 0 },
      metadata: { fields: [{ meta: 'subject.local', field: 'topic' }] },
      topic: { filters: [{ metadata: [{ field: 'topic', matches: 'sundew' }] }] },
    };
    writeFileSync(file('fields.yaml'), JSON.stringify(settings));
    const { code, printed } = await thresher(['classify', '--topic', file('fields.yaml'), `${site.origin}/a`]);
    expect(printed.join('\n')).toMatch(/verdict\s+relevant/);
    expect(code).toBe(0);
    const lines = await thresher(['classify', '--topic', file('fields.yaml'), '--jsonl'], [{ id: 1, html }]);
    expect(lines.answers()).toMatchObject([{ id: 1, verdict: 'relevant' }]);
  });

  test('a verdict on a page that it fetches', async () => {
    const site = await startSite({ '/robots.txt': '\nUser-agent: *\nDisallow: /no\n', '/a': prose('sundew') });
    onTestFinished(site.close);
    const fetching = ['--allow-private', '127.0.0.0/8', '--pause', '0'];
    const run = (path: string) =>
      thresher(['classify', '--topic', file('topic.txt'), `${site.origin}${path}`, ...fetching]);
    const { code, printed } = await run('/a');
    expect(printed.join('\n')).toMatch(/verdict\s+relevant/);
    expect(code).toBe(0);
    const refused = await run('/no');
    expect(refused).toMatchObject({ code: 1, printed: [] });
    expect(refused.stderr.join('\n')).toContain('robots  refused');
  });
});

describe('an error is one line, with exit code 2', () => {
  test.each<[string, () => string[], RegExp]>([
    [
      'an unknown key of a crawl.yaml',
      () => ['validate', file('bad.yaml')],
      /bad\.yaml:3: politness: unknown; did you mean politeness\?$/,
    ],
    [
      'the same when crawling',
      () => ['crawl', file('bad.yaml')],
      /bad\.yaml:3: politness: unknown; did you mean politeness\?$/,
    ],
    ['an invalid line of a topic', () => ['validate', file('bad-topic.txt')], /bad-topic\.txt:2: /],
    ['the same when crawling', () => ['crawl', 'a.test', '--topic', file('bad-topic.txt')], /bad-topic\.txt:2: /],
    [
      'an invalid range for `guard`',
      () => ['guard', 'http://a.test/', '--allow-private', '10.0.0.0/33'],
      /^--allow-private: 10\.0\.0\.0\/33: must be/,
    ],
    [
      'an invalid range for `fetch`',
      () => ['fetch', 'ldap://a.test/', '--allow-private', 'nonsense'],
      /--allow-private: nonsense: must be/,
    ],
    ['no topic', () => ['classify', '--jsonl'], /--topic FILE/],
    [
      'a file beside --jsonl',
      () => ['clean', '--jsonl', file('page.html')],
      /page\.html: has no effect; the requests come from/,
    ],
    [
      'an option of a single page beside --jsonl',
      () => ['clean', '--jsonl', '--url', 'http://a.test/'],
      /^thresher clean --jsonl: --url: has no effect/,
    ],
    [
      'the same for `classify`',
      () => ['classify', '--topic', file('topic.txt'), '--jsonl', file('page.html')],
      /^thresher classify --jsonl: .*page\.html: has no effect/,
    ],
    [
      'two formats of `clean`',
      () => ['clean', file('page.html'), '--json', '--markdown'],
      /--json or --markdown, not both$/,
    ],
    [
      'a relative URL for `clean`',
      () => ['clean', file('page.html'), '--url', 'a/b'],
      /^--url: a\/b: must be an absolute URL/,
    ],
    ['a missing file', () => ['clean', file('none.html')], /none\.html: no such file$/],
    ['a folder', () => ['validate', folder], /is a folder$/],
  ])('%s', async (_, args, line) => {
    const { code, stderr, printed } = await thresher(args());
    expect(printed).toEqual([]);
    expect(stderr).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(2);
  });

  test('a refused seed has its own exit code', async () => {
    const { code, stderr } = await thresher(['validate', file('refused.yaml')]);
    expect([code, stderr.length]).toEqual([1, 1]);
    expect(stderr[0]).toMatch(/seed refused: mailto:a@b\.test: scheme/);
  });
});
