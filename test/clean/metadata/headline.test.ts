import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findTitle, otherTitles } from '../../../shared/clean/metadata/headline.ts';
import { gatherMetadata } from '../../../shared/clean/metadata/metadata.ts';
import type { PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';

function titleOf(html: string, kind?: PageKind, url = 'https://shop.example/roofs'): string | undefined {
  const page = parseHtml(html, { xhtml: false, maxLinks: 0 });
  return findTitle(page, gatherMetadata(page.metas), {} as Parameters<typeof findTitle>[2], url, kind)?.value;
}

const PAGE = '<title>Moss removal for roofs | Moor &amp; Sons</title><h1>We make your moss removal a pleasure</h1>';

test('takes the title element of a service page, because its heading may be a slogan', () => {
  expect(titleOf(PAGE, 'service')).toBe('Moss removal for roofs');
  expect(titleOf(PAGE)).toBe('We make your moss removal a pleasure');
});

test('skips the name of the site at the start of the title of a service page', () => {
  const named = `<meta property=og:site_name content="Moor &amp; Sons"><title>Moor &amp; Sons | Roofs</title><h1>Roofs to love</h1>`;
  expect(titleOf(named, 'service')).toBe('Roofs');
});

test.each([
  ['keeps', 'https://www.moorandsons.example/', 'MoorAndSons – Roofs to love'],
  ['removes', 'https://www.moorandsons.example/roofs', 'Roofs to love'],
])('%s the name at the start of the title of %s', (_, url, title) => {
  const html = '<meta property=og:site_name content=MoorAndSons><title>MoorAndSons – Roofs to love</title>';
  expect(titleOf(html, 'service', url)).toBe(title);
});

test('keeps the first part of a title that is also a link to the root of another host', () => {
  const html = '<title>Show: A map of bogs | The Bench</title><a href="https://bogs.example/">Show: A map of bogs</a>';
  const page = parseHtml(html, { xhtml: false, maxLinks: 10 });
  const article = {} as Parameters<typeof findTitle>[2];
  expect(findTitle(page, {}, article, 'https://bench.example/item?id=1', 'forum')?.value).toBe('Show: A map of bogs');
});

test('takes the heading that is the first part of the title if the main heading is its last part', () => {
  const board =
    '<title>Chain wax - The Workshop Bench</title><h1>The Workshop Bench</h1><h2>Log in</h2><h2>Chain wax</h2>';
  expect(titleOf(board)).toBe('Chain wax');
});

test.each([
  ['removes', '<a href="index.php">The Bench</a>', 'Chain wax'],
  ['keeps', '<a href="/bench">The Bench</a>', 'The Bench'],
])('%s the first part of the title of a thread by %s', (_, link, title) => {
  const page = parseHtml(`<title>The Bench - Chain wax</title>${link}`, { xhtml: false, maxLinks: 10 });
  const article = {} as Parameters<typeof findTitle>[2];
  expect(findTitle(page, {}, article, 'https://bench.example/showthread.php?tid=12', 'forum')?.value).toBe(title);
});

test.each(['老城区最后一家钟表铺_城南记事', '老城区最后一家钟表铺-城南记事', '老城区最后一家钟表铺－城南记事'])(
  'finds the main heading at the start of %s, which has no spaces',
  (title) => {
    expect(titleOf(`<title>${title}</title><h1>老城区最后一家钟表铺</h1>`)).toBe('老城区最后一家钟表铺');
  },
);

test('a hyphen in a word of other scripts is no separator', () => {
  const page = '<title>Moss-covered roofs</title><h1>Moss</h1><h2>Moss-covered roofs</h2>';
  expect(titleOf(page)).toBe('Moss-covered roofs');
});

test('skips the name of the host at the start of a title', () => {
  const html = '<title>Moor Brothers | Roofs in Bristol</title><h1>Dry since 1987</h1>';
  expect(titleOf(html, 'service', 'https://moorbrothers.example/roofs')).toBe('Roofs in Bristol');
  expect(titleOf(html, undefined, 'https://moor-brothers.example/roofs')).toBe('Roofs in Bristol');
});

test('a title that the main heading contains keeps its parts', () => {
  const title = 'Moss on roofs and walls – a guide';
  expect(titleOf(`<title>${title}</title><h2>Moss on roofs and walls</h2><h1>${title}, part two</h1>`)).toBe(
    `${title}, part two`,
  );
});

const BANNER = '<h1><a href="https://www.bog.example/">Bog Notes</a></h1><h2>Search</h2>';

test.each([
  ['Bog Notes: Moss', '<h3>Moss</h3>'],
  ['Bog Notes » Blog Archive » Moss', '<h2><a href="/moss">Moss</a></h2>'],
  ['Moss » Blog Archive » Bog Notes', '<h2>Moss</h2>'],
  ['Moss (Bog Notes)', '<h3>Moss</h3>'],
  ['Bog Notes Moss', '<p>Moss</p>'],
])('a main heading that links to the root of the host is no title: %s', (title, heading) => {
  expect(titleWithLinks(`<title>${title}</title>${BANNER}${heading}`)).toBe('Moss');
});

test.each([
  ['Bog Notes grow in the north', ''],
  ['Bog Notes Grow in the North', '<h2>Bog Notes Grow in the North</h2>'],
  ['Bog Notes 3.12 is released | Bog Notes', '<h2>Bog Notes 3.12 is released</h2>'],
])('keeps the name of the site if it is a word of the title: %s', (title, heading) => {
  expect(titleWithLinks(`<title>${title}</title>${BANNER}${heading}`)).toBe(title.replace(' | Bog Notes', ''));
});

test('a main heading with such a link is the title on the root itself, and one that links to another host or to the page is always', () => {
  const page = (href: string) => `<title>Moss - Guides</title><h1><a href="${href}">Moss</a></h1><h2>Guides</h2>`;
  expect(titleWithLinks(page('/'))).toBe('Guides');
  expect(titleWithLinks(page('/'), 'https://bog.example/')).toBe('Moss');
  expect(titleWithLinks(page('https://moss.example/'))).toBe('Moss');
  expect(titleWithLinks(page(''))).toBe('Moss');
});

test('such a heading is no headline of the page either', () => {
  const page = parseHtml(`<title>Bog Notes: Moss</title>${BANNER}<h1>All about moss</h1>`, {
    xhtml: false,
    maxLinks: 10,
  });
  const { headline } = otherTitles(page, {} as Parameters<typeof findTitle>[2], 'Moss', 'https://bog.example/moss');
  expect(headline).toBe('All about moss');
});

function titleWithLinks(html: string, url = 'https://bog.example/moss'): string | undefined {
  const page = parseHtml(html, { xhtml: false, maxLinks: 10 });
  return findTitle(page, gatherMetadata(page.metas), {} as Parameters<typeof findTitle>[2], url)?.value;
}

test.each(['Bog Board :: View topic - Moss', 'Bog Board • Thema anzeigen - Moss'])(
  'removes what phpBB writes: %s',
  (title) => {
    expect(titleOf(`<title>${title}</title>`)).toBe('Moss');
  },
);

test.each([
  ['Politics | Moss grows in the north', 'Moss grows in the north'],
  ['Thread:Moss grows in the north', 'Moss grows in the north'],
  ['Dec 18 2025 Moss grows in the north', 'Moss grows in the north'],
  ['The Moss grows in the north', 'The Moss grows in the north'],
  ['How and when Moss grows in the north', 'How and when Moss grows in the north'],
  ['10 Moss grows in the north', '10 Moss grows in the north'],
])('removes a section, label or date before the declared title: %s', (heading, title) => {
  expect(titleOf(`<title>Moss grows in the north | Bog Times</title><h1>${heading}</h1>`)).toBe(title);
});

test.each([
  ['<h1><span>Nature</span><span>Moss grows in the north</span></h1>', 'Nature: Moss grows in the north'],
  ['<h3><span>Nature</span><span>Moss grows in the north</span></h3>', 'Nature: Moss grows in the north'],
  ['<h2><b>Nature</b> <span>Moss grows in the north</span></h2>', 'Nature - Moss grows in the north | Bog Daily'],
  ['<h2>Nature <span>:</span> <span>Moss grows in the north</span></h2>', 'Nature: Moss grows in the north'],
])('removes the kicker of %s, which the title separates', (heading, title) => {
  const html = `<meta property=og:site_name content="Bog Daily"><title>${title}</title>${heading}`;
  expect(titleOf(html)).toBe('Moss grows in the north');
});

test.each([
  ['Moss: a guide for the north', 'Moss - a guide for the north'],
  ['What moss is. And what it is not', 'What moss is. - And what it is not'],
  ['Nature grows', 'Nature: grows'],
])('keeps the start of the heading "%s"', (heading, title) => {
  expect(titleOf(`<title>${title}</title><h1>${heading}</h1>`)).toBe(heading);
});

test('removes the name of the paper that Newsquest writes after a title', () => {
  expect(titleOf('<title>Moss grows on old mill (from Bog Gazette)</title>')).toBe('Moss grows on old mill');
  expect(titleOf('<title>Moss grows on the mill (from a distance)</title>')).toBe(
    'Moss grows on the mill (from a distance)',
  );
});

test('removes the name of the site from a title without a heading, without spaces between Chinese characters', () => {
  expect(titleOf('<title>老城区最后一家钟表铺-城南记事</title>')).toBe('老城区最后一家钟表铺');
});

test('takes a main heading of one word on collections and in documentation only, if it is not that of the site', () => {
  const html = '<title>Buy cheap sofas online | Moor Home</title><h1>Couches</h1>';
  expect(titleOf(html, 'collection')).toBe('Couches');
  expect(titleOf(html, 'article')).toBe('Buy cheap sofas online');
  expect(titleOf(`<meta property=og:site_name content=Couches>${html}`, 'collection')).not.toBe('Couches');
});

test.each([
  [
    'a main heading',
    '<title>Best moss firm | Gardens</title><h1>Moss &amp; Peat Services</h1>',
    'Moss & Peat Services',
  ],
  [
    'without one another heading',
    '<title>Word of the day --peat</title><h2>Word of the day</h2><h3>Moss peat services</h3>',
    'Moss peat services',
  ],
  [
    'what follows a colon',
    '<title>Bog Office: Moss Peat Services</title><h1>Moss Peat Services</h1>',
    'Moss Peat Services',
  ],
])('takes the heading that the URL names: %s', (_, html, title) => {
  expect(titleOf(html, 'service', 'https://bog.example/moss-peat-services/')).toBe(title);
});

test('keeps a title that contains the heading that the URL names, and one beside a lower heading that it names', () => {
  const longer = '<title>Moss Services in the North | Bogs</title><h1>Moss Services</h1>';
  expect(titleOf(longer, 'service', 'https://bog.example/moss-services')).toBe('Moss Services in the North');
  const lower = '<title>Moss 101: the basics</title><h1>Moss 101: the basics</h1><h2>What is moss?</h2>';
  expect(titleOf(lower, 'article', 'https://bog.example/what-is-moss')).toBe('Moss 101: the basics');
});

const VILLAGE = 'The bog that ate the village';

test.each([
  [
    'a heading that is the title',
    '/moss-grows/latest-comments/',
    `<title>${VILLAGE}</title><h2>${VILLAGE}</h2><h3>Latest comments</h3>`,
    VILLAGE,
  ],
  [
    'a heading that is the title without the name of the site',
    '/latest-story',
    `<title>Bog Times | ${VILLAGE}</title><h1>Latest story</h1><h2>${VILLAGE}</h2>`,
    VILLAGE,
  ],
  [
    'a title beside the word of a script',
    '/search',
    '<title>Results for moss - Bog</title><h1>Search</h1>',
    'Results for moss',
  ],
  [
    'a title beside a word of the name of the site',
    '/search',
    '<title>Results for moss | Bog Search</title><h1>Search</h1>',
    'Results for moss',
  ],
  [
    'a title beside the word of a file',
    '/index.html',
    '<title>Welcome to the Bog Society of the North</title><h2>Index</h2>',
    'Welcome to the Bog Society of the North',
  ],
  ['a title beside a number', '/a/123456', '<title>Moss report 2024</title><h1>123456</h1>', 'Moss report 2024'],
  ['a title beside a date', '/a/2024-05', '<title>Moss report</title><h1>2024 05</h1>', 'Moss report'],
])('the heading that the URL names does not replace %s', (_, path, html, title) => {
  expect(titleOf(html, undefined, `https://bog.example${path}`)).toBe(title);
});

test.each([
  ['in the title', '<title>Trails! Peatmoor</title><h1>Peatmoor</h1>'],
  ['behind two hyphens', '<title>Word.A.Day --peatmoor</title><h2>Word.A.Day</h2><h3>Peatmoor</h3>'],
])('takes a heading of one word that the URL names if it is %s', (_, html) => {
  expect(titleOf(html, undefined, 'https://bog.example/peatmoor.html')).toBe('Peatmoor');
});

test('takes the heading that the URL names before a heading that is a later part of the title', () => {
  const html =
    '<title>Moss services | Wetland works in the far north</title><h1>Moss services</h1><h2>Wetland works in the far north</h2>';
  expect(titleOf(html, undefined, 'https://bog.example/moss-services')).toBe('Moss services');
});

test('keeps a headline without its kicker if the URL has both', () => {
  const html = '<title>Moss grows in the north | Bog Times</title><h1>Nature: Moss grows in the north</h1>';
  expect(titleOf(html, 'article', 'https://bog.example/nature-moss-grows-in-the-north')).toBe(
    'Moss grows in the north',
  );
});

test('prefers the only main heading to a section that is more similar to the title', () => {
  const page = (main: string) =>
    `<title>How to care for moss | Bog Living</title><h1>${main}</h1><h2>How to care for moss in pots</h2>`;
  const main = 'How to care for moss to get the greenest roof on the block';
  expect(titleOf(page(main))).toBe(main);
  expect(titleOf(page('Order our newsletter about bogs today'))).toBe('How to care for moss in pots');
});

test('a main heading that the page repeats counts once, except on the root of a host', () => {
  const html =
    '<title>A green roof? | Bog Series</title><h1>Setting up a mossy bed</h1><h1>Setting up a mossy bed</h1>';
  expect(titleOf(html)).toBe('Setting up a mossy bed');
  expect(titleOf(html, undefined, 'https://shop.example/')).toBe('A green roof?');
});

test.each([
  ['<h1>Moss on old roofs - Northern Board</h1><h1>Moss on old roofs</h1>', 'Moss on old roofs'],
  ['<h2 itemprop=name>Board</h2><h2>Moss on old roofs | Bogs</h2><h3>Moss on old roofs</h3>', 'Moss on old roofs'],
  ['<div itemprop=headline>Moss on old roofs</div><h2>Moss on old roofs - Bogs</h2>', 'Moss on old roofs'],
  ['<h1>Moss on old roofs – A guide</h1><h2>Moss on old roofs</h2>', 'Moss on old roofs – A guide'],
  ['<h1>Moss - Part two</h1><h2>Moss</h2>', 'Moss - Part two'],
])('removes the section behind a headline if the page has the headline alone: %s', (headings, title) => {
  const heading = parseHtml(headings, { xhtml: false, maxLinks: 0 }).headings.find((text) => text.includes('Moss'));
  expect(titleOf(`<title>${heading}</title>${headings}`)).toBe(title);
});

test('a marked headline that leads to the root of the host names the site', () => {
  const header = '<div itemprop=headline><a href="/">The Bog Company of Moss</a></div>';
  expect(titleWithLinks(`<title>Moss – The Bog Company of Moss</title>${header}`)).toBe('Moss');
  const post = `<title>Moss and peat by the sea</title>${header}<div itemprop=headline>About moss</div>`;
  expect(titleWithLinks(post, 'https://bog.example/post')).toBe('About moss');
});

test('a service page has the main heading that a meta element declares', () => {
  const html = '<title>Moss Advice: Business: MMP</title><h1>Moss</h1>';
  expect(titleOf(`<meta property=og:title content=Moss>${html}`, 'service')).toBe('Moss');
  expect(titleOf(html, 'service')).toBe('Moss Advice: Business: MMP');
});

test.each([
  ['https://moorbrothers.example/a', 'moorbrothers.example // Dry roofs', 'Dry roofs'],
  ['https://www.bogdecor.example/', 'Bog Décor | Pictures of moss', 'Bog Décor | Pictures of moss'],
  ['https://bog.ai.example/', 'Bog.ai - Moss for all', 'Bog.ai - Moss for all'],
])('knows the name of the host in the title of %s', (url, html, title) => {
  expect(titleOf(`<title>${html}</title>`, 'service', url)).toBe(title);
});

test('keeps the name of the site if it is the whole title, and removes it after a main heading without a separator', () => {
  const named = (title: string) => `<meta property=og:site_name content="${title}"><title>${title}</title><p>Text</p>`;
  expect(titleOf(named('Ada Moss - The Bog Guru'))).toBe('Ada Moss - The Bog Guru');
  const joined = '<meta property=og:site_name content=GHB><title>Trails GHB</title><h1>Trails</h1>';
  expect(titleOf(joined)).toBe('Trails');
});

test('takes the main heading that begins with the name of the site if it is the first part of the title', () => {
  const html = '<meta property=og:site_name content="Bog Tools"><title>Bog Tools Desktop | Free of charge</title>';
  expect(titleOf(`${html}<h1>Bog Tools Desktop</h1>`)).toBe('Bog Tools Desktop');
});

test.each([
  ['世田谷区の賃貸物件一覧【賃貸ナビ】', '<h1>世田谷区の賃貸物件一覧</h1>', '世田谷区の賃貸物件一覧'],
  ['怎么保存 - 新手问答 - 航拍论坛', '<h2>航拍论坛</h2><h1>怎么保存</h1>', '怎么保存'],
  ['Growing moss - Bog Board', '<h2>Bog Board</h2><h1>Growing moss</h1>', 'Growing moss'],
])('removes the sections and the site behind the main heading from "%s"', (title, headings, expected) => {
  expect(titleOf(`<title>${title}</title>${headings}`)).toBe(expected);
});
