import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';
import { cpuTimeOf } from '../../cpu-time.ts';

type Case = [rule: string, html: string, author: string | null, source: string | undefined];

const cases: Case[] = [
  ['a meta element', '<meta name=author content="Ada Writer">', 'Ada Writer', 'meta author'],
  [
    'the id of a heading is made from its words',
    '<h1>Lists</h1><h3 id=indent-lists-by>Indent Lists</h3><p>Moss.',
    null,
    undefined,
  ],
  [
    'the id of a section is that of its symbol',
    '<h1>Lists</h1><div class="section level2" id=group_by>Grow Moss</div>',
    null,
    undefined,
  ],
  ['the id of a symbol', '<h1>Lists</h1><dl><dt id=moss.filter_by>method Moss<dd>It filters.</dl>', null, undefined],
  ['the class of a heading', '<h1>Lists</h1><h3 id=by class=author>Ada Writer</h3><p>Moss.', 'Ada Writer', 'byline'],
  [
    'the author of a page that a card links to',
    '<h1>Lists</h1><p>Moss.<figure class="kg-bookmark-card"><a href=x><div class="kg-bookmark-title">Fens</div><span class="kg-bookmark-author">Ada Writer</span></a></figure>',
    null,
    undefined,
  ],
  ['a variable of a template is no name', '<meta name=author content="page.head.extra.author">', null, undefined],
  [
    'a full name alone before a line with a date',
    '<h1>Sundews</h1><p>Ada Writer<p>12 May 2024<p>They catch insects.',
    'Ada Writer',
    'text',
  ],
  [
    'a menu before a headline with a date names no author',
    '<div><a href="/edit">Bearbeiten</a> <a href="/history">Versionsgeschichte</a></div><h1>Protokoll vom 25.09.2026</h1><p>Of moss.',
    null,
    undefined,
  ],
  [
    'a line before a headline with a date names no author',
    '<div>Neue Seite</div><h1>Protokoll vom 25.09.2026</h1><p>Of moss.',
    null,
    undefined,
  ],
  [
    'links beside a line with a date are no name together',
    '<h1>Moss</h1><div><a href="/edit">Seite Bearbeiten</a> <a href="/history">Alle Versionen</a></div><div>25.09.2026</div><p>Of moss.',
    null,
    undefined,
  ],
  [
    'a full name alone after a headline with a date',
    '<h1>Notes of 12 May 2024</h1><p><a href="/ada">Ada Moss</a></p><p>Of moss.',
    'Ada Moss',
    'text',
  ],
  [
    'a full name and a mail address before a line with a date, as in archives of mailing lists',
    '<h1>Sundews</h1><b>Ada Writer</b> <a href="mailto:x">ada at bog.example\n </a><br><i>Mon May 4 10:12:33 UTC 2009</i><p>They catch insects.',
    'Ada Writer',
    'text',
  ],
  [
    'an account after a line with a date',
    '<h1>Sundews</h1><p>12 May 2024</p><p>by ada_w</p><p>They catch insects.',
    'ada_w',
    'text',
  ],
  [
    'a name in a line ends with its link',
    '<h1>Sundews</h1><p>By <a href="/ada">A. J. Writer</a> &nbsp; <a href="/print">View In Print</a></p><p>They catch insects.',
    'A. J. Writer',
    'text',
  ],
  [
    'a list of linked names is whole',
    '<h1>Sundews</h1><p>By <a href="/ada">Ada Writer</a> and <a href="/ben">Ben Reader</a></p><p>They catch insects.',
    'Ada Writer; Ben Reader',
    'text',
  ],
  [
    'the second label of a card names the author',
    '<meta name=twitter:label1 content="Est. reading time"><meta name=twitter:data1 content="7 minutes"><meta name=twitter:label2 content="Written by"><meta name=twitter:data2 content="Ada Writer">',
    'Ada Writer',
    'meta twitter:data2',
  ],
  [
    'a declared team takes precedence over a name beside a date',
    '<meta name=author content="Bog Team"><h1>Sundews</h1><p>Ada Writer<p>12 May 2024<p>They catch insects.',
    'Bog Team',
    'meta author',
  ],
  [
    'a marked byline of a team takes precedence over a person named after it',
    '<h1>Sundews</h1><p class=byline>By Bog Staff</p><p>They catch insects.</p><figcaption>Photo by Ada Writer</figcaption><p class=byline>By Ben Reader</p>',
    'Bog Staff',
    'byline',
  ],
  [
    'a marked byline may add authors to the declared one',
    '<meta name=author content="Ada Writer"><p class=byline>Written by Dr Ada Writer, Ben van Reader</p>',
    'Dr Ada Writer; Ben van Reader',
    'byline',
  ],
  [
    'a name as in RDFa, and one of Digital Commons',
    '<meta property=dc:creator content="Moss, Ada"><meta name=bepress_citation_author content="Fen, Ben Cy">',
    'Ben Cy Fen',
    'meta citation_author',
  ],
  [
    'a paper names people surname first in JSON-LD, or by parts of names',
    '<meta name=citation_title content=Sundews><script type="application/ld+json">{"@type":"ScholarlyArticle","author":[{"name":"Moss Fen, Ada"},{"givenName":"Ben","familyName":"Bog"}]}</script>',
    'Ada Moss Fen; Ben Bog',
    'json-ld',
  ],
  [
    'a catalogue names people, surname first, and an institute',
    '<meta name=DC.creator content="von Moss, Ada"><meta name=DC.creator content="Institute of Peat"><meta name=DC.creator content="Fen, Ben Cy">',
    'Ada von Moss; Institute of Peat; Ben Cy Fen',
    'meta dc.creator',
  ],
  [
    'a marked byline of another person adds none',
    '<meta name=author content="Ada Writer"><p class=byline>By Ben Reader and Cleo Editor</p>',
    'Ada Writer',
    'meta author',
  ],
  [
    'authors of related pages in microdata add none',
    '<meta name=author content="Ada Writer"><i itemprop=author>Ada Writer</i><i itemprop=author>Ben Reader</i>',
    'Ada Writer',
    'meta author',
  ],
  [
    'the author that cXense reads',
    '<meta name=cXenseParse:author content="Ada Writer">',
    'Ada Writer',
    'meta cxenseparse:author',
  ],
  [
    'all names in citation_authors',
    '<meta name=citation_authors content="Ada Writer"><meta name=citation_authors content="Ben Reader">',
    'Ada Writer; Ben Reader',
    'meta citation_authors',
  ],
  [
    'an account on Twitter comes last',
    '<meta name=twitter:creator content="Bogshop"><h1>Sundews</h1><p class=byline>ada</p>',
    'ada',
    'byline',
  ],
  [
    'a person who reviewed a page is no author if a team is declared',
    '<meta name=author content="The Bog Team"><p class=byline>Medically reviewed by Ada Writer</p><p class=byline>Fact checked by</p><p class=byline>Ben Reader</p>',
    'The Bog Team',
    'meta author',
  ],
  ['words in lower case are no team', '<p class=byline>editorial policies</p><p>By Ada Writer', 'Ada Writer', 'text'],
  [
    'the byline of a post takes precedence over those of comments',
    '<h1>Sundews</h1><p>Posted by Ada at May 4, 2009 10:12 AM<p>Posted by Ben Reader at May 5, 2009 11:12 AM',
    'Ada',
    'text',
  ],
  ['a heading of a table is no label', '<table><tr><th>Author<th>Message<tr><td>ada<td>Hello</table>', null, undefined],
  [
    'a line that is the title is no byline',
    '<h1>Moss Alone</h1><p class=byline>Moss Alone</p><p>Text by Ada Writer',
    'Ada Writer',
    'text',
  ],
  ['a label of several authors', '<p>Contributors: Ada Writer and Ben Reader', 'Ada Writer; Ben Reader', 'text'],
  [
    'the own name of the site in a marked byline if nothing names a person',
    '<meta property=og:site_name content=Boghouse><p class=byline>By Boghouse</p>',
    'Boghouse',
    'byline',
  ],
  ['a label of an interview', '<p>Interview by Ada Writer', 'Ada Writer', 'text'],
  [
    'a name at the start of a line with a date',
    '<h1>Sundews</h1><p>Ada Writer | Senior Editor | 12 May 2024<p>They catch insects.',
    'Ada Writer',
    'text',
  ],
  ['a label may join the name without a space', '<h1>Sundews</h1><p>ByAda Writer<p>Text', 'Ada Writer', 'text'],
  ['a label may join it after a verb', '<h1>Sundews</h1><p>Posted byAda Writer<p>Text', 'Ada Writer', 'text'],
  ['a word in capitals is no such label', '<h1>Sundews</h1><p>BYPASS Road<p>Text', null, undefined],
  [
    'a link to the account of the reader is no name',
    '<p class=author>Sign In</p><p>Share Post.</p><h1>Sundews</h1><p>They catch insects.<p>By: Ada Writer',
    'Ada Writer',
    'text',
  ],
  [
    'letters after a name belong to it',
    '<h1>Sundews</h1><p>By Ada Writer, MD, FACP | 12 May 2024',
    'Ada Writer, MD, FACP',
    'text',
  ],
  [
    'letters stay with each of several names',
    '<h1>Sundews</h1><p>Written by Ada Writer, RD, and Ben Reader, DVM',
    'Ada Writer, RD; Ben Reader, DVM',
    'text',
  ],
  ['a job is no author', '<p class=byline>Ada Writer; Senior Director</p>', 'Ada Writer', 'byline'],
  [
    'an inverted name is put in order',
    '<meta name=citation_author content="Writer, Ada">',
    'Ada Writer',
    'meta citation_author',
  ],
  [
    'a person takes precedence over a company in the metadata',
    '<meta name=author content="Bog Media GmbH"><p>By Ada Writer',
    'Ada Writer',
    'text',
  ],
  [
    'a person takes precedence over the name of the site',
    '<meta name=author content="Example Site"><meta property="og:site_name" content="Example Site"><p>By Ada Writer',
    'Ada Writer',
    'text',
  ],
  [
    'a company is used if no person is named',
    '<meta name=author content="Bog Media GmbH">',
    'Bog Media GmbH',
    'meta author',
  ],
  [
    'the declared name of the site is used if no one else is named',
    '<meta name=author content="Example Site"><meta property="og:site_name" content="Example Site">',
    'Example Site',
    'meta author',
  ],
  [
    'the name of the site in a byline is no author',
    '<meta property="og:site_name" content="Mill">Posted by Mill',
    null,
    undefined,
  ],
  ['a month is no part of the name', '<p>By Ada Writer December 5, 2023', 'Ada Writer', 'text'],
  [
    'a weekday is no part of a marked name',
    '<span class=author>Ada Writer Sat, Dec 5 2023</span>',
    'Ada Writer',
    'byline',
  ],
  [
    'a date may stand before a marked name',
    '<span class=author>Dec. 19, 2025 · Ada Writer</span>',
    'Ada Writer',
    'byline',
  ],
  [
    'a link that is marked as the author',
    '<aside><a rel=author href=/profile/ada>Ada Writer</a></aside>',
    'Ada Writer',
    'link',
  ],
  ['a link to the page of the author', '<p><a href=/blog/authors/ada-writer>Ada Writer</a>', 'Ada Writer', 'link'],
  [
    'links to several authors name none',
    '<p><a href=/author/ada-writer>Ada Writer</a> <a href=/author/bo-scribe>Bo Scribe</a>',
    null,
    undefined,
  ],
  ['a marked date is not an author', '<span class=author>Sun Dec 21, 2025</span>', null, undefined],
  ['a name that is also a month is kept', '<meta name=author content="Ada May">', 'Ada May', 'meta author'],
  ['several authors are separated', '<p>By Ada Writer and Bo Scribe', 'Ada Writer; Bo Scribe', 'text'],
  ['one name is enough after "posted by"', '<p>Posted by Konstantin @ 12:00 am', 'Konstantin', 'text'],
  ['an account is enough after "submitted by"', '<p>Submitted by rasos on 24 July 2017', 'rasos', 'text'],
  ['a single name after "by" is not enough', '<p>by Konstantin', null, undefined],
  ['a label alone is followed by the name', '<h5>Autor:</h5><p>Peter Maahn/SP-X', 'Peter Maahn', 'text'],
  ['bylines in other languages', '<p>Text von Christian Seiler', 'Christian Seiler', 'text'],
  [
    'words before the author are no part of the name',
    '<span class=author>Erstellt von Dominique Weiss</span>',
    'Dominique Weiss',
    'byline',
  ],
  ['a day of the week is not an author', '<span class=author>Donnerstag</span>', null, undefined],
  ['a URL is not an author', '<meta property="article:author" content="https://social.example/ada">', null, undefined],
  [
    'a reviewer after the author in a marked byline',
    '<span class=byline>By Ada Writer | Medically reviewed by Ben Moss</span>',
    'Ada Writer',
    'byline',
  ],
  [
    'a checker after the declared author in a marked byline',
    '<meta name=author content="Ada Writer"><span class=byline>Ada Writer · Reviewed by Ben Moss</span>',
    'Ada Writer',
    'meta author',
  ],
  ...[
    'By Ada Writer Reviewed by Ben Moss',
    'By Ada Writer Medically reviewed by Ben Moss, MD',
    'By Ada WriterFact-checked by Ben Moss',
    'By Ada WriterMedically Reviewed By Ben Moss',
    'Von Ada Writer Fachlich geprüft von Ben Moss',
  ].flatMap((line): [string, string, string, string][] => [
    ['a helper directly after the author in a marked byline', `<p class=byline>${line}</p>`, 'Ada Writer', 'byline'],
    ['a helper directly after the author in a line', `<p>${line}`, 'Ada Writer', 'text'],
  ]),
  [
    'a name before a helper may end like an adverb',
    '<p class=byline>By Ada Kelly Reviewed by Ben Moss</p>',
    'Ada Kelly',
    'byline',
  ],
  ['words of two works', '<p>Text und Fotos von Ada Writer, 4. Mai 2020', 'Ada Writer', 'text'],
  ['words of two works', '<p>Text and Photos by Ada Writer | May 4, 2020', 'Ada Writer', 'text'],
  ['a company', '<p>AF Gruppen Norge', null, undefined],
  ['a line that only names a helper', '<p>Newsletter | Edited by Ada Writer | 12 May 2024', 'Ada Writer', 'text'],
  ['words in a name', '<p>By Ludwig van der Moss', 'Ludwig van der Moss', 'text'],
  ...[
    'By Ada Writer Updated May 4, 2020',
    'By Ada WriterPublished: May 4, 2020',
    'By Ada Writer Last Updated on May 4, 2020',
    'Von Ada Writer Veröffentlicht: 4. Mai 2020',
  ].flatMap((line): [string, string, string, string][] => [
    ['a label of a date after the author in a marked byline', `<p class=byline>${line}</p>`, 'Ada Writer', 'byline'],
    ['a label of a date after the author in a line', `<p>${line}`, 'Ada Writer', 'text'],
  ]),
  ['a label of a date is no name', '<p class=byline>Last Updated May 4, 2020</p>', null, undefined],
  ...['Af Ada Writer', 'Skrevet af Ada Writer', 'Udgivet: 12. maj 2024 | Af Ada Writer'].map(
    (line): [string, string, string, string] => ['a Danish byline', `<p>${line}`, 'Ada Writer', 'text'],
  ),
  [
    'a Danish photographer is no author',
    '<p class=byline>Foto af Ben Moss</p><p class=byline>Tekst af Ada Writer</p>',
    'Ada Writer',
    'byline',
  ],
  ['a French word in a name', '<p>Par Ada du Moss', 'Ada du Moss', 'text'],
  [
    'a byline with a date in a footer before the text, as in Drupal',
    '<article><footer class=node__meta><div>Submitted by <span><a href=/user/3>Ada Writer</a></span> on <span>Sun, 05/12/2024 - 08:30</span></div></footer><p>They catch insects.</article>',
    'Ada Writer',
    'text',
  ],
  [
    'a footer without a date names no author',
    '<p>They catch insects.<footer><div>Built by Moss Labs</div></footer>',
    null,
    undefined,
  ],
  ...['Powered by Moss Press', 'Photo by Ben Fen', 'Designed by Ben Fen'].map(
    (line): Case => [
      `no author in a footer with ${line}`,
      `<footer><div>${line}, 3 May 2024</div></footer><p>They catch insects.`,
      null,
      undefined,
    ],
  ),
  ['an article before an apostrophe in a name', '<p>Par Ada d’Arc', 'Ada d’Arc', 'text'],
  ['a word that begins like another in a name', '<p>By Ada den Boer', 'Ada den Boer', 'text'],
  ...[
    '<h2 id="sorted-by-authors">Sorted by Authors</h2><p>Moss.',
    '<section id="method.advance_by"><b>Advance Moss</b></section>',
    '<dl><dt id="bog.sort_by">Sort Moss<dd>Moss.</dl>',
    '<h2><a id="GrownByType">Growing Moss</a></h2><p>Moss.',
  ].map((html): Case => ['an id made from the text of a section marks no author', html, null, undefined]),
  ['coloured code marks no author', '<pre><span class="id sort_by">Sort Moss</span></pre>', null, undefined],
  ...[
    'Published by Moor Books on 3 May 2024',
    'Published by The Bog Foundation',
    'Veröffentlicht von Moor Verlag am 3. Mai 2024',
  ].flatMap((line): Case[] => [
    [`no publisher in ${line}`, `<p>${line}</p><p>They catch insects.`, null, undefined],
    [`the author beside the publisher of ${line}`, `<p>${line}</p><p>By Ada Writer</p>`, 'Ada Writer', 'text'],
    [`no publisher in a marked byline: ${line}`, `<p class=byline>${line}</p>`, null, undefined],
  ]),
  ['a person or team who published', '<p>Published by Ada Writer on 3 May 2024 in Bog News', 'Ada Writer', 'text'],
  ['a person or team who published', '<p>Published by Bog Editorial Team on 3 May 2024', 'Bog Editorial Team', 'text'],
  ['initials only', '<p>Moss.<p>Von A. W. am 07.08.2013 um 09:07 Uhr gespeichert', 'A. W.', 'text'],
  ['initials without a space are an abbreviation', '<p class=byline>A.W.</p>', null, undefined],
  [
    'a label with the kind of text',
    '<p>Moss.<p>Article written by:<p>Ada Writer, MD, DABOM',
    'Ada Writer, MD, DABOM',
    'text',
  ],
  ['a mail address after a name', '<p>Author:<p>Ada Writer &lt;ada at bog dot example>', 'Ada Writer', 'text'],
  ['letters before the mark of a note', '<p>Written by Ada Writer, MD*', 'Ada Writer, MD', 'text'],
  [
    'a written byline in an aside below the headline',
    '<aside>Written by Ada Writer</aside><p>Moss.',
    'Ada Writer',
    'text',
  ],
  ['another byline in an aside', '<aside>Created by Ada Writer</aside><p>Moss.', null, undefined],
  ['an account after words in capitals', '<p>POSTED BY ada_moss</p><p>20 September 2020</p>', 'ada_moss', 'text'],
  ['an account after a word of another language', '<p>von Moss1</p><p>am 20.09.2020</p>', 'Moss1', 'text'],
  ...['AdaMoss', 'Ada_moss', 'Ada2'].map(
    (name): Case => ['an account after such a word', `<p>12 mai 2020<p>par ${name}`, name, 'text'],
  ),
  ...['<p>12. Mai 2020<p>von Berlin', '<p>12 mai 2020<p>par Paris', '<p>von Baden-Baden<p>12. Mai 2020'].map(
    (html): Case => ['a place after such a word is no account', html, null, undefined],
  ),
  ['no account in lower case after such a word', '<p>von hier</p><p>am 20.09.2020</p>', null, undefined],
  [
    'the marked name of the site before another byline that names no person',
    '<meta property=og:site_name content="Ada Writer"><p class=byline>Posted by Ada Writer</p><p class=byline>Writer of Fen magazine. Librarian</p>',
    'Ada Writer',
    'byline',
  ],
  ['a sentence names no author', '<p>By the time the sun had risen, the bog was dry', null, undefined],
];

test.each(cases)('%s: %s', (_, html, author, source) => {
  const page = `<title>Sundews</title><body><h1>Sundews of the north</h1>${html}`;
  const found = cleanHtml('http://bog.example/' as Url, page, OPTIONS);
  expect(found.author).toBe(author);
  expect(found.sources?.['author']).toBe(source);
});

test('reads a long list of initials that ends in other text in linear time', async () => {
  const initials = Array(40).fill('A. A. A. A. A.').join(' & ');
  const page = `<h1>Sundews</h1><p>Author:</p><p>${initials} x</p>`;
  expect(await cpuTimeOf(() => cleanHtml('http://bog.example/' as Url, page, OPTIONS))).toBeLessThan(2_000);
});
