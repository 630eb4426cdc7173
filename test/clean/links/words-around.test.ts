import { expect, test } from 'vitest';
import { linksOfHtml } from '../../../shared/clean/links/html-links.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';

/** Returns the words around each link of a page, by the last segment of its URL. */
const aroundIn = (html: string): Record<string, string | undefined> =>
  Object.fromEntries(
    linksOfHtml(html, 'http://bog.example/' as Url, DEFAULT_URL_RULES).map(({ url, around }) => [
      url.slice('http://bog.example/'.length),
      around,
    ]),
  );

test('are the text before and behind a link in its paragraph, over line breaks', () => {
  expect(
    aroundIn('<p>Moss: read <a href=a>more</a> about peat<br>and <a href=b>bogs</a>.</p><p>Other text</p>'),
  ).toEqual({
    a: 'Moss: read about peat and bogs.',
    b: 'Moss: read more about peat and .',
  });
});

test('do not come from other items, cells and definitions', () => {
  const html =
    '<ul><li><a href=a>A</a>: sundews<li><a href=b>B</a>: moss</ul>' +
    '<table><tr><td><a href=c>C</a> peat</td><td>alder</td></tr></table>' +
    '<dl><dt>Birch<dd>a tree, <a href=d>D</a></dl>';
  expect(aroundIn(html)).toEqual({ a: ': sundews', b: ': moss', c: 'peat', d: 'a tree,' });
});

test('name the neighbours on a line, and are absent in lists of links and outside of text', () => {
  const html = '<p><a href=a>A</a> | <a href=b>B</a></p><ul><li><a href=c>C</a></ul><iframe src=d></iframe>';
  expect(aroundIn(html)).toEqual({ a: '| B', b: 'A |', c: undefined, d: undefined });
});

test('end at words, and are limited also in a text without spaces', () => {
  const long = 'sundew '.repeat(40);
  const { a } = aroundIn(`<p>${long}<a href=a>A</a> ${long}</p>`);
  expect(a!.split(' ')).toEqual(Array.from({ length: 16 }, () => 'sundew'));
  const { b } = aroundIn(`<p>${'苔'.repeat(500)}<a href=b>B</a>${'苔'.repeat(500)}</p>`);
  expect(b).toHaveLength(121);
  const { c } = aroundIn(`<p>${'苔'}${'😀'.repeat(50)}<a href=c>C</a>${'a'}${'😀'.repeat(50)}</p>`);
  expect(c).toBe(`${'😀'.repeat(30)} a${'😀'.repeat(29)}`);
  const { d } = aroundIn(`<p>${'😀'.repeat(50)}b<a href=d>D</a></p>`);
  expect(d).toBe(`${'😀'.repeat(29)}b`);
});

test('have a formula once, without its source', () => {
  const formula = '<math><mi>E</mi><annotation encoding="TeX">E_1</annotation></math>';
  expect(aroundIn(`<p>energy ${formula} of <a href=a>A</a></p>`)).toEqual({ a: 'energy E of' });
});

test('of a link with several elements and an image surround all of it', () => {
  expect(aroundIn('<p>see <a href=a><b>big</b> <img src=i alt=x> <i>bogs</i></a> here</p>')).toEqual({ a: 'see here' });
});
