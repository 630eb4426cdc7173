import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const TITLE = 'Smell of old water in the saucer of my sundew';
const TEXTS = [
  'The water in my saucer smells of old leaves, although it is rain water from a clean barrel in the yard.',
  'I change it every second day, and it still does, also in the cold.',
  'I have already washed the pot and the saucer twice, without any difference.',
  'Has anybody smelled one of these pots before?',
];
const BODY = TEXTS.join('<br><br>');

/** Threads without replies, whose heads have the title, the author and the time of the only post. */
const smf = `<body class="action_messageindex board_4"><div id=wrapper><div id=display_head class=information><h2 class=display_title><span>${TITLE}</span></h2><p>Started by ada, May 03, 2024, 09:12:00 AM</p></div><div id=forumposts><form><div class=windowbg id=msg1><div class=poster><h4><a href="/index.php?action=profile;u=7">ada</a></h4></div><div class=postarea><div class=postinfo><a href="/index.php?msg=1">May 03, 2024, 9:12:00 AM</a></div><div class=post><div class=inner id=msg_1>${BODY}</div></div></div></div></form></div></div>`;
const xenforo = `<body><div class=p-body><div class=p-body-header><div class=p-title><h1 class=p-title-value>${TITLE}</h1></div><div class=p-description><ul><li><a href="/members/5/" class=username>ada</a><li><a href="/threads/smell.12/"><time datetime="2024-05-03T10:00:00+0000">May 3, 2024</time></a></ul></div></div><div class="block block--messages"><article class="message message--post" data-author="ada" itemscope itemtype="https://schema.org/Comment"><div class=message-main><header><ul><li><a href="/threads/smell.12/post-1"><time datetime="2024-05-03T10:00:00+0000">May 3, 2024</time></a></ul></header><div class=message-content><article class=message-body><div itemprop=text><div class=bbWrapper>${BODY}</div></div></article></div></div></article></div></div>`;

test.each([
  ['SMF', 'https://bog.example/index.php?topic=12.0', smf],
  ['XenForo', 'https://bog.example/threads/smell.12/', xenforo],
])('reads the only post of a thread of %s without its head', (_, url, html) => {
  const page = `<!DOCTYPE html><html lang=en>${html}`;
  const { items = [], genre } = cleanHtml(url as Url, page, DEFAULT_CLEAN_OPTIONS);
  expect(genre).toBe('forum');
  expect(items.map(({ author, date, text }) => [author?.[0], `${date?.[0]}`.slice(0, 10), text?.[0]])).toEqual([
    ['ada', '2024-05-03', TEXTS.join('\n\n')],
  ]);
});

test('keeps a first post that repeats the title if its author added another one later', () => {
  const post = (n: number, author: string, text: string) =>
    `<div class=post><a class=username href="/members/${author}">${author}</a> <time datetime="2024-05-03T0${n}:00:00Z">May 3</time><p>${text}</p></div>`;
  const posts = [post(1, 'ada', TITLE), post(2, 'ada', TEXTS[0] as string), post(3, 'ben', TEXTS[2] as string)];
  const html = `<html lang=en><meta name=generator content=phpBB><title>${TITLE}</title><h1>${TITLE}</h1>${posts.join('')}`;
  const { items = [] } = cleanHtml('https://bog.example/viewtopic.php?t=1' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(items.map(({ text }) => text?.[0])).toEqual([TITLE, TEXTS[0], TEXTS[2]]);
});
