import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const TITLE = 'How much water for a sundew?';
const QUESTION =
  'How high should the rain water in the saucer stand? The label says one inch, but that looks like a lot to me.';
const REPLIES = ['Half of that.', 'Same here, never had trouble.', 'Thanks, will try that.', 'As the label says.'];
const TEXTS = [QUESTION, ...REPLIES];
const NAV = '<nav><a href=/>Home</a> <a href=/about>About</a></nav>';

/** Cleans a thread. `post`: the element of a post by its text and number. */
const clean = (url: string, post: (text: string, n: number) => string, end = '') =>
  cleanHtml(
    url as Url,
    `<html lang=en><title>${TITLE}</title>${NAV}<h1>${TITLE}</h1>${TEXTS.map(post).join('')}${end}`,
    DEFAULT_CLEAN_OPTIONS,
  );

const time = (n: number) => `<time datetime="2024-05-0${n + 1}T10:00:00Z">2 years ago</time>`;

/** Elements of posts: author and date in one element, the text in another. */
const PROGRAMS: readonly [name: string, url: string, post: (text: string, n: number) => string][] = [
  [
    'elements in each other',
    'https://bog.example/r/plants/comments/12/water/',
    (text, n) =>
      n === 0
        ? `<div class="thing link"><div class=entry><p class=tagline>submitted ${time(n)} by <a href="/user/ada${n}" class=author>ada${n}</a></p><form class=usertext><div class=usertext-body><div class=md><p>${text}</p></div></div></form></div></div>`
        : `<div class="thing comment"><div class=entry><p class=tagline><a class=expand>[–]</a><a href="/user/ada${n}" class=author>ada${n}</a> <span class=score>${n} points</span> ${time(n)}</p><form class=usertext><div class=usertext-body><div class=md><p>${text}</p></div></div></form><ul class=buttons><li><a>permalink</a><li><a>reply</a></ul></div></div>`,
  ],
  [
    'list items',
    'https://bog.example/post/12-forum/discussion/',
    (text, n) =>
      `<article class="comment-node"><div class=head><a class=person-listing href="/u/ada${n}">ada${n}</a> ${time(n)}</div><div class=comment-content><div class=md-div><p>${text}</p></div></div><div class=buttons><button>link</button></div></article>`,
  ],
  [
    'boxes about authors',
    'https://bog.example/forum/threads/12',
    (text, n) =>
      `<div class=message><div class=member><h4><a href="/members/ada${n}">ada${n}</a></h4><div>Location: Bog ${n}</div></div><div class=main><div class=date>${time(n)}</div><div class=message-body>${text}</div><div class=actions><a>Report</a> <a>Like</a></div></div></div>`,
  ],
];

test.each(PROGRAMS)('reads short replies in %s', (_, url, post) => {
  const { items, text, genre } = clean(url, post);
  expect(genre).toBe('forum');
  expect(items).toEqual(
    TEXTS.map((one, n) => ({ author: [`ada${n}`], date: [`2024-05-0${n + 1}T10:00:00Z`], text: [one] })),
  );
  for (const one of TEXTS) expect(text).toContain(one);
  expect(text).not.toMatch(/permalink|link|Location|Report/);
});

test('has no line that most posts have beside their texts', () => {
  const [, url = '', post] = PROGRAMS.at(-1) ?? [];
  const thanks = (n: number) => `<div>These users thanked ada${n} for the post: eve</div>`;
  const { items = [] } = clean(url, (text, n) =>
    (post?.(`${text} ${QUESTION}`, n) ?? '').replace('<div class=actions>', `${thanks(n)}<div class=actions>`),
  );
  expect(items.map((item) => item['text']?.[0])).toEqual(TEXTS.map((text) => `${text} ${QUESTION}`));
});

test('has labelled lines beside the paragraphs of each post', () => {
  const [, url = '', post] = PROGRAMS.at(-1) ?? [];
  const lines = (n: number) => [`Pros: as light as ${'abcde'[n]}`, `Cons: loud, up to level ${'abcde'[n]}`];
  const { items = [] } = clean(url, (text, n) => post?.(`<p>${lines(n).join('<p>')}<p>${text} ${QUESTION}`, n) ?? '');
  expect(items.map((item) => `${item['text']?.[0]}`.split('\n\n'))).toEqual(
    TEXTS.map((text, n) => [...lines(n), `${text} ${QUESTION}`]),
  );
});

test('has the code of each post, also if only numbers differ', () => {
  const [, url = '', post] = PROGRAMS.at(-1) ?? [];
  const { items = [] } = clean(url, (text, n) => post?.(`<p>${text} ${QUESTION}</p><pre>water = ${n}</pre>`, n) ?? '');
  expect(items.map((item) => `${item['text']?.[0]}`.split('\n\n'))).toEqual(
    TEXTS.map((text, n) => [`${text} ${QUESTION}`, `water = ${n}`]),
  );
});

test.each(['You must log in to reply here.', 'Bitte zuerst anmelden, um zu antworten.'])(
  'reads no question from the notice "%s"',
  (notice) => {
    const [, url = '', post] = PROGRAMS.at(-1) ?? [];
    const begun = `<p>Started by <a href="/members/eve">eve</a>, 1 May 2024</p><p>${notice}</p>`;
    const { items } = clean(url, (text, n) => (n === 0 ? begun : '') + post?.(`${text} ${QUESTION}`, n));
    expect(items?.map(({ author }) => author?.[0])).toEqual(TEXTS.map((_, n) => `ada${n}`));
  },
);

test('reads a short question, and authors that lines of text name, without links to members', () => {
  const question = 'Is rain water fine?';
  const post = (text: string, n: number) =>
    `<div class=${n === 0 ? 'question' : 'answer'}><p class=asked>${n === 0 ? 'Asked' : 'Answered'} by ada${n} on ${n + 1} May 2024</p><p>${n === 0 ? question : text}</p><p><a>Helpful (${n})</a> <a>Report</a></p></div>`;
  const { items } = clean('https://bog.example/forum/questions/12', post);
  expect(items).toEqual(
    [question, ...REPLIES].map((text, n) => ({ author: [`ada${n}`], date: [`2024-05-0${n + 1}`], text: [text] })),
  );
});

test('has the posts of a forum if the main text is something else', () => {
  const [, url = '', post] = PROGRAMS.at(-1) ?? [];
  const others = ['Sundews', 'Pitcher plants', 'Venus flytraps'].map(
    (name) =>
      `<li><a href=/t>${name} in winter</a><p>${name} like it cold and wet, but how cold may it be for them?</p>`,
  );
  const { text } = clean(url, (one, n) => post?.(one, n) ?? '', `<h3>Similar threads</h3><ul>${others.join('')}</ul>`);
  for (const one of TEXTS) expect(text).toContain(one);
  expect(text).not.toContain('like it cold');
});

test.each([
  [
    'a definition list',
    (posts: string) => `<dl>${posts}</dl>`,
    (text: string, n: number) => `<dt><b>ada${n}</b> <i>${n + 1} May 2024, 10:12</i></dt><dd><p>${text}</p></dd>`,
  ],
  [
    'lines between rules',
    (posts: string) => `${posts}<h2>Post a Followup</h2><form>Name: <input><br>Comments: <textarea></textarea></form>`,
    (text: string, n: number) => `<font><b>Posted by ada${n} on ${n + 1} May 2024:</b></font><br><br>${text}<br><hr>`,
  ],
])('reads posts in %s', (_, around, post) => {
  const html = `<html lang=en><title>${TITLE}</title><h1>${TITLE}</h1>${around(TEXTS.map(post).join(''))}`;
  const { items } = cleanHtml('https://bog.example/forum/12.html' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(items).toEqual(TEXTS.map((text, n) => ({ author: [`ada${n}`], date: [`2024-05-0${n + 1}`], text: [text] })));
});

test('reads the only reply of a thread', () => {
  const post = (n: number) =>
    `<div class=${n === 0 ? 'entry' : 'comment'}><a class=user href="/u/ada${n}">ada${n}</a> ${time(n)}<div class=content><p>${n === 0 ? QUESTION : 'Half of that is fine. Mine stand in an inch of rain water all summer long.'}</p></div><a>Reply</a></div>`;
  const html = `<html lang=en><title>${TITLE}</title>${NAV}<h1>${TITLE}</h1>${post(0)}<section>${post(1)}</section>`;
  const { items, text } = cleanHtml('https://bog.example/forum/12' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(items?.map(({ author, date }) => [author?.[0], date?.[0]])).toEqual([
    ['ada0', '2024-05-01T10:00:00Z'],
    ['ada1', '2024-05-02T10:00:00Z'],
  ]);
  expect(text).toContain('all summer long');
});

test('tells a thread by its posts if its URL has a word of forums and the kind of the page is uncertain', () => {
  const post = (text: string, n: number) =>
    `<li><article><a class=userLink href="/user/${n}-ada${n}/">ada${n}</a> ${time(n)}<div class=messageBody><p>${text} ${n === 0 ? '' : QUESTION}</p></div><a>Zitieren</a></article></li>`;
  const { genre, items } = clean('https://www.bog.example/community/thread/12-water/', post);
  expect({ genre, count: items?.length }).toEqual({ genre: 'forum', count: TEXTS.length });
});
