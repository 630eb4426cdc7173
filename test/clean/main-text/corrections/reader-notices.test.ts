import { expect, test } from 'vitest';
import { parseHtml } from '../../../../shared/clean/html/parse-html.ts';
import { lowerReaderNotices } from '../../../../shared/clean/main-text/corrections/reader-notices.ts';
import { PAGE_KINDS } from '../../../../shared/clean/page-kind/page-kinds.ts';

/** Score of a paragraph on a page of one kind, which was 3. */
const scoreOf = (line: string, kind: string): number | undefined => scoresOf(`<p>${line}</p>`, kind)[0];

/** Scores of the blocks of a page of one kind, which were 3. */
function scoresOf(html: string, kind = 'article'): number[] {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  const scores = new Float32Array(page.blocks.length).fill(3);
  lowerReaderNotices(
    scores,
    { page },
    Float32Array.from(PAGE_KINDS, (one) => (one === kind ? 1 : 0)),
  );
  return [...scores];
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
  'Follow the Bog on Facebook.',
  'We may earn a commission if you buy through our links.',
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
  'Foto: privat',
  'Photo: Ada Moss and Per Peat via the Bog Archive',
  'Photo credit: the botanical garden of the town',
  'Join our Telegram channel',
  'Click here to subscribe to the newsletter.',
  'Dieser Beitrag enthält Werbung.',
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
  'Most visitors will not sign up for your newsletter because a box tells them to.',
  'Follow relevant news, subscribe to industry newsletters, and read the reports.',
  'A confirmation message is sent to your inbox, and the link in it is valid for a day.',
  'Der Newsletter der Stadt, den viele abonniert haben, meldete es zuerst.',
  'Las familias recibieron el viernes el último boletín con notas.',
  'Les habitants qui s’abonnent à la newsletter reçoivent aussi le bulletin.',
  'With affiliate links, a publisher earns a commission on each sale.',
  'Die App ist kostenlos, enthält Werbung und ist auf Englisch.',
  'Follow the instructions on Facebook to download your data.',
  'Like my mother, I joined Facebook late.',
  'Follow our steps and repeat them on Instagram.',
  'Subscribe to the show again in Apple Podcasts.',
  'You have reached the limit of attachments.',
  'If you like this story of a monitor, there is a shorter one.',
  'Dieser Beitrag wurde am 4. Mai auf Facebook geteilt.',
  'Photos: two albums will lie open in the parish hall.',
  'Image: sharp to the corners, with even light',
  'Credit: 180 hours of work',
  `A long paragraph that mentions once how to subscribe to the newsletter. ${'Moss grows on it. '.repeat(20)}`,
])('keeps the score of the sentence "%s"', (line) => {
  expect(scoreOf(line, 'article')).toBe(3);
});

test('keeps what a page says about its subject', () => {
  const about = (title: string, line: string) => scoresOf(`<title>${title}</title><p>${line}</p>`)[0];
  const letter = 'Sign up for our newsletter, which appears every month.';
  expect(about('How to grow a newsletter – The Bog', letter)).toBe(3);
  expect(about('How moss grows – The Bog Newsletter', letter)).toBe(-7);
  expect(about('Privacy policy', 'You can find more: follow us on Facebook.')).toBe(3);
  expect(about('The best cookies for tea', letter)).toBe(-7);
  expect(about('Cookie policy', letter)).toBe(3);
  expect(about('Privacy policy', 'Join our mailing list, and we store your address.')).toBe(3);
  expect(about('Affiliate marketing', 'This page contains affiliate links, it said.')).toBe(3);
});

test('a label of an advertisement or a picture is no heading, entry or value', () => {
  const labels = ['<h2>Advertising</h2>', '<ul><li>Sponsored</ul>', '<table><tr><td>Photos: Twelve</table>'];
  expect(scoresOf(labels.join(''))).toEqual([3, 3, 3]);
  expect(scoresOf('<p>Advertising</p><div>Sponsored</div><p>Photo: Twelve</p>')).toEqual([-7, -7, -7]);
});

test('lowers what a publishing system writes below a post if it has a link', () => {
  const line = 'This entry was posted on Monday in ';
  expect(scoresOf(`<p>${line}<a href=/moss>Moss</a></p><p>${line}Moss</p>`)).toEqual([-7, 3]);
});
