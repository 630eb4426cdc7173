import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerByNames } from '../../../../shared/clean/main-text/corrections/names.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

const page = parseHtml(
  `<p>a</p><p class="modal">b</p><div class="owl-carousel"><div><p>c</p></div></div>
<section id="customer-reviews"><p>d</p></section><div class="signature">e</div>
<div class="author-box"><p>f</p></div><p class="affiliate-disclosure">g</p>`,
  { xhtml: false, maxLinks: 100 },
);

test.each([
  ['article', [3, 1, 1.5, 3, 3, 0, 0]],
  ['forum', [3, 1, 1.5, 3, -1, 3, 3]],
  ['product', [3, 1, 1.5, 1, 3, 3, 3]],
  ['service', [3, 1, 3, 3, 3, 3, 3]],
])('lowers the scores of blocks by the names around them on a page of the kind %s', (kind, expected) => {
  const scores = new Float32Array(7).fill(3);
  const kinds = Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0));
  lowerByNames(scores, surveyPage(page, mainTextModel().cues), kinds);
  expect(page.blocks.map(({ text }, i) => [text, scores[i]])).toEqual(
    expected.map((score, i) => ['abcdefg'[i], score]),
  );
});

test('lowers the scores of signatures that only data-role names', () => {
  const signed = parseHtml('<p>a</p><div data-role="memberSignature" class="ipsBorder_top"><p>b</p></div>', {
    xhtml: false,
    maxLinks: 100,
  });
  const scores = new Float32Array(2).fill(3);
  const kinds = Float32Array.from(PAGE_KINDS, (kind) => (kind === 'forum' ? 1 : 0));
  lowerByNames(scores, surveyPage(signed, mainTextModel().cues), kinds);
  expect([...scores]).toEqual([3, -1]);
});

test('a name around nearly all of the text tells nothing about it', () => {
  const text = 'Moss grows on stones and in the shade of trees. '.repeat(3);
  const wrapped = (inner: string) =>
    parseHtml(`<div class="modal-page">${inner}</div><footer>${text.repeat(9)}</footer>`, {
      xhtml: false,
      maxLinks: 100,
    });
  const scoresOf = (html: string) => {
    const survey = surveyPage(wrapped(html), mainTextModel().cues);
    const scores = new Float32Array(survey.page.blocks.length).fill(3);
    lowerByNames(
      scores,
      survey,
      Float32Array.from(PAGE_KINDS, (kind) => (kind === 'article' ? 1 : 0)),
    );
    return [...scores];
  };
  expect(scoresOf(`<p>${text}</p><p>${text}</p>`)).toEqual([3, 3, 3]);
  expect(scoresOf(`<p>${text}</p><p class="owl-carousel">${text}</p>`)).toEqual([3, 1.5, 3]);
});

test('a page about its author has text in the box about the author', () => {
  const scoreOf = (title: string) => {
    const html = `<title>${title}</title><div class="about-the-author"><p>b</p></div><p>a</p>`;
    const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
    const scores = new Float32Array(2).fill(3);
    lowerByNames(
      scores,
      survey,
      Float32Array.from(PAGE_KINDS, (kind) => (kind === 'article' ? 1 : 0)),
    );
    return scores[0];
  };
  expect(['Moss', 'About moss', 'About – Ada Moss', 'About the author'].map(scoreOf)).toEqual([0, 0, 3, 3]);
});

test('a page about dialogs has text in elements that are named so', () => {
  const scoresOf = (title: string) => {
    const html = `<title>${title}</title><p>a</p><div class="modal-example"><p>b</p></div><div class="carousel"><p>c</p></div>`;
    const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
    const scores = new Float32Array(3).fill(3);
    lowerByNames(
      scores,
      survey,
      Float32Array.from(PAGE_KINDS, (kind) => (kind === 'documentation' ? 1 : 0)),
    );
    return [...scores];
  };
  expect(scoresOf('Moss')).toEqual([3, 1, 1.5]);
  expect(scoresOf('Modal windows')).toEqual([3, 3, 1.5]);
});
