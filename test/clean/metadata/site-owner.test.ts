import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { gatherMetadata } from '../../../shared/clean/metadata/metadata.ts';
import { findSiteOwner } from '../../../shared/clean/metadata/site-owner.ts';
import type { Url } from '../../../shared/url/url.ts';

const OURS = 'We grow sundews in our bog, and they catch insects. '.repeat(20);
const MINE = 'I grow sundews in my bog, and they catch insects. '.repeat(20);
const HOME = '<a href="/">Ada Writer</a>';
const SITE = '<meta property=og:site_name content="Ada Writer’s blog">';
const TITLE = '<title>Sundews | Ada Writer</title>';
const PLAIN = 'https://ada.example/sundews';

function ownerOf(html: string, text: string, url = PLAIN): string | undefined {
  const page = parseHtml(html, { xhtml: false, maxLinks: OPTIONS.maxLinks });
  return findSiteOwner(page, gatherMetadata(page.metas), url, text)?.value;
}

test.each([
  ['title and home link', TITLE + HOME, MINE, 'Ada Writer'],
  ['title and meta element', TITLE + SITE, MINE, 'Ada Writer'],
  ['meta element and home link', SITE + HOME, MINE, 'Ada Writer'],
  ['a text in German', TITLE + HOME, 'Ich züchte Sonnentau in meinem Moor. '.repeat(10), 'Ada Writer'],
  ['a text in French', TITLE + HOME, 'J’ai des droséras dans la tourbière. '.repeat(10), 'Ada Writer'],
  ['the title alone', TITLE, MINE, undefined],
  ['two home links', HOME + HOME, MINE, undefined],
  ['two different names', `<title>Sundews | Ben Reader</title>${HOME}`, MINE, undefined],
  ['a text of several people', TITLE + HOME, OURS, undefined],
  ['the name of an organisation', '<title>Sundews | Bog Society</title><a href="/">Bog Society</a>', MINE, undefined],
  ['a single word', '<title>Sundews | Bogs</title><a href="/">Bogs</a>', MINE, undefined],
])('the owner of a site by %s', (_, html, text, expected) => {
  expect(ownerOf(html, text)).toBe(expected);
});

test('links to the root on the root itself are menus', () => {
  expect(ownerOf(SITE + HOME, MINE, 'https://ada.example/')).toBe(undefined);
});

test('an article without an author has that of its site, and with one its own', () => {
  const page = (byline: string) =>
    `<!doctype html><html lang=en><head>${TITLE}${SITE}<meta property=og:type content=article></head><body><header>${HOME}</header>
     <main><article><h1>Sundews</h1>${byline}<time datetime=2024-05-12>12 May 2024</time>${`<p>${MINE}</p>`.repeat(3)}</article></main></body></html>`;
  const found = cleanHtml(`${PLAIN}/2024/05/12/growing` as Url, page(''), OPTIONS);
  expect([found.author, found.sources?.['author']]).toEqual(['Ada Writer', 'site']);
  expect(cleanHtml(PLAIN as Url, page('<p>By Ben Reader</p>'), OPTIONS).author).toBe('Ben Reader');
});

test.each(['Author', 'Article by', 'Written by:'])('a name after the label "%s" is the author', (label) => {
  const html = `<h1>Sundews</h1><p>They catch insects.</p><h3>${label}</h3><p>Ada Writer</p>`;
  expect(cleanHtml(PLAIN as Url, html, OPTIONS).author).toBe('Ada Writer');
});
