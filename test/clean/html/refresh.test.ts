import { expect, test } from 'vitest';
import { parseRefresh, refreshLinks } from '../../../shared/clean/html/refresh.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';

test.each([
  ['0; url=/next', '/next'],
  ['5;URL = "next.html"', 'next.html'],
  ["0,'quoted'rest", 'quoted'],
  ['30', undefined],
  ['', undefined],
])('refresh value %j has the URL %j', (content, target) => {
  expect(parseRefresh(content)).toBe(target);
});

test('a Refresh header links to other pages only', () => {
  const page = 'http://a.example/dir/page' as Url;
  const urls = refreshLinks(
    ['0; url=../up', '60', '0; url=page', '0; url=mailto:a@b.example'],
    page,
    DEFAULT_URL_RULES,
  );
  expect(urls).toEqual([{ url: 'http://a.example/up', anchor: '', rel: 'refresh' }]);
});
