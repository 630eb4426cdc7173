import { describe, expect, it, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const PLAIN = 'http://bog.example/sundews';
const dated = (html: string, url = PLAIN, lang = 'en') => {
  const page = `<html lang=${lang}><title>Sundews</title><body><h1>Sundews of the north</h1>${html}`;
  const { date, modified, sources } = cleanHtml(url as Url, page, OPTIONS);
  return { date, modified, source: sources?.['date'] };
};
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const PUBLISHED = 'article:published_time';
const LONG =
  'and here follows a sentence about the plants of the bog that is much longer than any line with a date would be';

const cases: [rule: string, html: string, url: string, date: string | null, source?: string][] = [
  [
    'a version number is no date',
    '<p>Apache HTTP Server Version 2.4<p>Available in 2.4.10 and later<p>1.11.22',
    PLAIN,
    null,
  ],
  [
    'a version number with two digits each is no date after its word',
    '<p>Version 10.12.14<p>httpd/10.11.12',
    PLAIN,
    null,
  ],
  ['a version number with a year is no date after its word', '<p>Since version 2021.1.12', PLAIN, null],
  ['a part of a longer number is no date', '<p>Address 10.02.04.10', PLAIN, null],
  ['a number of a change is no date', '<p>Changed in version 3.11.12: the order<p>Updated in 3.11.12', PLAIN, null],
  ...[
    '<li>Closing date: 15 April 2024',
    '<p>When: Saturday, 14 June 2025',
    '<p>Valid until 31 December 2025',
    '<p>Bewerbungsfrist: 15. April 2024',
    '<table><tr><td>Date due 04/12/2024<td>Central</table>',
    '<dl><dt>Apply by<dd>15 April 2024</dl>',
    `${'<p>Some text'.repeat(30)}<table><tr><th>Expires<td>15 April 2024</table>`,
    '<p class=date>Deadline: 15 April 2024',
  ].map((html): [string, string, string, null] => [
    `an appointment is no date of the page: ${html.slice(-40)}`,
    html,
    PLAIN,
    null,
  ]),
  ['a line with an appointment is skipped', '<p>Closing date: 15 April 2024<p>2 March 2024', PLAIN, '2024-03-02'],
  ['a catalogue declares the year alone', '<meta name=DC.date content=2018>', PLAIN, '2018', 'meta dc.date'],
  ['a name as in RDFa', '<meta property=dcterms:issued content=2018-05>', PLAIN, '2018-05', 'meta dcterms.issued'],
  [
    'JSON-LD with a year alone',
    '<script type="application/ld+json">{"@type":"ScholarlyArticle","author":"Ada Moss","datePublished":"2018"}</script>',
    PLAIN,
    '2018',
    'json-ld',
  ],
  [
    'Microsoft Learn declares the day of the last change beside it',
    '<meta name=ms.date content=2025-03-06><p>Last updated on <time datetime=2025-03-25>2025-03-25</time>',
    PLAIN,
    '2025-03-06',
    'meta ms.date',
  ],
  ['a year in brackets', '<meta name=DC.date content="[c2005]">', PLAIN, '2005', 'meta dc.date'],
  ['a year with an empty month', '<meta name=citation_publication_date content=2018/00/00>', PLAIN, '2018'],
  ['a month as a paragraph after the headline', '<p>November 2003<p>Some text', PLAIN, '2003-11', 'text'],
  ['a month with a label', '<p>Published: noviembre de 2003', PLAIN, '2003-11', 'text'],
  ['a month after the word for date', '<dl><dt>Date<dd>Nov. 2003</dl>', PLAIN, '2003-11', 'text'],
  ['a month in Japanese', '<p>公開日：2003年11月', PLAIN, '2003-11', 'text'],
  ['the month of the last change', `${'<p>Some text'.repeat(30)}<p><b>Last Updated: </b>June 2022`, PLAIN, '2022-06'],
  ['a month in Russian', '<p>Опубликовано: Июнь 2019 года', PLAIN, '2019-06', 'text'],
  ['a month in Czech', '<p>(Říjen 2019)', PLAIN, '2019-10', 'text'],
  ['a declared month in Turkish', '<meta name=DC.date content="Şubat 2019">', PLAIN, '2019-02'],
  ['a month in a sentence in Cyrillic is no date', '<p>Отчёт за май 2021 года о болотах', PLAIN, null],
  ['a day before a month', '<p>November 2003<p>3 December 2003', PLAIN, '2003-12-03', 'text'],
  ['a month as a heading is no date', '<h2>November 2003</h2><p>Some text', PLAIN, null],
  ['a month in a sentence is no date', '<p>The bog was drained in November 2003', PLAIN, null],
  ['a month with the label of an appointment is no date', '<dl><dt>Closing date<dd>May 2024</dl>', PLAIN, null],
  ['a month far below the headline is no date', `${'<p>Some text'.repeat(30)}<p>November 2003`, PLAIN, null],
  ['an aside after the headline', '<aside><p class=x>May 25, 2023<p>By Ada Moss</aside><p>Text', PLAIN, '2023-05-25'],
  ['an aside after the text is no date', '<p>Text<aside><p>May 25, 2023</aside>', PLAIN, null],
  ['an aside with a title and a date is no date', '<aside><p>Moss grows, May 25, 2023</aside><p>Text', PLAIN, null],
  [
    'JSON-LD in a meta element',
    '<meta name="script:ld+json" content="{&quot;@type&quot;:&quot;Article&quot;,&quot;datePublished&quot;:&quot;2018-05-04&quot;}">',
    PLAIN,
    '2018-05-04',
    'json-ld',
  ],
  ['a shown day in the declared year', '<meta name=DC.date content=2018><p>3 May 2018', PLAIN, '2018-05-03', 'text'],
  ['a shown day in another year', '<meta name=DC.date content=2018><p>3 May 2024', PLAIN, '2018', 'meta dc.date'],
  [
    'a declared day beside a year',
    `<meta name=DC.date content=2018>${meta(PUBLISHED, '2018-05-03')}`,
    PLAIN,
    '2018-05-03',
  ],
  ['a journal declares a month', '<meta name=citation_publication_date content=2024/5>', PLAIN, '2024-05'],
  ['a month before its year', '<meta name=DC.date content=05/2024>', PLAIN, '2024-05', 'meta dc.date'],
  ['a month by name', '<meta name=citation_date content="May 2024">', PLAIN, '2024-05'],
  ['a season', '<meta name=citation_date content="Spring 2018">', PLAIN, '2018'],
  ['a year of PRISM', '<meta name=prism.publicationDate content=2018>', PLAIN, '2018'],
  ['a shown day in the declared month', '<meta name=DC.date content=2018/05><p>3 May 2018', PLAIN, '2018-05-03'],
  ['a shown day in another month', '<meta name=DC.date content=2018/05><p>3 June 2018', PLAIN, '2018-05'],
  ['a number in another meta element is no year', '<meta name=date content=2018>', PLAIN, null],
  ['the day comes first in a British locale', `${meta('og:locale', 'en_GB')}<p>06/05/2024`, PLAIN, '2024-05-06'],
  ['the month comes first in an American one', `${meta('og:locale', 'en_US')}<p>06/05/2024`, PLAIN, '2024-06-05'],
  [
    'another date of the page tells that the day comes first',
    `<p>06/05/2024<p>Some text, ${LONG}<p>Next: 14/05/2024`,
    PLAIN,
    '2024-05-06',
  ],
  [
    'a time element with the day of a numeric one tells that the day comes first',
    `<p><time datetime=06-05-2024>06-05-2024</time><p>Some text, ${LONG}<li><time datetime=2024-05-06>May 06</time>`,
    PLAIN,
    '2024-05-06',
  ],
  [
    'a date in another month than that of the URL belongs to what the text is about',
    '<p>Author: A. Mire<p>Released: 17 June 2025<p>20 December 2025',
    'http://bog.example/2025/12/book-beat',
    '2025-12-20',
  ],
  [
    'the month of the URL is the date if no day in it is shown',
    '<p>Released: 17 June 2025',
    'http://bog.example/2025/2/book-beat',
    '2025-02',
    'url',
  ],
  [
    'the days beside the month of the URL are in it elsewhere',
    '<p>30 November 2025',
    'http://bog.example/2025/12/book-beat',
    '2025-11-30',
  ],
  [
    'the number of an act after its year is no month',
    '<p>10 July 2003',
    'http://law.example/ukpga/2003/11/section/4',
    '2003-07-10',
  ],
  [
    'the month of an event in the URL is not that of the page',
    '<p>Posted on 3 August 2024',
    'http://bog.example/events/2024/10/concert',
    '2024-08-03',
  ],
  [
    'a marked date before the month of the URL counts',
    '<h1>Concert</h1><p class=post-date>3 August 2024',
    'http://bog.example/2024/10/concert',
    '2024-08-03',
    'marked',
  ],
  [
    'a marked date after the month of the URL may be that of a change',
    '<h1>Moss</h1><p class=post-date>3 December 2024',
    'http://bog.example/2024/10/moss',
    '2024-10',
    'url',
  ],
  [
    'the month in a query is not that of the page',
    '<p>3 August 2024',
    'http://bog.example/p?from=/2024/10/moss',
    '2024-08-03',
  ],
  [
    'a page that shows the declared day after that of a change does not contradict it',
    `${meta(PUBLISHED, '2024-04-24')}<p><time class=updated>May 21, 2024</time> <time class=published>April 24, 2024</time>`,
    PLAIN,
    '2024-04-24',
  ],
  [
    'microdata of the cards of other pages come after a declared date',
    `${meta('date', 'March 27, 2024')}${[1, 2, 3].map((n) => `<p><span itemprop=datePublished content=2024-05-0${n}>new</span>`).join('')}`,
    PLAIN,
    '2024-03-27',
    'meta date',
  ],
  [
    'microdata of comments come after that of the page',
    [1, 2, 3].map((n) => `<p><span itemprop=datePublished content=2024-05-0${n}>new</span>`).join(''),
    PLAIN,
    '2024-05-01',
    'microdata',
  ],
  [
    'microdata of the posts of a thread come before the day of the response',
    meta('date', '2026-03-27') +
      [1, 2, 3]
        .map(
          (n) => `<div class=post><time itemprop=datePublished datetime=2024-05-0${n}>${n} May</time><p>${LONG}</div>`,
        )
        .join(''),
    'http://bog.example/viewtopic.php?t=1',
    '2024-05-01',
    'microdata',
  ],
  [
    'the start of the epoch is no date of publication',
    meta('my-published-time', '1970-01-01T00:00:00Z') + meta('my-published-date', '2021-02-16'),
    PLAIN,
    '2021-02-16',
    'meta my-published-date',
  ],
  [
    'the earliest of several dates under names of their own counts',
    meta('published-time', '2026-03-09T08:45:32Z') + meta('published-date', '2021-02-16'),
    PLAIN,
    '2021-02-16',
    'meta published-date',
  ],
  [
    'a time element with another date tells that the day comes first',
    `<p>06/05/2024<p>Some text, ${LONG}<p><time datetime=2024-07-05>05/07/2024</time>`,
    PLAIN,
    '2024-05-06',
  ],
  [
    'a time element with another date tells that the month comes first',
    `${meta('og:locale', 'en_GB')}<p>06/05/2024<p>Some text, ${LONG}<p><time datetime=2024-07-05>07-05-2024</time>`,
    PLAIN,
    '2024-06-05',
  ],
  [
    'dates of the page in both orders do not',
    `<p>06/05/2024<p>Some text, ${LONG}<p>14/05/2024<p>05/14/2024`,
    PLAIN,
    '2024-06-05',
  ],
  [
    'dates in asides and comments do not if the page has one',
    `<p>06/05/2024<p>Some text, ${LONG}<p>Next: 14/05/2024<aside>05/14/2024</aside><section class=comments><p>05/15/2024</section>`,
    PLAIN,
    '2024-05-06',
  ],
  [
    'dates in asides and in the text of comments do not',
    `<p>06/05/2024<p>Some text, ${LONG}<aside>14/05/2024</aside><section class=comments><p>On 15/05/2024 ${LONG}</section>`,
    PLAIN,
    '2024-06-05',
  ],
  [
    'times of comments do',
    `<p>06/05/2024<p>Some text, ${LONG}<section class=comments><p>Ada, 14/05/2024<p>Here ${LONG}</section>`,
    PLAIN,
    '2024-05-06',
  ],
  [
    'times of comments do not if dates of the page differ',
    `<p>06/05/2024<p>On 14/05/2024 and on 05/14/2024, ${LONG}<section class=comments><p>Ada, 15/05/2024<p>Here ${LONG}</section>`,
    PLAIN,
    '2024-06-05',
  ],
  ['a short date in an element for dates is one', '<p class=date>Kultur, 2.11.22', PLAIN, '2022-11-02'],
  ['a short date after a label is one', '<p>Stand: 2.4.10', PLAIN, '2010-04-02'],
  ['a short date with all its digits is one', '<p>02.04.10', PLAIN, '2010-04-02'],
  ...[
    ['an example', '<pre>$ ls\n12 May 2011</pre>'],
    ['code', '<p>It prints <code>12 May 2011</code>'],
    ['a quotation', '<blockquote><p>Written on 12 May 2011</blockquote>'],
    ['quotation marks', '<p>The format is “12 May 2011”'],
  ].map(([where, html]): [string, string, string, string] => [
    `a label of the last change takes precedence over a date in ${where}`,
    `${html}<p>Some text<footer><p>Last updated on Oct 07, 2020.</footer><p>Last modified: Oct 07, 2020`,
    PLAIN,
    '2020-10-07',
  ]),
  [
    'a label of the last change takes precedence over a date in a link far below',
    `${'<p>Some text'.repeat(20)}<p><a href=/x>Meeting of 12 May 2011</a><p>Last updated on Oct 07, 2020.`,
    PLAIN,
    '2020-10-07',
  ],
  [
    'a label of the last change takes precedence over a date far below',
    `${'<p>Some text'.repeat(20)}<p>Meeting of 12 May 2011<p>Last updated on Oct 07, 2020.`,
    PLAIN,
    '2020-10-07',
  ],
  [
    'a visible date near the headline that contradicts the declared one takes precedence',
    `${meta(PUBLISHED, '2021-05-12')}<p>12 March 2024<p>Some text, ${LONG}`,
    PLAIN,
    '2024-03-12',
    'text',
  ],
  [
    'a declared date takes precedence over a visible date of the last change',
    `${meta(PUBLISHED, '2021-05-12')}<p>Updated on 12 March 2024<p>Some text, ${LONG}`,
    PLAIN,
    '2021-05-12',
  ],
  [
    'a declared date takes precedence over a list of other pages if the byline shows it',
    `${meta(PUBLISHED, '2023-10-15')}<p>ada 15 October 2023<p>Read also<p>1 November 2023<p>Some text, ${LONG}`,
    PLAIN,
    '2023-10-15',
  ],
  [
    'a visible date that has day and month in the other order confirms the declared one',
    `${meta(PUBLISHED, '2024-09-10')}<p>09.10.2024<p>Some text, ${LONG}`,
    PLAIN,
    '2024-09-10',
  ],
  [
    'a marked date with a label of publication takes precedence over a labelled date in the text',
    `<p>This note was first published on 21 June 2017<p>Some text, ${LONG}<p class=date>Posted on 13 April 2023`,
    PLAIN,
    '2023-04-13',
    'marked',
  ],
  [
    'the alternative text of an image is no part of a line',
    '<p><img src=a.png alt="A round-leaved sundew with drops on its leaves, in a bog between moss and heather">12 May 2021<br><p>Updated 3 June 2024',
    PLAIN,
    '2021-05-12',
  ],
  [
    'a time near the headline takes precedence over those of lists of pages before and after it',
    '<p>Some text<p><time datetime=2017-03-01>1 March</time><p>Some text<p>Some text<p><time datetime=2023-02-04>x</time>',
    PLAIN,
    '2017-03-01',
    'time',
  ],
  [
    'a custom element may be a time of GitHub',
    '<p>Some text<p><relative-time datetime="2017-03-01T10:00:00Z">last week</relative-time>',
    PLAIN,
    '2017-03-01T10:00:00Z',
    'time',
  ],
  [
    'a custom element may be a time of Reddit',
    '<p>Some text<p><faceplate-timeago ts="2017-03-01T10:00:00.754000+0000"></faceplate-timeago>',
    PLAIN,
    '2017-03-01T10:00:00.754000+00:00',
    'time',
  ],
  [
    'the title of an abbreviation may be a time, as in microformats',
    '<p>Some text<p><abbr class=published title="2017-03-01T10:00:00-08:00">a week ago</abbr>',
    PLAIN,
    '2017-03-01T10:00:00-08:00',
    'time',
  ],
  [
    'the title of an abbreviation may be a microdata property, as on Blogger',
    '<p>Some text<p><abbr itemprop=datePublished title="2017-03-01T10:00:00-08:00">10:00</abbr>',
    PLAIN,
    '2017-03-01T10:00:00-08:00',
    'microdata',
  ],
  [
    'the title of an abbreviation may be the time of an event',
    '<p>Some text<p><abbr class=dtstart title="2017-03-01T10:00:00-08:00">on Monday</abbr>',
    PLAIN,
    null,
  ],
  ['a date before a label of the last change is one', '<p>12 May 2021 - Updated 3 June 2024', PLAIN, '2021-05-12'],
  [
    'a line with a date near the headline takes precedence over a marked date far below',
    `<p>12 May 2021${'<p>Some text'.repeat(30)}<p class=date>3 June 2020`,
    PLAIN,
    '2021-05-12',
  ],
  [
    'a time in UTC is shown in the zone of the page',
    `${meta(PUBLISHED, '2024-05-12T23:25:38Z')}<time datetime="2024-05-13T04:25:38+05:00">today</time>`,
    PLAIN,
    '2024-05-13T04:25:38+05:00',
  ],
  ['a date may begin with the year and the name of the month', '<p>2023 Jan 7', PLAIN, '2023-01-07'],
  [
    'a declared date takes precedence over a visible one',
    `${meta(PUBLISHED, '2020-03-04')}<p>1 January 2019`,
    PLAIN,
    '2020-03-04',
  ],
  [
    'a date in the URL that is years older takes precedence',
    meta(PUBLISHED, '2020-03-04'),
    `${PLAIN}/2012/05/06/x`,
    '2012-05-06',
    'url',
  ],
  ['a date in the URL of the same week does not', meta(PUBLISHED, '2020-03-04'), `${PLAIN}/2020/03/02/x`, '2020-03-04'],
  [
    'a time in UTC becomes the adjacent day in the URL',
    meta(PUBLISHED, '2020-03-05T02:30:00Z'),
    `${PLAIN}/2020/03/04/x`,
    '2020-03-04',
  ],
  [
    'a time in UTC becomes the adjacent visible day',
    `${meta(PUBLISHED, '2020-03-04T23:30:00+00:00')}<p>5 March 2020`,
    PLAIN,
    '2020-03-05',
  ],
  [
    'a time with a zone keeps its day',
    `${meta(PUBLISHED, '2020-03-04T23:30:00+01:00')}<p>5 March 2020`,
    PLAIN,
    '2020-03-04T23:30:00+01:00',
  ],
  [
    'the day of an archived copy is ignored',
    '',
    'http://web.archive.org/web/20160218174457/http://bog.example/2010/05/19/x',
    '2010-05-19',
    'url',
  ],
  ['a URL may begin the date with the day', '<p>© 2021', `${PLAIN}/08112021-meeting`, '2021-11-08', 'url'],
  [
    'a labelled date of publication takes precedence',
    '<p>Last updated: 5 May 2021<p>Published on 3 May 2021',
    PLAIN,
    '2021-05-03',
    'text',
  ],
  [
    'labels in other languages',
    '<p>Letzte Änderung: 31.10.2023<p>Erschienen am: 01.11.2023',
    PLAIN,
    '2023-11-01',
    'text',
  ],
  [
    'the last change is used if there is nothing else',
    '<p>Zuletzt aktualisiert am 17.01.2021',
    PLAIN,
    '2021-01-17',
    'text',
  ],
  [
    'dates of comments are ignored',
    '<p>20.09.2020<p><time datetime="2020-09-23T18:19:06+02:00">23.09.</time>',
    PLAIN,
    '2020-09-20',
    'text',
  ],
  [
    'the date of a registration is ignored',
    '<p>Registered: 18 September 2008<p>by r23, 21 January 2009',
    PLAIN,
    '2009-01-21',
  ],
  ['a date after "since" is ignored', '<p>Family business since 12.03.1985<p>21 January 2009', PLAIN, '2009-01-21'],
  [
    'such a date in other languages is ignored',
    '<p>Familienbetrieb seit 12.03.1985<p>Depuis le 3 mai 1990<p>Dal 3 maggio 1990',
    PLAIN,
    null,
  ],
  ['dates in comments are ignored', `<p>Here ${LONG}<section class=comments><p>3 May 2021</section>`, PLAIN, null],
  [
    'dates in comments are ignored after short sentences',
    '<p>Sundews grow in bogs, where they catch insects on their leaves.<section class=comments><p>3 May 2021</section>',
    PLAIN,
    null,
  ],
  [
    'dates of comments are ignored beside their text',
    `<p>Here ${LONG}<section class=comments><time datetime=2021-05-03>x</time></section>`,
    PLAIN,
    null,
  ],
  [
    'dates of posts count if users wrote all of the page',
    `<section class=comments><p>3 May 2021<p>Here ${LONG}</section>`,
    PLAIN,
    '2021-05-03',
  ],
  ['an impossible day is ignored', '<p>31.02.2019<p>30 February 2019', PLAIN, null],
  ['an impossible day in the URL is ignored', '', 'http://bog.example/a/20190231', null],
  [
    'a day in the name of a page may belong to an event',
    meta(PUBLISHED, '2020-11-20'),
    'http://bog.example/events/2020-03-01-concert',
    '2020-11-20',
  ],
  [
    'eight digits in the URL are no date if the page does not mention their year',
    '',
    'http://bog.example/item/20350317',
    null,
  ],
  ['eight digits with the day first are no date either', '', 'http://bog.example/item/17032035', null],
  [
    'eight digits are a date if the page mentions their year',
    '<p>© 2019',
    'http://bog.example/item/20190317',
    '2019-03-17',
    'url',
  ],
  ['a dateline at the beginning of a paragraph', `<p>29.11.2022 – Here ${LONG}.`, PLAIN, '2022-11-29', 'text'],
  ['a dateline with a place', `<p>Berlin, 29.11.2022 – Here ${LONG}.`, PLAIN, '2022-11-29', 'text'],
  [
    'a dateline takes precedence over a date alone far below',
    `<p>Berlin (29.11.2022). Here ${LONG}.${'<p>Some text'.repeat(20)}<p>Sa. 3.12.2022`,
    PLAIN,
    '2022-11-29',
    'text',
  ],
  [
    'a date inside a Japanese sentence is ignored, whose characters count more',
    '<p>更新日：令和5年5月4日<p>2023年6月1日から、もえるごみの収集日が毎週火曜日と金曜日に変わります。収集時間は午前8時からです。',
    PLAIN,
    '2023-05-04',
  ],
  ['fullwidth digits', `<p>更新日：令和５年５月４日<p>${LONG}.`, PLAIN, '2023-05-04', 'text'],
  [
    'a date of the Solar Hijri calendar in a Persian page',
    `<html lang="fa"><p>تاریخ انتشار: ۱۴۰۲/۰۲/۱۴<p>${LONG}.`,
    PLAIN,
    '2023-05-04',
    'text',
  ],
  ['a date of the Solar Hijri calendar is none in another page', `<p>1402/02/14<p>${LONG}.`, PLAIN, null],
  ['a date inside a sentence is ignored', `<p>In 1921, on 3 May 1921 and later, ${LONG}.`, PLAIN, null],
  [
    'an ambiguous meta element comes after marked dates',
    `${meta('date', '2022-01-26')}<time datetime="2022-01-21">21 Jan</time>`,
    PLAIN,
    '2022-01-21',
    'time',
  ],
  [
    'a non-standard meta element',
    meta('shop:publicationDate', '2022-01-26'),
    PLAIN,
    '2022-01-26',
    'meta shop:publicationdate',
  ],
];

const declaredDay = '2024-03-10';
test.each([
  ['of a photograph', '<figure><img src=a.png><figcaption>Photo taken on 12 May 1999</figcaption></figure>'],
  ['alone in a caption', '<figure><img src=a.png><figcaption>12 May 1999</figcaption></figure>'],
  ['of the end of an offer', '<p>Offer ends 30 April 2024'],
  ['of an event', '<p>When: 12 May 2024, 18:00'],
  ['of a deadline', '<p>Deadline: 30 April 2024'],
  ['of a review', '<p>Next review: 1 June 2026'],
  ['of access', '<p>Accessed 12 May 2024'],
  ['of the last change in the next paragraph', '<p>Updated</p><p>June 4, 2024</p>'],
  ['of the last change in a list', '<dl><dt>Updated</dt><dd>4 June 2024</dd></dl>'],
  ['of the last change in a table', '<table><tr><th>Last modified</th><td>4 June 2024</td></tr></table>'],
  ['of a deadline in the next paragraph', '<p>Deadline</p><p>June 4, 2024</p>'],
])('a date %s does not replace the declared one', (_, html) => {
  const jsonLd = `<script type=application/ld+json>{"@type":"Article","datePublished":"${declaredDay}"}</script>`;
  expect(dated(`${jsonLd}${html}<p>Some text, ${LONG}`).date).toBe(declaredDay);
});

test.each([
  'Tuesday 12 May 2020',
  'Tuesday, 12 May 2020, 18:00',
  'By Jane Doe, 12 May 2020',
  'By Jane Doe on 12 May 2020',
  'On 12 May 2020 in NEWS',
  '12 May 2020 by Jane Doe',
  'News | 12 May 2020 | 4 min read',
  'Date: 12 May 2020',
  'Posted on 12 May 2020 in the section about plants',
])('a line that is little more than a date replaces the declared one: %s', (line) => {
  const html = `${meta(PUBLISHED, declaredDay)}<p>${line}<p>Some text, ${LONG}`;
  expect(dated(html).date).toBe('2020-05-12');
});

test.each([
  ['is that of the visit if the byline has an earlier one', '3 May 2021', '2021-05-03'],
  ['is that of the page if the byline has none', 'Ada Writer', '2021-05-12'],
  ['is that of the page if the next one is later', '14 May 2021', '2021-05-12'],
])('a date before the headline %s', (_, byline, date) => {
  const page = `<html lang=en><body><p>12 May 2021<h1>Sundews of the north</h1><p>${byline}<p>Some text, ${LONG}`;
  expect(cleanHtml(PLAIN as Url, page, OPTIONS).date).toBe(date);
});

const saved = (published: string, modified = published) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', author: 'Ada Moss', datePublished: published, dateModified: modified })}</script>`;

test.each([
  [
    'replaces a moment that is also that of the last change',
    saved('2025-11-29T12:28:31Z'),
    '13 August 2025',
    '2025-08-13',
  ],
  [
    'replaces no other moment',
    saved('2025-11-29T12:28:31Z', '2025-12-29T12:28:31Z'),
    '13 August 2025',
    '2025-11-29T12:28:31Z',
  ],
  ['replaces no earlier moment', saved('2025-03-01T12:28:31Z'), '13 August 2025', '2025-03-01T12:28:31Z'],
  [
    'does not count beside another',
    saved('2025-11-29T12:28:31Z'),
    '13 August 2025<p>Published 14 August 2025',
    '2025-11-29T12:28:31Z',
  ],
  [
    'does not count if the page shows the declared day',
    `${saved('2025-11-29T12:28:31Z')}<p>29 November 2025`,
    '13 August 2025',
    '2025-11-29T12:28:31Z',
  ],
  [
    'does not count within a sentence',
    saved('2025-11-29T12:28:31Z'),
    '(see above)<p>The report, published on 13 August 2015',
    '2025-11-29T12:28:31Z',
  ],
])('a labelled date at the end of the page %s', (_, declared, published, date) => {
  const html = `${declared}${`<p>Some text, ${LONG}`.repeat(15)}<p>Published ${published}`;
  expect(dated(html).date).toBe(date);
});

test.each([
  ['in an element for dates', '<span class=article-date>September 8, 2021</span>', '2021-09-08'],
  ['in no such element', 'September 8, 2021', '2012-09-12'],
  [
    'after a sentence',
    'starts <p>Join us in the garden on <span class=date>8 June 2024</span> 5 minutes',
    '2012-09-12',
  ],
  ['before a word that begins as one', '<span class=date>8 June 2019</span> Minister resigns', '2012-09-12'],
  ['without the time to read', 'starts <p>Photo <span class=date>8 June 2019</span> by Ada', '2012-09-12'],
])('a date after a section and before the time to read %s', (_, shown, date) => {
  const html = `${meta(PUBLISHED, '2012-09-12')}<p>Travel <span>${shown}</span> 5 min read<p>Some text, ${LONG}`;
  expect(dated(html).date).toBe(date);
});

test.each([
  ['with the same minute', 'Feb 14, 2026 | 9:05 pm', '2026-02-14'],
  ['with the same minute of half an hour', '14 Feb 2026, 21:35', '2026-02-14'],
  ['with another minute', 'Feb 14, 2026 | 9:06 pm', '2026-02-15T03:05:48'],
  ['without a time', 'Feb 14, 2026', '2026-02-15T03:05:48'],
])('a declared time without a zone beside the day before %s', (_, shown, date) => {
  expect(dated(`${saved('2026-02-15 03:05:48')}<p>${shown}<p>Some text, ${LONG}`).date).toBe(date);
});

test.each(['2026-02-15', '2026-02-15T00:00:00'])('the day %s is not that of an event at a full hour', (declared) => {
  const html = `${meta(PUBLISHED, declared)}<p>Meeting of the council on Feb 14, 2026, 18:00<p>Some text, ${LONG}`;
  expect(dated(html).date).toBe(declared);
});

test.each(cases)('%s: %s %s', (_, html, url, date, source) => {
  const found = dated(html, url);
  expect(found.date).toBe(date);
  if (source !== undefined) expect(found.source).toBe(source);
});

test.each([
  [meta('article:modified_time', '2021-02-03T04:05:06Z'), '2021-02-03T04:05:06Z'],
  [
    '<script type="application/ld+json">{"@type":"Article","author":"A","dateModified":"2021-02-03"}</script>',
    '2021-02-03',
  ],
  ['<p>Updated on 3 February 2021', '2021-02-03'],
  ['<p>3 February 2021', null],
])('the last change in %s is %s', (html, modified) => {
  expect(dated(html).modified).toBe(modified);
});

describe('a date more than a day after the response', () => {
  const fetchedAt = Date.UTC(2024, 4, 10, 12);
  const sent = (html: string, url = PLAIN) => {
    const body = new TextEncoder().encode(`<title>Sundews</title><body><h1>Sundews of the north</h1>${html}`);
    const page = { url: url as Url, headers: [['content-type', 'text/html']] as const, body, fetchedAt };
    const { date, modified } = cleanPage(page, OPTIONS);
    return { date, modified };
  };

  it.each([
    ['is not the date of publication', `${meta(PUBLISHED, '2024-05-12')}`, null],
    ['is no year of publication', '<meta name=DC.date content=2031>', null],
    ['is replaced by another date', `${meta(PUBLISHED, '2030-01-01')}<p>3 May 2024`, '2024-05-03'],
    ['is ignored in the text', '<p>12 October 2024<p>3 May 2024', '2024-05-03'],
    [
      'is not the next day: it may be tomorrow already elsewhere',
      meta(PUBLISHED, '2024-05-11T06:00:00+10:00'),
      '2024-05-11T06:00:00+10:00',
    ],
  ])('%s', (_, html, date) => {
    expect(sent(html).date).toBe(date);
  });

  it('is ignored in the URL and as the last change', () => {
    expect(sent('', `${PLAIN}/2024/12/24/x`).date).toBe(null);
    expect(sent(meta('article:modified_time', '2024-12-24')).modified).toBe(null);
  });
});

test.each([
  ['after the headline', '', '<time datetime=2017-03-01>1 March</time>'],
  ['just before the headline', '<time datetime=2017-03-01>1 March</time>', '<p>Some text'],
])('a time %s takes precedence over those of a list of pages before it', (_, before, after) => {
  const list = [1, 2, 3].map((n) => `<li><time datetime=2024-05-0${n}>new</time> Page ${n}</li>`).join('');
  const html = `<title>Sundews</title><ul>${list}</ul>${before}<h1>Sundews of the north</h1>${after}<p>Some text, ${LONG}`;
  expect(cleanHtml(PLAIN as Url, html, OPTIONS)).toMatchObject({ date: '2017-03-01', sources: { date: 'time' } });
});

test('the page of a product has no date of a review', () => {
  const product = '<meta property="og:type" content="product"><p>$49.00</p><p>A clay pot for sundews.</p>';
  const review =
    '<div class=review><span class=review-date>Reviewed on 2 January 2024</span><p>It holds water.</p></div>';
  expect(dated(`${product}${review}`)).toMatchObject({ date: null, modified: null });
  expect(dated(`${product}<p>Published: 3 May 2023</p>${review}`).date).toBe('2023-05-03');
});

test('the last change in the footer of an article is that of the page', () => {
  const html =
    '<article><p>Sundews grow in bogs.</p><footer>Last updated on <time datetime="2024-02-20T10:00:00Z" itemprop=dateModified>Feb 20</time></footer></article>';
  expect(dated(html).modified).toBe('2024-02-20T10:00:00Z');
});

test.each(['nav', 'aside', 'footer><nav', 'div role=navigation'])(
  'the last change of a page in a list of links in <%s> is not that of the page',
  (list) => {
    const other = '<a href=/moss>Moss</a> <time datetime=2024-02-20 itemprop=dateModified>Feb 20</time>';
    expect(dated(`<p>Sundews grow in bogs.</p><${list}><ul><li>${other}</ul>`).modified).toBeNull();
  },
);
