/**
 * Random synthetic pages of kinds that collections of articles lack, with their main text: documentation, forum threads, listings,
 * frequently asked questions, glossaries, recipes, tables, poems and pages of a few sentences. Words are random syllables, so the
 * model cannot learn a language.
 *
 * Equal numbers create equal pages. `node bench/data/synthetic-pages.ts N` writes N pages as JSON Lines (`{id, url, html, gold}`).
 */
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import type { GoldPage } from './extraction-data.ts';

type PageBuilder = {
  random: () => number;
  /** Lines of the main text. */
  mainText: string[];
};

type Part = (builder: PageBuilder) => string;

const SYLLABLES = 'ka lo mi ter sun ve ra nol di sha bre gon ti pal es or un fen lu mar'.split(' ');
const GLUE = 'a an of to in is it on by the and for der un la de et que'.split(' ');

const below = ({ random }: PageBuilder, n: number): number => Math.floor(random() * n);
const between = (builder: PageBuilder, low: number, high: number): number => low + below(builder, high - low + 1);
const oneOf = <T>(builder: PageBuilder, list: readonly T[]): T => list[below(builder, list.length)] as T;
const isLikely = ({ random }: PageBuilder, share: number): boolean => random() < share;
const times = <T>(n: number, work: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => work(i));

function word(builder: PageBuilder): string {
  return times(between(builder, 1, 4), () => oneOf(builder, SYLLABLES)).join('');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function words(builder: PageBuilder, low: number, high: number): string {
  return times(between(builder, low, high), () =>
    isLikely(builder, 0.35) ? oneOf(builder, GLUE) : word(builder),
  ).join(' ');
}

function sentence(builder: PageBuilder): string {
  const parts = times(between(builder, 1, 3), () => words(builder, 4, 9));
  return capital(parts.join(', ')) + (isLikely(builder, 0.9) ? '.' : oneOf(builder, ['!', '?']));
}

const sentences = (builder: PageBuilder, low: number, high: number): string =>
  times(between(builder, low, high), () => sentence(builder)).join(' ');

/** Returns a name, as in headings and menus. */
const name = (builder: PageBuilder): string => capital(words(builder, 1, 4));

const link = (builder: PageBuilder, text: string): string =>
  `<a href="/${word(builder)}/${below(builder, 999)}">${text}</a>`;

/** Adds a line to the main text. @returns the line */
function addMainText(builder: PageBuilder, text: string): string {
  builder.mainText.push(text);
  return text;
}

const classes = (builder: PageBuilder, names: readonly string[]): string =>
  isLikely(builder, 0.35) ? '' : ` ${oneOf(builder, ['class', 'class', 'id'])}="${oneOf(builder, names)}"`;

// Content of pages.

const paragraph: Part = (builder) => `<p>${addMainText(builder, sentences(builder, 2, 6))}</p>`;
const shortParagraph: Part = (builder) => `<p>${addMainText(builder, sentence(builder))}</p>`;
const heading: Part = (builder) => {
  const level = between(builder, 2, 4);
  return `<h${level}>${addMainText(builder, name(builder))}</h${level}>`;
};

const value: Part = (builder) =>
  oneOf(builder, [
    () => word(builder),
    () => `${between(builder, 1, 900)}`,
    () => `${between(builder, 1, 900)} ${word(builder).slice(0, 2)}`,
    () => capital(word(builder)),
    () => `${below(builder, 99)}.${below(builder, 99)} %`,
  ])();

const list: Part = (builder) => {
  const tag = oneOf(builder, ['ul', 'ul', 'ol']);
  const isLong = isLikely(builder, 0.3);
  const item = () => {
    if (isLong) return addMainText(builder, sentence(builder));
    const text = isLikely(builder, 0.5) ? `${below(builder, 90)} ${words(builder, 1, 4)}` : words(builder, 1, 7);
    const commentSection = addMainText(builder, isLikely(builder, 0.3) ? `${capital(text)}.` : text);
    return isLikely(builder, 0.12) ? link(builder, commentSection) : commentSection;
  };
  return `<${tag}>${times(between(builder, 2, 12), () => `<li>${item()}</li>`).join('')}</${tag}>`;
};

const table: Part = (builder) => {
  const columns = between(builder, 2, 6);
  const row = (tag: string) =>
    `<tr>${times(columns, () => `<${tag}>${addMainText(builder, value(builder))}</${tag}>`).join('')}</tr>`;
  const caption = isLikely(builder, 0.2) ? `<caption>${addMainText(builder, name(builder))}</caption>` : '';
  return `<table>${caption}${row(oneOf(builder, ['th', 'td']))}${times(between(builder, 2, 12), () => row('td')).join('')}</table>`;
};

const terms: Part = (builder) => {
  const pair = () =>
    `<dt>${addMainText(builder, isLikely(builder, 0.5) ? name(builder) : `${word(builder)}.${word(builder)}(${word(builder)})`)}</dt>` +
    `<dd>${addMainText(builder, isLikely(builder, 0.6) ? `${capital(words(builder, 2, 7))}.` : sentences(builder, 1, 3))}</dd>`;
  return `<dl>${times(between(builder, 3, 14), pair).join('')}</dl>`;
};

const example: Part = (builder) => {
  const line = () =>
    `${word(builder)}.${word(builder)}(${below(builder, 99)})${oneOf(builder, ['', ';', ' {', ' # ok'])}`;
  return `<pre>${times(between(builder, 1, 10), () => addMainText(builder, line())).join('\n')}</pre>`;
};

const figure: Part = (builder) => {
  const caption = addMainText(builder, `${capital(words(builder, 3, 9))}.`);
  const image = `<img src="/${word(builder)}.jpg">`;
  return isLikely(builder, 0.6)
    ? `<figure>${image}<figcaption>${caption}</figcaption></figure>`
    : `<div class="${oneOf(builder, ['image', 'photo', 'wp-caption'])}">${image}<p>${caption}</p></div>`;
};

const quotation: Part = (builder) =>
  `<blockquote><p>${addMainText(builder, sentences(builder, 1, 2))}</p></blockquote>`;
const note: Part = (builder) =>
  element(builder, ['p', 'div'], ['note', 'tip', 'warning'], addMainText(builder, `${capital(words(builder, 3, 8))}.`));

const folded: Part = (builder) =>
  `<details><summary>${addMainText(builder, `${capital(words(builder, 2, 6))}?`)}</summary><p>${addMainText(builder, answer(builder))}</p></details>`;
const question: Part = (builder) =>
  `<h3>${addMainText(builder, `${capital(words(builder, 2, 6))}?`)}</h3><p>${addMainText(builder, answer(builder))}</p>`;
const answer = (builder: PageBuilder): string =>
  isLikely(builder, 0.3) ? `${capital(words(builder, 1, 4))}.` : sentences(builder, 1, 3);

const verse: Part = (builder) =>
  `<p>${times(between(builder, 3, 6), () => addMainText(builder, `${capital(words(builder, 3, 7))}${oneOf(builder, ['', ',', '.'])}`)).join('<br>')}</p>`;

const reply: Part = (builder) => {
  const text = isLikely(builder, 0.25) ? `${capital(words(builder, 1, 5))}.` : sentences(builder, 1, 5);
  const about = `<div${classes(builder, ['author', 'postdetails', 'user'])}><b>${capital(word(builder))}</b> ${below(builder, 28)}.${between(builder, 1, 12)}.2014</div>`;
  return `<div${classes(builder, ['post', 'message', 'postbody', 'topic-post'])}>${about}<div${classes(builder, ['text', 'content', 'postcontent'])}>${addMainText(builder, text)}</div></div>`;
};

const offer: Part = (builder) => {
  const title = addMainText(builder, name(builder));
  const rest = element(
    builder,
    ['p', 'div'],
    ['price', 'text'],
    addMainText(builder, isLikely(builder, 0.5) ? value(builder) : sentence(builder)),
  );
  return `<div${classes(builder, ['item', 'result', 'entry', 'product'])}><h3>${link(builder, title)}</h3>${rest}</div>`;
};

const MIXED: readonly Part[] = [heading, list, table, figure, quotation, shortParagraph, note, example, terms];

/** Running text mixed with other parts. */
const article: Part = (builder) =>
  times(
    between(builder, 3, 9),
    () => paragraph(builder) + (isLikely(builder, 0.5) ? oneOf(builder, MIXED)(builder) : ''),
  ).join('');

const documentation: Part = (builder) =>
  times(between(builder, 2, 7), () =>
    [
      heading,
      shortParagraph,
      ...times(between(builder, 1, 3), () => oneOf(builder, [terms, example, list, table, note, paragraph])),
    ]
      .map((part) => part(builder))
      .join(''),
  ).join('');

const recipe: Part = (builder) =>
  [paragraph, heading, list, heading, list, shortParagraph].map((part) => part(builder)).join('');
const many =
  (part: Part, low: number, high: number): Part =>
  (builder) =>
    times(between(builder, low, high), () => part(builder)).join('');

const KINDS: readonly (readonly [kind: string, part: Part])[] = [
  ['article', article],
  ['article', article],
  ['article', article],
  ['documentation', documentation],
  ['documentation', documentation],
  ['recipe', recipe],
  ['thread', many(reply, 2, 9)],
  ['listing', many(offer, 5, 20)],
  ['questions', many(folded, 3, 10)],
  ['questions', many(question, 3, 10)],
  ['glossary', (builder) => (isLikely(builder, 0.5) ? paragraph(builder) : '') + terms(builder)],
  ['poem', many(verse, 2, 6)],
  ['short', many(paragraph, 1, 1)],
  ['short', many(shortParagraph, 1, 3)],
  ['table', (builder) => shortParagraph(builder) + table(builder)],
  ['list', (builder) => shortParagraph(builder) + list(builder)],
];

/** Teasers with a link to the whole text, which is not part of the main text. */
const teaserList: Part = (builder) => {
  const more = oneOf(builder, ['Read more', 'More', '»', capital(words(builder, 1, 2))]);
  const tag = oneOf(builder, ['h2', 'h3', 'h4']);
  const teaser = () => {
    const title = link(builder, addMainText(builder, name(builder)));
    const text = `<p>${addMainText(builder, sentences(builder, 1, 3))}</p>`;
    return `<${tag}>${title}</${tag}>${text}${isLikely(builder, 0.6) ? link(builder, more) : ''}`;
  };
  const isList = isLikely(builder, 0.3);
  const names = classes(builder, ['teaser', 'entry', 'item', 'post']);
  const all = times(between(builder, 4, 15), () =>
    isList ? `<li>${teaser()}</li>` : `<div${names}>${teaser()}</div>`,
  ).join('');
  return isList ? `<ul>${all}</ul>` : all;
};

/** A table of posts below an introduction. */
const postTable: Part = (builder) => {
  const cell = (tag: string, content: string) => `<${tag}>${content}`;
  const head = `<tr>${cell('th', addMainText(builder, name(builder)))}${cell('th', addMainText(builder, name(builder)))}`;
  const post = () =>
    `<tr>${cell('td', addMainText(builder, capital(word(builder))))}${cell('td', times(between(builder, 1, 3), () => shortParagraph(builder)).join(''))}`;
  return `${paragraph(builder)}<table>${head}${times(between(builder, 1, 5), post).join('')}</table>`;
};

/** Text in the columns of a layout table. */
const columns: Part = (builder) => {
  const column = () => `<td>${isLikely(builder, 0.6) ? heading(builder) : ''}${many(shortParagraph, 1, 3)(builder)}`;
  return `<table><tr>${times(between(builder, 2, 3), column).join('')}</table>`;
};

/** Kinds of pages that stand alone half of the time, without boilerplate. */
const BARE_KINDS: readonly (readonly [kind: string, part: Part])[] = [
  ['teasers', teaserList],
  ['teasers', teaserList],
  ['posts', postTable],
  ['columns', columns],
  ...Array.from({ length: 4 }, () => ['article', article] as const),
  ['short', many(paragraph, 2, 5)],
];

// Boilerplate around the content.

const menu: Part = (builder) => {
  const entries = times(between(builder, 3, 12), () => link(builder, name(builder)));
  return oneOf(builder, [
    `<ul>${entries.map((one) => `<li>${one}</li>`).join('')}</ul>`,
    entries.join('<br>'),
    entries.join(' | '),
    entries.map((one) => `<div>${one}</div>`).join(''),
  ]);
};

const teasers: Part = (builder) => {
  const title = element(builder, ['h3', 'h4', 'b', 'div'], ['title', 'head'], name(builder));
  const entry = () =>
    link(builder, capital(words(builder, 3, 9))) + (isLikely(builder, 0.3) ? `<p>${sentence(builder)}</p>` : '');
  return title + times(between(builder, 2, 6), () => `<div>${entry()}</div>`).join('');
};

const widget: Part = (builder) =>
  `<h4>${name(builder)}</h4><p>${sentence(builder)}</p><form><input> <label>${word(builder)}</label></form>`;
const imprint: Part = (builder) =>
  `© ${between(builder, 1999, 2020)} ${name(builder)}. ${capital(words(builder, 2, 6))}. ${link(builder, name(builder))} ${link(builder, name(builder))}`;
const notice: Part = (builder) => `<p>${sentences(builder, 1, 2)} ${link(builder, name(builder))}</p>`;
const comments: Part = (builder) => {
  const own = oneOf(builder, ['comment', 'comment', 'reply', 'comment-body', 'kommentar']);
  const date = isLikely(builder, 0.5) ? ` ${below(builder, 28)}.${between(builder, 1, 12)}.2013` : '';
  const one = () => {
    const commentSection = isLikely(builder, 0.3) ? `${capital(words(builder, 2, 6))}.` : sentences(builder, 1, 4);
    const answer = isLikely(builder, 0.4) ? link(builder, capital(word(builder))) : '';
    return `<div class="${own}"><b>${capital(word(builder))}</b>${date}<p>${commentSection}</p>${answer}</div>`;
  };
  const around = oneOf(builder, ['id="comments"', 'class="comments"', 'id="respond"', 'class="comment-list"']);
  const title = `<h3>${isLikely(builder, 0.5) ? `${below(builder, 90)} ` : ''}${name(builder)}</h3>`;
  return `<div ${around}>${title}${times(between(builder, 1, 8), one).join('')}</div>`;
};

function element(builder: PageBuilder, tags: readonly string[], names: readonly string[], content: string): string {
  const tag = oneOf(builder, tags);
  return `<${tag}${classes(builder, names)}>${content}</${tag}>`;
}

/** Author and date, which are not part of the main text. */
const byline: Part = (builder) =>
  element(
    builder,
    ['div', 'p'],
    ['meta', 'byline'],
    `${capital(word(builder))}, ${below(builder, 28)}.${between(builder, 1, 12)}.2012`,
  );

/** Kinds of pages with comments. */
const COMMENTED = new Set(['article', 'recipe', 'short', 'poem']);

function addBoilerplate(builder: PageBuilder, title: string, kind: string, content: string): string {
  const headline = `<h1>${isLikely(builder, 0.5) ? title : title.toUpperCase()}</h1>`;
  const commentSection = COMMENTED.has(kind) && isLikely(builder, 0.5) ? comments(builder) : '';
  const isWithin = isLikely(builder, 0.5);
  const own = `${headline}${isLikely(builder, 0.3) ? byline(builder) : ''}${content}${isWithin ? commentSection : ''}`;
  const outside = isWithin ? '' : commentSection;
  const main = element(builder, CONTENTS.tags, CONTENTS.names, own);
  const top = element(builder, ['div', 'div', 'nav', 'header'], ['menu', 'nav', 'header', 'navigation'], menu(builder));
  const widgets = oneOf(builder, [teasers, widget, menu])(builder);
  const side = isLikely(builder, 0.6)
    ? element(builder, ['div', 'div', 'aside'], ['sidebar', 'side', 'related'], widgets)
    : '';
  const bottom = element(builder, ['div', 'div', 'footer', 'p'], ['footer', 'foot', 'imprint'], imprint(builder));
  const extra = isLikely(builder, 0.2)
    ? element(builder, ['div'], ['cookie', 'newsletter', 'notice'], notice(builder))
    : '';
  if (isLikely(builder, 0.25))
    return `<table><tr><td>${top}<tr><td>${menu(builder)}<td>${own}${outside}<td>${side}<tr><td>${bottom}</table>`;
  return `${extra}${top}${isLikely(builder, 0.4) ? side + main : main + side}${outside}${bottom}`;
}

/** Adds menus and an imprint as lines without any mark, as on pages from before style sheets. */
function addLines(builder: PageBuilder, content: string): string {
  const line = oneOf(builder, ['center', 'div', 'p']);
  const entries = times(between(builder, 3, 8), () => link(builder, name(builder)));
  const links = () => `<${line}>${entries.join(oneOf(builder, [' | ', ' * ', ' - ', ' &middot; ']))}</${line}>`;
  const headline = isLikely(builder, 0.5) ? `<${line}><font size=5>${name(builder)}</font></${line}><hr>` : '';
  const top = isLikely(builder, 0.3) ? menu(builder) : isLikely(builder, 0.8) ? links() : '';
  const bottom = isLikely(builder, 0.6) ? `<hr>${links()}<font size=1>${imprint(builder)}</font>` : '';
  const teaser = isLikely(builder, 0.3) ? `<div>${link(builder, sentences(builder, 1, 3))}</div>` : '';
  return teaser + top + headline + content + bottom;
}

const CONTENTS = {
  tags: ['div', 'div', 'section', 'article', 'main'],
  names: ['content', 'main', 'entry-content', 'text', 'page'],
};

/** Creates a page with a site of its own. */
export function syntheticPage(number: number): GoldPage & { kind: string } {
  const builder: PageBuilder = { random: seededRandom(number + 1), mainText: [] };
  const isBare = number % 4 === 3;
  const [kind, part] = oneOf(builder, isBare ? BARE_KINDS : KINDS);
  const title = name(builder);
  const content = part(builder);
  const body =
    isBare && isLikely(builder, 0.6) ? addLines(builder, content) : addBoilerplate(builder, title, kind, content);
  const html = `<html><head><title>${title} - ${name(builder)}</title></head><body>${body}</body></html>`;
  return {
    id: `made-${number}`,
    url: `http://n${number}.made.example/`,
    html,
    gold: { text: builder.mainText.join('\n') },
    kind,
  };
}

/** Creates a page of a site. The pages of a site share their boilerplate and sometimes a paragraph at the end of their text. */
export function syntheticSitePage(site: number, number: number): GoldPage {
  const builder: PageBuilder = { random: seededRandom(site * 1000 + number + 1), mainText: [] };
  const [, part] = oneOf(builder, KINDS);
  const title = name(builder);
  const content = part(builder);
  const siteBuilder: PageBuilder = { random: seededRandom(-site - 1), mainText: [] };
  const siteName = name(siteBuilder);
  const below = isLikely(siteBuilder, 0.5)
    ? element(siteBuilder, ['p', 'div'], ['note'], sentences(siteBuilder, 1, 3))
    : '';
  const body = addBoilerplate(siteBuilder, title, 'site', content + below);
  return {
    id: `made-${site}-${number}`,
    url: `http://s${site}.made.example/${number}`,
    html: `<html><head><title>${title} - ${siteName}</title></head><body>${body}</body></html>`,
    gold: { text: builder.mainText.join('\n') },
  };
}

if (import.meta.main)
  for (let i = 0; i < Number(process.argv[2] ?? 10); i++) process.stdout.write(`${JSON.stringify(syntheticPage(i))}\n`);
