import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerReaderComments } from '../../../../shared/clean/main-text/corrections/reader-comments.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

const TIME = '<meta property="article:published_time" content="2024-03-03T09:00:00Z">';
const ARTICLE = `<h1>Moss</h1><p>${'Moss grows on stones, in the shade of trees and on old roofs. '.repeat(4)}</p>`;
const COMMENTS = '<ol class="comment-list"><li>I saw it.</li><li>Me too.</li></ol>';

/** Scores of the blocks of a page of one kind, which were 3. */
function scoresOf(html: string, kind: string): number[] {
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length).fill(3);
  lowerReaderComments(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

test('lowers the scores of comments below an article that declares its time, also if it looks like a list', () => {
  for (const kind of ['article', 'listing', 'service'])
    expect(scoresOf(TIME + ARTICLE + COMMENTS, kind)).toEqual([3, 3, -3, -3]);
  expect(scoresOf(ARTICLE + COMMENTS, 'listing')).toEqual([3, 3, 3, 3]);
});

test('keeps the posts of a forum', () => {
  const thread = '<div itemscope itemtype="https://schema.org/DiscussionForumPosting">';
  expect(scoresOf(TIME + thread + ARTICLE + COMMENTS, 'article')).toEqual([3, 3, 3, 3]);
  expect(scoresOf(TIME + ARTICLE + COMMENTS, 'forum')).toEqual([3, 3, 3, 3]);
});

test('keeps an opinion whose element is named a comment, and a page of hardly anything else', () => {
  expect(
    scoresOf(`${TIME}<div class="kommentar">${ARTICLE}</div><p>${'Other texts. '.repeat(30)}</p>`, 'article'),
  ).toEqual([3, 3, 3]);
  expect(scoresOf(`${TIME}<h1>Moss</h1>${COMMENTS}`, 'article')).toEqual([3, 3, 3]);
});

test('lowers the scores of options and filters in shops', () => {
  const options = '<fieldset><p>Option: green</p></fieldset>';
  expect(scoresOf(ARTICLE + options, 'collection')).toEqual([3, 3, 0]);
  expect(scoresOf(ARTICLE + options, 'product')).toEqual([3, 3, 0]);
  expect(scoresOf(ARTICLE + options, 'service')).toEqual([3, 3, 3]);
});
