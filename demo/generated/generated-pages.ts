import { hash, pick, seeded } from '../seeded.ts';
import { vocabulary, zipf } from './vocabulary.ts';

export type WebSize = {
  hosts: number;
  pages: number;
  seed: string;
  /** Pages consist mostly of text (2,900 words). Default: mostly of markup, like real pages. */
  prose?: boolean;
  /** Pages of 100 KB with 60 links, 9 of them to other hosts. A quarter of the page is poorly compressible data. */
  large?: boolean;
  /** Scheme of the links to other hosts. Default: `http`. */
  scheme?: 'http' | 'https';
};

export type GeneratedPages = {
  /** Name of a host, such as `h12.bench.test`. */
  hostName(host: number): string;
  pageCount(host: number): number;
  pagePath(host: number, page: number): string;
  /** Returns the number of the page at a path of a host, or undefined if there is no such page. */
  pageAt(host: number, path: string): number | undefined;
  /** Returns 25 to 28 KB of HTML with 55 links, in UTF-8. The result depends only on the seed and the two numbers. */
  html(host: number, page: number): Buffer;
};

const LINKS = { children: 8, own: 41, otherHosts: 6 };
const LINKS_OF_LARGE_PAGES = { children: 8, own: 43, otherHosts: 9 };
const VOCABULARY_SIZE = 40_000;
const PASSAGE_COUNT = 20_000;
const ON_TOPIC_SENTENCES = [
  'A carnivorous plant of the bog, the sundew holds its prey with glue.',
  'The pitcher plant drowns what it catches, and Sarracenia is no exception.',
  'Among carnivorous plants the Venus flytrap is the one that everybody knows.',
  'Nepenthes, the tropical pitcher plant, climbs into trees.',
  'Butterworts and bladderworts share a family and little else.',
];

/**
 * Widths in the image sources of a page. Of 300 pages of news, blogs and magazines (`node bench/data/page-stats.ts FILE`) half
 * had over 1,018 words and a quarter over 1,573; text was 9 % of the bytes of the median page and 15 % of text-heavy pages.
 * Generated pages have about 1,300 words in 27 KB, with the wrappers, image sources and inline styles of content systems.
 */
const IMAGE_WIDTHS = [320, 640, 960];

/**
 * Generates the pages of a web from precomputed passages, so that serving a page is cheap compared with crawling it.
 *
 * Words follow Zipf's law over a vocabulary of 40,000. Every page also has unique words and numbers, so that the index has a
 * realistic size. A few sentences of each page are on the topic of the demo: its topic file accepts every page, which gives
 * a crawl the most work. Page i links to pages 8i+1 to 8i+8, so every page is reachable from the home page; other links are
 * random.
 */
export function generatedPages({
  hosts,
  pages,
  seed,
  prose = false,
  large = false,
  scheme = 'http',
}: WebSize): GeneratedPages {
  const linked = large ? LINKS_OF_LARGE_PAGES : LINKS;
  const random = seeded(seed);
  const plain = vocabulary(VOCABULARY_SIZE, random);
  // Each character holds one byte of UTF-8, so that a page becomes a buffer by a copy instead of by encoding.
  const words = plain.map((word) => Buffer.from(word, 'utf8').toString('latin1'));
  const passages = passagePool(words, random);
  const slugs = plain.slice(500, 4596).map((word) => word.normalize('NFD').replace(/[^a-z]/g, ''));

  const hostName = (host: number) => `h${host}.bench.test`;
  const pageCount = (host: number) => Math.floor(pages / hosts) + (host < pages % hosts ? 1 : 0);
  const pagePath = (host: number, page: number) => {
    if (page === 0) return '/';
    const h = Math.imul(host * 2654435761 + page, 0x9e3779b1) >>> 0;
    return `/${slugs[page & 7]}/${slugs[h & 4095]}-${slugs[(h >>> 12) & 4095]}-${page}.html`;
  };
  const pageAt = (host: number, path: string) => {
    const page = path === '/' ? 0 : Number(/-(\d+)\.html$/.exec(path)?.[1] ?? -1);
    return page >= 0 && page < pageCount(host) && pagePath(host, page) === path ? page : undefined;
  };

  const anchor = (of: number, target: number, from: number, text: string) => {
    const path = pagePath(of, target);
    return of === from ? `<a href="${path}">${text}</a>` : `<a href="${scheme}://${hostName(of)}${path}">${text}</a>`;
  };

  const links = (host: number, page: number, draw: () => number): string[] => {
    const count = pageCount(host);
    const label = () => `${words[100 + Math.floor(draw() * 20_000)]} ${words[100 + Math.floor(draw() * 5000)]}`;
    const list: string[] = [];
    for (let i = 1; i <= linked.children; i++) {
      const child = page * linked.children + i;
      list.push(anchor(host, child < count ? child : child % count, host, label()));
    }
    const start = Math.floor(draw() * count);
    for (let i = 0; i < linked.own; i++) list.push(anchor(host, (start + i * 7919) % count, host, label()));
    for (let i = 0; i < linked.otherHosts; i++) {
      const other = Math.floor(draw() * hosts);
      list.push(anchor(other, Math.floor(draw() * pageCount(other)), host, label()));
    }
    return list;
  };

  const html = (host: number, page: number): Buffer => {
    const draw = seeded(`${seed} ${host} ${page}`);
    const name = `${words[1000 + (hash(`${host}`) % 9000)]}`;
    const own = () => `${words[200 + Math.floor(draw() * 39_000)]}${Math.floor(draw() * 1000)}`;
    const title = `${words[300 + Math.floor(draw() * 8000)]} ${words[300 + Math.floor(draw() * 8000)]} ${page}`;
    const all = links(host, page, draw);
    const before = headAndNav({ title, name, host, page, nav: all.slice(0, 12) }, draw);
    const after = footer(name, all.slice(34));
    const room = (large ? 70_000 : 25_700) + Math.floor(draw() * (prose ? 1800 : 800)) - before.length - after.length;
    const parts = { links: all.slice(12, 34), passages, own, frame: prose ? bare : withMarkup(page) };
    const state = large ? embeddedJson(page, draw) : '';
    const whole = before + state + article(room, parts, draw) + after;
    return Buffer.from(whole, 'latin1');
  };

  return { hostName, pageCount, pagePath, pageAt, html };
}

function passagePool(words: string[], random: () => number): string[] {
  const word = zipf(words, random);
  const sentence = () => {
    const text = Array.from({ length: 6 + Math.floor(random() * 16) }, word).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random() < 0.9 ? '.' : '?'} `;
  };
  return Array.from({ length: PASSAGE_COUNT }, () => {
    const passage = Array.from({ length: 3 + Math.floor(random() * 3) }, sentence).join('');
    // Flattens the string: V8 stores joined strings as a tree, which every page would traverse.
    return Buffer.from(passage, 'latin1').toString('latin1');
  });
}

/** What the paragraphs of a page are made of. */
type ArticleParts = {
  links: string[];
  passages: string[];
  /** Returns a word that hardly any other page has. */
  own(): string;
  frame: Frame;
};

/** Returns paragraphs with about `room` characters in total, with links, some sentences on topic and some unique words. */
function article(room: number, { links, passages, own, frame }: ArticleParts, draw: () => number): string {
  const topical = 2 + Math.floor(draw() * 4);
  let text = '';
  for (let i = 0; text.length < room; i++) {
    const heading = i % 5 === 4 ? `<h2>${own()} ${own()}</h2>\n` : '';
    const topic = i < topical ? `${pick(ON_TOPIC_SENTENCES, draw)} ` : '';
    const mine = links.slice(2 * i, 2 * i + 2);
    const link = mine.length > 0 ? `See ${mine.join(' and ')} or ${own()}.` : '';
    text += frame(i, `${heading}<p>${topic}${passages[Math.floor(draw() * PASSAGE_COUNT)]}${link}</p>`);
  }
  return `${text}</article>`;
}

/** Returns embedded JSON like that of single-page applications: 29 KB, three quarters of it random digits. */
function embeddedJson(page: number, draw: () => number): string {
  const hex = () => Math.floor(draw() * 2 ** 32).toString(16);
  const entry = (i: number) =>
    `{"type":"component/Teaser","key":"${hex()}${hex()}${hex()}","visible":true,"slot":${i},"hash":"${hex()}${hex()}${hex()}${hex()}"}`;
  const entries = Array.from({ length: 240 }, (_, i) => entry(i)).join(',');
  return `<script type="application/json" id="state-${page}">{"entries":[${entries}]}</script>\n`;
}

/** Wraps a paragraph in markup. */
type Frame = (i: number, paragraph: string) => string;

const bare: Frame = (_i, paragraph) => `${paragraph}\n`;

function withMarkup(page: number): Frame {
  return (i, paragraph) => {
    const id = `b${page}-${i}`;
    const open = `<div class="c-block c-block--text l-grid__item u-mt-4 u-mb-4" id="${id}" data-component="text-block" data-index="${i}"><div class="c-block__inner l-col l-col--8 l-col--offset-2">`;
    const sources = IMAGE_WIDTHS.map(
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

/** The head of a page and the links above its text. `name`: name of the site. */
type PageHead = { title: string; name: string; host: number; page: number; nav: string[] };

function headAndNav({ title, name, host, page, nav }: PageHead, draw: () => number): string {
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
