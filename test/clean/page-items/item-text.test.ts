import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Genre } from '../../../shared/clean/document-fields.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Metadata } from '../../../shared/clean/metadata/metadata.ts';
import { cardText } from '../../../shared/clean/page-items/cards/card-text.ts';
import { readCards } from '../../../shared/clean/page-items/cards/cards.ts';
import { findItems } from '../../../shared/clean/page-items/find-items.ts';
import { readPosts } from '../../../shared/clean/page-items/posts/thread-posts.ts';
import { threadText } from '../../../shared/clean/page-items/posts/thread-text.ts';
import { PAGE_KINDS } from '../../../shared/clean/page-kind/page-kinds.ts';
import { readHtmlText } from '../../../shared/clean/read-html.ts';
import { createSitePages, type SiteBlockChooser } from '../../../shared/clean/site-pages.ts';
import type { Url } from '../../../shared/url/url.ts';
import { ENGINES, type EngineThread, NUMBERS, SIGNATURE, sentence, TITLE } from './forum-engines.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 1000 });
const THREAD_URL = 'https://forum.moss.example/threads/12/';
const NAV = '<nav><a href=/>Home</a> <a href=/about>About</a></nav>';

describe('the text of a thread', () => {
  test.each(ENGINES)('has each post of $name once, in order', ({ url, html }) => {
    const page = `<html lang=en-US><meta name=generator content="phpBB"><title>${TITLE}</title>${NAV}${html}`;
    const { text } = cleanHtml(url as Url, page, DEFAULT_CLEAN_OPTIONS);
    const shown = [...text.matchAll(/Sundew number (\d) catches/g)].map(([, n]) => Number(n));
    expect(shown).toEqual([...NUMBERS]);
    expect(text).not.toMatch(/Posts:|Joined|^Quote$|^Reply$/m);
  });

  test('has no paragraph that the threads of the site repeat, except in the text for the digest', () => {
    const advert =
      'Our partner sells pots of clay and bags of sand to all friends of this forum at half of their price.';
    const { url, html } = ENGINES.find(({ name }) => name === 'XenForo 2') as EngineThread;
    const threads = ['moss', 'ferns', 'herons', 'peat', 'rain'].map((topic, k) => {
      const posts = html
        .replaceAll(TITLE, `Where is ${topic}?`)
        .replaceAll(SIGNATURE, '')
        .replace(
          /Sundew number (\d+) [^<]*/g,
          `The ${topic} of place $1 grows between birches that are $1${k} years old.`,
        )
        .replace(/The \w+ of place 1 [^<]*/, `$&<p>${advert}</p>`);
      return {
        url: url.replace('12', `12${k}`) as Url,
        html: `<html lang=en><title>Where is ${topic}?</title>${NAV}${posts}`,
      };
    });
    const site = createSitePages();
    const read = (thread: (typeof threads)[number], chooseWithSite?: SiteBlockChooser) =>
      readHtmlText(thread.html, { url: thread.url, options: { ...DEFAULT_CLEAN_OPTIONS, chooseWithSite } });
    for (const thread of threads) read(thread, site.firstPass);
    for (const thread of threads) {
      const { text, standaloneText, items } = read(thread, site.secondPass);
      expect(text).toContain('ada2');
      expect(text).not.toContain(advert);
      expect(JSON.stringify(items)).not.toContain(advert);
      expect(standaloneText).toContain(advert);
      expect(standaloneText).toBe(read(thread).text);
    }
  });

  const post = (n: number, length = 1) =>
    `<div class=post><a href="/members/ada${n}">ada${n}</a><p>${n} May 2024</p>${`<p>${sentence(n)}</p>`.repeat(length)}<p>Report</p></div>`;
  /** Returns the lines of the text. @param isChosen whether the scores choose a block */
  const linesOf = (content: string, isChosen: (text: string) => boolean) => {
    const html = `<h1>${TITLE}</h1>${content}<p>Members who read this thread: 12</p>`;
    const page = parse(html);
    const chosen = page.blocks.filter(({ text }) => isChosen(text));
    const posts = readPosts({ page, chosen }, html, THREAD_URL, []);
    return posts && threadText(page, chosen, posts, false)?.map(({ text }) => text);
  };
  const thread = [1, 2, 3].map((n) => post(n)).join('');

  test('has author and date of each post if the scores choose those of some', () => {
    const lines = linesOf(thread, (text) => text.startsWith('Sundew') || text === 'ada2');
    expect(lines).toEqual([1, 2, 3].flatMap((n) => [`ada${n}`, `${n} May 2024`, sentence(n)]));
  });

  test('lacks what is chosen beside the posts', () => {
    expect(linesOf(thread, (text) => /^(?:Sundew|Members)/.test(text))).not.toContain(
      'Members who read this thread: 12',
    );
  });

  test('has the chosen paragraphs of an element that has neither author nor date', () => {
    const bare = `<div class=post><p>Deleted member</p><p>${sentence(9)}</p></div>`;
    const notice = '<div class=post><p>This topic was pinned.</p></div>';
    const lines = linesOf(post(1) + bare + notice + post(2) + post(3), (text) => /^(?:Sundew|This)/.test(text));
    expect(lines).toEqual([
      ...['ada1', '1 May 2024', sentence(1), sentence(9)],
      ...[2, 3].flatMap((n) => [`ada${n}`, `${n} May 2024`, sentence(n)]),
    ]);
  });

  test.each([
    ['has a long opening post without author and date', [20, 21, 22, 23].map(sentence), true],
    ['lacks a notice above the posts', [sentence(20)], false],
    ['has a short question above the posts', ['Sundew on my sill: which insects should I give to it in winter?'], true],
    [
      'lacks a notice with a question and a link',
      ['Sundew lover without an account? <a href="/join">Register</a> and take part in the forum.'],
      false,
    ],
    ['lacks a copy of posts above them', [1, 2, 3, 1, 2].map(sentence), false],
  ])('%s', (_, texts, isIn) => {
    const above = texts.map((text) => `<p>${text}</p>`).join('');
    const long = [1, 2, 3].map((n) => post(n, 3)).join('');
    const first = linesOf(above + long, (text) => text.startsWith('Sundew'))?.slice(0, texts.length);
    expect(first?.join() === texts.join()).toBe(isIn);
  });

  test('lacks a long text in a sidebar before the posts', () => {
    const rules = (name: string) =>
      `<div class="${name}">${[20, 21, 22, 23].map((n) => `<p>${sentence(n)}</p>`).join('')}</div>`;
    const long = [1, 2, 3].map((n) => post(n, 3)).join('');
    const firstOf = (name: string) => linesOf(rules(name) + long, (text) => text.startsWith('Sundew'))?.[0];
    expect(firstOf('side')).toBe('ada1');
    expect(firstOf('inside')).toBe(sentence(20));
  });

  test('lacks signatures that only data-role names, as those of Invision', () => {
    const signed = (n: number) =>
      post(n, 3).replace(
        /<\/div>$/,
        `<div data-role=memberSignature class=ipsBorder_top><p>${sentence(30)}</p></div></div>`,
      );
    const lines = linesOf([1, 2, 3].map(signed).join(''), (text) => text.startsWith('Sundew'));
    expect(lines).toContain(sentence(1));
    expect(lines).not.toContain(sentence(30));
  });

  test('is the chosen one if most posts have no author, as they may be some of the replies', () => {
    const dated = (n: number) => `<div class=post><p>${n} May 2024</p><p>${sentence(n)}</p></div>`;
    const isSentence = (text: string) => text.startsWith('Sundew');
    expect(linesOf([1, 2, 3].map(dated).join(''), isSentence)).toBeUndefined();
    expect(linesOf([post(1), dated(2), post(3)].join(''), isSentence)).toContain('2 May 2024');
  });

  test('is the chosen one if posts are less than half of it, or more than ten times as long', () => {
    const notice = `<p>${'Read the rules of the forum before you write. '.repeat(10)}</p>`;
    expect(linesOf(notice + thread, (text) => /^(?:Sundew|Read)/.test(text))).toBeUndefined();
    const long = [1, 2, 3].map((n) => post(n, n === 1 ? 1 : 6)).join('');
    expect(linesOf(long, (text) => text.startsWith('Sundew number 1'))).toBeUndefined();
  });
});

const ARTICLE = '<script type="application/ld+json">{"@type": "BlogPosting", "headline": "Bogs"}</script>';

const PUBLISHED = { 'article:published_time': ['2024-05-01T10:00:00Z'] };

test.each<
  [
    what: string,
    genre: Genre,
    url: string,
    probability: number,
    head: string,
    isThread: true | undefined,
    metadata?: Metadata,
  ]
>([
  ['is a thread', 'listing', '/12', 0.35, '', true],
  ['is a thread if a forum is possible and no post looks like a teaser', 'listing', '/12', 0.15, '', true],
  ['is no thread if a forum is too unlikely', 'listing', '/12', 0.1, '', undefined],
  ['is no thread if it is a home page', 'home', '/', 0.9, '', undefined],
  ['is no thread if JSON-LD declares an article', 'article', '/12', 0.9, ARTICLE, undefined],
  [
    'is no thread if a meta element says when an article was published',
    'article',
    '/12',
    0.9,
    '',
    undefined,
    PUBLISHED,
  ],
  [
    'is a thread in spite of a declared article if the URL has a word of forums',
    'article',
    '/threads/12',
    0.9,
    ARTICLE,
    true,
  ],
])('a page of posts %s', (_, genre, path, probability, head, isThread, metadata = {}) => {
  const posts = NUMBERS.map(
    (n) => `<div class=post><a href="/u/ada${n}">ada${n}</a><p>${n} May 2024</p><p>${sentence(n)}</p></div>`,
  );
  const html = head + posts.join('');
  const page = parse(html);
  const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? probability : (1 - probability) / 6));
  const found = findItems({
    ...{ page, blocks: page.blocks, kinds, html, url: `https://moss.example${path}`, genre, title: null, metadata },
    resolve: (href) => href,
  });
  expect(found.isThread).toBe(isThread);
  expect(found.items[0]?.['author']).toEqual(isThread && ['ada1']);
});

test.each(['<h4>Sundews in winter</h4>', '<a href="/12">How sundews survive a cold winter</a>'])(
  'a page of posts with %s is no thread if a forum is only possible',
  (title) => {
    const posts = NUMBERS.map(
      (n) =>
        `<div class=post>${title}<p><a href="/u/ada${n}">ada${n}</a></p><p>${n} May 2024</p><p>${sentence(n)}</p></div>`,
    );
    const html = posts.join('');
    const page = parse(html);
    const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 0.15 : 0.85 / 6));
    const source = {
      page,
      blocks: page.blocks,
      kinds,
      html,
      url: 'https://moss.example/12',
      title: null,
      metadata: {},
    };
    const found = findItems({ ...source, genre: 'document', resolve: (href) => href });
    expect(found.isThread).toBe(undefined);
  },
);

test('a page of comments on an article has these as its text although its scores tell only a notice', () => {
  const comments = NUMBERS.map(
    (n) =>
      `<li class=comment><div class=username>ada${n}</div><div><b>${n} May 2024</b></div><p>${sentence(n)}</p></li>`,
  );
  const html = `<p>Comments are closed on this article.</p><ol>${comments.join('')}</ol>`;
  const page = parse(html);
  const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 0.33 : 0.67 / 6));
  const blocks = page.blocks.filter(({ text }) => text.startsWith('Comments'));
  const source = { page, blocks, kinds, html, url: 'https://moss.example/12', title: null, metadata: {} };
  const found = findItems({ ...source, genre: 'document', resolve: (href) => href });
  expect(found.isThread).toBe(true);
  expect(found.text?.filter(({ text }) => text.startsWith('Sundew'))).toHaveLength(NUMBERS.length);
});

describe('the text of cards', () => {
  const cards = [1, 2, 3, 4].map(
    (n) => `<li><h3><a href="/pots/${n}">Pot ${n}</a></h3><p>$${n}.50</p><p>A pot of clay for one sundew.</p></li>`,
  );
  const html = `<p>Our pots are made of clay from the fen.</p><ul>${cards.join('')}</ul><p>Sort by price</p>`;
  const linesOf = (isChosen: (text: string) => boolean) => {
    const page = parse(html);
    const chosen = page.blocks.filter(({ text }) => isChosen(text));
    const shown = readCards({ page, chosen: page.blocks }, 'https://shop.example/', (href) => href);
    return cardText({ page, chosen }, shown)?.map(({ text }) => text);
  };

  test('has all lines of all cards if it has some', () => {
    const all = [1, 2, 3, 4].flatMap((n) => [`Pot ${n}`, `$${n}.50`, 'A pot of clay for one sundew.']);
    expect(linesOf((text) => text === 'Pot 2')).toEqual(all);
    expect(linesOf((text) => text.startsWith('Our') || text === '$3.50')).toEqual([
      'Our pots are made of clay from the fen.',
      ...all,
    ]);
  });

  test('has each card once if the page has a copy of it for another width of screen', () => {
    const page = parse(`<ul>${cards.map((card) => card + card).join('')}</ul>`);
    const shown = readCards({ page, chosen: page.blocks }, 'https://shop.example/', (href) => href);
    const chosen = page.blocks.filter(({ text }) => text === 'Pot 2').slice(0, 1);
    const lines = cardText({ page, chosen }, shown)?.map(({ text }) => text);
    expect(lines).toEqual([1, 2, 3, 4].flatMap((n) => [`Pot ${n}`, `$${n}.50`, 'A pot of clay for one sundew.']));
  });

  test('lacks the lines of cards that the site repeats', () => {
    const page = parse(html);
    const chosen = page.blocks.filter(({ text }) => text === 'Pot 2');
    const removed = new Set(page.blocks.filter(({ text }) => text.startsWith('A pot')));
    const shown = readCards({ page, chosen: page.blocks }, 'https://shop.example/', (href) => href);
    const lines = cardText({ page, chosen, removed }, shown)?.map(({ text }) => text);
    expect(lines).toEqual([1, 2, 3, 4].flatMap((n) => [`Pot ${n}`, `$${n}.50`]));
  });

  test('lacks buttons and names of fields that the cards have in common, but has ages', () => {
    const badges = (n: number) =>
      `<div>Compare</div><div>Vendor:</div><div>Fen pottery ${n}</div>${n === 1 ? '<div>Easy</div>' : ''}<div>3 days ago</div>`;
    const page = parse(`<ul>${cards.map((card, k) => card.replace('</li>', `${badges(k)}</li>`)).join('')}</ul>`);
    const shown = readCards({ page, chosen: page.blocks }, 'https://shop.example/', (href) => href);
    const texts = [...shown.blocks].map(({ text }) => text);
    expect(texts.filter((text) => /Fen pottery|Easy|ago|Compare|Vendor/.test(text))).toEqual(
      [0, 1, 2, 3].flatMap((n) => [`Fen pottery ${n}`, ...(n === 1 ? ['Easy'] : []), '3 days ago']),
    );
  });
});
