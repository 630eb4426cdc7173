import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 100 });
const text = (html: string) => parse(html).blocks.map((block) => block.text)[0];

describe('words that only tags separate', () => {
  test.each([
    ['<span>Duration</span><span>Three days</span>', 'Duration Three days'],
    ['<label>Brackets</label><span>1405</span>', 'Brackets 1405'],
    ['<b>12</b><em>Anthills</em>', '12 Anthills'],
    ['<span>from</span><span>2013</span>', 'from 2013'],
    ['<span>1990</span><span>1991</span>', '1990 1991'],
    ['<span>corporate</span><span>catering</span>', 'corporate catering'],
    ['<span>RPG</span><span>FPS</span>', 'RPG FPS'],
    ['<a href=a>Bogs</a><!-- --><a href=b class="x > y">Mires</a>', 'Bogs Mires'],
    ['<span><b>Moor</b></span><i><b>Bog</b></i>', 'Moor Bog'],
    ['<span>Größe</span><span>Öl</span>', 'Größe Öl'],
    ['<time>02 Oct 2023</time><span>6 min read</span>', '02 Oct 2023 6 min read'],
    ['<b>#1</b><time>12. Oct 2023</time>', '#1 12. Oct 2023'],
  ])('%s has a gap', (html, expected) => {
    expect(text(`<p>${html}`)).toBe(expected);
  });

  test.each([
    ['<span>M</span><span>oss</span>', 'Moss'],
    ['<b>3</b><sup>rd</sup>', '3rd'],
    ['<b>H</b><sub>2</sub>', 'H2'],
    ['<b>method</b><b>s</b>', 'methods'],
    ['<b>AC</b><b>TUARIAL</b>', 'ACTUARIAL'],
    ['<span>2</span><span>0</span>', '20'],
    ['<span>$1,249</span><sup>99</sup>', '$1,24999'],
    ['<b>moss</b>land', 'mossland'],
    ['moss<b>land</b>', 'mossland'],
    ['<b>Moss</b><!-- -->Land', 'MossLand'],
    ['<b>Moss</b><sup><a href="#n1">1</a></sup>', 'Moss[1]'],
    ['<span>Path</span><wbr></wbr><span>Resolver</span>', 'PathResolver'],
    ['<code><span>path</span><span>Resolver</span></code>', 'pathResolver'],
    ['<span>(Moss</span><span>)</span>', '(Moss)'],
    ['<em>東京</em><em>大学研究</em>', '東京大学研究'],
  ])('%s is one word', (html, expected) => {
    expect(text(`<p>${html}`)).toBe(expected);
  });

  test.each([
    ['flex items-center gap-2', '<span>31</span><span>4.5 of 5</span>', '31 4.5 of 5'],
    ['d-inline-flex', '<b>NY</b><span>New York</span>', 'NY New York'],
    ['md:grid', '<span>gardener</span><span>le 3 juin</span>', 'gardener le 3 juin'],
    ['MuiStack-root css-1a', '<span>Monique R.</span><span>le 3 juin</span>', 'Monique R. le 3 juin'],
    ['flex', '<span>$1,249</span><sup>99</sup>', '$1,24999'],
    ['flex-1', '<span>M</span><span>oss</span>', 'Moss'],
    ['reflex', '<span>M</span><span>oss</span>', 'Moss'],
  ])('in an element of the class %s, %s is "%s"', (name, html, expected) => {
    expect(text(`<div class="${name}">${html}</div>`)).toBe(expected);
  });

  test('leaves preformatted text as it is', () => {
    expect(text('<pre><i>path</i><b>Resolver</b></pre>')).toBe('pathResolver');
  });

  test('holds for headings and links', () => {
    const page = parse('<h2><span>Bog</span><span>Moss</span></h2><a href=a><b>Peat</b><b>Land</b></a>');
    expect(page.headings).toEqual(['Bog Moss']);
    expect(page.links[0]?.anchor).toBe('Peat Land');
  });
});
