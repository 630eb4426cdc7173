import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../../shared/clean/clean-page.ts';
import { lowerRepetitions } from '../../../../shared/clean/main-text/corrections/repetitions.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';
import type { Url } from '../../../../shared/url/url.ts';

const kinds = (kind: string) => Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0));

test.each([
  ['forum', [3, -1, 3]],
  ['product', [3, 1, 3]],
  ['article', [3, 3, 3]],
])('lowers the scores of repetitions of some words on a page of the kind %s', (kind, expected) => {
  const scores = Float32Array.of(3, 3, 3);
  lowerRepetitions(scores, { firstEquals: Int32Array.of(0, 0, 0) }, Float32Array.of(9, 9, 2), kinds(kind));
  expect([...scores]).toEqual(expected);
});

test('a quotation of an earlier post is not repeated in the text of a thread', () => {
  const posts = [
    'My kettle bog dried out in August, because the ditch beside the road was dug deeper in spring.',
    'Did you ask the council about the ditch? They filled ours within a week when we told them of the sundews.',
    'They will not answer letters, so I dammed it with two boards and a sack of clay, and the water is back.',
    'Two boards are enough for a small ditch, but look after heavy rain whether the clay is still in place.',
  ];
  const quoted = `<blockquote class="quote"><div>ada said:</div><div>${posts[0]}</div></blockquote>`;
  const html = posts
    .map(
      (post, n) =>
        `<article class="message message--post" id="post-${n}"><h4 class="message-name"><a href="/members/${n}">user${n}</a></h4>
<time datetime="2024-05-0${n + 1}">May ${n + 1}, 2024</time><div class="message-body">${n === 3 ? quoted : ''}<div class="bbWrapper">${post}</div></div></article>`,
    )
    .join('');
  const page = `<title>Bog dried out | Bog forum</title><body><h1>Bog dried out</h1>${html}</body>`;
  const { text } = cleanHtml('http://bog.example/threads/bog-dried-out.7/' as Url, page, DEFAULT_CLEAN_OPTIONS);
  expect(posts.map((post) => text.split(post).length - 1)).toEqual([1, 1, 1, 1]);
});
