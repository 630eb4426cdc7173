import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { blockWords } from '../../../../shared/clean/main-text/block-scores.ts';
import { lowerPageControls } from '../../../../shared/clean/main-text/corrections/page-controls.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Texts of the blocks whose scores are lowered on a page of a kind. */
function lowered(html: string, kind = 'documentation'): string[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length);
  const kinds = Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0));
  lowerPageControls(scores, { page }, blockWords(page), kinds);
  return page.blocks.filter((_, i) => (scores[i] as number) < 0).map(({ text }) => text);
}

test.each([
  'Was this page helpful?',
  'Did this page help you? - Yes',
  'Did this answer your question?',
  'Was this information helpful to you?',
  'Is this page useful? Yes No',
  'Did you find this article useful?',
  'War dieser Artikel hilfreich?',
  'Please enable JavaScript to read this page.',
  'JavaScript is disabled in your browser.',
])('lowers "%s"', (text) => {
  expect(lowered(`<main><p>Moss grows.</p><p>${text}</p><p>Peat burns.</p></main>`)).toEqual([text]);
});

test('lowers what follows a question in an element of its own', () => {
  const html =
    '<main><p>Moss grows.</p><div><h4>Did this page help you?</h4><p>Thanks for letting us know.</p><div><p>Tell us more.</p></div></div><p>Peat burns.</p></main>';
  expect(lowered(html)).toEqual(['Did this page help you?', 'Thanks for letting us know.', 'Tell us more.']);
  expect(lowered(html, 'forum')).toEqual([]);
});

test('lowers only the question if its element is a part of the text', () => {
  const html = `<main><p>Was this page helpful?</p>${'<p>Moss grows on stones and in the shade of trees.</p>'.repeat(20)}</main>`;
  expect(lowered(html)).toEqual(['Was this page helpful?']);
});

test.each([
  'Is this the best moss for a garden?',
  'JavaScript is a language for pages.',
  'Was this moss helpful to birds?',
  'Does this help with motion sickness?',
  'Is this useful for commuters?',
  'Is the answer to my claim binding?',
  'Did you find it helpful to book early?',
  'JavaScript is disabled in some company browsers.',
  'JavaScript is disabled by default.',
])('keeps "%s"', (text) => {
  expect(lowered(`<p>${text}</p>`)).toEqual([]);
});

test('keeps what pages about scripts say of them, and the steps of instructions', () => {
  const notice = '<p>This site requires JavaScript.</p>';
  expect(lowered(`<title>How to enable JavaScript</title>${notice}`)).toEqual([]);
  expect(lowered(`<title>Moss</title>${notice}`)).toEqual(['This site requires JavaScript.']);
  expect(lowered('<ol><li>Please enable JavaScript, then load the page again.</li></ol>')).toEqual([]);
});
