/**
 * Pages of kinds that collections of articles lack, made up at random, with their main text: documentation, threads of forums,
 * listings, answers to questions, glossaries, recipes, tables, poems, and pages of a few sentences. What such a page is about and
 * what stands around it is known, because both are put there. Words are made up too, so nothing is learned of a language.
 *
 * The same number makes the same page. `node bench/data/synthetic-pages.ts N` writes N of them as JSON Lines (`{id, url, html, gold}`).
 */
import { seededRandom } from '../boosted-trees.ts';
import type { GoldPage } from './extraction-data.ts';

type PageBuilder = {
  random: () => number;
  /** What belongs to the main text, a line for each string. */
  mainText: string[];
};

type Part = (made: PageBuilder) => string;

const SYLLABLES = 'ka lo mi ter sun ve ra nol di sha bre gon ti pal es or un fen lu mar'.split(' ');
const GLUE = 'a an of to in is it on by the and for der un la de et que'.split(' ');

const below = ({ random: chance }: PageBuilder, n: number): number => Math.floor(chance() * n);
const between = (made: PageBuilder, low: number, high: number): number => low + below(made, high - low + 1);
const oneOf = <T>(made: PageBuilder, list: readonly T[]): T => list[below(made, list.length)] as T;
const isLikely = ({ random: chance }: PageBuilder, share: number): boolean => chance() < share;
const times = <T>(n: number, work: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => work(i));

function word(made: PageBuilder): string {
  return times(between(made, 1, 4), () => oneOf(made, SYLLABLES)).join('');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function words(made: PageBuilder, low: number, high: number): string {
  return times(between(made, low, high), () => (isLikely(made, 0.35) ? oneOf(made, GLUE) : word(made))).join(' ');
}

function sentence(made: PageBuilder): string {
  const parts = times(between(made, 1, 3), () => words(made, 4, 9));
  return capital(parts.join(', ')) + (isLikely(made, 0.9) ? '.' : oneOf(made, ['!', '?']));
}

const sentences = (made: PageBuilder, low: number, high: number): string =>
  times(between(made, low, high), () => sentence(made)).join(' ');

/** A name of a thing, as in headings and menus. */
const name = (made: PageBuilder): string => capital(words(made, 1, 4));

const link = (made: PageBuilder, text: string): string => `<a href="/${word(made)}/${below(made, 999)}">${text}</a>`;

/** Text that belongs to the main text. */
function addMainText(made: PageBuilder, text: string): string {
  made.mainText.push(text);
  return text;
}

const classes = (made: PageBuilder, names: readonly string[]): string =>
  isLikely(made, 0.35) ? '' : ` ${oneOf(made, ['class', 'class', 'id'])}="${oneOf(made, names)}"`;

// What pages are about.

const paragraph: Part = (made) => `<p>${addMainText(made, sentences(made, 2, 6))}</p>`;
const shortParagraph: Part = (made) => `<p>${addMainText(made, sentence(made))}</p>`;
const heading: Part = (made) => {
  const level = between(made, 2, 4);
  return `<h${level}>${addMainText(made, name(made))}</h${level}>`;
};

const value: Part = (made) =>
  oneOf(made, [
    () => word(made),
    () => `${between(made, 1, 900)}`,
    () => `${between(made, 1, 900)} ${word(made).slice(0, 2)}`,
    () => capital(word(made)),
    () => `${below(made, 99)}.${below(made, 99)} %`,
  ])();

const list: Part = (made) => {
  const tag = oneOf(made, ['ul', 'ul', 'ol']);
  const isLong = isLikely(made, 0.3);
  const item = () => {
    if (isLong) return addMainText(made, sentence(made));
    const text = isLikely(made, 0.5) ? `${below(made, 90)} ${words(made, 1, 4)}` : words(made, 1, 7);
    const said = addMainText(made, isLikely(made, 0.3) ? `${capital(text)}.` : text);
    return isLikely(made, 0.12) ? link(made, said) : said;
  };
  return `<${tag}>${times(between(made, 2, 12), () => `<li>${item()}</li>`).join('')}</${tag}>`;
};

const table: Part = (made) => {
  const columns = between(made, 2, 6);
  const row = (tag: string) =>
    `<tr>${times(columns, () => `<${tag}>${addMainText(made, value(made))}</${tag}>`).join('')}</tr>`;
  const caption = isLikely(made, 0.2) ? `<caption>${addMainText(made, name(made))}</caption>` : '';
  return `<table>${caption}${row(oneOf(made, ['th', 'td']))}${times(between(made, 2, 12), () => row('td')).join('')}</table>`;
};

const terms: Part = (made) => {
  const pair = () =>
    `<dt>${addMainText(made, isLikely(made, 0.5) ? name(made) : `${word(made)}.${word(made)}(${word(made)})`)}</dt>` +
    `<dd>${addMainText(made, isLikely(made, 0.6) ? `${capital(words(made, 2, 7))}.` : sentences(made, 1, 3))}</dd>`;
  return `<dl>${times(between(made, 3, 14), pair).join('')}</dl>`;
};

const example: Part = (made) => {
  const line = () => `${word(made)}.${word(made)}(${below(made, 99)})${oneOf(made, ['', ';', ' {', ' # ok'])}`;
  return `<pre>${times(between(made, 1, 10), () => addMainText(made, line())).join('\n')}</pre>`;
};

const figure: Part = (made) => {
  const caption = addMainText(made, `${capital(words(made, 3, 9))}.`);
  const image = `<img src="/${word(made)}.jpg">`;
  return isLikely(made, 0.6)
    ? `<figure>${image}<figcaption>${caption}</figcaption></figure>`
    : `<div class="${oneOf(made, ['image', 'photo', 'wp-caption'])}">${image}<p>${caption}</p></div>`;
};

const quotation: Part = (made) => `<blockquote><p>${addMainText(made, sentences(made, 1, 2))}</p></blockquote>`;
const note: Part = (made) =>
  element(made, ['p', 'div'], ['note', 'tip', 'warning'], addMainText(made, `${capital(words(made, 3, 8))}.`));

const folded: Part = (made) =>
  `<details><summary>${addMainText(made, `${capital(words(made, 2, 6))}?`)}</summary><p>${addMainText(made, answer(made))}</p></details>`;
const question: Part = (made) =>
  `<h3>${addMainText(made, `${capital(words(made, 2, 6))}?`)}</h3><p>${addMainText(made, answer(made))}</p>`;
const answer = (made: PageBuilder): string =>
  isLikely(made, 0.3) ? `${capital(words(made, 1, 4))}.` : sentences(made, 1, 3);

const verse: Part = (made) =>
  `<p>${times(between(made, 3, 6), () => addMainText(made, `${capital(words(made, 3, 7))}${oneOf(made, ['', ',', '.'])}`)).join('<br>')}</p>`;

const reply: Part = (made) => {
  const text = isLikely(made, 0.25) ? `${capital(words(made, 1, 5))}.` : sentences(made, 1, 5);
  const about = `<div${classes(made, ['author', 'postdetails', 'user'])}><b>${capital(word(made))}</b> ${below(made, 28)}.${between(made, 1, 12)}.2014</div>`;
  return `<div${classes(made, ['post', 'message', 'postbody', 'topic-post'])}>${about}<div${classes(made, ['text', 'content', 'postcontent'])}>${addMainText(made, text)}</div></div>`;
};

const offer: Part = (made) => {
  const title = addMainText(made, name(made));
  const rest = element(
    made,
    ['p', 'div'],
    ['price', 'text'],
    addMainText(made, isLikely(made, 0.5) ? value(made) : sentence(made)),
  );
  return `<div${classes(made, ['item', 'result', 'entry', 'product'])}><h3>${link(made, title)}</h3>${rest}</div>`;
};

const MIXED: readonly Part[] = [heading, list, table, figure, quotation, shortParagraph, note, example, terms];

/** Running text with something else now and then. */
const article: Part = (made) =>
  times(between(made, 3, 9), () => paragraph(made) + (isLikely(made, 0.5) ? oneOf(made, MIXED)(made) : '')).join('');

const documentation: Part = (made) =>
  times(between(made, 2, 7), () =>
    [
      heading,
      shortParagraph,
      ...times(between(made, 1, 3), () => oneOf(made, [terms, example, list, table, note, paragraph])),
    ]
      .map((part) => part(made))
      .join(''),
  ).join('');

const recipe: Part = (made) =>
  [paragraph, heading, list, heading, list, shortParagraph].map((part) => part(made)).join('');
const many =
  (part: Part, low: number, high: number): Part =>
  (made) =>
    times(between(made, low, high), () => part(made)).join('');

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
  ['glossary', (made) => (isLikely(made, 0.5) ? paragraph(made) : '') + terms(made)],
  ['poem', many(verse, 2, 6)],
  ['short', many(paragraph, 1, 1)],
  ['short', many(shortParagraph, 1, 3)],
  ['table', (made) => shortParagraph(made) + table(made)],
  ['list', (made) => shortParagraph(made) + list(made)],
];

// What stands around them.

const menu: Part = (made) => {
  const entries = times(between(made, 3, 12), () => link(made, name(made)));
  return oneOf(made, [
    `<ul>${entries.map((one) => `<li>${one}</li>`).join('')}</ul>`,
    entries.join('<br>'),
    entries.join(' | '),
    entries.map((one) => `<div>${one}</div>`).join(''),
  ]);
};

const teasers: Part = (made) => {
  const title = element(made, ['h3', 'h4', 'b', 'div'], ['title', 'head'], name(made));
  const entry = () => link(made, capital(words(made, 3, 9))) + (isLikely(made, 0.3) ? `<p>${sentence(made)}</p>` : '');
  return title + times(between(made, 2, 6), () => `<div>${entry()}</div>`).join('');
};

const widget: Part = (made) =>
  `<h4>${name(made)}</h4><p>${sentence(made)}</p><form><input> <label>${word(made)}</label></form>`;
const imprint: Part = (made) =>
  `© ${between(made, 1999, 2020)} ${name(made)}. ${capital(words(made, 2, 6))}. ${link(made, name(made))} ${link(made, name(made))}`;
const notice: Part = (made) => `<p>${sentences(made, 1, 2)} ${link(made, name(made))}</p>`;
const comments: Part = (made) => {
  const own = oneOf(made, ['comment', 'comment', 'reply', 'comment-body', 'kommentar']);
  const date = isLikely(made, 0.5) ? ` ${below(made, 28)}.${between(made, 1, 12)}.2013` : '';
  const one = () => {
    const said = isLikely(made, 0.3) ? `${capital(words(made, 2, 6))}.` : sentences(made, 1, 4);
    const answer = isLikely(made, 0.4) ? link(made, capital(word(made))) : '';
    return `<div class="${own}"><b>${capital(word(made))}</b>${date}<p>${said}</p>${answer}</div>`;
  };
  const around = oneOf(made, ['id="comments"', 'class="comments"', 'id="respond"', 'class="comment-list"']);
  const title = `<h3>${isLikely(made, 0.5) ? `${below(made, 90)} ` : ''}${name(made)}</h3>`;
  return `<div ${around}>${title}${times(between(made, 1, 8), one).join('')}</div>`;
};

function element(made: PageBuilder, tags: readonly string[], names: readonly string[], content: string): string {
  const tag = oneOf(made, tags);
  return `<${tag}${classes(made, names)}>${content}</${tag}>`;
}

/** Who wrote it and when: of the page, but not its text. */
const byline: Part = (made) =>
  element(
    made,
    ['div', 'p'],
    ['meta', 'byline'],
    `${capital(word(made))}, ${below(made, 28)}.${between(made, 1, 12)}.2012`,
  );

/** Readers comment on these. */
const COMMENTED = new Set(['article', 'recipe', 'short', 'poem']);

function addBoilerplate(made: PageBuilder, title: string, kind: string, content: string): string {
  const headline = `<h1>${isLikely(made, 0.5) ? title : title.toUpperCase()}</h1>`;
  const said = COMMENTED.has(kind) && isLikely(made, 0.5) ? comments(made) : '';
  const isWithin = isLikely(made, 0.5);
  const own = `${headline}${isLikely(made, 0.3) ? byline(made) : ''}${content}${isWithin ? said : ''}`;
  const outside = isWithin ? '' : said;
  const main = element(made, CONTENTS.tags, CONTENTS.names, own);
  const top = element(made, ['div', 'div', 'nav', 'header'], ['menu', 'nav', 'header', 'navigation'], menu(made));
  const widgets = oneOf(made, [teasers, widget, menu])(made);
  const side = isLikely(made, 0.6)
    ? element(made, ['div', 'div', 'aside'], ['sidebar', 'side', 'related'], widgets)
    : '';
  const bottom = element(made, ['div', 'div', 'footer', 'p'], ['footer', 'foot', 'imprint'], imprint(made));
  const extra = isLikely(made, 0.2) ? element(made, ['div'], ['cookie', 'newsletter', 'notice'], notice(made)) : '';
  if (isLikely(made, 0.25))
    return `<table><tr><td>${top}<tr><td>${menu(made)}<td>${own}${outside}<td>${side}<tr><td>${bottom}</table>`;
  return `${extra}${top}${isLikely(made, 0.4) ? side + main : main + side}${outside}${bottom}`;
}

const CONTENTS = {
  tags: ['div', 'div', 'section', 'article', 'main'],
  names: ['content', 'main', 'entry-content', 'text', 'page'],
};

export function syntheticPage(number: number): GoldPage & { kind: string } {
  const made: PageBuilder = { random: seededRandom(number + 1), mainText: [] };
  const [kind, part] = oneOf(made, KINDS);
  const title = name(made);
  const content = part(made);
  const html = `<html><head><title>${title} - ${name(made)}</title></head><body>${addBoilerplate(made, title, kind, content)}</body></html>`;
  return {
    id: `made-${number}`,
    url: `http://n${number}.made.example/`,
    html,
    gold: { text: made.mainText.join('\n') },
    kind,
  };
}

/** Pages of one site have all in common that stands around them, and at times a paragraph that ends each of their texts. */
export function syntheticSitePage(site: number, number: number): GoldPage {
  const made: PageBuilder = { random: seededRandom(site * 1000 + number + 1), mainText: [] };
  const [, part] = oneOf(made, KINDS);
  const title = name(made);
  const content = part(made);
  const ofSite: PageBuilder = { random: seededRandom(-site - 1), mainText: [] };
  const siteName = name(ofSite);
  const below = isLikely(ofSite, 0.5) ? element(ofSite, ['p', 'div'], ['note'], sentences(ofSite, 1, 3)) : '';
  const body = addBoilerplate(ofSite, title, 'site', content + below);
  return {
    id: `made-${site}-${number}`,
    url: `http://s${site}.made.example/${number}`,
    html: `<html><head><title>${title} - ${siteName}</title></head><body>${body}</body></html>`,
    gold: { text: made.mainText.join('\n') },
  };
}

if (import.meta.main)
  for (let i = 0; i < Number(process.argv[2] ?? 10); i++) process.stdout.write(`${JSON.stringify(syntheticPage(i))}\n`);
