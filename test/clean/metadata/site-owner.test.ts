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
  [
    'the name of a text that says it in lower case',
    '<title>Bog Sundews | Moss Hats</title><a href="/">Moss Hats</a>',
    `${MINE} I like moss.`,
    undefined,
  ],
  [
    'a given name that is a word',
    '<title>Sundews | Will Writer</title><a href="/">Will Writer</a>',
    `${MINE} It will grow.`,
    'Will Writer',
  ],
  [
    'a name with an initial',
    '<title>Sundews | A. Writer</title><a href="/">A. Writer</a>',
    `${MINE} It is a plant.`,
    'A. Writer',
  ],
  ['a title with an article', '<title>Sundews | The Fen</title><a href="/">The Fen</a>', MINE, undefined],
  ['a title with a French article', '<title>Sundews | Le Marais</title><a href="/">Le Marais</a>', MINE, undefined],
  [
    'the name of a business',
    '<title>Sundews | Ada Writer Design</title><a href="/">Ada Writer Design</a>',
    MINE,
    undefined,
  ],
  [
    'quotations in the first person',
    TITLE + HOME,
    '“I grow sundews in my bog,” says Ben. They catch insects. '.repeat(20),
    undefined,
  ],
  ['a text in Dutch that says "you"', TITLE + HOME, 'Je kunt zonnedauw kopen als je wilt. '.repeat(20), undefined],
  ['a text in Czech', TITLE + HOME, 'Rosnatka je rostlina a je krásná. '.repeat(20), undefined],
  ['a text in Italian', TITLE + HOME, 'I fiori crescono nella torbiera. I semi sono piccoli. '.repeat(20), undefined],
  ['a text in Swedish with "in"', TITLE + HOME, 'I Sverige växer sileshår. I juni blommar den. '.repeat(20), undefined],
  ['a text in French with "je"', TITLE + HOME, 'Je cultive une drosera dans ma tourbière. '.repeat(10), 'Ada Writer'],
  ['a text in Swedish', TITLE + HOME, 'Jag odlar sileshår i min mosse. '.repeat(10), 'Ada Writer'],
  ['a text in Portuguese', TITLE + HOME, 'Eu cultivo droseras no meu jardim. '.repeat(10), 'Ada Writer'],
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

test('a single word after "Authors" is no name', () => {
  const after = (next: string) =>
    cleanHtml(PLAIN as Url, `<h1>Sundews</h1><h3>Authors</h3><p>${next}</p>`, OPTIONS).author;
  expect([after('Reviewers'), after('Ada Writer')]).toEqual([null, 'Ada Writer']);
});
