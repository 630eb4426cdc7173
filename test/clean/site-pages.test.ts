import { expect, test } from 'vitest';
import { parseHtml } from '../../shared/clean/html/parse-html.ts';
import type { Block } from '../../shared/clean/html/parsed-page.ts';
import { chooseMainBlocks } from '../../shared/clean/main-text/main-text.ts';
import { createSitePages } from '../../shared/clean/site-pages.ts';
import type { Url } from '../../shared/url/url.ts';

const NOTICE =
  'The friends of the bog run this site in their spare time, and they are glad of every letter that reaches them.';
const sentence = (n: number) =>
  `Sundew number ${n} catches insects with the sticky drops on the hairs of its leaves, in bogs of kind ${n}.`;
const TITLES = ['Sundews', 'Pitchers', 'Bladders', 'Butterworts', 'Flytraps'];
const pages = TITLES.map((title, n) => ({
  url: `http://bog.example/${n}` as Url,
  page: parseHtml(
    `<title>${title}</title><p>${sentence(n)} ${sentence(n + 10)}</p><p>${sentence(n + 20)}</p><p>${NOTICE}</p>`,
    { xhtml: false, maxLinks: 0 },
  ),
}));

/** Returns the main text of each page by its URL, after changed pages were read again. */
function read(batch: typeof pages): Map<string, string> {
  const site = createSitePages();
  const text = (onSite: typeof site.firstPass, { url, page }: (typeof pages)[number]): string =>
    (chooseMainBlocks(page, 'model', (of, choose) => onSite(url, of, choose)).blocks as Block[])
      .map((b) => b.text)
      .join('\n');
  const found = new Map(batch.map((one) => [one.url as string, text(site.firstPass, one)]));
  const changed = site.changedPages();
  for (const one of batch) if (changed.has(one.url)) found.set(one.url, text(site.secondPass, one));
  return found;
}

test('removes what all pages of a host repeat, from the first pages too', () => {
  for (const [url, text] of read(pages)) {
    expect(text).toContain(sentence(Number(url.at(-1))));
    expect(text).not.toContain(NOTICE);
  }
});

test('does not depend on the order of the pages', () => {
  const [one, other] = [read(pages), read(pages.toReversed())];
  for (const [url, text] of one) expect(other.get(url)).toBe(text);
});

test('ignores pages of other hosts', () => {
  const elsewhere = pages.map(({ page }, n) => ({ url: `http://h${n}.example/` as Url, page }));
  for (const text of read(elsewhere).values()) expect(text).toContain(NOTICE);
});

test('keeps the text of a page if nothing else would be left', () => {
  const site = createSitePages();
  const choose = (page: (typeof pages)[number]['page']) => (ofSite?: Uint8Array) => (ofSite ? [] : page.blocks);
  for (const { url, page } of pages) expect(site.firstPass(url, page, choose(page)).blocks).toHaveLength(3);
});
