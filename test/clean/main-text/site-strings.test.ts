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

/** Returns the texts of the first page that are site boilerplate. */
function ofSite(pages: ReturnType<typeof page>[]): string[] {
  const site = newSiteStrings();
  for (const one of pages) addToSite(site, pageStrings(one));
  const found = findSiteStrings(site, pageStrings(pages[0]!));
  return pages[0]!.blocks.filter((_, i) => found?.[i] === 1).map(({ text }) => text);
}

const three = (around: string, title?: string) => [1, 2, 3].map((n) => page(n, around, title));

describe('site boilerplate', () => {
  test.each<[rule: string, around: string, found: string[]]>([
    ['includes a sentence on all pages', `#<p>${NOTICE}</p>`, [NOTICE]],
    ['includes a word between other repeated blocks', `#<p>${NOTICE}</p><p>Since 1990</p>`, [NOTICE, 'Since 1990']],
    ['excludes a label within the text', '#<h3>Note</h3>#', []],
    ['excludes text that repeats within a page', `<p>${NOTICE}</p>#<p>${NOTICE}</p>`, []],
    ['excludes links, but includes text between repeated links', `${menu}<p>Bogs</p>${menu}#`, ['Bogs']],
    ['is empty for pages that share most of their text', `#<p>${NOTICE.repeat(9)}</p>`, []],
  ])('%s', (_, around, found) => {
    expect(ofSite(three(around))).toEqual(found);
  });

  test('needs three pages and half of the pages', () => {
    const [one, two, third] = three(`#<p>${NOTICE}</p>`) as [never, never, never];
    const others = [4, 5, 6, 7].map((n) => page(n, '#'));
    expect(ofSite([one, two])).toEqual([]);
    expect(ofSite([one, two, third, ...others.slice(0, 3)])).toEqual([NOTICE]);
    expect(ofSite([one, two, third, ...others])).toEqual([]);
  });

  test('counts pages whose titles differ only in numbers once, such as parts of an article', () => {
    const parts = [1, 2, 3].map((n) => page(n, `<p>${NOTICE}</p>#`, `How traps close, part ${n} of 3`));
    expect(ofSite(parts)).toEqual([]);
  });

  test('excludes the title', () => {
    const named = [1, 2, 3].map((n) => page(n, `<h1>${NOTICE}</h1>#`, `${NOTICE} ${'abc'[n - 1]}`));
    expect(ofSite(named)).toEqual([]);
  });
});
