import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { raiseDescription } from '../../../../shared/clean/main-text/corrections/declared-description.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

const DESCRIPTION = 'The pot is fired twice & glazed by hand. It keeps water away from the roots of bog plants.';
const [FIRST, SECOND] = [
  'The pot is fired twice &amp; glazed by hand.',
  'It keeps water away from the roots of bog plants.',
];
const meta = (text: string) => `<meta property="og:description" content="${text}">`;
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** Scores of the lines of a page, which were 0. */
function scoresOf(head: string, lines: readonly string[], kind = 'product'): number[] {
  const html = `${head}${lines.map((line) => `<p>${line}</p>`).join('')}`;
  const survey = surveyPage(parseHtml(html, { xhtml: false, maxLinks: 100 }), mainTextModel().cues);
  const scores = new Float32Array(survey.page.blocks.length);
  raiseDescription(
    scores,
    survey,
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
}

const LINES = ['Add it to a list of wishes and of plans', FIRST, SECOND, 'keeps water away'];

test.each([
  ['a meta element', meta(DESCRIPTION)],
  ['JSON-LD', script({ '@type': 'Product', description: `<p>${DESCRIPTION}</p>` })],
  [
    'JSON-LD that is escaped as HTML',
    script({
      '@type': 'Product',
      description: `&lt;p&gt;${DESCRIPTION.replace('&', '&amp;').replaceAll(' ', '&nbsp;')}&lt;/p&gt;`,
    }),
  ],
  ['a graph', script({ '@graph': [{ '@type': ['schema:Product'], description: DESCRIPTION }] })],
])('raises the blocks of the description in %s, but no label of a few words', (_, head) => {
  expect(scoresOf(head, LINES)).toEqual([0, 3, 3, 0]);
});

test('raises a block around a description that is cut', () => {
  const cut = `${DESCRIPTION.slice(0, -8)}…`;
  expect(scoresOf(meta(cut), [`${FIRST} ${SECOND} More follows.`])).toEqual([3]);
});

test('raises the first of two copies, also if they are cut into other blocks', () => {
  expect(scoresOf(meta(DESCRIPTION), [`${FIRST} ${SECOND}`, FIRST, `${FIRST} ${SECOND}`])).toEqual([3, 0, 0]);
});

test.each([
  ['on a page of another kind', meta(DESCRIPTION), 'article'],
  ['in JSON-LD of another type', script({ '@type': 'Organization', description: DESCRIPTION }), 'product'],
])('ignores a description %s', (_, head, kind) => {
  expect(scoresOf(head, LINES, kind)).toEqual([0, 0, 0, 0]);
});
