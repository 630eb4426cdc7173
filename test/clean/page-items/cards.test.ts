import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { readCards, readShopCards } from '../../../shared/clean/page-items/cards/cards.ts';
import type { Url } from '../../../shared/url/url.ts';

/** Items of a collection with a list of cards. */
function itemsOf(cards: string) {
  const html = `<link rel=canonical href="https://shop.example/collections/clay-pots"><meta name=generator content=Shopify>
    <title>Clay pots – Pot shop</title><nav><a href=/>Home</a> <a href=/about>About</a></nav>
    <main class=collection><h1>Clay pots</h1><p>Hand-made pots for bog plants.</p><ul class=product-grid>${cards}</ul></main>`;
  return cleanHtml('https://shop.example/collections/clay-pots' as Url, html, DEFAULT_CLEAN_OPTIONS).items;
}

/** Items of a collection of twelve cards; `inner` writes what a card has below its title. */
function cardsOf(inner: (n: number) => string) {
  const card = (n: number) =>
    `<li class=product-card><a href="/products/pot-${n}"><img src=/${n}.jpg alt=""></a><h3><a href="/products/pot-${n}">Clay pot number ${n}</a></h3>${inner(n)}</li>`;
  return itemsOf(Array.from({ length: 12 }, (_, i) => card(i + 1)).join(''));
}

const button = (text: string) => `<a href="?add-to-cart=5" class=button>${text}</a>`;

test.each([
  ['in ins', `<span class=price><del>$279.00</del> <ins>$249.00</ins></span>${button('Add to cart')}`, '$249.00'],
  [
    'with texts for screen readers and the button on its line',
    `<span class=price><del><bdi>1.149,00&nbsp;<span>€</span></bdi></del> <span>Ursprünglicher Preis war: 1.149,00&nbsp;€</span><ins>1.089,00&nbsp;€</ins><span>Aktueller Preis ist: 1.089,00&nbsp;€.</span></span>${button('In den Warenkorb')}`,
    '1.089,00 €',
  ],
  ['whose currency has another mark', '<span class=price><s>249 €</s> <b>199</b> €</span>', '199 €'],
  ['after a line with the regular one', '<p>Regular price $249.00</p><p><s>$249.00</s> From $199.00</p>', '$199.00'],
  [
    'beside an old one by its class',
    '<p><span class="regular-price">249 €</span> <span class=price>199 €</span></p>',
    '199 €',
  ],
  ['that is the only one with the class of an old one', '<p><span class="regular-price">249 €</span></p>', '249 €'],
  ['that a theme also crosses out in hiding', '<p>$249.00</p><p><s>$249.00</s></p>', '$249.00'],
  ['in yen', '<p>2,490円(税込)</p>', '2,490円'],
  ['in ten thousands of yen', '<p>24.9万円（管理費 3,000円）</p>', '24.9万円'],
  ['in hundreds of millions of yen', '<p>1億2,490万円</p>', '1億2,490万円'],
  ['in ten thousands of yuan', '<p>249万元</p>', '249万元'],
  ['in ten thousands of won', '<p>249만원</p>', '249만원'],
  ['in lakhs of rupees', '<p>₹ 24.9 Lakh</p>', '₹ 24.9 Lakh'],
  ['in crores of rupees', '<p>Rs. 2.49 Cr</p>', 'Rs. 2.49 Cr'],
  ['before a word that begins with the sign for crores', '<p>€ 249 Crème de la mousse</p>', '€ 249'],
  ['before the name of a lake', '<p>€ 249 Lac de la mousse</p>', '€ 249'],
  ['with a full-width sign', '<p>￥249.90</p>', '￥249.90'],
  ['of a range', '<p>249,00 € – 299,00 €</p>', '249,00 €'],
  ['beside one with the class of a crossed-out one', '<p><i class="price cross">$249</i> <b>$199</b></p>', '$199'],
  [
    'beside the one that BigCommerce marks',
    '<p><span class="price price--rrp">$249</span> <span>$199</span></p>',
    '$199',
  ],
  [
    'with a tax note in a long line',
    '<span class=price><del>$1,275.00</del> <span>Original price was: $1,275.00.</span><ins>$1,192.50</ins><span>Current price is: $1,192.50.</span> <small>Exc. Freight &amp; Taxes</small></span>',
    '$1,192.50',
  ],
  ['whose cents are an element of their own', '<p>$<b>1,249</b><sup>99</sup></p>', '$1,249.99'],
  ['whose cents stand before the currency', '<p><b>1 249</b><sup>99</sup> zł</p>', '1 249.99 zł'],
  ['beside a number of reviews', '<p><b>$249</b><i>30 reviews</i></p>', '$249'],
  ['beside a percentage', '<p><b>$249</b><i>20% off</i></p>', '$249'],
  ['after an amount that is saved', '<p>$50 off</p><p>Save $50</p><p>$199.00</p>', '$199.00'],
  ['of the first size', '<p>Regular $4.50 Large $5.50</p>', '$4.50'],
  ['after a range of old ones', '<p>RRP $20.00 – $30.00</p><p>Now $15.00</p>', '$15.00'],
  ['after a range of old ones in a line', '<p>Was $20.00-$30.00 Now $15.00</p>', '$15.00'],
  ['of a sale after the regular one in a line', '<p>Regular $9.00 Sale $7.00</p>', '$7.00'],
  ['after savings with a colon', '<p>You save: $15.00 (25%)</p><p>$199.00</p>', '$199.00'],
  ['after savings in German', '<p>Sie sparen 50 €</p><p>50 € Rabatt</p><p>199 €</p>', '199 €'],
  ['after the cost of shipping', '<p>Shipping $5</p><p>$199.00</p>', '$199.00'],
  ['after the cost of delivery', '<p>+ $4.95 delivery</p><p>$199.00</p>', '$199.00'],
  ['after the sum from which shipping is free', '<p>Free shipping on orders over $50</p><p>$199.00</p>', '$199.00'],
  ['after free shipping', '<p>Free shipping $199.00</p><p>$249.00</p>', '$199.00'],
  ['before a promise of delivery', '<p>$199.00 Delivery tomorrow</p>', '$199.00'],
  ['after an instalment', '<p>from $9/month</p><p>$199.00</p>', '$199.00'],
  ['after several payments', '<p>4 interest-free payments of $49.75</p><p>$199.00</p>', '$199.00'],
  ['after the price of a quantity', '<p>€3.99/kg</p><p>€199.00</p>', '€199.00'],
  ['of a month if there is no other', '<p>$9/month</p><p>$90 billed annually</p>', '$9'],
  ['with the label of an old one before an instalment', '<p>Regular price $199.00 or 4 x $49.75</p>', '$199.00'],
  ['after the label of an old one', '<p>Was $249.00 Now $199.00</p>', '$199.00'],
  [
    'after a reduced one',
    '<p><i class="strike-through">Price reduced from €249.00 to</i><b>€199.00</b></p>',
    '€199.00',
  ],
  [
    'after a reduced one whose label is an element of its own',
    '<p><span class="strike-through list"><i>Price reduced from</i> €249.00 <i>to</i></span><b>€199.00</b></p>',
    '€199.00',
  ],
  ['after "Order now from"', '<p>Order now from $249.00</p>', '$249.00'],
  ['after "Fast shipping! From"', '<p>Fast shipping! From $249.00</p>', '$249.00'],
  ['after "Incl. shipping:"', '<p>Incl. shipping: $249.00</p>', '$249.00'],
  ['after "Free express shipping"', '<p>Free express shipping $249.00</p>', '$249.00'],
  [
    'of a month beside an old one of a month',
    '<p><span class="old-price">$9.99/mo</span> <span class=price>$4.99/mo</span></p>',
    '$4.99',
  ],
  ['after a recommended one', '<p>RRP $249.00</p><p>$199.00</p>', '$199.00'],
  [
    'beside one that a style crosses out',
    '<p><span style="text-decoration: line-through">$249.00</span> <b>$199.00</b></p>',
    '$199.00',
  ],
  ['beside one with the class "was"', '<p><span class="price was">$249</span> <b>$199</b></p>', '$199'],
  ['with thousands in two groups', '<p>₹1,29,900</p>', '₹1,29,900'],
  ['with spaces', '<p>1 299 kr</p>', '1 299 kr'],
  ['of a Swiss shop', "<p>CHF 1'299.00</p>", "CHF 1'299.00"],
  ['without decimals', '<p>1.299,- €</p>', '1.299,- €'],
  ['of a Swedish shop without a currency', '<p>299:-</p>', '299:-'],
  ['of a salary', '<p>C$90k - 110k</p>', 'C$90k'],
])('reads the price of a sale %s', (_, price, expected) => {
  expect(cardsOf(() => price)?.[4]).toMatchObject({ title: ['Clay pot number 5'], price: [expected] });
});

test.each([
  [
    'in a sentence',
    'Each of these pots costs less than $40 to make, says the potter who sold them for years in Wales.',
  ],
  ['in millions', 'Potters sold for $457 million'],
  ['in billions', 'Sales of $38B'],
])('reads no price %s', (_, text) => {
  expect(cardsOf(() => `<p>${text}</p>`)?.[4]).not.toHaveProperty('price');
});

test('reads the date of a card from its time element', () => {
  const inner = (n: number) => `<p>Thrown in Wales.</p><time datetime="2024-03-${n + 10}">${n} days ago</time>`;
  const items = cardsOf(inner);
  expect(items?.map(({ date }) => date?.[0])).toEqual(Array.from({ length: 12 }, (_, i) => `2024-03-${i + 11}`));
  expect(items?.[0]?.['text']).toEqual(['Thrown in Wales.']);
});

test.each(['More', 'Next page'])('takes no link "%s" at the end of a list for a card', (text) => {
  const card = (n: number) => `<li><a href="/products/pot-${n}">Clay pot number ${n}</a> <p>€${n}9.90</p></li>`;
  const items = itemsOf(
    `${Array.from({ length: 8 }, (_, i) => card(i + 1)).join('')}<li><a href="?p=2">${text}</a></li>`,
  );
  expect(items?.map(({ title }) => title?.[0])).toEqual(
    Array.from({ length: 8 }, (_, i) => `Clay pot number ${i + 1}`),
  );
});

test('takes titles that begin with a number, or are the name of a control, for cards', () => {
  const titles = [
    '10 products for dry skin',
    '25 articles for beginners',
    'Filters',
    'Pumps',
    'Heaters for small tanks',
  ];
  const items = itemsOf(titles.map((title, n) => `<li><h3><a href="/guides/${n}">${title}</a></h3></li>`).join(''));
  expect(items?.map(({ title }) => title?.[0])).toEqual(titles);
});

test('reads a card once that has its title over the image and below it', () => {
  const card = (n: number) => {
    const title = `<h3><a href="/products/pot-${n}">Clay pot number ${n}</a></h3>`;
    return `<li><div class=wrapper><div class=card><div class=inner><div class=content>${title}</div></div>
      <div class=content>${title}<p>Vendor: Mill</p><p>€${n}9.90</p></div></div></div></li>`;
  };
  const items = itemsOf(Array.from({ length: 8 }, (_, i) => card(i + 1)).join(''));
  expect(items).toHaveLength(8);
  expect(items?.[4]).toMatchObject({ title: ['Clay pot number 5'], price: ['€59.90'] });
});

test('keeps cards with one link whose texts differ', () => {
  const card = (n: number) =>
    `<li><h3><a href=/series>Series</a></h3><p>Pot ${n} is fired twice and glazed by hand.</p></li>`;
  expect(itemsOf(Array.from({ length: 8 }, (_, i) => card(i + 1)).join(''))).toHaveLength(8);
});

/** Cards of a collection as a list; `inner` writes one. */
const listOf = (inner: (n: number) => string) =>
  itemsOf(Array.from({ length: 8 }, (_, i) => `<li class=product-card>${inner(i + 1)}</li>`).join(''))?.[4];

test('takes the link with the text of the heading, not a linked heading below it', () => {
  const card = listOf(
    (n) =>
      `<a href="/jobs/${n}"><span>Moss keeper ${n}</span></a><h3>Moss keeper ${n}</h3><h4><a href="/company/${n}">Bog Ltd</a></h4>`,
  );
  expect(card).toMatchObject({ title: ['Moss keeper 5'], link: ['https://shop.example/jobs/5'] });
});

test('reads the excerpt of a card that is a link as a whole', () => {
  const excerpt = (n: number) => `Pot number ${n} is fired twice and glazed by hand, so that it keeps roots moist.`;
  const card = listOf((n) => `<a href="/pots/${n}"><h3>Clay pot ${n}</h3><p>${excerpt(n)}</p><p>5 May 2024</p></a>`);
  expect(card).toEqual({
    ...{ title: ['Clay pot 5'], link: ['https://shop.example/pots/5'], date: ['2024-05-05'], text: [excerpt(5)] },
  });
});

test.each([
  ['the date', '5 May 2024', { date: ['2024-05-05'] }],
  ['the price', '$59.90', { price: ['$59.90'] }],
])('reads %s beside the title of a list', (_, beside, expected) => {
  const card = listOf((n) => `<span>${beside}</span> <a href="/pots/${n}">Clay pot number ${n}</a>`);
  expect(card).toEqual({ title: ['Clay pot number 5'], link: ['https://shop.example/pots/5'], ...expected });
});

test('merges the halves of a card of which one has a badge', () => {
  const title = (n: number) => `<h3><a href="/pots/${n}">Clay pot ${n}</a></h3>`;
  const text = 'Fired twice and glazed by hand, so that it keeps roots moist.';
  const halves = (n: number) => `<li>${title(n)}<p>Sold out</p></li><li>${title(n)}<p>${text}</p><p>€${n}9.90</p></li>`;
  const items = itemsOf(Array.from({ length: 8 }, (_, i) => halves(i + 1)).join(''));
  expect(items).toHaveLength(8);
  expect(items?.[4]).toMatchObject({ title: ['Clay pot 5'], price: ['€59.90'], text: [text] });
});

test('reads cards of several sections by their class', () => {
  const card = (n: number) =>
    `<article class="card tile"><h3><a href="/pots/${n}">Clay pot ${n}</a></h3><p>Fired twice and glazed by hand, number ${n}.</p></article>`;
  const cards = (from: number) => [0, 1, 2, 3].map((n) => card(from + n)).join('');
  const html = `<li><div class=hero>${cards(1)}</div></li><li><div><div class=row>${cards(5)}</div></div></li><li><section>${cards(9)}</section></li>`;
  expect(itemsOf(html)).toHaveLength(12);
});

/** Items of a page whose cards a script builds. */
function declaredItems(value: unknown) {
  const html = `<title>Pots and walks</title><script type="application/ld+json">${JSON.stringify(value)}</script><div id=app></div>`;
  return cleanHtml('https://moss.example/x' as Url, html, DEFAULT_CLEAN_OPTIONS);
}

test.each([
  ['with the entities in its elements', (item: object) => ({ '@type': 'ListItem', item })],
  ['of entities', (item: object) => item],
  [
    'with the URL beside the entity',
    ({ url, ...item }: Record<string, unknown>) => ({ '@type': 'ListItem', url, item }),
  ],
])('reads the cards of a page without text from an ItemList %s', (_, elementOf) => {
  const pot = (n: number) => ({
    ...{ '@type': 'Product', name: `Clay pot ${n}`, url: `/pots/${n}` },
    offers: { '@type': 'Offer', price: `${n}9.90`, priceCurrency: 'EUR' },
  });
  const itemListElement = [1, 2, 3].map((n) => elementOf(pot(n)));
  const { genre, items } = declaredItems({
    '@type': 'CollectionPage',
    mainEntity: { '@type': 'ItemList', itemListElement },
  });
  expect(genre).toBe('collection');
  expect(items).toEqual(
    [1, 2, 3].map((n) => ({
      ...{ title: [`Clay pot ${n}`], link: [`https://moss.example/pots/${n}`], price: [`${n}9.90 EUR`] },
    })),
  );
});

test('reads the events of a page without text as cards', () => {
  const event = (n: number) => ({
    '@type': 'Event',
    name: `Walk ${n}`,
    url: `/walks/${n}`,
    startDate: `2024-05-0${n}T10:00`,
  });
  const { genre, items } = declaredItems([1, 2, 3].map(event));
  expect(genre).toBe('listing');
  expect(items?.map(({ title, date }) => [title?.[0], date?.[0]])).toEqual(
    [1, 2, 3].map((n) => [`Walk ${n}`, `2024-05-0${n}T10:00`]),
  );
});

const link = (n: number, text: string, extra = '') => `<a href="/pots/${n}${extra}">${text}</a>`;
const names = ['Amber', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fern', 'Gorse', 'Heath', 'Iris'];
const name = (n: number) => `${names[n]} clay pot`;

test.each([
  ['a button', (n: number) => `<p>${link(n, 'View options')}</p><p>${link(n, name(n))}</p>`],
  [
    'two buttons on a line',
    (n: number) => `<p><a>Quick view</a> ${link(n, 'View options')}</p><p>${link(n, name(n))}</p>`,
  ],
  ['a number of reviews', (n: number) => `<p>${link(n, `${n + 2} Reviews`)}</p><p>${link(n, name(n))}</p>`],
  [
    'a link to its reviews',
    (n: number) => `<p>${link(n, `Rated by ${name(n)}`, '#reviews')}</p><p>${link(n, name(n))}</p>`,
  ],
  [
    'the caption of its image',
    (n: number) =>
      `<figure><img src=/${n}.jpg><figcaption>${link(0, `Photo ${n} by Ada`)}</figcaption></figure><p>${link(n, name(n))}</p>`,
  ],
  [
    'its number if its name is marked',
    (n: number) => `<p class=list-title>${link(n, `pot:24.${n}00`)} [pdf]</p><p class="title is-5">${name(n)}</p>`,
  ],
  [
    'a link to its category if its name is marked',
    (n: number) => `<p>${link(0, `Kiln ${n}`)}</p><div class=card-title>${link(n, name(n))} (kiln.example)</div>`,
  ],
  [
    'a link to its maker if a caption has the link of its image',
    (n: number) =>
      `<figure><a href="/pots/${n}"><img src=/${n}.jpg></a><figcaption>${link(n, name(n))}</figcaption></figure><p>By <a href="/makers/${n}">Ada ${names[n]}son</a></p><p>$${n}9</p>`,
  ],
  [
    'a line that is marked as a subtitle',
    (n: number) => `<p>${link(n, name(n))}</p><p class=card-sub-title>Fired by Ada ${n}</p>`,
  ],
  ['a heading of an offer', (n: number) => `<h6>Subscribe and save</h6><p>${link(n, name(n))}</p>`],
  ['a heading of the section above it', (n: number) => `<h4>${link(0, `Wheel ${n}`)}</h4><h3>${link(n, name(n))}</h3>`],
  [
    'a badge in its link',
    (n: number) => `<a href="/pots/${n}"><i>Reduced</i> <img src=/${n}.jpg> <b>${name(n)}</b></a>`,
  ],
])('takes the name of a card for its title, not %s', (_, inner) => {
  expect(listOf(inner)).toMatchObject({ title: [name(5)], link: ['https://shop.example/pots/5'] });
});

test('keeps a title that is on a few cards only', () => {
  const titleOf = (n: number) => (n < 3 ? 'Plain clay pot' : `Clay pot ${names[n % 9]} ${n}`);
  const card = (n: number) =>
    `<li><p>${link(n, titleOf(n))}</p><p>${link(n, 'View options')}</p><p>${link(n, `${names[n % 9]} glaze ${n}`)}</p></li>`;
  const items = itemsOf(Array.from({ length: 16 }, (_, n) => card(n)).join(''));
  expect(items?.[0]).toMatchObject({ title: ['Plain clay pot'] });
});

test('takes a linked heading for the title if all cards have it, and its link', () => {
  const brand = link(0, 'Mill pottery');
  const card = listOf(
    (n) => `<p>${brand}</p><h3>${link(n, 'Clay pot')}</h3><p>${link(n, `In ${name(n)} glaze`, '/glaze')}</p>`,
  );
  expect(card).toMatchObject({ title: ['Clay pot'], link: ['https://shop.example/pots/5'] });
});

test('joins brand and name of a title', () => {
  const card = listOf((n) => `<a href="/pots/${n}"><span>Mill </span>${name(n)}<p>$59.90</p></a>`);
  expect(card).toMatchObject({ title: [`Mill ${name(5)}`], price: ['$59.90'] });
});

test('takes a title with an amount for a title', () => {
  const card = listOf(
    (n) => `<h3>${link(n, `The ${name(n)} that cost $1,600 at auction`)}</h3><p>By ${link(0, `Ada ${n}`)}</p>`,
  );
  expect(card).toMatchObject({
    title: ['The Fern clay pot that cost $1,600 at auction'],
    link: ['https://shop.example/pots/5'],
  });
});

test('reads the cards of a collection whose main text is its description', () => {
  const card = (n: number) =>
    `<li class=product-card><h3>${link(n, name(n))}</h3><span class=price>€${n}9.90</span></li>`;
  const question = (n: number) =>
    `<div class=faq><h2>What do ${names[n]} pots hold?</h2><p>They hold water for weeks, so that the roots of bog plants stay moist in dry summers, as <a href=/guide/${n}>our guide ${n}</a> tells at length.</p></div>`;
  const html = `<nav><ul>${Array.from({ length: 12 }, (_, n) => `<li><a href=/menu/${n}>Kind ${n}</a> $${n}0`).join('')}</ul></nav>
    <h1>Clay pots</h1><ul class=product-grid>${[0, 1, 2, 3, 4, 5, 6, 7].map(card).join('')}</ul>
    <div class=description>${[0, 1, 2].map(question).join('')}</div>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const chosen = page.blocks.filter(({ text }) => text.length > 100);
  const resolve = (href: string) => new URL(href, 'https://shop.example').href;
  const { items } = readShopCards({ page, chosen }, 'https://shop.example/', resolve);
  expect(items).toHaveLength(8);
  expect(items[4]).toEqual({ title: [name(4)], link: ['https://shop.example/pots/4'], price: ['€49.90'] });
});

test('keeps the cards of the main text if fewer outside of it have prices', () => {
  const card = (n: number) =>
    `<li><h3>${link(n, name(n))}</h3><p>Fired twice by ${names[n]} Ltd. in Wales, and glazed by hand.</p></li>`;
  const offer = (n: number) => `<div class=offer><h3>${link(n, name(n), '/offer')}</h3><p>$${n}9.90</p></div>`;
  const html = `<ul>${[1, 2, 3, 4, 5].map(card).join('')}</ul><section>${[6, 7, 8].map(offer).join('')}</section>`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const chosen = page.blocks.filter(({ text }) => /^Fired/.test(text));
  const resolve = (href: string) => new URL(href, 'https://shop.example').href;
  expect(readShopCards({ page, chosen }, 'https://shop.example/', resolve).items).toHaveLength(5);
});

/** Cards of a page whose main text is all of it. */
function cardsIn(html: string) {
  const page = parseHtml(html, { xhtml: false, maxLinks: 1000 });
  const resolve = (href: string) => {
    const { protocol, href: url } = new URL(href, 'https://shop.example');
    return protocol === 'https:' ? url : null;
  };
  return readCards({ page, chosen: page.blocks }, 'https://shop.example/', resolve).items;
}

test('reads the rows of a table as cards, without that of its headers and without their numbers', () => {
  const row = (n: number) =>
    `<tr><td>${n}.</td><td>${link(n, name(n))}<p>Fired twice by ${names[n]} Ltd.</p></td><td>5 May 202${n}</td></tr>`;
  const head = '<tr><th>Rank<th><a href="?sort=name">Name</a><th><a href="?sort=date">Date</a></tr>';
  const cards = cardsIn(`<table>${head}${[1, 2, 3, 4, 5].map(row).join('')}</table>`);
  expect(cards.map(({ title }) => title?.[0])).toEqual([1, 2, 3, 4, 5].map(name));
  expect(cards[4]).toEqual({
    ...{ title: [name(5)], link: ['https://shop.example/pots/5'], date: ['2025-05-05'] },
    text: ['Fired twice by Fern Ltd.'],
  });
});

test.each([
  [
    'rows',
    (n: number) => `<tr><td>${n}.<td>${link(n, name(n))}</tr><tr><td><td>5 May 202${n} ${link(0, `ada${n}`)}</tr>`,
    ['table', { date: ['2025-05-05'] }],
  ],
  [
    'terms and definitions',
    (n: number) =>
      `<dt>${link(n, name(n))}<dd><p>Fired twice by ${names[n]} Ltd.</p><p>${link(0, `Ada ${names[n]}`)}</p>`,
    ['dl', { text: ['Fired twice by Fern Ltd.'] }],
  ],
  [
    'terms with a number and definitions with the title',
    (n: number) =>
      `<dt>[${n}] ${link(n, `arXiv:2401.0000${n}`)}<dd><div class=list-title><i>Title:</i> ${name(n)}</div><p>Fired twice by ${names[n]} Ltd.</p><p>${link(0, `Ada ${names[n]}`)}</p>`,
    ['dl', { text: ['Fired twice by Fern Ltd.'] }],
  ],
] as const)('merges %s that alternate between the title of a card and the rest', (_, inner, [element, rest]) => {
  const cards = cardsIn(`<${element}>${[1, 2, 3, 4, 5].map(inner).join('')}</${element}>`);
  expect(cards).toHaveLength(5);
  expect(cards[4]).toEqual({ title: [name(5)], link: ['https://shop.example/pots/5'], ...rest });
});

test('takes a longer link for the title of a card that begins with its number, but no short one', () => {
  const titleWith = (text: string) =>
    cardsIn(
      `<ul>${[1, 2, 3, 4, 5].map((n) => `<li><p>${link(n, `pot:24.${n}00`)}</p><p>${link(n, `${name(n)}${text}`)}</p>`).join('')}</ul>`,
    )[4]?.['title'];
  expect(titleWith(' with a saucer')).toEqual([`${name(5)} with a saucer`]);
  expect(titleWith('')).toEqual(['pot:24.500']);
});

test('keeps the years of cards, which do not count up', () => {
  const card = (n: number) => `<li><h3>${link(n, name(n))}</h3><p>${1990 + n * n}</p></li>`;
  expect(cardsIn(`<ul>${[1, 2, 3, 4, 5].map(card).join('')}</ul>`)[4]).toHaveProperty('text', ['2015']);
});

test.each([
  ['of which a third lack a text', 15, (n: number) => n % 3 === 0],
  ['of which every other one lacks a text, if they are few', 6, (n: number) => n % 2 === 0],
])('keeps cards apart %s', (_, length, lacksText) => {
  const card = (n: number) =>
    `<li><h3>${link(n, `Clay pot ${n}`)}</h3>${lacksText(n) ? '' : `<p>Fired twice by ${names[n % 9]} Ltd.</p>`}</li>`;
  expect(cardsIn(`<ul>${Array.from({ length }, (_, n) => card(n)).join('')}</ul>`)).toHaveLength(length);
});

test('takes the text below a linked image for a title if no text is a link', () => {
  const card = (n: number) =>
    `<li><a href="/pots/${n}"><img src=/${n}.jpg alt=""></a><p>${name(n)}</p><p>From $59.90</p></li>`;
  const cards = cardsIn(`<ul>${[1, 2, 3, 4, 5].map(card).join('')}</ul>`);
  expect(cards[4]).toEqual({ title: [name(5)], link: ['https://shop.example/pots/5'], price: ['$59.90'] });
});

/** Nine cards of a shop. */
function shopCards(inner: (n: number) => string) {
  const cards = Array.from({ length: 9 }, (_, i) => `<li class=product-card>${inner(i + 1)}</li>`);
  const page = parseHtml(`<ul>${cards.join('')}</ul>`, { xhtml: false, maxLinks: 100 });
  const resolve = (href: string) => new URL(href, 'https://shop.example/').href;
  return readShopCards({ page, chosen: page.blocks }, 'https://shop.example/', resolve).items;
}

test.each([
  [
    'an empty link over the card, as in Squarespace',
    (n: number) =>
      `<a class=link href="/products/pot-${n}"></a><div class=image><img src=/${n}.jpg></div><div class=product-title>Clay pot number ${n}</div><div>$${n}9.00</div>`,
  ],
  [
    'an empty link over the card after its text',
    (n: number) =>
      `<div class=image><img src=/${n}.jpg></div><p>Clay pot number ${n}</p><p>$${n}9.00</p><a class=link href="/products/pot-${n}"></a>`,
  ],
  [
    'an empty link in an element of its own at the end',
    (n: number) =>
      `<div><p>Clay pot number ${n}<p>$${n}9.00</div><div><a class=link href="/products/pot-${n}"><br></a></div>`,
  ],
  [
    'the label of a link',
    (n: number) =>
      `<a href="/products/pot-${n}" aria-label="Clay pot number ${n}"><img src=/${n}.jpg></a><p>$${n}9.00</p>`,
  ],
  [
    'the alternative text of a linked image',
    (n: number) =>
      `<a href="/products/pot-${n}"><picture><img src=/${n}.jpg alt="Clay pot number ${n}"></picture></a><p>$${n}9.00</p><button>Add to cart</button>`,
  ],
  [
    'a linked title after a button that is one link for all cards',
    (n: number) =>
      `<a href="/login">Log in to save</a><div class=name><a href="/products/pot-${n}">Clay pot number ${n}</a></div><p>$${n}9.00</p>`,
  ],
])('reads title and link of cards with %s', (_, inner) => {
  expect(shopCards(inner)).toEqual(
    Array.from({ length: 9 }, (__, i) => ({
      title: [`Clay pot number ${i + 1}`],
      link: [`https://shop.example/products/pot-${i + 1}`],
      price: [`$${i + 1}9.00`],
    })),
  );
});

test('a card without a price needs a text in its link', () => {
  expect(shopCards((n) => `<a href="/gallery/${n}"><img alt="Pot ${n}"></a><p>Seen in May</p>`)).toEqual([]);
});

test('reads short lines of cards that are one link, but no buttons and counts', () => {
  const makers = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal', 'Ida'];
  const found = shopCards(
    (n) =>
      `<a href="/objects/${n}"><p class=title>Clay pot number ${n}</p><p>${1700 + n}–${1720 + n}</p><p>${makers[n - 1]}</p><p>View object</p><p>${n * 3}</p></a>`,
  );
  expect(found.map(({ text }) => text)).toEqual(makers.map((maker, i) => [`${1701 + i}–${1721 + i}\n\n${maker}`]));
});

test('reads cards without main text that have what others have', () => {
  const card = (n: number, price = `$${n}9.00`) =>
    `<li><h3><a href="/pot-${n}">Clay pot number ${n}</a></h3><p>${price}</p></li>`;
  const list = [1, 2, 3, 4, 5, 6].map((n) => card(n)).join('');
  const page = parseHtml(`<ul>${list}${card(7, 'Sold by weight')}</ul>`, { xhtml: false, maxLinks: 100 });
  const chosen = page.blocks.filter(({ text }) => /[246]$/.test(text));
  const { items, blocks } = readCards({ page, chosen }, 'https://shop.example/', (href) => href);
  expect(items.map(({ link }) => link?.[0])).toEqual(['/pot-1', '/pot-2', '/pot-3', '/pot-4', '/pot-5', '/pot-6']);
  expect(blocks.size).toBe(12);
});

test('reads cards that are one link around several elements each, without elements around them', () => {
  const card = (n: number) =>
    `<a href="/p/pot-${n}" class="group block"><img src=/${n}.jpg alt=""><div>Clay pot number ${n}</div><div>Fired ${n + 1} times in the old kiln.</div><div><span>R$ ${n}9,90</span></div></a>`;
  const cards = Array.from({ length: 6 }, (_, i) => card(i + 1)).join('');
  const page = parseHtml(`<h1>Clay pots</h1><div class="grid"><a href="/">Home</a>${cards}</div>`, {
    xhtml: false,
    maxLinks: 100,
  });
  const { items } = readCards({ page, chosen: page.blocks }, 'https://shop.example/pots', (href) => href);
  expect(items).toHaveLength(6);
  expect(items[2]).toEqual({
    title: ['Clay pot number 3'],
    link: ['/p/pot-3'],
    price: ['R$ 39,90'],
    text: ['Fired 4 times in the old kiln.'],
  });
});

test('reads the links of an index with a list for each letter', () => {
  const section = (letter: string) =>
    `<div><h3>${letter}</h3><ul>${[1, 2, 3].map((n) => `<li><a href="/${letter}${n}">${letter} moss number ${n}</a></li>`).join('')}</ul></div>`;
  const html = `<h1>Mosses</h1>${['A', 'B', 'C', 'D', 'E'].map(section).join('')}`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const { items } = readCards({ page, chosen: page.blocks }, 'https://bog.example/index', (href) => href);
  expect(items).toHaveLength(15);
  expect(items[4]).toEqual({ title: ['B moss number 2'], link: ['/B2'] });
});
