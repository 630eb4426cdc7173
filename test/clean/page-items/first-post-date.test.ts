import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { newItem } from '../../../shared/clean/page-items/item.ts';
import { firstPostDate } from '../../../shared/clean/page-items/posts/first-post-date.ts';
import type { Url } from '../../../shared/url/url.ts';

const posts = (...dates: (string | undefined)[]) =>
  dates.map((date) => newItem({ author: 'ada', date, text: 'A post' }));

test.each([
  ['is used if the page has no date', null, undefined, ['2024-05-01', '2024-05-02'], '2024-05-01'],
  [
    'replaces a line, which may belong to another thread',
    '2021-09-12',
    'text',
    ['2024-05-01', '2024-05-01'],
    '2024-05-01',
  ],
  [
    'replaces a later time, such as the clock',
    '2026-03-05T12:16:19Z',
    'time',
    ['2024-05-01', '2024-05-02'],
    '2024-05-01',
  ],
  ['replaces a later marked date', '2026-03-05', 'marked', ['2024-05-01', '2024-05-02'], '2024-05-01'],
  [
    'does not replace an earlier time: the question may be no item',
    '2024-04-30',
    'time',
    ['2024-05-01', '2024-05-02'],
    undefined,
  ],
  ['does not replace a time of the same day', '2024-05-01T10:00:00Z', 'time', ['2024-05-01', '2024-05-02'], undefined],
  ['does not replace a declared date', '2026-03-05', 'json-ld', ['2024-05-01', '2024-05-02'], undefined],
  ['replaces a later time if it is the only post', '2026-03-05', 'time', ['2024-05-01'], '2024-05-01'],
  ['does not replace a line if it is the only post', '2026-03-05', 'text', ['2024-05-01'], undefined],
  ['is not used if another post is earlier', '2026-03-05', 'time', ['2024-05-02', '2024-05-01'], undefined],
  ['is not used if another post has no date', '2026-03-05', 'time', ['2024-05-01', undefined], undefined],
  ['is unknown if the first post has none', null, undefined, [undefined, '2024-05-01'], undefined],
])('the date of the first post %s', (_, found, source, dates, expected) => {
  expect(firstPostDate(posts(...dates), found, source)).toBe(expected);
});

test('takes the date of a thread from its first post instead of the clock of the page', () => {
  const post = (n: number) =>
    `<div class=post><div class=poster><a href="/members/ada${n}">ada${n}</a></div><div>${n} May 2024, 10:00</div>
     <div class=post-body><p>Sundew number ${n} catches insects with the sticky drops on its leaves, deep in the bog.</p></div></div>`;
  const html = `<meta name=generator content="phpBB"><title>What do sundews eat?</title><nav><a href=/>Home</a></nav>
    <p>Now: <time datetime="2026-03-05T12:16:19Z">5 March</time></p><h1>What do sundews eat?</h1><div id=posts>${[1, 2, 3].map(post).join('')}</div>`;
  const url = 'https://forum.moss.example/threads/what-do-sundews-eat.12/' as Url;
  const { date, sources } = cleanHtml(url, html, DEFAULT_CLEAN_OPTIONS);
  expect({ date, source: sources?.['date'] }).toEqual({ date: '2024-05-01', source: 'post' });
});
