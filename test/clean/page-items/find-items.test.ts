import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findItems } from '../../../shared/clean/page-items/find-items.ts';
import type { Url } from '../../../shared/url/url.ts';

const itemsOf = (url: string, html: string) => {
  const { items, genre } = cleanHtml(url as Url, html, DEFAULT_CLEAN_OPTIONS);
  return { genre, items };
};
const sentence = (n: number) =>
  `Sundew number ${n} catches insects with the sticky drops on its leaves, deep in the bog.`;
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const menu = '<nav><a href=/>Home</a> <a href=/about>About</a></nav>';

const post = (n: number, date: string, extra = '') =>
  `<div class="post row${n % 2}"><div class=poster><a href="/members/ada${n}">ada${n}</a> Messages: ${n}</div>
   <div class=post-date>${date}</div><div class=post-body><p>${sentence(n)}</p><p>${sentence(n + 10)}</p></div>${extra}</div>`;

test('reads author, date and text of the posts of a thread', () => {
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title>${menu}<h1>What do sundews eat?</h1>
    <div id=posts>${[1, 2, 3].map((n) => post(n, `${n} May 2024, 10:00`, '<a href="#reply">Reply</a>')).join('')}</div>`;
  expect(itemsOf('https://forum.moss.example/threads/what-do-sundews-eat.12/', html)).toEqual({
    genre: 'forum',
    items: [1, 2, 3].map((n) => ({
      author: [`ada${n}`],
      date: [`2024-05-0${n}`],
      text: [`${sentence(n)}\n\n${sentence(n + 10)}`],
    })),
  });
});

test('reads the date of a post from its time element', () => {
  const ago = (n: number) => `<time datetime="2024-05-0${n}T10:00:00Z">2 years ago</time>`;
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title>${menu}
    ${[1, 2, 3].map((n) => post(n, ago(n))).join('')}`;
  const { items } = itemsOf('https://forum.moss.example/threads/what-do-sundews-eat.12/', html);
  expect(items?.map(({ date }) => date)).toEqual([1, 2, 3].map((n) => [`2024-05-0${n}T10:00:00Z`]));
});

test('reads posts in custom elements, as Reddit writes them', () => {
  const comment = (n: number) => `<thread-comment depth=0><div slot=meta><a href="/user/ada${n}/">ada${n}</a>
    <faceplate-timeago ts="2024-05-0${n}T10:00:00Z"><time datetime="2024-05-0${n}T10:00:00Z">1y ago</time></faceplate-timeago></div>
    <div slot=comment><p>${sentence(n)}</p><p>${sentence(n + 10)}</p></div><comment-actions></comment-actions></thread-comment>`;
  const html = `<title>What do sundews eat? : r/moss</title>${menu}<main><h1>What do sundews eat?</h1>
    <comment-tree>${[1, 2, 3, 4, 5].map(comment).join('')}</comment-tree></main>`;
  const { items } = itemsOf('https://www.reddit.com/r/moss/comments/1b4abc/what_do_sundews_eat/', html);
  expect(items?.map(({ author, date }) => [author?.[0], date?.[0]])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [`ada${n}`, `2024-05-0${n}T10:00:00Z`]),
  );
});

test('reads question and answers from JSON-LD', () => {
  const answer = (n: number) => ({
    '@type': 'Answer',
    text: `<p>${sentence(n)}</p>`,
    dateCreated: `2024-05-0${n}`,
    author: { '@type': 'Person', name: `Ada ${n}` },
  });
  const page = {
    '@type': 'QAPage',
    mainEntity: {
      ...{ '@type': 'Question', name: 'What do sundews eat?', text: sentence(1), dateCreated: '2024-05-01' },
      ...{ author: { name: 'Ada 1' }, acceptedAnswer: answer(2), suggestedAnswer: [answer(3)] },
    },
  };
  const html = `<title>What do sundews eat?</title>${script(page)}<p>${sentence(1)}</p><p>${sentence(2)}</p>`;
  expect(itemsOf('https://moss.example/questions/12', html).items).toEqual(
    [1, 2, 3].map((n) => ({ author: [`Ada ${n}`], date: [`2024-05-0${n}`], text: [sentence(n)] })),
  );
});

const qaPage = (answers: number) => ({
  '@type': 'DiscussionForumPosting',
  ...{ text: sentence(1), datePublished: '2024-05-01', author: { name: 'ada1' } },
  comment: Array.from({ length: answers }, (_, i) => ({
    ...{
      '@type': 'Comment',
      text: sentence(i + 2),
      datePublished: `2024-05-0${i + 2}`,
      author: { name: `ada${i + 2}` },
    },
  })),
});

test.each([
  ['the posts of the page if JSON-LD has clearly fewer', 2, 4, 4],
  ['the posts in JSON-LD if the page shows hardly more', 6, 7, 6],
])('reads %s', (_, declared, shown, expected) => {
  const posts = Array.from({ length: shown }, (_, i) => post(i + 1, `${i + 1} May 2024, 10:00`)).join('');
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title>${script(qaPage(declared - 1))}${menu}
    <h1>What do sundews eat?</h1><div id=posts>${posts}</div>`;
  const { items } = itemsOf('https://forum.moss.example/threads/what-do-sundews-eat.12/', html);
  expect(items?.map(({ author }) => author?.[0])).toEqual(Array.from({ length: expected }, (_, i) => `ada${i + 1}`));
});

test('reads the posts that Discourse carries for its script', () => {
  const posts = [1, 2].map((n) => ({
    ...{ username: `ada${n}`, created_at: `2024-05-0${n}T10:00:00Z` },
    cooked: `<p>${sentence(n)} ${sentence(n + 10)} ${sentence(n + 20)}</p>`,
  }));
  const data = JSON.stringify({ topic_12: JSON.stringify({ post_stream: { posts } }) }).replaceAll('"', '&quot;');
  const html = `<meta name=generator content="Discourse 3.4"><title>Sundews</title><div id=data data-preloaded="${data}"></div>`;
  expect(itemsOf('https://forum.moss.example/t/sundews/12', html).items).toEqual(
    [1, 2].map((n) => ({
      author: [`ada${n}`],
      date: [`2024-05-0${n}T10:00:00Z`],
      text: [`${sentence(n)} ${sentence(n + 10)} ${sentence(n + 20)}`],
    })),
  );
});

const card = (n: number) =>
  `<li class=product-card><a href="/products/pot-${n}"><img src=/${n}.jpg alt=""></a><h3><a href="/products/pot-${n}">Clay pot number ${n}</a></h3>
   <span class=price>€${n}9.90</span><button>Add to cart</button></li>`;

test('reads title, link and price of the cards of a collection', () => {
  const html = `<link rel=canonical href="https://shop.example/collections/clay-pots"><meta name=generator content=Shopify>
    <title>Clay pots – Pot shop</title>${menu}<div class=filters><ul><li>Size<li>Colour</ul></div>
    <main class=collection><h1>Clay pots</h1><p>Hand-made pots for bog plants.</p><ul class=product-grid>
    ${Array.from({ length: 12 }, (_, i) => card(i + 1)).join('')}</ul></main>`;
  const { genre, items } = itemsOf('https://shop.example/collections/clay-pots', html);
  expect(genre).toBe('collection');
  expect(items).toHaveLength(12);
  expect(items?.[4]).toMatchObject({
    title: ['Clay pot number 5'],
    link: ['https://shop.example/products/pot-5'],
    price: ['€59.90'],
  });
});

test('reads a product from JSON-LD and its specification from tables and definition lists', () => {
  const product = {
    ...{ '@type': 'Product', name: 'Clay pot', sku: 'P-5', brand: { '@type': 'Brand', name: 'Mill' } },
    description: 'A pot &lt;b&gt;for&lt;/b&gt; bog plants.',
    offers: { '@type': 'Offer', price: 59.9, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    aggregateRating: { ratingValue: '4.5' },
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Colour', value: 'red' }],
  };
  const html = `<link rel=canonical href="https://shop.example/products/clay-pot"><meta property=og:type content=product>
    <title>Clay pot – Pot shop</title>${script(product)}${menu}<h1>Clay pot</h1><span class=price>€59.90</span><button>Add to cart</button>
    <div class=product-description><p>${sentence(1)}</p></div>
    <table><tr><th>Height</th><td>20 cm</td></tr><tr><th>Weight</th><td>1.2 kg</td></tr></table>
    <dl><dt>Material:<dd>Clay<dt>Origin<dd>Wales</dl>`;
  expect(itemsOf('https://shop.example/products/clay-pot', html)).toEqual({
    genre: 'product',
    items: [
      {
        ...{ title: ['Clay pot'], brand: ['Mill'], sku: ['P-5'], price: ['59.9'], currency: ['EUR'] },
        ...{ availability: ['InStock'], rating: ['4.5'], text: ['A pot for bog plants.'] },
        specification: ['Colour: red', 'Height: 20 cm', 'Weight: 1.2 kg', 'Material: Clay', 'Origin: Wales'],
      },
    ],
  });
});

test('has no items on an article', () => {
  const html = `<meta property=og:type content=article><title>Sundews</title><article><h1>Sundews</h1><p>By Ada</p>
    ${Array.from({ length: 8 }, (_, i) => `<p>${sentence(i)} ${sentence(i + 10)}</p>`).join('')}</article>`;
  expect(itemsOf('https://moss.example/2024/05/sundews', html).items).toBeUndefined();
});

test('takes author and date of a thread from its first post, and not the date on which a member joined', () => {
  const joined = (n: number) =>
    `<div class=post><div class=poster><a href="/members/ada${n}"><img src=/a.png alt="Avatar of ada"></a> <a href="/members/ada${n}">ada${n}</a></div>
     <dl><dt>Joined</dt><dd>May 1, 2014</dd></dl><div class=post-date>${n + 1} May 2024</div><div class=post-body><p>${sentence(n)}</p></div></div>`;
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title>${menu}<h1>What do sundews eat?</h1>
    <div id=posts>${[1, 2, 3].map(joined).join('')}</div>`;
  const url = 'https://forum.moss.example/threads/what-do-sundews-eat.12/' as Url;
  const { author, items, sources } = cleanHtml(url, html, DEFAULT_CLEAN_OPTIONS);
  expect(author).toBe('ada1');
  expect(sources).toMatchObject({ author: 'post' });
  expect(items?.map(({ author, date }) => [author, date])).toEqual(
    [1, 2, 3].map((n) => [[`ada${n}`], [`2024-05-0${n + 1}`]]),
  );
});

test.each([
  ['the authors of all posts in microdata', '<span itemprop=author>', '</span>', ''],
  ['a link to an author in a post', '', '', '<p><a href="/authors/eve-moss">Eve Moss</a></p>'],
])('takes the author of a thread from its first post, not from %s', (_, before, after, link) => {
  const post = (n: number) =>
    `<div class=post><div class=poster>${before}<a href="/members/Ada-Bog${n}">Ada Bog${n}</a>${after}</div><div>1${n} May 2024</div><p>${sentence(n)}</p>${link}</div>`;
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title>${menu}<h1>What do sundews eat?</h1>
    <div id=posts>${[1, 2, 3].map(post).join('')}</div>`;
  const url = 'https://forum.moss.example/threads/what-do-sundews-eat.12/' as Url;
  expect(cleanHtml(url, html, DEFAULT_CLEAN_OPTIONS).author).toBe('Ada Bog1');
});

test.each([
  ['adds the description of a product that only JSON-LD has to the text', false],
  ['does not add a description that the page shows', true],
])('%s', (_, isShown) => {
  const description = 'Fired twice and glazed by hand, it keeps water away from roots while frost cracks cheaper ware.';
  const product = { '@type': 'Product', name: 'Clay pot', sku: 'P-5', description };
  const html = `<link rel=canonical href="https://shop.example/products/clay-pot"><meta property=og:type content=product>
    <title>Clay pot – Pot shop</title>${script(product)}${menu}<h1>Clay pot</h1><span class=price>€59.90</span><button>Add to cart</button>
    <div class=product-description><p>${sentence(1)} ${sentence(2)} ${sentence(3)}</p>${isShown ? `<p>${description}</p>` : ''}</div>
    <dl><dt>Material:<dd>Clay<dt>Origin<dd>Wales</dl>`;
  const { text, genre } = cleanHtml('https://shop.example/products/clay-pot' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(genre).toBe('product');
  expect(text.split(description)).toHaveLength(2);
});

test.each([
  ['lacks the author of some cards', (n: number) => `Ada ${n === 2 ? 'Fen' : 'Moss'}`, null],
  ['has the author of all cards', () => 'Ada Moss', 'Ada Moss'],
])('a listing %s, and has no date of a card', (_, author, expected) => {
  const card = (n: number) =>
    `<article class="post hentry"><h2 class=entry-title><a href="/2023/0${n}/moss/">Moss of the year, part ${n}</a></h2>
     <div class=entry-meta><time datetime="2023-0${n}-14T09:12:00+02:00">14.0${n}.2023</time> <span class=byline>by <a href=/author/x rel=author>${author(n)}</a></span></div>
     <p>${sentence(n)} &hellip; <a class=more-link href="/2023/0${n}/moss/">Continue reading</a></p></article>`;
  const html = `<title>Mosses Archives - Bog Notes</title><body class="archive category"><header>${menu}</header><main><h1>Category: Mosses</h1>${[5, 4, 3, 2, 1].map(card).join('')}</main>`;
  const page = cleanHtml('https://bog.example/category/mosses/' as Url, html, DEFAULT_CLEAN_OPTIONS);
  const { genre, date } = page;
  expect({ genre, author: page.author, date }).toEqual({ genre: 'listing', author: expected, date: null });
  expect(page.items?.map((item) => item['date']?.[0])).toEqual([5, 4, 3, 2, 1].map((n) => `2023-0${n}-14`));
});

const result = (n: number) =>
  `<li><h3><a href="/plants/${n}">Sundew number ${n}</a></h3><p>${sentence(n)}</p><span class=price>$${n}9.00</span></li>`;

test('reads the results of a search', () => {
  const html = `<title>Search results for sundew</title>${menu}<main><h1>Search results</h1><ul>${[1, 2, 3, 4, 5, 6].map(result).join('')}</ul></main>`;
  const { genre, items } = itemsOf('https://shop.example/search?q=sundew', html);
  expect(genre).toBe('search');
  expect(items).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => ({
      title: [`Sundew number ${n}`],
      link: [`https://shop.example/plants/${n}`],
      price: [`$${n}9.00`],
      text: [sentence(n)],
    })),
  );
});

describe('cards outside of the main text', () => {
  const cards = [1, 2, 3, 4, 5, 6].map((n) => `<li><h3><a href="/p/${n}">Pot ${n}</a></h3><p>Made in May</p></li>`);
  const findOf = (above: string) => {
    const page = parseHtml(`<p>${above}</p><ul>${cards.join('')}</ul>`, { xhtml: false, maxLinks: 100 });
    const chosen = page.blocks.slice(0, 1);
    const source = {
      page,
      blocks: chosen,
      html: page.html,
      url: 'https://shop.example/pots',
      title: null,
      metadata: {},
    };
    return findItems({ ...source, genre: 'listing', resolve: (href) => href }).items.map(({ title }) => title?.[0]);
  };

  test('are read if that is a sentence', () => {
    expect(findOf('Our pots are made of clay from the fen.')).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Pot ${n}`));
  });

  test('are not read beside a longer text', () => {
    expect(findOf(sentence(1).repeat(5))).toEqual([]);
  });
});
