import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { readPosts } from '../../../shared/clean/page-items/posts/thread-posts.ts';

const NUMBERS = [1, 2, 3];
const sentence = (n: number) => `Sundew number ${n} catches insects with the sticky drops on its leaves, in the bog.`;
const member = (n: number) => `<a href="/members/ada${n}">ada${n}</a>`;
const head = (n: number) => `<div>${member(n)}</div><div>${n} May 2024</div>`;

/** Returns the posts of a page whose blocks after the headline are all main text, apart from those that `isOther` matches. */
function postsOf(content: string, isOther = /^$/) {
  const html = `<h1>What do sundews eat?</h1>${content}`;
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const chosen = page.blocks.slice(1).filter(({ text }) => !isOther.test(text));
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  return posts?.items ?? [];
}
const textsOf = (content: string) => postsOf(content).map(({ text }) => text?.[0]?.split(/\n+/));
const elements = (post: (n: number) => string) => NUMBERS.map((n) => `<div class=post>${post(n)}</div>`).join('');
const texts = (post: (n: number) => string) => textsOf(elements(post));

describe('the text of a post', () => {
  test.each(['I joined yesterday.', 'Are you registered?', 'Registered today, hello all!'])(
    'has the line "%s"',
    (line) => {
      expect(texts((n) => `${head(n)}<p>${sentence(n)}</p><p>${line}</p>`)).toEqual(
        NUMBERS.map((n) => [sentence(n), line]),
      );
    },
  );

  test('has the sender of a mail as its author, and no label', () => {
    const mail = (n: number) =>
      `<ul><li><b>From</b>: Ada Moss &lt;ada@bog.example&gt;<li><b>Date</b>: ${n} May 2024</ul><p>${sentence(n)}</p>`;
    expect(postsOf(elements(mail)).map(({ author }) => author)).toEqual(NUMBERS.map(() => ['Ada Moss']));
  });

  test.each(['I object.', 'Hello Ann,', 'Was it you?'])(
    'has the short paragraph "%s" beside those of the main text',
    (line) => {
      const posts = elements((n) => `${head(n)}<div><p>${line}</p><p>${sentence(n)}</p></div>`);
      expect(
        postsOf(posts, new RegExp(`^${line.replace('?', '[?]')}$`)).map(({ text }) => text?.[0]?.split(/\n+/)),
      ).toEqual(NUMBERS.map((n) => [line, sentence(n)]));
    },
  );

  test.each(['<p>Reply</p>', '<p><a href=/all>See all answers.</a></p>', '<div>Sent to the list.</div>'])(
    'lacks the line %s that is no main text',
    (line) => {
      const posts = elements((n) => `${head(n)}<div><p>${sentence(n)}</p>${line}</div>`);
      expect(postsOf(posts, /^(?:Reply|See|Sent)/).map(({ text }) => text?.[0])).toEqual(NUMBERS.map(sentence));
    },
  );

  test.each(['Joined', 'Join Date Mar 2009', 'Location: Wales, Registered: 2009', 'Mitglied seit 12. März 2009'])(
    'lacks the line "%s"',
    (line) => {
      expect(texts((n) => `${head(n)}<p>${line}</p><p>${sentence(n)}</p>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
    },
  );

  test.each([
    '<h3>Re: What do sundews eat?</h3>',
    '<div><strong>AW: What do sundews eat?</strong></div>',
    '<p><a href="/threads/12#2">Re: What do sundews eat?</a></p>',
    '<p>Code: <a href="#">Select all</a></p>',
    '<p>Code : <a href="#">Tout sélectionner</a></p>',
  ])('lacks the line %s', (line) => {
    expect(texts((n) => `${head(n)}${line}<p>${sentence(n)}</p>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });

  test.each([
    ['Re: the water, use rain.', (line: string, n: number) => `<div>${line}<br>${sentence(n)}</div>`],
    ['Re: the water, use rain.', (line: string, n: number) => `<p>${line}</p><p>${sentence(n)}</p>`],
    ['Code: works again', (line: string, n: number) => `<p>${line}</p><p>${sentence(n)}</p>`],
  ])('has the line "%s" of its author', (line, body) => {
    expect(texts((n) => head(n) + body(line, n))).toEqual(NUMBERS.map((n) => [line, sentence(n)]));
  });

  test('may be one line that begins as the title of a reply', () => {
    expect(texts((n) => `${head(n)}<div>${n === 2 ? 'Re: the water, use rain.' : sentence(n)}</div>`)[1]).toEqual([
      'Re: the water, use rain.',
    ]);
  });

  test('may be the title of the thread, which it lacks beside other lines', () => {
    const line = (n: number) => (n === 1 ? '' : `<p>${sentence(n)}</p>`);
    expect(texts((n) => `${head(n)}<p>What do sundews eat?</p>${line(n)}`)).toEqual([
      ['What do sundews eat?'],
      [sentence(2)],
      [sentence(3)],
    ]);
  });

  test('lacks notices about it, and is in an element of the class "notice" if the whole post is in it', () => {
    const notice = (n: number) => `<div class=notice>${sentence(n + 10)}</div>`;
    expect(texts((n) => `${head(n)}<div><p>${sentence(n)}</p>${notice(n)}</div>`)).toEqual(
      NUMBERS.map((n) => [sentence(n)]),
    );
    const posts = NUMBERS.map((n) => `<div class="hentry notice">${head(n)}<p>${sentence(n)}</p></div>`).join('');
    expect(textsOf(posts)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });

  test('lacks a signature after a line, and has what follows one at its start', () => {
    const line = '_'.repeat(17);
    expect(texts((n) => `${head(n)}<p>${sentence(n)}</p><p>${line}</p><p>Ada of the bog</p>`)).toEqual(
      NUMBERS.map((n) => [sentence(n)]),
    );
    expect(texts((n) => `${head(n)}<p>${line}</p><p>${sentence(n)}</p>`)).toEqual(
      NUMBERS.map((n) => [line, sentence(n)]),
    );
  });

  test('has its paragraphs that the scores do not choose, but no comments, quotations and asides', () => {
    const more = (n: number) => sentence(n + 20);
    const parts = (n: number) =>
      `<p>${more(n)}</p><ul><li>${sentence(n + 30)}</ul><blockquote><p>${sentence(n + 40)}</p></blockquote><aside><p>${sentence(n + 50)}</p></aside>`;
    const comments = (n: number) => `<div class=comments><div class=comment><p>${sentence(n + 60)}</p></div></div>`;
    const post = (n: number) =>
      `<div class=post>${head(n)}<div class=body><p>${sentence(n)}</p>${parts(n)}</div>${comments(n)}</div>`;
    const html = NUMBERS.map(post).join('');
    const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
    const chosen = page.blocks.filter(({ text }) => NUMBERS.some((n) => text === sentence(n)));
    const read = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
    expect(read?.items.map(({ text }) => text?.[0]?.split(/\n+/))).toEqual(
      NUMBERS.map((n) => [sentence(n), more(n), sentence(n + 30)]),
    );
  });

  test('lacks lines with nothing but the name of its author', () => {
    expect(texts((n) => `${head(n)}<p>${sentence(n)}</p><p>ada${n}</p>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });

  test('lacks a line that is the text of its time element, and has such a line without a time', () => {
    const time = (n: number) => `<div><time datetime="2024-05-0${n}T10:00:00Z">2 years ago</time></div>`;
    expect(texts((n) => `${member(n)}${time(n)}<p>${sentence(n)}</p>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
    expect(
      texts((n) => `${head(n)}<div data-time="${Date.UTC(2024, 4, n) / 1000}">2 years ago</div><p>${sentence(n)}</p>`),
    ).toEqual(NUMBERS.map((n) => ['2 years ago', sentence(n)]));
  });

  test('lacks its number, and has those of a list', () => {
    const list = ['#21', '#22', '#23'];
    const items = list.map((one) => `<li>${one}`).join('');
    const expected = NUMBERS.map((n) => [sentence(n), ...list]);
    expect(texts((n) => `${head(n)}<p>#${n}</p><p>${sentence(n)}</p><ul>${items}</ul>`)).toEqual(expected);
    expect(texts((n) => `${head(n)}<p>#${n}</p><ul>${items}</ul><p>${sentence(n)}</p>`)).toEqual(
      NUMBERS.map((n) => [...list, sentence(n)]),
    );
    expect(texts((n) => `${head(n)}<p>${sentence(n)}</p><p>#${n}</p>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });

  test.each([
    ['ends at a line of 17 underscores, as phpBB 2 writes it', 17, 0],
    ['ends at a line of 18 underscores, as vBulletin 3 writes it', 18, 0],
    ['goes on after a shorter line', 16, 2],
    ['goes on after a longer line', 19, 2],
  ])('%s', (_, length, more) => {
    const line = '_'.repeat(length);
    expect(texts((n) => `${head(n)}<div>${sentence(n)}<br>${line}<br>${sentence(n + 10)}</div>`)).toEqual(
      NUMBERS.map((n) => [sentence(n), line, sentence(n + 10)].slice(0, 1 + more)),
    );
  });

  test.each([
    ['is in a box with its date, whose class is that of boxes about authors', (n: number) => `${n} May 2024`, ''],
    ['is not in such a box without its date', () => 'Member of the bog, and of all its mosses and ferns', '3 May 2024'],
  ])('%s', (_, line, date) => {
    const box = (n: number) => `<div class=user-info><p>${member(n)}</p><p>${line(n)}</p><p>${sentence(n)}</p></div>`;
    expect(texts((n) => `${box(n)}<div>${date}</div><div>Thanks!</div>`)).toEqual(
      NUMBERS.map((n) => (date === '' ? [sentence(n), 'Thanks!'] : ['Thanks!'])),
    );
  });

  test('has no list of a reply', () => {
    const reply = (n: number) => `<li><p>${sentence(n + 5)}</p><ul><li>${sentence(n + 10)}</ul></li>`;
    const post = (n: number) => `<li>${head(n)}<p>${sentence(n)}</p><ol class=children>${reply(n)}</ol></li>`;
    expect(textsOf(`<ol>${NUMBERS.map(post).join('')}</ol>`)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });
});

describe('the text of a post in a cell of a table', () => {
  const rows = (row: (n: number) => string) =>
    textsOf(`<table>${NUMBERS.map((n) => `<tr>${row(n)}</tr>`).join('')}</table>`);
  const table = (n: number) => `<table><tr><td>${sentence(n + 10)}</td><td>moss</td></tr></table>`;

  test('lacks the cell that tells of the author', () => {
    const profile = 'Member of the bog, and of all its mosses and ferns';
    const row = (n: number) => `<td>${member(n)}<p>${profile}</p></td><td>${n} May 2024<p>${sentence(n)}</p></td>`;
    expect(rows(row)).toEqual(NUMBERS.map((n) => [sentence(n)]));
  });

  test('has the paragraphs in the cell with author and date', () => {
    const row = (n: number) => `<td>${head(n)}<p>${sentence(n)}</p></td><td>${sentence(n + 10)}</td>`;
    expect(rows(row)).toEqual(NUMBERS.map((n) => [sentence(n), sentence(n + 10)]));
  });

  test('has the paragraphs beside a table in the cell with the author', () => {
    const date = (n: number) => `<time datetime="2024-05-0${n}">2 years ago</time>`;
    const row = (n: number) => `<td><p>${member(n)}</p><p>${sentence(n)}</p>${table(n)}</td><td>${date(n)}</td>`;
    expect(rows(row)?.map((lines) => lines?.slice(0, 2))).toEqual(NUMBERS.map((n) => [sentence(n), sentence(n + 10)]));
  });
});

describe('the author of a post', () => {
  const authors = (post: (n: number) => string) => postsOf(elements(post)).map(({ author }) => author?.[0]);
  const expected = NUMBERS.map((n) => `ada${n}`);
  const body = (n: number) => `<p>${n} May 2024</p><p>${sentence(n)}</p>`;

  test('is no member in the text if a class marks another name', () => {
    const post = (n: number) =>
      `<p><b class=username>ada${n}</b></p><p>${n} May 2024</p><p><a href=/members/eve>@eve</a> ${sentence(n)}</p>`;
    expect(authors(post)).toEqual(expected);
  });

  test('is the text of an element of the class "name"', () => {
    expect(authors((n) => `<div class=name><span title="">ada${n}</span></div>${body(n)}`)).toEqual(expected);
  });

  test.each(['data-author', 'data-username'])(
    'is the %s of its element, not of a button in the post before',
    (name) => {
      const post = (n: number) => `<div ${name}="ada${n}">${body(n)}</div><button ${name}="eve"></button>`;
      expect(authors(post)).toEqual(expected);
    },
  );

  test('is beside the date in a line of text, but not in one about the last change', () => {
    const byline = (n: number) => `<p>By ada${n} on ${n} May 2024. Last edit on 9 May 2024 by eve</p>`;
    const changed = (n: number) => `<p>${n} May 2024</p><p>Last edited on 9 May 2024 by eve</p>`;
    const authors = (line: (n: number) => string) =>
      postsOf(elements((n) => `${line(n)}<p>${sentence(n)}</p>`)).map(({ author }) => author?.[0]);
    expect(authors(byline)).toEqual(['ada1', 'ada2', 'ada3']);
    expect(authors(changed)).toEqual([undefined, undefined, undefined]);
  });

  test('is no data-author that the post does not show', () => {
    const post = (n: number) => `<p>${member(n)}</p>${body(n)}<button data-author="The Bog Forum"></button>`;
    expect(authors(post)).toEqual(expected);
  });

  test('is in an element whose class is that of quotations if the whole post is in it', () => {
    expect(authors((n) => `<div class=quote>${head(n)}<p>${sentence(n)}</p></div>`)).toEqual(expected);
  });

  test('is no text for screen readers', () => {
    const status = (n: number) => `<a href="/members/ada${n}"><span class=sr-only>Away</span></a>`;
    expect(authors((n) => `<p>${status(n)}</p><p>${member(n)}</p>${body(n)}`)).toEqual(expected);
  });

  test.each(['Reply', 'Quote', 'Senior Member'])('is not "%s" in an element of authors', (label) => {
    expect(authors((n) => `<div class=author>${label}</div><div class=nick>ada${n}</div>${body(n)}`)).toEqual(expected);
  });
});

test('the date of a post is no time in a quotation', () => {
  const time = (day: string) => `<time datetime="${day}">2 years ago</time>`;
  const post = (n: number) =>
    `<p>${member(n)}</p><blockquote>ben ${time('2024-04-09')}</blockquote><p>${time(`2024-05-0${n}`)}</p><p>${sentence(n)}</p>`;
  expect(postsOf(elements(post)).map(({ date }) => date?.[0])).toEqual(NUMBERS.map((n) => `2024-05-0${n}`));
});
