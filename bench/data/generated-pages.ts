import { hash, pick, seeded } from '../../demo/seeded.ts';
import { vocabulary, zipf } from './vocabulary.ts';

export type WebSize = {
  hosts: number;
  pages: number;
  seed: string;
  /** Nearly all of a page is text (2,900 words). Otherwise it is as pages are that people meet: markup for the most part. */
  prose?: boolean;
  /** Pages of 100 KB with 60 links, a tenth of them abroad: three times the text, and a quarter of the page is data that gzip cannot do much about. */
  large?: boolean;
};

export type GeneratedPages = {
  /** Of a host: `h12.bench.test`. */
  nameOf(host: number): string;
  pagesOf(host: number): number;
  pathOf(host: number, page: number): string;
  /** The number behind a path of that host; undefined where there is no such page. */
  pageAt(host: number, path: string): number | undefined;
  /** 25 to 28 KB of HTML with 55 links, in UTF-8. The same for the same numbers. */
  html(host: number, page: number): Buffer;
};

const LINKS = { children: 8, own: 41, abroad: 6 };
const LINKS_OF_LARGE = { children: 8, own: 43, abroad: 9 };
const WORDS = 40_000;
const PASSAGES = 20_000;
const TOPICAL = [
  'A carnivorous plant of the bog, the sundew holds its prey with glue.',
  'The pitcher plant drowns what it catches, and Sarracenia is no exception.',
  'Among carnivorous plants the Venus flytrap is the one that everybody knows.',
  'Nepenthes, the tropical pitcher plant, climbs into trees.',
  'Butterworts and bladderworts share a family and little else.',
];

/**
 * The shape of a page. Of 300 pages of news, blogs and magazines (`node bench/data/page-stats.ts FILE`) half had over 1,018 words
 * and a quarter over 1,573; text was 9 % of the median page's bytes, 15 % where there was much. These here have about 1,300
 * words in 27 KB, and the frames, lists of sizes and inline styles around them that content systems write.
 */
const SIZES = [320, 640, 960];

/**
 * Pages from precomputed passages, so that serving them costs little beside crawling them. They follow Zipf's law over
 * tens of thousands of words, and every page has words and numbers of its own, so that the index is not
 * flattered. A few sentences of each page are on the topic of the demo: its topic file accepts them all, which is the most
 * work a crawl can have.
 *
 * Reached from the home page as a tree: page i leads to pages 8i+1 to 8i+8; its other links are drawn.
 */
export function generatedPages({ hosts, pages, seed, prose = false, large = false }: WebSize): GeneratedPages {
  const linked = large ? LINKS_OF_LARGE : LINKS;
  const random = seeded(seed);
  const plain = vocabulary(WORDS, random);
  // Strings of UTF-8 bytes, one a character: a page of them becomes a buffer by a copy, without being encoded again.
  const words = plain.map((word) => Buffer.from(word, 'utf8').toString('latin1'));
  const passages = passagePool(words, random);
  const slugs = plain.slice(500, 4596).map((word) => word.normalize('NFD').replace(/[^a-z]/g, ''));

  const nameOf = (host: number) => `h${host}.bench.test`;
  const pagesOf = (host: number) => Math.floor(pages / hosts) + (host < pages % hosts ? 1 : 0);
  const pathOf = (host: number, page: number) => {
    if (page === 0) return '/';
    const h = Math.imul(host * 2654435761 + page, 0x9e3779b1) >>> 0;
    return `/${slugs[page & 7]}/${slugs[h & 4095]}-${slugs[(h >>> 12) & 4095]}-${page}.html`;
  };
  const pageAt = (host: number, path: string) => {
    const page = path === '/' ? 0 : Number(/-(\d+)\.html$/.exec(path)?.[1] ?? -1);
    return page >= 0 && page < pagesOf(host) && pathOf(host, page) === path ? page : undefined;
  };

  const anchor = (of: number, target: number, from: number, text: string) => {
    const path = pathOf(of, target);
    return of === from ? `<a href="${path}">${text}</a>` : `<a href="http://${nameOf(of)}${path}">${text}</a>`;
  };

  const links = (host: number, page: number, draw: () => number): string[] => {
    const count = pagesOf(host);
    const label = () => `${words[100 + Math.floor(draw() * 20_000)]} ${words[100 + Math.floor(draw() * 5000)]}`;
    const list: string[] = [];
    for (let i = 1; i <= linked.children; i++) {
      const child = page * linked.children + i;
      list.push(anchor(host, child < count ? child : child % count, host, label()));
    }
    const start = Math.floor(draw() * count);
    for (let i = 0; i < linked.own; i++) list.push(anchor(host, (start + i * 7919) % count, host, label()));
    for (let i = 0; i < linked.abroad; i++) {
      const other = Math.floor(draw() * hosts);
      list.push(anchor(other, Math.floor(draw() * pagesOf(other)), host, label()));
    }
    return list;
  };

  const html = (host: number, page: number): Buffer => {
    const draw = seeded(`${seed} ${host} ${page}`);
    const name = `${words[1000 + (hash(`${host}`) % 9000)]}`;
    const own = () => `${words[200 + Math.floor(draw() * 39_000)]}${Math.floor(draw() * 1000)}`;
    const title = `${words[300 + Math.floor(draw() * 8000)]} ${words[300 + Math.floor(draw() * 8000)]} ${page}`;
    const all = links(host, page, draw);
    const before = headAndNav(title, name, host, page, all.slice(0, 12), draw);
    const after = footer(name, all.slice(34));
    const room = (large ? 70_000 : 25_700) + Math.floor(draw() * (prose ? 1800 : 800)) - before.length - after.length;
    const frame = prose ? bare : framed(page);
    const state = large ? stateOf(page, draw) : '';
    const whole = before + state + article(room, all.slice(12, 34), passages, own, draw, frame) + after;
    return Buffer.from(whole, 'latin1');
  };

  return { nameOf, pagesOf, pathOf, pageAt, html };
}

function passagePool(words: string[], random: () => number): string[] {
  const word = zipf(words, random);
  const sentence = () => {
    const text = Array.from({ length: 6 + Math.floor(random() * 16) }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random() < 0.9 ? '.' : '?'} `;
  };
  return Array.from({ length: PASSAGES }, () => {
    const passage = Array.from({ length: 3 + Math.floor(random() * 3) }, sentence).join('');
    // In one piece, not as the tree that an engine keeps of joined strings: every page would walk it again.
    return Buffer.from(passage, 'latin1').toString('latin1');
  });
}

/** Paragraphs of about `room` characters, links among them, some of the topic, some words found on no other page. */
function article(
  room: number,
  links: string[],
  passages: string[],
  own: () => string,
  draw: () => number,
  frame: Frame,
): string {
  const topical = 2 + Math.floor(draw() * 4);
  let text = '';
  for (let i = 0; text.length < room; i++) {
    const heading = i % 5 === 4 ? `<h2>${own()} ${own()}</h2>\n` : '';
    const topic = i < topical ? `${pick(TOPICAL, draw)} ` : '';
    const mine = links.slice(2 * i, 2 * i + 2);
    const link = mine.length > 0 ? `See ${mine.join(' and ')} or ${own()}.` : '';
    text += frame(i, `${heading}<p>${topic}${passages[Math.floor(draw() * PASSAGES)]}${link}</p>`);
  }
  return `${text}</article>`;
}

/** The data that applications leave in a page for their scripts: 29 KB, three quarters of it digits as they come. */
function stateOf(page: number, draw: () => number): string {
  const hex = () => Math.floor(draw() * 2 ** 32).toString(16);
  const entry = (i: number) =>
    `{"type":"component/Teaser","key":"${hex()}${hex()}${hex()}","visible":true,"slot":${i},"hash":"${hex()}${hex()}${hex()}${hex()}"}`;
  const entries = Array.from({ length: 240 }, (_, i) => entry(i)).join(',');
  return `<script type="application/json" id="state-${page}">{"entries":[${entries}]}</script>\n`;
}

/** A paragraph with what stands around it. */
type Frame = (i: number, paragraph: string) => string;

const bare: Frame = (_i, paragraph) => `${paragraph}\n`;

function framed(page: number): Frame {
  return (i, paragraph) => {
    const id = `b${page}-${i}`;
    const open = `<div class="c-block c-block--text l-grid__item u-mt-4 u-mb-4" id="${id}" data-component="text-block" data-index="${i}"><div class="c-block__inner l-col l-col--8 l-col--offset-2">`;
    const sources = SIZES.map(
      (w) =>
        `<source media="(max-width: ${w}px)" srcset="/media/${id}-${w}.webp ${w}w, /media/${id}-${2 * w}.webp ${2 * w}w" type="image/webp">`,
    );
    const picture =
      i % 2 === 0
        ? `<figure class="c-figure c-figure--inline"><picture>${sources.join('')}<img src="/media/${id}.jpg" width="960" height="540" loading="lazy" decoding="async" alt=""></picture></figure>`
        : '';
    const share = `<button type="button" class="c-button c-button--ghost js-share" data-target="#${id}" aria-label="Share" style="--delay:${i}ms"><svg class="c-icon" width="16" height="16" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 8a3 3 0 1 0-2.83-4L8.6 7.3a3 3 0 1 0 0 5.4l6.57 3.3A3 3 0 1 0 16 14"/></svg></button>`;
    return `${open}${paragraph}${picture}${share}</div></div>\n`;
  };
}

function headAndNav(
  title: string,
  name: string,
  host: number,
  page: number,
  nav: string[],
  draw: () => number,
): string {
  const date = `20${10 + Math.floor(draw() * 15)}-0${1 + Math.floor(draw() * 9)}-1${Math.floor(draw() * 10)}`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} - ${name}</title>
<meta name="description" content="${title}, one of the pages of ${name}, last looked through in ${date.slice(0, 4)}.">
<meta name="keywords" content="${title.replaceAll(' ', ', ')}"><meta name="date" content="${date}">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/css/site.css?v=${host}">
<script type="application/ld+json">{"@type":"Article","headline":"${title}","url":"/never/json-${page}.html"}</script>
<style>body{font:16px/1.5 serif}nav li{display:inline}.aside{float:right;width:20em}article p{max-width:40em}</style>
</head><body class="page p${page % 7}"><header><div class="brand">${name}</div>
<nav><ul>${nav.map((a) => `<li>${a}</li>`).join('')}</ul></nav></header>
<script>var menu = '<a href="/never/script-${page}.html">menu</a>'; document.title = menu.length + "x";</script>
<!-- <a href="/never/comment-${page}.html">old menu</a> -->
<main><article><h1>${title}</h1><p class="byline"><time datetime="${date}">${date}</time> by <span class="author">${name} staff</span></p>
`;
}

function footer(name: string, links: string[]): string {
  return `
<aside class="aside"><h3>Related</h3><ul>${links
    .slice(0, 14)
    .map((a) => `<li>${a}</li>`)
    .join('')}</ul></aside></main>
<footer><p>${links.slice(14).join(' | ')}</p><p>&copy; ${name} &mdash; terms, privacy &amp; imprint</p></footer></body></html>
`;
}
