import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveLinks } from '../../../shared/clean/links/page-links.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES, type UrlRules } from '../../../shared/url/url-rules.ts';
import { fewOrMany } from '../../long-test.ts';

const PAGE = 'http://bog.example/plants/list' as Url;
const link = (href: string, anchor = '', rel = '') => ({ href, anchor, rel });
const resolve = (hrefs: string[], page: Url = PAGE, rules: UrlRules = DEFAULT_URL_RULES) =>
  resolveLinks(
    hrefs.map((href) => link(href)),
    page,
    null,
    rules,
  ).links.map(({ url }) => url);

describe('the links of a page', () => {
  test('are normalised, also on the fast path', () => {
    const piece = fc.constantFrom(
      'a',
      'B-c',
      '9',
      '.',
      '..',
      '/',
      '//',
      '?',
      'q=1',
      '&',
      ';',
      '%41',
      '_~',
      'é',
      ' ',
      'index.html',
      ':',
      '@',
      '#',
      ...['%C3%A9', '%2f', '%7E', '%5B', '%', '&amp;', '!', '+', "'", '(', '=', 'utm_source=x', 'sid=7', 'h', 'ttp'],
    );
    const origin = fc.constantFrom(
      '',
      '/',
      'http://x.example',
      'https://x.example/',
      'http://X.example/',
      'http://x.example:80/',
      'http://1.2/',
      'http://x.example./',
      'https:',
      'http:///',
      ...[
        'http://x.example',
        'http://x-1.example',
        'http://-x.example',
        'http://xn--a.example',
        'http://http/',
        'http://x.0x1',
        '//x.example',
        '///',
        'mailto:',
        'JavaScript:',
      ],
    );
    const rules = fc.constantFrom<UrlRules>(
      DEFAULT_URL_RULES,
      { ...DEFAULT_URL_RULES, dropIndexPages: true },
      { ...DEFAULT_URL_RULES, maxUrlLength: 30 },
      { ...DEFAULT_URL_RULES, aliases: { 'x.example': 'y.example', 'bog.example': 'y.example' } },
    );
    fc.assert(
      fc.property(origin, fc.array(piece, { maxLength: 8 }), rules, (start, pieces, rule) => {
        const href = start + pieces.join('');
        fc.pre(!href.startsWith('#'));
        const expected = normalize(href, PAGE, rule);
        expect(resolve([href], PAGE, rule)).toEqual(expected.kind === 'url' ? [expected.url] : []);
      }),
      { numRuns: fewOrMany(400, 3_000), seed: 1 },
    );
  });

  test('are listed once per anchor text, in page order', () => {
    const { links } = resolveLinks(
      [link('/a', 'A'), link('/b', 'B'), link('/a', 'A'), link('/a', 'more'), link('/a', 'A', 'nofollow')],
      PAGE,
      null,
      DEFAULT_URL_RULES,
    );
    expect(links.map(({ url, anchor, rel }) => [url, anchor, rel])).toEqual([
      ['http://bog.example/a', 'A', ''],
      ['http://bog.example/b', 'B', ''],
      ['http://bog.example/a', 'more', ''],
      ['http://bog.example/a', 'A', 'nofollow'],
    ]);
  });

  test('leave out jumps within the page and other schemes', () => {
    expect(resolve(['#top', 'mailto:a@x.example', 'javascript:x()', 'c'])).toEqual(['http://bog.example/plants/c']);
  });

  test('to one URL with thousands of anchor texts are limited', () => {
    const links = Array.from({ length: 3000 }, (_, i) => link('/a', `word ${i}`));
    expect(resolveLinks(links, PAGE, null, DEFAULT_URL_RULES).links.length).toBeLessThan(200);
  });
});
