import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { MIN_SCORE } from '../../../../shared/clean/main-text/block-scores.ts';
import { raiseManualMembers } from '../../../../shared/clean/main-text/corrections/manual-members.ts';
import { mainTextModel } from '../../../../shared/clean/main-text/model.ts';
import { surveyPage } from '../../../../shared/clean/main-text/page-survey.ts';

const html = `<p>Bog</p><h1>Module Moss</h1><pre>val grow : moss -> peat</pre><p><a href=a>Previous page</a></p><p>Generated</p><div class=copyright-footer>Under the bog licence</div>`;

/** Texts of the blocks whose scores are raised on a page; `Generated` is certainly no text. */
function raised(head: string, headline = 1): string[] {
  const page = parseHtml(head + html, { xhtml: false, maxLinks: 100 });
  const scores = Float32Array.from(page.blocks, ({ text }) => (text === 'Generated' ? MIN_SCORE : 0));
  raiseManualMembers(scores, { page, sums: surveyPage(page, mainTextModel().cues).sums, headline });
  return page.blocks.filter((_, i) => (scores[i] as number) > 0).map(({ text }) => text);
}

const generator = '<meta name=generator content="odoc 2.1">';

test('raises what stands below the headline, except links, footers and what is certainly no text', () => {
  expect(raised(generator)).toEqual(['val grow : moss -> peat']);
});

test('leaves pages of other programs and pages without a headline alone', () => {
  expect(raised('<meta name=generator content="WordPress 6">')).toEqual([]);
  expect(raised(generator, -1)).toEqual([]);
});
