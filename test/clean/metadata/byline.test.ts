import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const cases: [rule: string, html: string, author: string | null, source: string | undefined][] = [
  ['a meta element', '<meta name=author content="Ada Writer">', 'Ada Writer', 'meta author'],
  [
    'catalogues turn names round',
    '<meta name=citation_author content="Writer, Ada">',
    'Ada Writer',
    'meta citation_author',
  ],
  [
    'a person comes before the firm that a system filled in',
    '<meta name=author content="Bog Media GmbH"><p>By Ada Writer',
    'Ada Writer',
    'text',
  ],
  [
    'and before the site itself',
    '<meta name=author content="Example Site"><meta property="og:site_name" content="Example Site"><p>By Ada Writer',
    'Ada Writer',
    'text',
  ],
  ['a firm where nobody else is named', '<meta name=author content="Bog Media GmbH">', 'Bog Media GmbH', 'meta author'],
  ['several are parted', '<p>By Ada Writer and Bo Scribe', 'Ada Writer; Bo Scribe', 'text'],
  ['a word that says it outright needs one name', '<p>Posted by Konstantin @ 12:00 am', 'Konstantin', 'text'],
  ['or an account', '<p>Submitted by rasos on 24 July 2017', 'rasos', 'text'],
  ['a mere "by" needs two', '<p>by Konstantin', null, undefined],
  ['a word alone is followed by the name', '<h5>Autor:</h5><p>Peter Maahn/SP-X', 'Peter Maahn', 'text'],
  ['in other languages', '<p>Text von Christian Seiler', 'Christian Seiler', 'text'],
  [
    'what the author stands behind is no part of the name',
    '<span class=author>Erstellt von Dominique Weiss</span>',
    'Dominique Weiss',
    'byline',
  ],
  ['a day of the week is nobody', '<span class=author>Donnerstag</span>', null, undefined],
  ['an address is nobody', '<meta property="article:author" content="https://social.example/ada">', null, undefined],
  ['a sentence names nobody', '<p>By the time the sun had risen, the bog was dry', null, undefined],
];

test.each(cases)('%s: %s', (_, html, author, source) => {
  const page = `<title>Sundews</title><body><h1>Sundews of the north</h1>${html}`;
  const found = cleanHtml('http://bog.example/' as Url, page, OPTIONS);
  expect(found.author).toBe(author);
  expect(found.sources?.['author']).toBe(source);
});
