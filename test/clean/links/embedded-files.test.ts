import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanPage } from '../../../shared/clean/clean-page.ts';
import { embeddedFiles, filesOfStylesheet } from '../../../shared/clean/links/embedded-files.ts';
import type { Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';

const place = { url: 'http://a.example/dir/page' as Url, rules: DEFAULT_URL_RULES, maxCount: 100 };
const files = (html: string) => embeddedFiles(html, place).map(({ url }) => url.replace('http://a.example', ''));
const ofCss = (css: string) => filesOfStylesheet(css, place).map(({ url }) => url.replace('http://a.example', ''));

describe('embeddedFiles', () => {
  test.each<[string, string, string[]]>([
    ['images', '<img src=/a.png><IMG SRC="b.png?x=1&amp;y=2">', ['/a.png', '/dir/b.png?x=1&y=2']],
    ['all sizes of an image', '<img src=/s.png srcset="/s1.png 1x, /s2.png 2x">', ['/s.png', '/s1.png', '/s2.png']],
    ['images that a script loads later', '<img src="data:image/gif;base64,R0" data-src=/lazy.png>', ['/lazy.png']],
    ['pictures', '<picture><source srcset=/p.webp><img src=/p.jpg></picture>', ['/p.webp', '/p.jpg']],
    [
      'players with poster and subtitles',
      '<video src=/v.mp4 poster=/v.jpg><source src=/v.webm><track src=/v.vtt></video><audio src=/a.mp3></audio>',
      ['/v.mp4', '/v.jpg', '/v.webm', '/v.vtt', '/a.mp3'],
    ],
    [
      'stylesheets, icons and manifests, but no other relations',
      '<link rel="alternate StyleSheet" href=/c.css><link rel="shortcut icon" href=/f.ico><link rel=manifest href=/m><link rel=next href=/2><link rel=preload href=/f.woff2>',
      ['/c.css', '/f.ico', '/m', '/f.woff2'],
    ],
    ['scripts, not what they contain', '<script src=/j.js></script><script>"<img src=/no.png>"</script>', ['/j.js']],
    ['nothing in comments', '<!-- <img src=/no.png> --><img src=/yes.png>', ['/yes.png']],
    ['plug-ins', '<object data=/o.svg></object><embed src=/e.swf>', ['/o.svg', '/e.swf']],
    ['image buttons only', '<input type=image src=/b.png><input type=text src=/no.png>', ['/b.png']],
    ['SVG', '<svg><image xlink:href=/i.png /><use href="/s.svg#a"/><use href="#b"/></svg>', ['/i.png', '/s.svg']],
    [
      'styles',
      `<style>@import "/i.css";b{background:url(/s.png)}</style><p style="background:url('/p.png')">`,
      ['/i.css', '/s.png', '/p.png'],
    ],
    ['backgrounds of old pages', '<body background=/bg.gif><td background=/td.gif>', ['/bg.gif', '/td.gif']],
    [
      'noscript and templates',
      '<noscript><img src=/n.png></noscript><template><img src=/t.png></template>',
      ['/n.png', '/t.png'],
    ],
    ['no frames, which are pages', '<iframe src=/f.html></iframe>', []],
    ['each file once, and not the page', '<img src=/a.png><img src=/a.png><img src=page>', ['/a.png']],
  ])('finds %s', (_what, html, found) => {
    expect(files(html)).toEqual(found);
  });

  test('resolves against the base element', () => {
    expect(embeddedFiles('<base href="http://cdn.example/x/"><img src=a.png>', place)).toEqual([
      { url: 'http://cdn.example/x/a.png', anchor: '', rel: 'embedded' },
    ]);
  });

  test('reads a page with many files', () => {
    const html = `<style>${Array.from({ length: 200_000 }, (_, i) => `url(/${i}.png)`).join('')}</style>`;
    expect(embeddedFiles(html, { ...place, maxCount: 150_000 })).toHaveLength(150_000);
  });

  test('returns at most maxCount files', () => {
    const html = Array.from({ length: 30 }, (_, i) => `<img src=/${i}.png>`).join('');
    expect(embeddedFiles(html, { ...place, maxCount: 7 })).toHaveLength(7);
  });
});

describe('filesOfStylesheet', () => {
  test.each<[string, string, string[]]>([
    [
      'imports',
      `@import "a.css"; @import 'b.css' screen; @import url(c.css);`,
      ['/dir/a.css', '/dir/b.css', '/dir/c.css'],
    ],
    [
      'fonts and images',
      `@font-face{src:url( "../f.woff2" ) format("woff2")} a{background:URL(/i.png)}`,
      ['/f.woff2', '/i.png'],
    ],
    ['nothing in comments', '/* url(/no.png) */ a{b:url(/yes.png)} /* url(/no2.png)', ['/yes.png']],
    ['escaped URLs', String.raw`a{b:url(/a\ b.png)} c{d:url("/\63 d.png")}`, ['/a%20b.png', '/cd.png']],
    ['no data: URLs and fragments', 'a{b:url(data:image/png;base64,AA==)} c{d:url(#e)}', []],
  ])('finds %s', (_what, css, found) => {
    expect(ofCss(css)).toEqual(found);
  });

  test('reads a stylesheet with a huge URL', () => {
    const huge = 'a'.repeat(10_000_000);
    expect(ofCss(`a{b:url(${huge})} c{d:url("${huge}")} e{f:url(${huge} g{h:url(/i.png)}`)).toEqual(['/i.png']);
  });

  test('reads no further after many references that are no files', () => {
    const many = 'url(data:,)'.repeat(1000);
    expect(ofCss(`${many}url(/a.png)`)).toEqual([]);
    expect(files(`<style>${many}</style><img src=/a.png>`)).toEqual([]);
    expect(files(`${'<img src="data:,">'.repeat(999)}<img src=/a.png>`)).toEqual(['/a.png']);
  });

  test.each(['/*', 'url(', 'url("', "@import '", 'url(a'])('reads a stylesheet of %s in linear time', (part) => {
    expect(ofCss(part.repeat(100_000)).length).toBeLessThan(2);
  });
});

describe('the option embedded', () => {
  const clean = (type: string, body: string, embedded: boolean, maxLinks = 100) =>
    cleanPage(
      { url: place.url, headers: [['content-type', type]], body: Buffer.from(body) },
      { ...DEFAULT_CLEAN_OPTIONS, embedded, maxLinks },
    );
  const linksOf = (...given: Parameters<typeof clean>) => clean(...given).links.map(({ url, rel }) => [url, rel]);
  const html = '<p>Bog plants <a href=/moss>moss</a><img src=/a.png>';

  test('adds the files of a page after its links, within maxLinks', () => {
    expect(linksOf('text/html', html, true)).toEqual([
      ['http://a.example/moss', ''],
      ['http://a.example/a.png', 'embedded'],
    ]);
    expect(linksOf('text/html', html, true, 1)).toEqual([['http://a.example/moss', '']]);
    expect(linksOf('text/html', html, false)).toEqual([['http://a.example/moss', '']]);
  });

  test('lists the files of a stylesheet, which is no page', () => {
    const document = clean('text/css', 'a{b:url(/i.png)}', true);
    expect(document).toMatchObject({
      reason: 'unwanted-type',
      links: [{ url: 'http://a.example/i.png', rel: 'embedded' }],
    });
    expect(linksOf('text/css', 'a{b:url(/i.png)}', false)).toEqual([]);
  });
});
