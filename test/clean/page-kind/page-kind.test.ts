import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { mainTextModel } from '../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../shared/clean/main-text/page-survey.ts';
import {
  certainKind,
  kindProbabilities,
  likeliestKind,
  normalizeKinds,
} from '../../../shared/clean/page-kind/page-kind.ts';
import { PAGE_KINDS } from '../../../shared/clean/page-kind/page-kinds.ts';

const sentence = (n: number) => `Sundew number ${n} catches insects with the sticky drops on its leaves, in bogs.`;
const menu = '<nav><a href=/>Home</a> <a href=/about>About</a></nav>';
const times = (n: number, part: (i: number) => string) => Array.from({ length: n }, (_, i) => part(i)).join('');

const PAGES: [kind: string, url: string, html: string][] = [
  [
    'article',
    'https://moss.example/blog/2024/05/sundews-in-the-bog',
    `<meta property=og:type content=article><title>Sundews in the bog</title>${menu}<article class=post><h1>Sundews in the bog</h1>
     <div class=byline>By Ada</div>${times(8, (i) => `<p>${sentence(i)} ${sentence(i + 10)} ${sentence(i + 20)}</p>`)}</article>`,
  ],
  [
    'forum',
    'https://forum.moss.example/threads/what-do-sundews-eat.1234/',
    `<title>What do sundews eat? | Moss forum</title>${menu}${times(
      8,
      (i) =>
        `<div class="message post"><div class=message-user><a class=username href=/u/${i}>ada${i}</a> Joined: 2019 Messages: ${i}</div>
         <div class=message-body><p>${sentence(i)}</p></div><a href=#${i}>Reply</a></div>`,
    )}`,
  ],
  [
    'documentation',
    'https://docs.moss.example/en/latest/reference/api.html',
    `<meta name=generator content="Sphinx 7"><title>API reference — Moss documentation</title>${menu}<div class=toc>On this page</div><main>
     <h1>API reference</h1>${times(6, (i) => `<h2>moss.grow${i}()</h2><p>${sentence(i)}</p><div class=highlight><pre>moss.grow${i}(1)\nmoss.stop()</pre></div>`)}</main>`,
  ],
];

test.each(PAGES)('tells the kind of a page: %s', (kind, url, html) => {
  const page = parseHtml(`<link rel=canonical href="${url}">${html}`, { xhtml: false, maxLinks: 100 });
  const model = mainTextModel();
  expect(likeliestKind(kindProbabilities(page, surveyPage(page, model.cues), model))).toBe(kind);
});

test('reads a declared URL of a million number signs in linear time', () => {
  const page = parseHtml(`<link rel=canonical href="/${'#'.repeat(1_000_000)}\n#">`, { xhtml: false, maxLinks: 100 });
  const model = mainTextModel();
  expect(kindProbabilities(page, surveyPage(page, model.cues), model)).toHaveLength(PAGE_KINDS.length);
});

test('names a kind only if it is likelier than all others together', () => {
  expect(certainKind(Float32Array.of(0.1, 0.1, 0.6, 0.1, 0.1, 0, 0))).toBe('documentation');
  expect(certainKind(Float32Array.of(0.4, 0.4, 0.2, 0, 0, 0, 0))).toBeUndefined();
});

test('turns scores into probabilities that add up to 1', () => {
  const kinds = normalizeKinds(PAGE_KINDS.map((kind) => (kind === 'forum' ? 2 : -2)));
  expect(kinds.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 1);
  expect(likeliestKind(kinds)).toBe('forum');
});
