import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../../shared/clean/clean-page.ts';
import { lowerCopies } from '../../../../shared/clean/main-text/corrections/copied-passages.ts';
import type { Url } from '../../../../shared/url/url.ts';

const TEXTS = [
  'The ditch beside the road was dug deeper in spring, and the kettle bog behind it dried out within a summer.',
  'Sundews need wet peat all year. Their roots are short, and the first dry weeks of May kill the seedlings.',
  'Two boards and a sack of clay are enough to dam a small ditch, as long as somebody looks after them.',
  'After heavy rain the clay is washed out below the boards, so visit the dam in the week after each storm.',
  'The water came back in three months, and the moss needed two more years to cover the bare peat again.',
  'Write down the water level at a marked pole each month: without figures no council pays for a second dam.',
];

const rendering = (texts: readonly string[], name: string) =>
  `<div class="ssr-variant ${name}"><div>${texts.map((text) => `<p>${text}</p>`).join('')}</div></div>`;

function textOf(body: string): string {
  const page = `<title>A bog comes back</title><body><h1>A bog comes back</h1>${body}</body>`;
  return cleanHtml('http://bog.example/blog/a-bog-comes-back' as Url, page, DEFAULT_CLEAN_OPTIONS).text;
}

const counts = (text: string) => TEXTS.map((one) => text.split(one).length - 1);

test('a text that a page has once for each width of screen is taken once', () => {
  const text = textOf(rendering(TEXTS, 'hidden-a1') + rendering(TEXTS, 'hidden-b2') + rendering(TEXTS, 'hidden-c3'));
  expect(counts(text)).toEqual(TEXTS.map(() => 1));
});

test.each([
  ['a carousel', `<div class="owl-carousel">${TEXTS.map((text) => `<p>${text}</p>`).join('')}</div>`],
  ['a modal window', `<div class="modal"><div>${TEXTS.map((text) => `<p>${text}</p>`).join('')}</div></div>`],
  ['a list of results', `<ul class="search-results">${TEXTS.map((text) => `<li>${text}</li>`).join('')}</ul>`],
])('a text that is also in %s is taken at least once', (_, other) => {
  const main = `<main><article>${TEXTS.map((text) => `<p>${text}</p>`).join('')}</article></main>`;
  expect(Math.min(...counts(textOf(other + main)))).toBeGreaterThan(0);
});

test('sections with the same text below headings of their own stay', () => {
  const rows = TEXTS.map((text, i) => `<tr><th>${i}</th><td>${text}</td></tr>`).join('');
  const days = ['Monday', 'Tuesday', 'Wednesday'].map((day) => `<h2>${day}</h2><table>${rows}</table>`);
  expect(counts(textOf(`<main><p>Times of the walks along the dam.</p>${days.join('')}</main>`))).toEqual(
    TEXTS.map(() => 3),
  );
});

test('a copy may lack a paragraph of the original', () => {
  expect(counts(textOf(rendering(TEXTS, 'a') + rendering(TEXTS.toSpliced(2, 1), 'b')))).toEqual(TEXTS.map(() => 1));
});

test('repeated lines of an article stay', () => {
  const weeks = TEXTS.map((text) => `<h2>Week of the ${text.slice(4, 9)}</h2><p>${text}</p><p>Look at the dam.</p>`);
  expect(textOf(weeks.join('')).split('Look at the dam.')).toHaveLength(TEXTS.length + 1);
});

/** A page without headings. */
const surveyOf = (...firstEquals: number[]) => ({
  firstEquals: Int32Array.from(firstEquals),
  lastHeadings: new Int32Array(firstEquals.length).fill(-1),
});

/** Scores of an original of two blocks and its copy. */
function scoresOfCopy(original: number, words: number): number[] {
  const scores = Float32Array.of(original, original, 3, 3);
  lowerCopies(scores, surveyOf(0, 1, 0, 1), new Float32Array(4).fill(words));
  return [...scores];
}

test('lowers the scores of copies from 100 words on', () => {
  expect(scoresOfCopy(3, 50)).toEqual([3, 3, -3, -3]);
  expect(scoresOfCopy(3, 49)).toEqual([3, 3, 3, 3]);
});

test('a copy of a hidden original stays', () => {
  expect(scoresOfCopy(-4, 50)).toEqual([-4, -4, 3, 3]);
  expect(scoresOfCopy(Number.NEGATIVE_INFINITY, 50)).toEqual([
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    3,
    3,
  ]);
});

test('copies in another order are no passage', () => {
  const scores = new Float32Array(6).fill(3);
  lowerCopies(scores, surveyOf(0, 1, 2, 2, 1, 0), new Float32Array(6).fill(40));
  expect([...scores]).toEqual([3, 3, 3, 3, 3, 3]);
});

test('a line that is repeated one after another is no passage', () => {
  const scores = new Float32Array(5).fill(3);
  lowerCopies(scores, surveyOf(0, 0, 0, 0, 0), new Float32Array(5).fill(40));
  expect([...scores]).toEqual([3, 3, 3, 3, 3]);
});

test('a block between copies that repeats a hidden one stays', () => {
  const scores = Float32Array.of(-5, 3, 3, 3, 3, 3, 3, 3);
  lowerCopies(scores, surveyOf(0, 1, 2, 3, 1, 0, 2, 3), new Float32Array(8).fill(60));
  expect([...scores]).toEqual([-5, 3, 3, 3, -3, 3, -3, -3]);
});
