import { describe, expect, test } from 'vitest';
import { compileExtract } from '../../../shared/clean/extract/extract-page.ts';
import type { ExtractField, ExtractRule } from '../../../shared/clean/extract/extract-rules.ts';
import { parseNumber } from '../../../shared/clean/extract/extract-values.ts';
import { compileJsonPath, selectJsonPath } from '../../../shared/clean/extract/json-path.ts';
import { queryEncoderOf } from '../../../shared/clean/links/query-encoder.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';
import { fewOrMany } from '../../long-test.ts';

const URL_OF = 'https://news.example/world/list' as Url;
const RULE: ExtractRule = { name: 'page', pages: ['*'], fields: {}, keep: true };

function extract(
  rules: Partial<ExtractRule>[],
  text: string,
  about: Record<string, string> = {},
  isJson = false,
  linkedRule?: string,
) {
  const whole = rules.map((rule) => ({ ...RULE, ...rule }));
  const extractor = compileExtract({ rules: whole, followOnly: false, maxPageLength: 1_000_000 }, DEFAULT_URL_RULES);
  return extractor({ url: URL_OF, text, isJson, base: URL_OF, about, linkedRule });
}

const field = (plan: Partial<ExtractField>, html: string) =>
  extract([{ fields: { it: { type: 'text', ...plan } } }], html)?.fields['it'];

test('URLs have their query in the encoding of the page', () => {
  const rule = { ...RULE, fields: { link: { select: 'a', type: 'url' as const } }, follow: [{ select: 'a' }] };
  const extractor = compileExtract({ rules: [rule], followOnly: false, maxPageLength: 1_000_000 }, DEFAULT_URL_RULES);
  const source = { url: URL_OF, text: '<a href="/ö?ö">x</a>', isJson: false, base: URL_OF, about: {} };
  const { fields, follow } = extractor({ ...source, encodeQuery: queryEncoderOf('windows-1252') })!;
  const expected = 'https://news.example/%C3%B6?%F6';
  expect([fields['link'], follow?.map(({ url }) => url)]).toEqual([[expected], [expected]]);
});

describe('a field', () => {
  const cases: [rule: string, plan: Partial<ExtractField>, html: string, expected: unknown][] = [
    ['is the text of the first element', { select: 'p' }, '<p>a <b>b</b>\n c<p>d', ['a b c']],
    ['keeps lines and paragraphs', { select: 'div' }, '<div><p>a<br>b<p>c</div>', ['a\nb\n\nc']],
    ['may have all distinct values', { select: 'li', all: true }, '<ul><li>a<li>b<li>a</ul>', ['a', 'b']],
    ['may be an attribute, in any case', { select: 'IMG', attribute: 'ALT' }, '<IMG ALT="a &amp; b">', ['a & b']],
    ['of a meta element is its content', { select: 'meta[name=x]' }, '<meta name=x content=y>', ['y']],
    ['is absent if nothing matches', { select: 'i' }, '<p>a', undefined],
    ['as a number', { select: 'b', type: 'number' }, '<b>Price: 1.234,50 kr</b>', [1234.5]],
    ['that is not a number is dropped', { select: 'b', type: 'number' }, '<b>free</b>', undefined],
    [
      'as a date has the attribute for it',
      { select: 'time', type: 'date' },
      '<time datetime=2024-02-03>x</time>',
      ['2024-02-03'],
    ],
    [
      'as a date is read as people write it',
      { select: 'i', type: 'date' },
      '<i>on 3 February 2024</i>',
      ['2024-02-03'],
    ],
    ['as a URL is resolved', { select: 'a', type: 'url' }, '<a href="../b?c">x</a>', ['https://news.example/b?c']],
    [
      'as a URL is none that runs',
      { select: 'a', type: 'url', all: true },
      '<a href="JavaScript:x">x</a><a href="mailto:a@b.example">y</a>',
      ['mailto:a@b.example'],
    ],
    [
      'as Markdown',
      { select: 'div', type: 'markdown' },
      '<div><h2>a</h2><ul><li><b>b</b></ul></div>',
      ['## a\n\n- **b**'],
    ],
    ['of markup that browsers repair', { select: 'table tbody td' }, '<table><tr><td>a', ['a']],
    [
      'of JSON in the page',
      { json: '$.a[1].b' },
      '<script type="application/ld+json">{"a":[0,{"b":"c"}]}</script>',
      ['c'],
    ],
    [
      'of JSON in a certain script',
      { select: '#n', json: '$.a' },
      '<script type="application/json">{"a":1}</script><script id=n>{"a":2}</script>',
      ['2'],
    ],
    ['leaves hidden elements out', { select: 'div' }, '<div>a<script>b</script><div hidden>c</div></div>', ['a']],
  ];
  test.each(cases)('%s', (_, plan, html, expected) => {
    expect(field(plan, html)).toEqual(expected);
  });
});

describe('a list', () => {
  const LIST: Partial<ExtractRule> = {
    keep: false,
    fields: { category: { select: 'h1', type: 'text' } },
    items: {
      select: '.story',
      fields: { title: { select: 'h3', type: 'text' }, summary: { select: 'p', type: 'text' } },
      follow: [{ select: 'h3 a', as: 'article' }],
    },
    follow: [{ select: 'a.more' }],
  };
  const HTML = `<h1>World</h1><a href=/>home</a>
    <div class=story><h3><a href=/1>One</a></h3><p>First.</div>
    <div class=story><h3><a href=/2>Two</a></h3></div><a class=more href="?page=2">more</a>`;

  test('gives its items, and to each link the values beside it', () => {
    expect(extract([LIST], HTML, { rule: 'mine', section: 'news' }, false, 'page')).toEqual({
      rule: 'page',
      keep: false,
      fields: { category: ['World'] },
      items: [{ title: ['One'], summary: ['First.'] }, { title: ['Two'] }],
      follow: [
        {
          url: 'https://news.example/1',
          anchor: 'One',
          about: { rule: 'mine', section: 'news', category: 'World', title: 'One', summary: 'First.' },
          extractRule: 'article',
        },
        {
          url: 'https://news.example/2',
          anchor: 'Two',
          about: { rule: 'mine', section: 'news', category: 'World', title: 'Two' },
          extractRule: 'article',
        },
        {
          url: 'https://news.example/world/list?page=2',
          anchor: 'more',
          about: { rule: 'mine', section: 'news', category: 'World' },
        },
      ],
    });
  });

  test('in JSON is read the same way', () => {
    const rule: Partial<ExtractRule> = {
      items: { json: '$.list[*]', fields: { title: { json: '$.t', type: 'text' } }, follow: [{ json: '$.u' }] },
    };
    expect(extract([rule], '{"list":[{"t":"One","u":"/1"},{"t":"Two"}]}', {}, true)).toMatchObject({
      items: [{ title: ['One'] }, { title: ['Two'] }],
      follow: [{ url: 'https://news.example/1', about: { title: 'One' } }],
    });
  });

  test('passes a few hundred characters at most to its links', () => {
    const [link] = extract([LIST], HTML.replace('First.', 'word '.repeat(1_000)))?.follow ?? [];
    expect(JSON.stringify(link?.about).length).toBeLessThan(1_000);
    expect(link?.extractRule).toBe('article');
  });
});

describe('the rule for a page', () => {
  const two: Partial<ExtractRule>[] = [
    { name: 'a', pages: ['/none/*'] },
    { name: 'b', pages: ['/world/*'] },
    { name: 'c', pages: ['*'] },
  ];
  test('is the first whose patterns match', () => expect(extract(two, '<p>x')?.rule).toBe('b'));
  test('is the one that the link names, if there is one', () =>
    expect(extract(two, '<p>x', {}, false, 'a')?.rule).toBe('a'));
  test('ignores a value named `rule` beside a seed', () => expect(extract(two, '<p>x', { rule: 'a' })?.rule).toBe('b'));
  test('is undefined if none matches', () => expect(extract([two[0]!], '<p>x')).toBeUndefined());
  test('follows only the links of a elements with follow: [a]', () => {
    const html = '<link rel=next href=/next><a href=/a>a</a><iframe src=/f></iframe><map><area href=/area></map>';
    const found = extract([{ follow: [{ select: 'a' }] }], html)?.follow;
    expect(found?.map(({ url }) => new URL(url).pathname)).toEqual(['/a']);
  });
  test('follows no links with follow: [], and the links of the page without it', () => {
    expect(extract([{ follow: [] }], '<a href=/x>x</a>')?.follow).toEqual([]);
    expect(extract([{}], '<a href=/x>x</a>')?.follow).toBeUndefined();
  });
});

describe('an invalid part of a rule is reported with its place', () => {
  test.each<[Partial<ExtractRule>, RegExp]>([
    [{ fields: { it: { select: 'p[', type: 'text' } } }, /page: fields\.it: p\[ is no CSS selector \(Expected name/],
    [{ fields: { it: { json: '$.a[?(@.b)]', type: 'text' } } }, /page: fields\.it: invalid JSON path at/],
    [{ items: { select: '::', fields: {}, follow: [] } }, /page: items: /],
    [{ pages: ['URL ('] }, /page: pages: /],
  ])('%j', (rule, message) => {
    expect(() => extract([rule], '')).toThrow(message);
  });
});

describe('a hostile page', () => {
  test.each<[what: string, html: string, reason: string | undefined]>([
    ['half a million nested elements', '<div>'.repeat(190_000), 'too-deep'],
    ...fewOrMany<[string, string, string | undefined][]>(
      [],
      [['formatting elements that are never closed', '<b><p>'.repeat(100_000), 'too-deep']],
    ),
    ['very many elements', '<i></i>'.repeat(fewOrMany(20_000, 140_000)), undefined],
    ['many tag openers', '<'.repeat(900_000), undefined],
    ['plain text', 'x'.repeat(900_000), undefined],
    ['a page above the length limit', 'x'.repeat(1_000_001), 'too-large'],
  ])('%s', (_, html, reason) => {
    expect(extract([{ fields: { it: { select: 'div p', type: 'text' } } }], html)?.reason).toBe(reason);
  });
});

test.each([
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234', 1234],
  ['1,234', 1234],
  ['1,5', 1.5],
  ['0.125', 0.125],
  ['-3', -3],
  ["1'000'000.", 1_000_000],
  ['€ 12,345.678', 12345.678],
  ['−3 °C', -3],
  ['$.99', 0.99],
  ['-.125', -0.125],
  ['1’234’567.50', 1234567.5],
  ['١٬٢٣٤٫٥', 1234.5],
  ['１２', 12],
  ['SKU-5', 5],
  ['No.5', 5],
  ['2019-2020', 2019],
  ['...5', 5],
  ['none', undefined],
])('reads the number in %s', (text, expected) => expect(parseNumber(text)).toBe(expected));

test('reads a number with a million separators in linear time', () => {
  expect(parseNumber(`1${','.repeat(1_000_000)}5`)).toBe(1.5);
});

describe('JSON paths', () => {
  const JSON_OF = { a: [{ b: 1, 'c d': 2 }, { b: 3 }], e: { b: 4 }, 'x.y': 5 };
  test.each<[path: string, expected: unknown[]]>([
    ['$', [JSON_OF]],
    ['$.a[0].b', [1]],
    ['a[-1].b', [3]],
    ['$.a[*].b', [1, 3]],
    ['$..b', [1, 3, 4]],
    ["$.a[0]['c d']", [2]],
    ['$["x.y"]', [5]],
    ['$.e.*', [4]],
    ['$.none.b', []],
    ['$.constructor', []],
  ])('%s', (path, expected) => expect(selectJsonPath(JSON_OF, compileJsonPath(path))).toEqual(expected));

  test.each(['$.a[', '$a', '$..', '$.a[?(@.b)]', '$.a[1:2]'])('rejects %s', (path) => {
    expect(() => compileJsonPath(path)).toThrow(TypeError);
  });
});
