import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerReaderNotices } from '../../../../shared/clean/main-text/corrections/reader-notices.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Score of a paragraph on a page of one kind, which was 3. */
function scoreOf(line: string, kind: string): number | undefined {
  const page = parseHtml(`<p>${line}</p>`, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array([3]);
  lowerReaderNotices(
    scores,
    { page },
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return scores[0];
}

test.each([
  'Sign up for our newsletter and never miss a story.',
  'The best of the bog, delivered straight to your inbox.',
  'Melden Sie sich für unseren Newsletter an.',
  'Inscrivez-vous à notre newsletter.',
  'Suscríbete a nuestro boletín',
  'Schrijf je in voor de nieuwsbrief',
  'Follow us on Telegram and YouTube for the latest news.',
  'Follow Ada Moss on Twitter',
  'Folgen Sie uns auf Instagram',
  'Subscribe now to our electronic edition for the full story.',
  'Subscribe: Apple Podcasts | Spotify | RSS',
  'For the latest stories download the Bog News app.',
  'If you enjoyed reading this post, buy me a coffee.',
  'This post contains affiliate links.',
  'When you purchase through links on our site, we may earn a commission.',
  'This entry was posted on Monday and is filed under Moss.',
  '– Anzeige –',
  'Photo: Ada Moss',
  '(Bild: Moos-Archiv)',
])('lowers the score of the notice "%s" in articles only', (line) => {
  expect(['article', 'documentation', 'forum'].map((kind) => scoreOf(line, kind))).toEqual([-7, 3, 3]);
});

test.each([
  'The paper sold 680,000 newsletter subscriptions in a year.',
  'Photographs of the bog were taken in May.',
  'People who follow us to the bog bring boots.',
  'Advertising grew by a tenth, the company said.',
  'The image: a bog in winter, a heron, a frozen ditch, and behind them the last peat cutters of the valley on the way home.',
  'She joined the newsroom in May and writes the newsletter.',
  'It was in a newsletter that no member is subscribed to.',
  'Affiliate marketing pays bloggers for links.',
  `A long paragraph that mentions once how to subscribe to the newsletter. ${'Moss grows on it. '.repeat(20)}`,
])('keeps the score of the sentence "%s"', (line) => {
  expect(scoreOf(line, 'article')).toBe(3);
});
