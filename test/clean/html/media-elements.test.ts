import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseSrcset } from '../../../shared/clean/html/srcset.ts';
import type { Url } from '../../../shared/url/url.ts';
import { cpuTimeOf } from '../../cpu-time.ts';

const PAGE = 'http://bog.example/plants/list.html' as Url;
const options = (maxMedia: number) => ({
  ...DEFAULT_CLEAN_OPTIONS,
  pageLimits: { ...DEFAULT_CLEAN_OPTIONS.pageLimits, maxMedia },
});
const documentOf = (html: string, maxMedia = 100) => cleanHtml(PAGE, html, options(maxMedia));
const mediaOf = (html: string) => (documentOf(html).media ?? []).map(({ url, kind }) => [url, kind]);

const image = (path: string) => [`http://bog.example${path}`, 'image'];

describe('media of a page', () => {
  test.each([
    ['an image', '<img src=a.jpg>', [image('/plants/a.jpg')]],
    [
      'all sizes of an image',
      '<img src=/a.jpg srcset="/b.jpg 2x, /c.jpg 800w">',
      [image('/a.jpg'), image('/b.jpg'), image('/c.jpg')],
    ],
    [
      'the sources of a picture element',
      '<picture><source srcset="/a.avif, /b.avif 2x"><img src="/a.jpg"></picture>',
      [image('/a.avif'), image('/b.avif'), image('/a.jpg')],
    ],
    ['lazily loaded images', '<img src="data:image/gif;base64,R0" data-src=/late.jpg>', [image('/late.jpg')]],
    ['a URL beside a data: URL', '<img srcset="data:image/gif;base64,R0 1x, /real.jpg 2x">', [image('/real.jpg')]],
    ['sizes of a lazily loaded image', '<img data-srcset="/late.jpg 1x">', [image('/late.jpg')]],
    ['images in noscript', '<noscript><img src=/early.jpg></noscript>', [image('/early.jpg')]],
    [
      'a video with its poster',
      '<video src=/film.mp4 poster=/still.jpg></video>',
      [['http://bog.example/film.mp4', 'video'], image('/still.jpg')],
    ],
    ['the sources of a video', '<video><source src=/film.webm></video>', [['http://bog.example/film.webm', 'video']]],
    ['audio', '<audio><source src=/song.ogg></audio>', [['http://bog.example/song.ogg', 'audio']]],
    ['elements in upper case', '<IMG SRC=/a.jpg SRCSET=/b.jpg>', [image('/a.jpg'), image('/b.jpg')]],
    ['images in navigation', '<nav><img src=/logo.png></nav>', [image('/logo.png')]],
    ['repeated images once', '<img src=/a.jpg><img src=/a.jpg>', [image('/a.jpg')]],
    ['URLs resolved against the base', '<base href=/img/><img src=a.jpg>', [image('/img/a.jpg')]],
    ['nothing in a template', '<template><img src=/a.jpg></template>', []],
    ['nothing with another scheme', '<img src="blob:http://bog.example/x"><img src="data:image/png;base64,AA">', []],
  ])('include %s', (_, html, expected) => {
    expect(mediaOf(html)).toEqual(expected);
  });

  test('keep the alternative text', () => {
    expect(documentOf('<img src=/a.jpg alt=" A  sundew ">').media).toEqual([
      { url: 'http://bog.example/a.jpg', kind: 'image', alt: 'A sundew' },
    ]);
  });

  test('are not links', () => {
    expect(documentOf('<img src=/a.jpg srcset=/b.jpg><a href=/c>c</a>').links).toEqual([
      { url: 'http://bog.example/c', anchor: 'c', rel: '' },
    ]);
  });

  test('are limited to maxMedia, and absent if it is 0', () => {
    const html = '<img src=/1.jpg srcset="/2.jpg 1x, /3.jpg 2x"><img src=/4.jpg>';
    expect(documentOf(html, 2).media).toHaveLength(2);
    expect('media' in documentOf(html, 0)).toBe(false);
  });

  test.each([
    ['a repeated spacer', '<img src=/spacer.gif>'.repeat(10)],
    ['a repeated srcset', '<img srcset="/spacer.gif 1x, /spacer.gif 2x">'.repeat(10)],
    ['data: URLs', Array.from({ length: 10 }, (_, i) => `<img src=" Data:,${i}" srcset="data:,${i} 1x">`).join('')],
  ])('are not crowded out by %s', (_, html) => {
    expect(documentOf(`${html}<img src=/real.jpg>`, 5).media?.map(({ url }) => url)).toContain(
      'http://bog.example/real.jpg',
    );
  });
});

test.each([
  ['a.jpg', ['a.jpg']],
  ['a.jpg, b.jpg 2x', ['a.jpg', 'b.jpg']],
  [' a.jpg 1x,b.jpg 2x ', ['a.jpg', 'b.jpg']],
  ['a.jpg,b.jpg 2x', ['a.jpg,b.jpg']],
  ['/w_300,h_200/a.jpg 300w, /w_600,h_400/a.jpg 600w', ['/w_300,h_200/a.jpg', '/w_600,h_400/a.jpg']],
  ['a.jpg, , ,b.jpg', ['a.jpg', 'b.jpg']],
  ['a.jpg foo(b, c), d.jpg', ['a.jpg', 'd.jpg']],
  ['a.jpg foo(b, c', ['a.jpg']],
  [',,', []],
  ['', []],
])('srcset "%s" contains %j', (srcset, expected) => {
  expect(parseSrcset(srcset)).toEqual(expected);
});

test('a long srcset takes linear time', async () => {
  const cpuMs = await cpuTimeOf(() => {
    expect(parseSrcset('a.jpg 1x (,'.repeat(100_000)).length).toBeGreaterThan(0);
    expect(parseSrcset(', '.repeat(500_000))).toEqual([]);
  });
  expect(cpuMs).toBeLessThan(2_000);
});
