import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { openingParts } from '../../../shared/clean/page-items/posts/opening-post.ts';
import { readPosts } from '../../../shared/clean/page-items/posts/thread-posts.ts';
import type { Url } from '../../../shared/url/url.ts';
import { cpuTimeOf } from '../../cpu-time.ts';
import { fewOrMany } from '../../long-test.ts';

const PARSE_OPTIONS = { xhtml: false, maxLinks: 0 };
const TITLE = 'What do sundews eat?';
const sentence = (n: number) =>
  `Sundew number ${n} catches insects with the sticky drops on its leaves, deep in the bog.`;
const clean = (html: string) =>
  cleanHtml(
    'https://forum.moss.example/threads/what-do-sundews-eat.12/' as Url,
    `<meta name=generator content="phpBB"><title>${TITLE}</title><nav><a href=/>Home</a> <a href=/about>About</a></nav>${html}`,
    DEFAULT_CLEAN_OPTIONS,
  );
/** Three posts; `head` writes what stands before the text of a post. */
const posts = (head: (n: number) => string, tail = '') =>
  [1, 2, 3]
    .map(
      (n) =>
        `<div class=post>${head(n)}<div class=post-body><p>${sentence(n)}</p><p>${sentence(n + 10)}</p></div>${tail}</div>`,
    )
    .join('');
const thread = (head: (n: number) => string, tail = '') =>
  clean(`<h1>${TITLE}</h1><div id=posts>${posts(head, tail)}</div>`).items ?? [];
const member = (n: number) => `<div class=poster><a href="/members/ada${n}">ada${n}</a></div>`;

test.each([
  ['IP.Board', (n: number) => `<span class=normalname><a href="/index.php?showuser=${n}">ada${n}</a></span>`],
  ['YaBB', (n: number) => `<b><a href="/YaBB.pl?action=viewprofile;username=ada${n}">ada${n}</a></b>`],
  ['Slashdot', (n: number) => `<i>by <a href="//moss.example/~ada${n}">ada${n}</a></i>`],
  ['SMF', (n: number) => `<h4><a href="/index.php?action=profile;u=${n}">ada${n}</a></h4>`],
])('the link of %s to the page of a member names the author', (_, link) => {
  const authors = thread((n) => `${link(n)}<p>May ${n} 2009, 10:12 PM</p>`).map(({ author }) => author?.[0]);
  expect(authors).toEqual(['ada1', 'ada2', 'ada3']);
});

describe('the date of a post', () => {
  const days = (head: (n: number) => string) => thread(head).map(({ date }) => date?.[0]);
  const expected = [1, 2, 3].map((n) => `2024-05-0${n}`);

  test('is that of its time element, not that of a line with another day', () => {
    const head = (n: number) =>
      `${member(n)}<p><i title=Member></i> Oct 25, 2017</p><p><time datetime=2024-05-0${n}>May ${n}, 2024</time></p>`;
    expect(days(head)).toEqual(expected);
  });

  test('is not after another label if a line has a date without one', () => {
    const head = (n: number) => `${member(n)}<p>Founded: Dec 11, 2021</p><p>May ${n}, 2024</p>`;
    expect(days(head)).toEqual(expected);
  });

  test('is after another label if there is no other', () => {
    expect(days((n) => `${member(n)}<p>Sent: May ${n}, 2024</p>`)).toEqual(expected);
  });

  test('is in a title with a time', () => {
    const head = (n: number) => `${member(n)}<p><span title="2024-05-0${n}T10:00:00.000Z">2 years ago</span></p>`;
    expect(days(head)).toEqual(expected.map((day) => `${day}T10:00:00.000Z`));
  });

  test('is before the last change in one line', () => {
    const head = (n: number) =>
      `${member(n)}<p>wrote <a title="2024-05-0${n}T10:00:00Z"></a> <span>last edited by <i title="2024-06-08T10:00:00Z"></i></span></p>`;
    expect(days(head)).toEqual(expected.map((day) => `${day}T10:00:00Z`));
    expect(days((n) => `${member(n)}<p>${n} May 2024, last edited 8 June 2024</p>`)).toEqual(expected);
  });

  test('is not in the attribute after the label of the last reply', () => {
    const last = '<p>Last reply <i title="2024-06-09T10:00:00Z"></i></p>';
    expect(days((n) => `${last}${member(n)}<p>${n} May 2024</p>`)).toEqual(expected);
  });

  test('is that of the question, not that of its change before', () => {
    const head = (n: number) =>
      `<div>edited <i title="2024-06-0${n} 07:00:00Z">Jun ${n}, 2024</i></div>${member(n)}<div>asked <i title="2024-05-0${n} 10:22:33Z">May ${n}, 2024</i></div>`;
    expect(days(head)).toEqual(expected.map((day) => `${day}T10:22:33Z`));
  });

  test('has the time of the attribute if its line names the same day, otherwise the local day of the line', () => {
    const head = (day: (n: number) => number) => (n: number) =>
      `${member(n)}<p><time datetime="2024-05-0${n}T22:30:00Z">May ${day(n)}, 2024</time></p>`;
    expect(days(head((n) => n))).toEqual(expected.map((day) => `${day}T22:30:00Z`));
    expect(days(head((n) => n + 1))).toEqual([2, 3, 4].map((n) => `2024-05-0${n}`));
  });

  test.each([
    ['in a tooltip', '<p title="Wed, May DAY, 2024 at 10:12:33 PM">2 years ago</p>'],
    ['in microdata', '<p><span itemProp="datePublished" content="2024-05-DAY">2 years ago</span></p>'],
  ])('is %s if there is no other', (_, marked) => {
    const head = (n: number) => `${member(n)}${marked.replace('DAY', `0${n}`)}`;
    expect(days(head)).toEqual(expected);
  });

  test('is in no tooltip with another text', () => {
    const head = (n: number) => `${member(n)}<p title="Edited by eve, May 0${n}, 2024 at 10:12 PM">2 years ago</p>`;
    expect(days(head)).toEqual([undefined, undefined, undefined]);
  });

  test('is in no quotation', () => {
    const quoted = '<div class=quote-box><p>ben wrote on 9 April 2024</p></div>';
    expect(days((n) => `${member(n)}${quoted}<p>${n} May 2024</p>`)).toEqual(expected);
  });

  test('is not that of the last post or the last change', () => {
    const head = (n: number) =>
      `<p>Last reply 9 June 2024</p><p>Last edited by eve, 8 June 2024</p>${member(n)}<p>${n} May 2024</p>`;
    expect(days(head)).toEqual(expected);
  });
});

test('prefers list items with a date to their inner elements without it', () => {
  const item = (n: number) =>
    `<li class=postcontainer><div class=posthead>${n} May 2024</div><div class=postdetails>${member(n)}<p>${sentence(n)}</p></div></li>`;
  const { items } = clean(`<h1>${TITLE}</h1><ol>${[1, 2, 3].map(item).join('')}</ol>`);
  expect(items).toMatchObject([1, 2, 3].map((n) => ({ author: [`ada${n}`], date: [`2024-05-0${n}`] })));
});

describe('a list in a post', () => {
  const thread = (listClass: string) => {
    const post = (n: number) =>
      `<li>${member(n)} ${n} May 2024<p>${sentence(n)}</p><ul class="${listClass}"><li>${sentence(n + 20)}</li></ul></li>`;
    return clean(`<h1>${TITLE}</h1><ol>${[1, 2, 3].map(post).join('')}</ol>`).items?.map(({ text }) => text?.[0]);
  };

  test('is part of the text of a post that is a list item', () => {
    expect(thread('plain')).toEqual([1, 2, 3].map((n) => `${sentence(n)}\n\n${sentence(n + 20)}`));
  });

  test.each(['children', 'replies'])('is none if it has the class "%s"', (listClass) => {
    expect(thread(listClass)).toEqual([1, 2, 3].map(sentence));
  });
});

describe('replies in lists within the items of posts', () => {
  const reply = (n: number, inner = '') =>
    `<li>${member(n)} ${n} May 2024<p>${sentence(n)}</p>${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
  const read = (list: string) =>
    clean(`<h1>${TITLE}</h1><ul>${list}</ul>`).items?.map(({ author, date, text }) => [
      author?.[0],
      date?.[0],
      text?.[0],
    ]);
  const expected = (n: number, end = '') => [`ada${n}`, `2024-05-0${n}`, `${sentence(n)}${end}`];

  test('are posts in the order of the page', () => {
    const list = reply(1, reply(2, reply(3)) + reply(4)) + reply(5, reply(6));
    expect(read(list)).toEqual([1, 2, 3, 4, 5, 6].map((n) => expected(n)));
  });

  test('are posts beside other lists, which belong to the text of a post', () => {
    const bullets = '<li>a gnat that sat on a leaf</li><li>a moth that flew by</li>';
    const end = '\n\na gnat that sat on a leaf\na moth that flew by';
    const list = reply(1, reply(2, bullets) + reply(3)) + reply(4);
    expect(read(list)).toEqual([expected(1), expected(2, end), expected(3), expected(4)]);
  });
});

test.each([
  ['a question', 'I give gnats to mine. Which insects are better for a young sundew in winter?', true],
  ['a text that is marked as a question', 'I wonder which insects are better for a young sundew in winter.', true],
  ['a notice', 'Please read the rules of this forum before you write your first post.', false],
])('a thread below %s without author and date', (what, text, opens) => {
  const above = `<div class="${what.includes('marked') ? 'question-body' : 'top'}"><p>${text}</p></div>`;
  const { author, text: shown } = clean(`<h1>${TITLE}</h1>${above}${posts((n) => `${member(n)}<p>${n} May 2024</p>`)}`);
  expect({ isIn: shown.includes(text), author }).toEqual({ isIn: opens, author: opens ? null : 'ada1' });
});

test.each([
  ['a poll', `<div class="poll-box"><p>Which insects do your sundews like best?</p></div>`],
  ['a notice within a page of a question', '<p>Please read the rules of this forum before you write.</p>'],
])('a thread below %s has the author of its first post', (_, above) => {
  const list = posts((n) => `${member(n)}<p>${n} May 2024</p>`);
  const { author, text } = clean(`<h1>${TITLE}</h1><div class=question>${above}${list}</div>`);
  expect({ author, begin: text.slice(0, 4) }).toEqual({ author: 'ada1', begin: 'ada1' });
});

test('reads a thread above thousands of small lists in lists in little time', async () => {
  const lists = '<ul><li>moss fen<ul><li>bog peat</ul></ul>'.repeat(fewOrMany(1_000, 5_000));
  const page = `<h1>${TITLE}</h1><div>${posts((n) => `${member(n)}<p>${n} May 2024</p>`)}</div>${lists}`;
  expect(await cpuTimeOf(() => clean(page))).toBeLessThan(5_000);
});

test.each([
  ['list items', 'li'],
  ['elements', 'div'],
])('reads %s beside the posts that the main text lacks, if they have author, date and a paragraph', (_, element) => {
  const entry = (head: string, text: string) => `<${element} class=post>${head}<p>${text}</p></${element}>`;
  const head = (n: number) => `${member(n)}<p>${n} May 2024</p>`;
  const html = `<h1>${TITLE}</h1><ul>${[1, 2, 3].map((n) => entry(head(n), sentence(n))).join('')}${entry('', sentence(4))}${entry(head(5), 'Reply')}</ul>`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text === sentence(1) || text === sentence(2));
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  expect(posts?.items.map(({ author, text }) => [author?.[0], text?.[0]])).toEqual(
    [1, 2, 3].map((n) => [`ada${n}`, sentence(n)]),
  );
});

test('reads short posts that the main text lacks from elements of the class that the text of the others has', () => {
  const entry = (n: number, text: string, rest = '') =>
    `<div class=post>${member(n)}<p>${n} May 2024</p><div class=post-text>${text}</div>${rest}</div>`;
  const code = '<pre>feed(fly)</pre>';
  const html = `<h1>${TITLE}</h1>${entry(1, sentence(1))}${entry(2, sentence(2) + code)}${entry(3, 'Thanks!', '<p>Reply</p>')}${entry(4, '', '<p>Reply</p>')}`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text === sentence(1) || text === sentence(2));
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  expect(posts?.items.map(({ text }) => text?.[0])).toEqual([sentence(1), `${sentence(2)}\n\nfeed(fly)`, 'Thanks!']);
});

test('reads short posts with a signature or a box about their author that the main text lacks', () => {
  const box = (n: number) =>
    `<div class=userinfo>${member(n)}<p>Long-standing member and friend of all the mosses of Wales</p></div>`;
  const entry = (n: number, text: string) =>
    `<div class=post>${box(n)}<p>${n} May 2024</p><div class=post-text>${text}</div><div class=signature><p>${sentence(30)}</p></div></div>`;
  const html = `<h1>${TITLE}</h1>${entry(1, sentence(1))}${entry(2, sentence(2))}${entry(3, 'Thanks!')}`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text === sentence(1) || text === sentence(2));
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  expect(posts?.items.map(({ text }) => text?.[0])).toEqual([sentence(1), sentence(2), 'Thanks!']);
});

test.each([
  ['reads short posts that the main text lacks after heads with their dates, as in vBulletin 4', 4, 5],
  ['reads posts that the main text lacks after heads with their dates if they are most of the thread', 2, 5],
  ['reads no posts without a date that the main text lacks after heads if they are most of the thread', 2, 2, ''],
])('%s', (_, textCount, count, hiddenDate = 'May 2024') => {
  const dateOf = (n: number) => (n <= textCount ? 'May 2024' : hiddenDate);
  const entry = (n: number) =>
    `<li class=postcontainer><div class=posthead>${n} ${dateOf(n)}</div><div class=postdetails><div class=userinfo>${member(n)}</div><div class=postbody><div class=post-text>${n <= textCount ? sentence(n) : 'Thanks!'}</div></div></div><div class=postfoot><a href=/reply>Reply</a></div></li>`;
  const html = `<h1>${TITLE}</h1><ol>${[1, 2, 3, 4, 5].map(entry).join('')}</ol>`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text.startsWith('Sundew'));
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  expect(posts?.items).toHaveLength(count);
});

test('reads no sidebar with a founder and a date as the opening post, as in the old design of Reddit', () => {
  const side = `<div class=side><h1>bogs</h1><div class=md><p>${sentence(20)}</p></div><p>created by <a href="/user/eve" class=author>eve</a> on 1 May 2010</p></div>`;
  const reply = (n: number) =>
    `<div class=comment><p><a href="/user/ada${n}" class=author>ada${n}</a> ${n} May 2024</p><div class=md><p>${sentence(n)}</p></div></div>`;
  for (const isText of [(text: string) => text.startsWith('Sundew'), (text: string) => text === sentence(1)]) {
    const html = `${side}<div class=content>${[1, 2, 3].map(reply).join('')}</div>`;
    const page = parseHtml(html, PARSE_OPTIONS);
    const chosen = page.blocks.filter(({ text }) => isText(text) || text === sentence(2) || text === sentence(3));
    const posts = readPosts({ page, chosen }, html, 'https://old.reddit.example/r/bogs/comments/12/', []);
    expect(posts?.items.map(({ author }) => author?.[0])).toEqual(['ada1', 'ada2', 'ada3']);
  }
});

test('reads no sidebar as a post beside a thread of one reply, as in the old design of Reddit', () => {
  const side = `<div class=side><p>submitted on 3 May 2024</p><div class=md><p>${sentence(20)}</p></div><p>created by <a href="/user/eve" class=author>eve</a></p></div>`;
  const entry = (n: number, name: string) =>
    `<div class=${name}><p><a href="/user/ada${n}" class=author>ada${n}</a> ${n} May 2024</p><div class=md><p>${sentence(n)}</p></div></div>`;
  const html = `${side}<div class=content><div class=link>${entry(1, 'thing')}</div><div class=replies>${entry(2, 'thing')}</div></div>`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text.startsWith('Sundew'));
  const posts = readPosts({ page, chosen }, html, 'https://old.reddit.example/r/bogs/comments/12/', []);
  expect(posts?.items.map(({ author }) => author?.[0])).toEqual(['ada1', 'ada2']);
});

test('reads short posts of which only the first one has a paragraph', () => {
  const entry = (n: number, text: string) =>
    `<div class=post>${member(n)}<p>${n} May 2024</p><div class=post-text>${text}</div></div>`;
  const html = `<h1>${TITLE}</h1>${entry(1, sentence(1))}${entry(2, 'Flies.')}${entry(3, 'Midges.')}${entry(4, 'Thanks!')}`;
  const page = parseHtml(html, PARSE_OPTIONS);
  const chosen = page.blocks.filter(({ text }) => text === sentence(1) || text === 'Flies.' || text === 'Midges.');
  const posts = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
  expect(posts?.items.map(({ text }) => text?.[0])).toEqual([sentence(1), 'Flies.', 'Midges.', 'Thanks!']);
});

describe('the author of a post', () => {
  const authors = (head: (n: number) => string, tail = '') => thread(head, tail).map(({ author }) => author?.[0]);
  const expected = [1, 2, 3].map((n) => `ada${n}`);

  test('is the link that is marked as the author, not that of an editor before it', () => {
    const head = (n: number) =>
      `<p>edited by <a href=/users/7/eve>eve</a></p><p itemprop=author><a href=/users/${n}/ada${n}>ada${n}</a></p><p>${n} May 2024</p>`;
    expect(authors(head)).toEqual(expected);
  });

  test('is a bold term if no link leads to a member', () => {
    const head = (n: number) =>
      `<p>#${n} ${n} May 2024</p><dl><dt><strong>ada${n}</strong></dt><dd><strong>Guest</strong></dd><dd>Posts: ${n}</dd></dl>`;
    expect(authors(head)).toEqual(expected);
  });

  test('is no link that shares the post', () => {
    const share = '<p><a href="https://social.example/sharer?u=https://forum.moss.example/12">social</a></p>';
    expect(authors((n) => `${share}${member(n)}<p>${n} May 2024</p>`)).toEqual(expected);
  });

  test('is no member who is quoted', () => {
    const quoted = '<blockquote><a href=/members/eve>eve</a> wrote</blockquote>';
    const head = (n: number) => `${quoted}<p><b class=username>ada${n}</b> » ${n} May 2024</p>`;
    expect(authors(head)).toEqual(expected);
  });

  test.each(['Find', 'Search'])('is no button %s', (label) => {
    const head = (n: number) =>
      `<p><a href="/search.php?action=finduser&uid=${n}">${label}</a></p><p><span class=nickname>ada${n}</span></p><p>${n} May 2024</p>`;
    expect(authors(head)).toEqual(expected);
  });

  test('is not whether the member is there', () => {
    expect(authors((n) => `<a href=/user/ada${n}>Offline</a>${member(n)}<p>${n} May 2024</p>`)).toEqual(expected);
  });

  test('is not that of the last post', () => {
    const last = '<p>Last post by <a href=/members/eve>eve</a></p>';
    expect(authors((n) => `${last}${member(n)}<p>${n} May 2024</p>`)).toEqual(expected);
  });
});

describe('the post that opens a thread', () => {
  const question = (day: string) =>
    `<section class=question><p>Asked <time datetime=${day}>then</time></p><p>${sentence(20)}</p><p>${sentence(21)}</p>
     <p>Tags: bog, leaf</p><p itemprop=author><a href=/users/5/bea>bea</a></p></section>`;
  const answers = posts((n) => `${member(n)}<p>${n} May 2024</p>`);

  test('comes first if its element is another one than those of the replies', () => {
    const { items } = clean(
      `<h1>${TITLE}</h1>${question('2024-04-30')}<h2>3 Answers</h2><div id=answers>${answers}</div>`,
    );
    expect(items).toHaveLength(4);
    expect(items?.[0]).toMatchObject({ author: ['bea'], date: ['2024-04-30'] });
    expect(items?.[0]?.['text']?.[0]).toContain(sentence(20));
    expect(items?.[1]).toMatchObject({ author: ['ada1'], date: ['2024-05-01'] });
  });

  test('comes before both of two replies, which are no single post', () => {
    const reply = (n: number) =>
      `<div class=answer><div class=post-body><p>${sentence(n)}</p></div><p>${n} May 2024</p>${member(n)}</div>`;
    const asked = `<div class=question><div class=post-body><p>${sentence(20)}</p></div><p>30 April 2024</p>${member(5)}</div>`;
    const { items } = clean(`<h1>${TITLE}</h1><div id=main>${asked}<div id=answers>${reply(1)}${reply(2)}</div></div>`);
    expect(items?.map(({ author, date }) => [author?.[0], date?.[0]])).toEqual([
      ['ada5', '2024-04-30'],
      ['ada1', '2024-05-01'],
      ['ada2', '2024-05-02'],
    ]);
  });

  test('may be longer than the replies together', () => {
    const text = Array.from({ length: 4 }, (_, n) => `<p>${sentence(n + 20)}</p>`).join('');
    const reply = (n: number) => `<li><div>${member(n)}<p>${n} May 2024</p><p>${sentence(n)}</p></div></li>`;
    const { items } = clean(
      `<h1>${TITLE}</h1><div class=first><p>30 April 2024</p>${member(5)}${text}</div><ul>${reply(1)}${reply(2)}</ul>`,
    );
    expect(items?.map(({ author }) => author?.[0])).toEqual(['ada5', 'ada1', 'ada2']);
  });

  test('is read below the headline if the main text has a hidden copy above, as in threads of Fora', () => {
    const card = `<div class=card><h1>${TITLE}</h1>${member(5)}<p>#1 · 30 April 2024</p><div>${sentence(20)}</div></div>`;
    const html = `<div class=copy>${sentence(20)}</div>${card}<div id=answers>${answers}</div>`;
    const page = parseHtml(html, PARSE_OPTIONS);
    const chosen = page.blocks.filter(
      ({ text }, i) => text.startsWith('Sundew') && !page.blocks.slice(0, i).some((other) => other.text === text),
    );
    const read = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
    expect(read?.items.map(({ author }) => author?.[0])).toEqual(['ada5', 'ada1', 'ada2', 'ada3']);
  });

  test('is read from an element like those of the replies if the main text lacks it', () => {
    const readWith = (name: string) => {
      const html = `<div class=card><h1>${TITLE}</h1>${member(5)}<p>30 April 2024</p><div class=${name}><p>${sentence(20)}</p></div></div><div id=answers>${answers}</div>`;
      const page = parseHtml(html, PARSE_OPTIONS);
      const chosen = page.blocks.filter(({ text }) => text.startsWith('Sundew') && text !== sentence(20));
      const read = readPosts({ page, chosen }, html, 'https://forum.moss.example/threads/12/', []);
      return read?.items.map(({ author }) => author?.[0]);
    };
    expect(readWith('post-body')).toEqual(['ada5', 'ada1', 'ada2', 'ada3']);
    expect(readWith('notice')).toEqual(['ada1', 'ada2', 'ada3']);
  });

  test('is no notice below the line that tells who started the thread', () => {
    const started = `<p><a href=/members/ada1>ada1</a> <time datetime="2024-05-01T10:00:00Z">1 May</time></p><p>${sentence(20)}</p>`;
    const replies = posts((n) => `${member(n)}<p><time datetime="2024-05-0${n}T10:00:00Z">${n} May 2024</time></p>`);
    const { items } = clean(`<h1>${TITLE}</h1>${started}<div id=posts>${replies}</div>`);
    expect(items?.map(({ author }) => author?.[0])).toEqual(['ada1', 'ada2', 'ada3']);
  });

  test('may be a question whose author answered it at once', () => {
    const time = (n: number) => `<p><time datetime="2024-05-0${n}T10:00:00Z">${n} May 2024</time></p>`;
    const asked = `<div class=question>${[20, 21, 22, 23].map((n) => `<p>${sentence(n)}</p>`).join('')}${member(1)}${time(1)}</div>`;
    const { items } = clean(`<h1>${TITLE}</h1>${asked}<div id=answers>${posts((n) => member(n) + time(n))}</div>`);
    expect(items?.map(({ author }) => author?.[0])).toEqual(['ada1', 'ada1', 'ada2', 'ada3']);
  });

  test.each([
    [5, ['ada5', 'ada1', 'ada2', 'ada3']],
    [1, ['ada1', 'ada2', 'ada3']],
  ])('may lack its date if it is by another author than the first reply (ada1): ada%d', (n, authors) => {
    const first = `<div class=first><p>Posted: 2 years ago</p>${member(n)}<p>${sentence(20)}</p></div>`;
    const { items } = clean(`<h1>${TITLE}</h1>${first}<div id=posts>${answers}</div>`);
    expect(items?.map(({ author }) => author?.[0])).toEqual(authors);
  });

  test('is not later than the first reply', () => {
    const { items } = clean(
      `<h1>${TITLE}</h1>${question('2024-05-02')}<h2>3 Answers</h2><div id=answers>${answers}</div>`,
    );
    expect(items?.map(({ author }) => author?.[0])).toEqual(['ada1', 'ada2', 'ada3']);
  });

  test('has a paragraph: a line of main text before the posts is none', () => {
    const { blocks: chosen, ...page } = parseHtml(`<h1>${TITLE}</h1><p>Started by ada1, 1 May 2024`, PARSE_OPTIONS);
    expect(openingParts({ page: { ...page, blocks: chosen }, chosen }, [])).toEqual([]);
  });

  test('has no author or date from comments after it', () => {
    const text = [1, 2, 3, 4].map((n) => `<p>${sentence(n)}</p>`).join('');
    const comment = `<section class=comments><p><a href=/members/eve>eve</a></p><p>9 May 2024</p><p>Thanks!</p></section>`;
    expect(clean(`<h1>${TITLE}</h1><article>${text}</article>${comment}`).items).toBeUndefined();
  });

  test.each([
    ['with a headline', `<h1>${TITLE}</h1>`],
    ['without a headline', ''],
  ])('is the only item of a thread without replies, %s', (_, headline) => {
    const text = [1, 2, 3, 4].map((n) => `<p>${sentence(n)}</p>`).join('');
    const html = `${headline}<div class=post><p>2 May 2024, 10:00</p>${member(1)}<div class=post-body>${text}</div></div>`;
    expect(clean(html).items).toMatchObject([{ author: ['ada1'], date: ['2024-05-02'] }]);
  });
});

test.each([1, 2, 3])('reads %d posts that Discourse writes for crawlers if its data are empty', (count) => {
  const crawlerPost = (n: number) =>
    `<div id=post_${n} class="topic-body crawler-post"><div class=crawler-post-meta><span class=creator itemprop=author><a href="/u/ada${n}"><span>ada${n}</span></a></span>
     <span class=crawler-post-infos><time datetime="2024-05-0${n}T10:00:00Z">May ${n}, 2024, 10:00am</time><span>${n}</span></span></div>
     <div class=post>${[0, 10, 20, 30].map((k) => `<p>${sentence(n + k)}</p>`).join('')}</div></div>`;
  const html = `<noscript><div id=main-outlet><div id=topic-title><h1><a href=/t/12>${TITLE}</a></h1></div>
    ${Array.from({ length: count }, (_, i) => crawlerPost(i + 1)).join('')}</div></noscript><div id=data-preloaded data-preloaded="{}"></div>`;
  expect(clean(html).items?.map(({ author, date }) => [author?.[0], date?.[0]])).toEqual(
    Array.from({ length: count }, (_, i) => [`ada${i + 1}`, `2024-05-0${i + 1}T10:00:00Z`]),
  );
});

test('reads the rows of a board as cards', () => {
  const row = (n: number) =>
    `<li><dl><dt><a href="/threads/bog-${n}">What moss grows in bog ${n}?</a> <div>by <a href=/members/ada${n}>ada${n}</a> » ${n} May 2024</div></dt>
     <dd>${n} Replies</dd><dd><span>Last post by <a href=/members/ben>ben</a></span> 9 June 2024</dd></dl></li>`;
  const { items } = clean(`<h2>Mosses</h2><ul>${Array.from({ length: 8 }, (_, n) => row(n + 1)).join('')}</ul>`);
  expect(items).toHaveLength(8);
  expect(items?.[4]).toMatchObject({
    title: ['What moss grows in bog 5?'],
    link: ['https://forum.moss.example/threads/bog-5'],
  });
  expect(items?.[4]).not.toHaveProperty('author');
});

test.each([
  ['its data', (n: number) => ({ user: { data: { type: 'users', id: `${n}` } } })],
  ['its data without authors', () => ({})],
])('reads the posts of Flarum from %s', (_, relationships) => {
  const resource = (n: number) => ({
    ...{ type: 'posts', id: `${n + 500}`, relationships: relationships(n) },
    attributes: {
      number: n,
      createdAt: `2024-05-0${n}T10:00:00+00:00`,
      contentHtml: `<p>${sentence(n)}</p><p>${sentence(n + 10)}</p>`,
    },
  });
  const users = [1, 2].map((n) => ({ type: 'users', id: `${n}`, attributes: { displayName: `ada${n}` } }));
  const event = { type: 'posts', id: '503', attributes: { number: 3, content: ['old title', 'new title'] } };
  const data = JSON.stringify({ apiDocument: { included: [resource(2), event, null, ...users, resource(1)] } });
  const { items } =
    clean(`<noscript><h1>${TITLE}</h1><article><p>${sentence(1)}</p></article><article><p>${sentence(2)}</p></article></noscript>
    <script id="flarum-json-payload" type="application/json">${data.replaceAll('/', '\\/')}</script>`);
  const author = (n: number) => ('user' in relationships(n) ? { author: [`ada${n}`] } : {});
  expect(items).toEqual(
    [1, 2].map((n) => ({
      ...author(n),
      date: [`2024-05-0${n}T10:00:00+00:00`],
      text: [`${sentence(n)}\n\n${sentence(n + 10)}`],
    })),
  );
});

const SENTENCES = (n: number) => `<p>${sentence(n)}</p><p>${sentence(n + 10)}</p>`;
const namesOf = (html: string) => clean(html).items?.map(({ author, date }) => [author?.[0], date?.[0]]);
const named = (...numbers: readonly number[]) => numbers.map((n) => [`ada${n}`, `2024-05-0${n}T10:00:00Z`]);

describe('replies in each other', () => {
  test('are posts of their own', () => {
    const reply = (n: number, inner = ''): string =>
      `<div class="thing id-t${n} comment"><div class=entry><p><a href="/user/ada${n}">ada${n}</a> <time datetime="2024-05-0${n}T10:00:00Z">2 years ago</time></p>
       <div class=md>${SENTENCES(n)}</div></div><div class=child>${inner}</div></div>`;
    const html = `<h1>${TITLE}</h1><div class=area>${reply(1, reply(2, reply(3)))}${reply(4)}</div>`;
    expect(namesOf(html)).toEqual(named(1, 2, 3, 4));
  });

  test('are found in the elements of Reddit, after the post whose author is above its headline', () => {
    const time = (n: number) =>
      `<faceplate-timeago ts="x"><time datetime="2024-05-0${n}T10:00:00Z">2y ago</time></faceplate-timeago>`;
    const reply = (n: number, inner = ''): string =>
      `<shreddit-comment author=ada${n} depth=0><div><div><a href="/user/ada${n}/">ada${n}</a></div> ${time(n)}</div>
       <div id=t${n}-rtjson-content><div>${SENTENCES(n)}</div></div><shreddit-comment-action-row><a href="#">Reply</a></shreddit-comment-action-row>${inner}</shreddit-comment>`;
    const html = `<main><shreddit-post><div><a href="/r/moss/">r/moss</a> ${time(1)} <a href="/user/ada1/">ada1</a></div><h1>${TITLE}</h1>
      <div><div>${SENTENCES(1)}</div></div></shreddit-post>${reply(2, reply(3, reply(4)))}${reply(5)}</main>`;
    expect(namesOf(html)).toEqual(named(1, 2, 3, 4, 5));
  });
});

test.each(['class="author Link--primary"', 'rel=author', 'data-hovercard-type="user"'])(
  'takes the text of a link with %s as the author, as GitHub writes it',
  (marked) => {
    const head = (n: number) =>
      `<h3><a ${marked} href="/ada${n}">ada${n}</a> commented <time datetime="2024-05-0${n}T10:00:00Z">May ${n}, 2024</time></h3>`;
    expect(thread(head).map(({ author }) => author?.[0])).toEqual(['ada1', 'ada2', 'ada3']);
  },
);

test('takes no time beside a name, and no lines about the member as text of the post', () => {
  const head = (n: number) => `<div class=author>ada${n} 2 years ago</div><p>${n} May 2024</p>`;
  const items = thread(head, '<p>Posts: 12</p><p>Joined: 3 May 2014</p>');
  expect(items.map(({ author, text }) => [author?.[0], text?.[0]])).toEqual(
    [1, 2, 3].map((n) => [`ada${n}`, `${sentence(n)}\n\n${sentence(n + 10)}`]),
  );
});

test('reads a post whose author and text are cells beside each other as one', () => {
  const text = (n: number) =>
    `第${n}种茅膏菜用叶子上的粘液捕捉昆虫，生活在氮很少的沼泽深处。我每年春天换盆，只用雨水浇灌。`;
  const row = (n: number) =>
    `<div><table><tr><td class=pls><div><a href="space-uid-${n}.html">苔藓${n}</a></div><p>注册会员，来自威尔士的沼泽</p></td>
     <td class=plc><div>发表于 2024-5-${n} 10:20:30</div><div>${text(n)}${text(n + 10)}</div></td></tr></table></div>`;
  const html = `<meta name=generator content="Discuz! X3.4"><title>茅膏菜吃什么</title><h1>茅膏菜吃什么</h1><div>${[1, 2, 3, 4].map(row).join('')}</div>`;
  const { genre, items } = cleanHtml('https://bbs.moss.example/thread-12-1-1.html' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(genre).toBe('forum');
  expect(items?.map(({ author, date }) => [author?.[0], date?.[0]])).toEqual(
    [1, 2, 3, 4].map((n) => [`苔藓${n}`, `2024-05-0${n}`]),
  );
});

test('reads rows with a linked heading, an author and a date as cards, and short replies with one heading as posts', () => {
  const row = (title: string, n: number) =>
    `<li class=row><h4><a href="/topic/${n}">${title}</a></h4><div>By <a href="/profile/${n}">ada${n}</a>, <time datetime="2024-05-0${n}">${n} May 2024</time></div></li>`;
  const lists = ['Sundews', 'Re: Sundews', 'Pitchers', 'Peat'].map((title, k) => row(title, k + 1));
  const boardOf = (rows: readonly string[]) => {
    const page = parseHtml(`<ol>${rows.join('')}</ol>`, { xhtml: false, maxLinks: 100 });
    return readPosts({ page, chosen: page.blocks }, '', 'https://moss.example/board', []);
  };
  expect(boardOf(lists)).toBeUndefined();
  const replies = [1, 2, 3, 4].map((n) =>
    row(n === 1 ? 'Sundews' : 'Re: Sundews', n).replace('</li>', '<p>Thanks.</li>'),
  );
  expect(boardOf(replies)).toBeDefined();
});

test('shows the name in the attribute of a post where it is a line without a link', () => {
  const post = (n: number) =>
    `<section data-author="Ada Bog ${n}"><h3>Ada Bog ${n}</h3><span>${n} May 2024</span><div>${sentence(n)}</div></section>`;
  const page = parseHtml([1, 2, 3].map(post).join(''), { xhtml: false, maxLinks: 100 });
  const chosen = page.blocks.filter(({ text }) => text.startsWith('Sundew'));
  const { items = [], blocks } = readPosts({ page, chosen }, '', 'https://moss.example/g', []) ?? {};
  expect(items[1]).toEqual({ author: ['Ada Bog 2'], date: ['2024-05-02'], text: [sentence(2)] });
  expect([...(blocks ?? [])].map(({ text }) => text)).toContain('Ada Bog 2');
});
