import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { isBoardUrl } from '../../../shared/clean/metadata/forum.ts';
import type { Url } from '../../../shared/url/url.ts';

const TITLES = ['Wet moss on dry stones', 'Which bog has sundews?', 'Rain water or tap water?', 'Peat for pots'];

/** Boards with the names of authors and last posts, as XenForo and Discourse write them. */
const xenforo = `<html lang=en><meta name=generator content="XenForo"><title>Moss talk</title><nav><a href=/>Home</a></nav><h1>Moss talk</h1><div class=block>${TITLES.map(
  (title, n) =>
    `<div class="structItem structItem--thread" data-author="ada${n}"><div class=structItem-cell><div class=structItem-title><a href="/threads/t.${n}/">${title}</a></div><ul><li><a href="/members/${n}/" class=username>ada${n}</a></li><li><time datetime="2024-05-0${n + 1}T10:00:00Z">May ${n + 1}</time></li></ul></div><div class=structItem-cell><dl><dt>Replies</dt><dd>${n + 7}</dd></dl></div><div class=structItem-cell><time datetime="2024-06-01T10:00:00Z">Jun 1</time> <a class=username>eve</a></div></div>`,
).join('')}</div>`;
const discourse = `<html lang=en><meta name=generator content="Discourse 3.2.0"><title>Moss talk</title><h1>Moss talk</h1><table><tr><th>Topic</th><th>Replies</th><th>Activity</th></tr>${TITLES.map(
  (title, n) =>
    `<tr class=topic-list-item><td><a href="/t/${n}" class=title>${title}</a><div><a href="/c/moss">Moss</a></div></td><td>${n + 7}</td><td>May ${n + 1}, 2024</td></tr>`,
).join('')}</table>`;

test.each([
  ['XenForo', 'https://bog.example/forums/moss-talk.4/', xenforo],
  ['Discourse', 'https://bog.example/c/moss-talk/5', discourse],
])('reads the threads of a board of %s', (_, url, html) => {
  const { genre, text, author, date, items = [] } = cleanHtml(url as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(genre).toBe('forum');
  expect([author, date]).toEqual([null, null]);
  expect(items.map(({ title, date: day, author: name }) => [title?.[0], `${day?.[0]}`.slice(0, 10), name])).toEqual(
    TITLES.map((title, n) => [title, `2024-05-0${n + 1}`, undefined]),
  );
  for (const title of TITLES) expect(text).toContain(title);
});

test('reads the posts of a thread whose URL looks like that of a board', () => {
  const post = (n: number) =>
    `<div class=post><a href="/members/${n}" class=username>ada${n}</a> <time datetime="2024-05-0${n}">May ${n}</time><p>Sundew number ${n} catches insects with the sticky drops on its leaves, and then digests them.</p></div>`;
  const similar = TITLES.map((title, n) => `<li><a href="/forum/${n}-similar">${title}</a></li>`).join('');
  const html = `<html lang=en><meta name=generator content=phpBB><title>Sundews</title><h1>Sundews</h1>${[1, 2, 3].map(post).join('')}<h2>Similar</h2><ul>${similar}</ul>`;
  const { author, items = [] } = cleanHtml('https://bog.example/forum/12-sundews' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(author).toBe('ada1');
  expect(items.map(({ author: name }) => name)).toEqual([['ada1'], ['ada2'], ['ada3']]);
});

test.each([
  'https://bog.example/viewforum.php?f=4',
  'https://bog.example/forumdisplay.php?4-Moss',
  'https://bog.example/index.php?board=4.0',
  'https://bog.example/forums/moss-talk.4/page-2',
  'https://bog.example/forum/4-moss-talk/page/2/',
  'https://bog.example/forum-4.html',
  'https://bog.example/c/plants/moss/7',
  'https://bog.example/category/3/moss',
  'https://bog.example/questions?tab=newest',
  'https://bog.example/questions/tagged/moss',
])('takes %s for a board', (url) => {
  expect(isBoardUrl(url)).toBe(true);
});

test.each([
  'https://bog.example/viewtopic.php?f=4&t=12',
  'https://bog.example/forums/threads/moss.12/',
  'https://bog.example/forums/topic/12-moss/',
  'https://bog.example/forum/index.php?topic=12.0',
  'https://bog.example/t/moss/12',
  'https://bog.example/questions/12/moss',
  'https://bog.example/index.php?board=4;action=display;threadid=12',
  'https://bog.example/category/3/thread/45',
  'https://bog.example/forums/moss-talk.4/threads/wet.12',
])('takes %s for no board', (url) => {
  expect(isBoardUrl(url)).toBe(false);
});
