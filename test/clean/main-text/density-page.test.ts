import { describe, expect, test } from 'vitest';
import { extractByDensity } from '../../../shared/clean/main-text/density-page.ts';

const menu = '<ul><li><a href=1>Home</a></li><li><a href=2>News</a></li><li><a href=3>Contact</a></li></ul>';
const long = (word: string) => `${word} ${'and many more words that somebody wrote '.repeat(4)}`.trim();

describe('the plain density method', () => {
  test('takes everything from the first long string to the last one near it', () => {
    const html = `${menu}<p>${long('One')}</p><h2>Two</h2><p>${long('Three')}</p><div></div>${menu}`;
    expect(extractByDensity(html, 'best')).toBe(`${long('One')}\nTwo\n${long('Three')}`);
  });

  test('as written, nested tags without text separate strings', () => {
    const html = `<p>${long('One')}</p><div><div></div></div><p>${long('Two')}</p>`;
    expect(extractByDensity(html, 'as-written')).toBe(long('One'));
    expect(extractByDensity(html, 'best')).toBe(`${long('One')}\n${long('Two')}`);
  });

  test('of the regions around the two longest strings takes the one with more text', () => {
    const far = '<p>a</p>'.repeat(6);
    const html = `<p>${long('One')}${long('more')}</p>${far}<p>${long('Two')}</p><p>${long('Three')}</p><p>${long('Four')}</p>`;
    expect(extractByDensity(html, 'as-written')).toBe(`${long('One')}${long('more')}`);
    expect(extractByDensity(html, 'two-peaks')).toBe(`${long('Two')}\n${long('Three')}\n${long('Four')}`);
    expect(extractByDensity(`<p>${long('One')}</p><p>${long('Two')}</p>`, 'two-peaks')).toBe(
      `${long('One')}\n${long('Two')}`,
    );
    expect(extractByDensity(`${far}<p>${long('One')}</p>`, 'two-peaks')).toBe(long('One'));
    expect(extractByDensity('<p>b', 'two-peaks')).toBe('b');
    expect(extractByDensity('', 'two-peaks')).toBe('');
  });

  test('continues across inline tags and keeps white space between them', () => {
    expect(extractByDensity('<p>a <b>b</b>c<i> d</i>\n<u>e</u> &amp;&nbsp;f</p>', 'best')).toBe('a bc d e & f');
  });

  test('ignores scripts, styles and comments', () => {
    const html = `<script>${long('x')}${long('x')}</script><style>${long('y')}${long('y')}</style><!-- ${long('z')} --><p>a`;
    expect(extractByDensity(html, 'best')).toBe('a');
  });

  test('returns an empty text for an empty page', () => {
    expect(extractByDensity('', 'best')).toBe('');
    expect(extractByDensity('<div><p></p></div>', 'as-written')).toBe('');
  });
});
