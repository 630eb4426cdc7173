import { describe, expect, test } from 'vitest';
import { ASIDE } from '../../../shared/clean/html/elements.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';

const answer = 'Moss grows on stones and in the shade of trees, wherever the ground is wet for most of the year. ';
const areAside = (html: string) =>
  parseHtml(html, { xhtml: false, maxLinks: 100 }).blocks.map(({ roles }) => (roles & ASIDE) !== 0);

describe('a nav', () => {
  const cases: [rule: string, html: string, expected: boolean[]][] = [
    [
      'is text if it consists of running text',
      `<nav><h3>a</h3><p>${answer}</p><p>${answer}</p></nav><nav>b</nav>`,
      [false, false, false, true],
    ],
    ['may end with the element around it', `<div><nav><p>${answer}</div>`, [false]],
    ['is navigation if it has link text', `<nav><p>${answer}<a href=1>More about mosses</a></p></nav>`, [true]],
    [
      'is navigation if it has short texts',
      `<nav><p>${answer}</p>${'<p>Mosses and ferns</p>'.repeat(6)}</nav>`,
      Array(7).fill(true),
    ],
    ['is navigation in the header of a site', `<header><nav><p>${answer}</p></nav></header>`, [true]],
    ['is navigation in an aside', `<aside><nav><p>${answer}</p></nav></aside>`, [true]],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(areAside(html)).toEqual(expected);
  });
});

describe('an aside', () => {
  const cases: [rule: string, html: string, expected: boolean[]][] = [
    ['may be text in an article', `<article><p>a<aside class=note><p>${answer}</p></aside></article>`, [false, false]],
    ['may be text in the main content', `<main><aside class=note><p>${answer}</p></aside></main>`, [false]],
    ['is none with navigation in it', `<main><aside><p>${answer}</p><nav>a</nav></aside></main>`, [true, true]],
    [
      'may be a note anywhere by its class, also a short one with a link',
      `<div><aside class="notice">See <a href=1>mosses</a> first.</aside><aside class="starlight-aside--tip">b</aside></div>`,
      [false, false],
    ],
    [
      'may be a list of footnotes in asides',
      `<main>a</main><aside class="footnote-list brackets"><aside class="footnote" role="doc-footnote">[<a href=1>1</a>]<p>Also on <a href=2>stones</a>.</aside></aside>`,
      [false, false, false],
    ],
    ['is no note if most of it is links', `<aside class="note"><a href=1>Mosses and ferns</a> a</aside>`, [true]],
    ['is no note by a part of a class', `<aside class="cookie-notice">a</aside>`, [true]],
    ['is no note in the header of a site', `<header><aside class="notice">a</aside></header>`, [true]],
    ['is none beside the main content', `<main>a</main><aside><p>${answer}</p></aside>`, [false, true]],
    ['is none if it has link text', `<main><aside><p>${answer}<a href=1>More about mosses</a></aside></main>`, [true]],
    ['does not contain the main content', `<aside><p>a</p><main><p>b</p></main>`, [true, false]],
    ['does not contain what has the role main', `<aside><p>a</p><div role=main><p>b</p></div>`, [true, false]],
  ];
  test.each(cases)('%s', (_, html, expected) => {
    expect(areAside(html)).toEqual(expected);
  });
});

test('a dialog about cookies is no text, unless it contains the main content', () => {
  expect(areAside(`<p>a<div id=onetrust-consent-sdk><p>${answer}</p></div><p>b`)).toEqual([false, true, false]);
  expect(areAside(`<body class="cookie-banner"><div class="no-cookie-banner"><p>${answer}</p></div>`)).toEqual([false]);
  expect(areAside(`<div class="cookie-notice"><p>a</p><main><p>b</p></main></div>`)).toEqual([true, false]);
  expect(areAside(`<main><section id="cookie-settings"><h2>Cookie settings</h2></section></main>`)).toEqual([false]);
  expect(areAside(`<main><div class="section" id="cookie-banner"><h2>Banner</h2></div></main>`)).toEqual([false]);
  expect(areAside(`<article><section id="cookie-banner"><p>a</p></section></article>`)).toEqual([false]);
  expect(areAside(`<main><section class="cookie-banner"><p>a</p></section></main>`)).toEqual([true]);
  expect(areAside(`<section id="cookie-banner"><p>a</p></section>`)).toEqual([true]);
  expect(areAside(`<cookie-box class="cookie-box cookie-banner"><p>a</p></cookie-box>`)).toEqual([true]);
});
