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
