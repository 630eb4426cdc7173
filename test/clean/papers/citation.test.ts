import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import { citationOf } from '../../../shared/clean/papers/citation.ts';
import type { Url } from '../../../shared/url/url.ts';

test('a document has its citation, and others have none', () => {
  const clean = (html: string) => cleanHtml('http://bog.test/' as Url, html, DEFAULT_CLEAN_OPTIONS);
  expect(clean('<meta name=citation_doi content=10.5555/moss><p>Moss').citation).toEqual({ doi: '10.5555/moss' });
  expect(clean('<p>Moss')).not.toHaveProperty('citation');
});

test('reads where a paper was published', () => {
  expect(
    citationOf({
      ...{ citation_doi: ['https://doi.org/10.5555/Moss.2024.1'], citation_journal_title: ['Annals of Moss'] },
      ...{ citation_volume: ['12'], citation_issue: ['3'], citation_firstpage: ['101'], citation_lastpage: ['119'] },
      citation_issn: ['Online ISSN: 1234-567X', '7654-3210'],
    }),
  ).toEqual({
    doi: '10.5555/Moss.2024.1',
    journal: 'Annals of Moss',
    volume: '12',
    issue: '3',
    pages: '101-119',
    issn: '1234-567X',
  });
});

test.each([
  ['doi:10.5555/moss', '10.5555/moss'],
  ['info:doi/10.5555/moss', '10.5555/moss'],
  ['http://dx.doi.org/10.5555/moss', '10.5555/moss'],
  ['https://www.doi.org/10.5555/%28moss%291%3C2', '10.5555/(moss)1<2'],
  ['https://doi.org/10.5555/100%moss', '10.5555/100%moss'],
  ['https://doi.org/10.5555/moss%0D%0ATY', '10.5555/moss%0D%0ATY'],
  ['10.5555/moss', '10.5555/moss'],
  ['http://bog.test/10.5555/moss', undefined],
  ['978-3-16-148410-0', undefined],
])('reads the identifier %s', (text, doi) => {
  expect(citationOf({ 'dc.identifier': ['moss-1', text] }).doi).toBe(doi);
});

test.each([
  ['citation_isbn', '978-3-16-148410-0', '9783161484100'],
  ['book:isbn', '316148410x', '316148410X'],
  ['dc.identifier', 'urn:ISBN:0-306-40615-2', '0306406152'],
  ['dc.identifier', 'ISBN 978 0 306 40615 7', '9780306406157'],
  ['dc.identifier', '2024-05-31 12:00', undefined],
  ['dc.identifier', '10.5555/978-3-16-148410-0', undefined],
  ['citation_isbn', '978-3-16', undefined],
  ['dc.identifier', '2024010513', undefined],
  ['dcterms.identifier', '1704067200000', undefined],
])('reads the ISBN in %s: %s', (name, text, isbn) => {
  expect(citationOf({ [name]: [text] }).isbn).toBe(isbn);
});

test('reads names as in RDFa, and those of Digital Commons', () => {
  expect(citationOf({ 'dc:identifier': ['doi:10.5555/moss'] })).toEqual({ doi: '10.5555/moss' });
  expect(citationOf({ bepress_citation_volume: ['3'], citation_volume: ['4'] })).toEqual({ volume: '4' });
});

test('reads a single page, and nothing from other pages', () => {
  expect(citationOf({ citation_firstpage: ['e17'], citation_lastpage: ['e17'] })).toEqual({ pages: 'e17' });
  expect(citationOf({ title: ['Moss'], citation_volume: [''], citation_journal_title: ['x'.repeat(400)] })).toEqual({});
});
