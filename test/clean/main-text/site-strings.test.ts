import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import {
  addToSite,
  findSiteStrings,
  newSiteStrings,
  pageStrings,
} from '../../../shared/clean/main-text/site-strings.ts';

const NOTICE = 'The friends of the bog run this site in their spare time.';
const menu = '<ul><li><a href=1>Home</a><li><a href=2>News</a></ul>';
const own = (n: number) =>
  `<p>Trap ${n} closes in the ${n}th of a second, and opens again after ${n} days or more.</p>`;
const page = (n: number, around: string, title = `The trap called ${'abcdefgh'[n]}`) =>
  parseHtml(`<title>${title}</title>${around.replaceAll('#', own(n).repeat(2).replace('Trap', 'A trap'))}`, {
    xhtml: false,
    maxLinks: 0,
  });

/** Strings of the first page that are the site's. */
function ofSite(pages: ReturnType<typeof page>[]): string[] {
  const site = newSiteStrings();
  for (const one of pages) addToSite(site, pageStrings(one));
  const found = findSiteStrings(site, pageStrings(pages[0]!));
  return pages[0]!.blocks.filter((_, i) => found?.[i] === 1).map(({ text }) => text);
}

const three = (around: string, title?: string) => [1, 2, 3].map((n) => page(n, around, title));

describe('strings of the site', () => {
  test.each<[rule: string, around: string, found: string[]]>([
    ['a sentence that all pages have is', `#<p>${NOTICE}</p>`, [NOTICE]],
    ['a word between others that are repeated is', `#<p>${NOTICE}</p><p>Since 1990</p>`, [NOTICE, 'Since 1990']],
    ['a label in the text is not', '#<h3>Note</h3>#', []],
    ['one that comes several times on a page is not', `<p>${NOTICE}</p>#<p>${NOTICE}</p>`, []],
    ['a link is not, but others stand among links', `${menu}<p>Bogs</p>${menu}#`, ['Bogs']],
    ['nothing is of pages that have most in common', `#<p>${NOTICE.repeat(9)}</p>`, []],
  ])('%s', (_, around, found) => {
    expect(ofSite(three(around))).toEqual(found);
  });

  test('two pages tell nothing, and half of the pages are needed', () => {
    const [one, two, third] = three(`#<p>${NOTICE}</p>`) as [never, never, never];
    const others = [4, 5, 6, 7].map((n) => page(n, '#'));
    expect(ofSite([one, two])).toEqual([]);
    expect(ofSite([one, two, third, ...others.slice(0, 3)])).toEqual([NOTICE]);
    expect(ofSite([one, two, third, ...others])).toEqual([]);
  });

  test('pages of one title, but for numbers, are one: parts of an article share its first lines', () => {
    const parts = [1, 2, 3].map((n) => page(n, `<p>${NOTICE}</p>#`, `How traps close, part ${n} of 3`));
    expect(ofSite(parts)).toEqual([]);
  });

  test('what the title says is the page’s own', () => {
    const named = [1, 2, 3].map((n) => page(n, `<h1>${NOTICE}</h1>#`, `${NOTICE} ${'abc'[n - 1]}`));
    expect(ofSite(named)).toEqual([]);
  });
});
