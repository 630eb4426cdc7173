import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const TEXT =
  `<p>The sundews of the bog catch insects because the soil in which they grow holds hardly any nitrogen, and they have to get
it from elsewhere.</p>`.repeat(4);

/** Lines of old pages without metadata, with their language, date and author; an undefined author is not checked. */
const ROWS: [language: string, line: string, date: string | null, author?: string | null | undefined, url?: string][] =
  [
    ['en', '<div class=post-footer>Posted by Ada Writer on June 3, 2008 at 4:05 PM</div>', '2008-06-03', 'Ada Writer'],
    [
      'en',
      '<p class="byline">Posted by Ada Writer at 4:05 PM on Tuesday, June 03, 2008</p>',
      '2008-06-03',
      'Ada Writer',
    ],
    ['en', '<h2 class="date-header">Tuesday, June 3, 2008</h2>', '2008-06-03'],
    ['en', '<small>June 3rd, 2008 by ada</small>', '2008-06-03', 'ada'],
    ['en', '<small>Posted in Bogs on June 3rd, 2008 by ada</small>', '2008-06-03', 'ada'],
    ['en', '<small>Bog Times | June 3rd, 2008, by Ada Writer</small>', '2008-06-03', 'Ada Writer'],
    ['en', '<small>June 3rd, 2008 by Ada Writer</small>', '2008-06-03', 'Ada Writer'],
    ['en', '<p>By ADA WRITER<br>Published: June 3, 2008</p>', '2008-06-03', 'ADA WRITER'],
    [
      'en',
      '<font size=1>By Ada Writer, Staff Writer<br>Tuesday, June 3, 2008; Page A01</font>',
      '2008-06-03',
      'Ada Writer',
    ],
    ['en', '<span>Last Updated: Tuesday, 3 June 2008, 16:05 GMT 17:05 UK</span>', '2008-06-03'],
    ['en', '<p>by Ada Writer, Reuters | 06/03/2008</p>', '2008-06-03', 'Ada Writer'],
    ['en', '<p>03 Jun 2008</p>', '2008-06-03'],
    ['en', '<p>Jun. 3, 2008</p>', '2008-06-03'],
    ['en', '<p>Posted: 6/3/08 4:05 pm</p>', '2008-06-03'],
    ['en', '<p>June 3, 2008 4:05 PM PDT</p>', '2008-06-03'],
    ['en', '<p>Submitted by ada on Tue, 2008-06-03 16:05.</p>', '2008-06-03', 'ada'],
    ['en', '<p>Written by Ada Writer<br>Tuesday, 03 June 2008</p>', '2008-06-03', 'Ada Writer'],
    ['en-GB', '<p>03/06/2008</p>', '2008-06-03', undefined, 'http://bog.example.co.uk/a'],
    ['en', '<p>Added on 2008-06-03 by Ada Writer</p>', '2008-06-03', 'Ada Writer'],
    ['de', '<p>Mittwoch, 3. Juni 2009</p>', '2009-06-03'],
    ['de', '<p>03.06.2009, 16:05 Uhr</p>', '2009-06-03'],
    ['de', '<p>3. 6. 2009</p>', '2009-06-03'],
    ['de', '<p>03.06.09</p>', '2009-06-03'],
    ['de', '<p>Von Ada Schreiber<br>Stand: 3. Juni 2009</p>', '2009-06-03', 'Ada Schreiber'],
    ['de', '<p>Erstellt am 3. Jun. 2009 von Ada Schreiber</p>', '2009-06-03', 'Ada Schreiber'],
    ['de', '<p>VON ADA SCHREIBER - zuletzt aktualisiert: 03.06.2009 - 16:05</p>', '2009-06-03', 'ADA SCHREIBER'],
    ['de', '<div>Geschrieben von Ada Schreiber am 3. Juni 2009 16:05</div>', '2009-06-03', 'Ada Schreiber'],
    ['de', '<div>3. Juni 2009 | Autor: Ada Schreiber</div>', '2009-06-03', 'Ada Schreiber'],
    ['de', '<div>Mi, 03. Jun 2009</div>', '2009-06-03'],
    ['fr', '<p>Publié le 3 juin 2009 à 16h05</p>', '2009-06-03'],
    ['fr', '<p>Mis à jour le 03/06/2009 à 16:05</p>', '2009-06-03'],
    ['fr', '<p>mercredi 3 juin 2009, par Ada Écrivain</p>', '2009-06-03', 'Ada Écrivain'],
    ['fr', '<p>Par Ada Écrivain, le 1er juin 2009</p>', '2009-06-01', 'Ada Écrivain'],
    ['fr', '<p>LE MONDE | 03.06.09 | 16h05</p>', '2009-06-03'],
    ['fr', '<p>Rédigé par Ada Écrivain le 03 juin 2009</p>', '2009-06-03', 'Ada Écrivain'],
    ['fr', '<p>3 août 2009</p>', '2009-08-03'],
    ['es', '<p>Miércoles, 3 de junio de 2009</p>', '2009-06-03'],
    ['es', '<p>Publicado el 3 de junio de 2009 por Ada Escritora</p>', '2009-06-03', 'Ada Escritora'],
    ['es', '<p>03/06/2009 - 16:05h</p>', '2009-06-03'],
    ['es', '<p>ADA ESCRITORA - Madrid - 03/06/2009</p>', '2009-06-03'],
    ['es', '<p>3 junio, 2009</p>', '2009-06-03'],
    ['es', '<p>junio 3, 2009</p>', '2009-06-03'],
    ['es', '<p>Por: Ada Escritora | Fecha: 03-06-2009</p>', '2009-06-03', 'Ada Escritora'],
    ['it', '<p>Mercoledì 3 giugno 2009</p>', '2009-06-03'],
    ['it', '<p>di Ada Scrittrice<br>(3 giugno 2009)</p>', '2009-06-03', 'Ada Scrittrice'],
    ['it', '<p>Scritto da Ada Scrittrice il 3 Giugno 2009</p>', '2009-06-03', 'Ada Scrittrice'],
    ['it', '<p>Pubblicato il 03/06/2009</p>', '2009-06-03'],
    ['it', '<p>1° giugno 2009</p>', '2009-06-01'],
    ['pt', '<p>Publicado em 03/06/2009 às 16h05</p>', '2009-06-03'],
    ['pt', '<p>quarta-feira, 3 de junho de 2009</p>', '2009-06-03'],
    ['pt', '<p>Por Ada Escritora, em 3 de março de 2009</p>', '2009-03-03', 'Ada Escritora'],
    ['nl', '<p>Door Ada Schrijver op woensdag 3 juni 2009</p>', '2009-06-03', 'Ada Schrijver'],
    ['nl', '<p>3 mrt 2009</p>', '2009-03-03'],
    ['sv', '<p>Publicerad 2009-06-03 av Ada Skribent</p>', '2009-06-03', 'Ada Skribent'],
    ['sv', '<p>3 juni 2009 kl. 16:05</p>', '2009-06-03'],
    ['pl', '<p>3 czerwca 2009, 16:05</p>', '2009-06-03'],
    ['ru', '<p>3 июня 2009 г.</p>', '2009-06-03'],
    ['ru', '<p>Автор: Ада Писатель, 03.06.2009</p>', '2009-06-03', 'Ада Писатель'],
    ['ja', '<p>2009年6月3日 16時05分</p>', '2009-06-03'],
    ['en', '<p>Copyright 2009 Bog Press. All rights reserved.</p>', null],
    ['en', '<dl><dt>Author:<dd>Ada Writer<dt>Date:<dd>June 3, 2008</dl>', '2008-06-03', 'Ada Writer'],
    [
      'en',
      '<table><tr><td>Author</td><td>Ada Writer</td></tr><tr><td>Date</td><td>3 June 2008</td></tr></table>',
      '2008-06-03',
      'Ada Writer',
    ],
    ['en', '<p><b>Ada Writer</b>, Bog Times<br>Published 12:00 am, Tuesday, June 3, 2008</p>', '2008-06-03'],
    ['en', '<p><a rel="author" href=/ada>Ada Writer</a> &mdash; June 3 2008</p>', '2008-06-03', 'Ada Writer'],
    ['en', '<p class="meta">2008.06.03 | <a href=/ada>Ada Writer</a></p>', '2008-06-03'],
    ['en', '<p>[June 3, 2008] Ada Writer reports</p>', '2008-06-03'],
    [
      'en',
      '<div class=entry-meta>This entry was posted on Tuesday, June 3rd, 2008 at 4:05 pm and is filed under Bogs.</div>',
      '2008-06-03',
    ],
  ];

const read = (language: string, body: string, url = 'http://bog.example/a') =>
  cleanHtml(
    url as Url,
    `<html lang=${language}><title>Sundews of the bog</title><h1>Sundews of the bog</h1>${body}`,
    DEFAULT_CLEAN_OPTIONS,
  );

describe.each(ROWS)('on a page in %s, the line %s', (language, line, date, author, url) => {
  test.each([
    ['before', line + TEXT],
    ['behind', TEXT + line],
  ])('gives date and author %s the text', (_, body) => {
    const found = read(language, body, url);
    expect(found.date?.slice(0, 10) ?? null).toBe(date);
    if (author !== undefined) expect(found.author).toBe(author);
    if (date !== null) expect(found.sources?.['date']).toBeDefined();
  });
});

test.each([
  ['en', 'Sold on June 3, 2008 by auction in London'],
  ['en', 'Closed June 3, 2008 by order'],
  ['en', 'Decided on June 3, 2008 by vote'],
  ['en', 'Photos – By Invitation Only'],
  ['en', 'Home | By Design Studio'],
  ['de', 'Vom 3. Juni 2009 von 14 bis 16 Uhr'],
  ['de', 'Die Bahn fährt am 3. Juni 2009 von Hamburg nach Berlin'],
  ['fr', 'Envoyé le 3 juin 2009 par avion'],
])('a page in %s has no author for "%s"', (language, line) => {
  expect(read(language, `<p>${line}</p>${TEXT}`).author).toBeNull();
});
