/** Records for library systems and graphs: what a page tells, what it does not tell, and characters that the formats do not allow. */
import { expect, test } from 'vitest';
import { alvisRecord } from '../../../cli/export/alvis.ts';
import type { ExportedRecord } from '../../../cli/export/exported-record.ts';
import { gilsElements, gilsRecord } from '../../../cli/export/gils.ts';
import { graphMlNodes, linkRows } from '../../../cli/export/link-graph.ts';
import { recordWriter } from '../../../cli/export/record-formats.ts';
import { risRecord } from '../../../cli/export/ris-record.ts';
import { sitemapRecord } from '../../../cli/export/sitemap.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { SearchRecord } from '../../../shared/ports/search-record.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../../shared/settings/stage-options.ts';
import type { Url } from '../../../shared/url/url.ts';
import { doiUrl } from '../../../web/formats/catalogue-record.ts';
import { marcRecord } from '../../../web/formats/marcxml.ts';
import { elementsOf, parseXml, textsOf } from '../../web/strict-xml.ts';

const URL = 'http://bog.test/sundews?a=1&b=2';
const TOLD = `<html lang="en"><head><title>Sundews &amp; \x01bogs</title>
<meta name="author" content="Ada Marsh"><meta name="author" content="Bo Fen"><meta name="date" content="2024-05-06">
<meta property="article:publisher" content="Bog Press"><meta name="dc.publisher" content="Bog &lt;Press&gt;">
<meta name="keywords" content="sundew, bog"><meta name="description" content="How sundews live"></head><body><article>
<p>${'Sundews catch flies with sticky leaves in the bog. '.repeat(8)}</p>
<p>${'They need water, light and poor soil to live well. '.repeat(8)}<a href="/flytrap?x=1&amp;y=2">=Flytraps &lt;3</a></p>
</article></body></html>`;

function recordOf(html: string, options = DEFAULT_CLEAN_OPTIONS): ExportedRecord {
  const document = cleanHtml(URL as Url, html, options);
  const known = { id: document.digest, url: URL, urls: [URL], numRefBy: 1, otherFormats: [] };
  return {
    ...document,
    ...known,
    fetchedAt: '2026-11-28T01:02:03.456Z',
    verdict: 'relevant',
    score: 12,
    classes: [{ class: 'CP.Drosera', score: 12 }],
  };
}
const told = recordOf(TOLD);
const untold = recordOf('<p>x</p>');

test('MARC has a field for all that a page tells', () => {
  const marc = marcRecord(told);
  const fields = [...marc.matchAll(/<datafield tag="(\d+)" ind1="(.)" ind2="(.)">(.*?)<\/datafield>/g)].map(
    ([, tag, one, two, subfields = '']) =>
      `${tag}${one}${two} ${subfields.replace(/<subfield code="(.)">(.*?)<\/subfield>/g, '$$$1$2')}`,
  );
  expect(fields).toEqual([
    '041   $aeng',
    '24500 $aSundews &amp; bogs',
    '260   $bBog &lt;Press&gt;$c2024-05-06',
    '520   $aHow sundews live',
    '653   $asundew',
    '653   $abog',
    '653   $aCP.Drosera',
    '720   $aAda Marsh$eauthor',
    '720   $aBo Fen$eauthor',
    '85640 $uhttp://bog.test/sundews?a=1&amp;b=2$qtext/html',
  ]);
  expect(marc).toContain('<controlfield tag="005">20261128010203.0</controlfield>');
  expect(marc).toContain(`<controlfield tag="008">261128s2024    xx ${'|'.repeat(17)}eng d</controlfield>`);
});

test('MARC has no field for what a page does not tell', () => {
  const marc = marcRecord({ ...untold, classes: [] });
  expect([...marc.matchAll(/datafield tag="(\d+)"/g)].map(([, tag]) => tag)).toEqual(['245', '856']);
  expect(marc).toContain(`<controlfield tag="008">261128nuuuuuuuuxx ${'|'.repeat(20)} d</controlfield>`);
});

test('the URL of a DOI resolves although the DOI has signs of URLs', () => {
  expect(doiUrl('10.1002/(SICI)1:2<3::AID>3.0.CO;2-#')).toBe(
    'https://doi.org/10.1002/(SICI)1:2%3C3::AID%3E3.0.CO;2-%23',
  );
  expect(doiUrl('10.5555/a?b\ud800')).toBe('https://doi.org/10.5555/a%3Fb%EF%BF%BD');
});

const PAPER = {
  doi: '10.5555/moss.1',
  journal: 'Annals of Moss',
  issn: '1234-567X',
  volume: '12',
  issue: '3',
  pages: '101-119',
};

test.each([
  ['marcxml', '<datafield tag="020" ind1=" " ind2=" "><subfield code="a">9780306406157</subfield></datafield>'],
  ['ris', 'SN  - 9780306406157'],
  ['bibtex', 'isbn = {9780306406157}'],
] as const)('a book has its ISBN in %s', (format, expected) => {
  const writer = recordWriter(format);
  expect('write' in writer && writer.write({ ...told, citation: { isbn: '9780306406157' } }, 'bog')).toContain(
    expected,
  );
});

test('a paper has its journal and DOI in MARC, Dublin Core and RIS', () => {
  const paper = { ...told, citation: PAPER };
  const written = (format: 'marcxml' | 'dc' | 'ris'): string => {
    const writer = recordWriter(format);
    return 'write' in writer ? writer.write(paper, 'bog') : '';
  };
  const marc = written('marcxml').replaceAll(/<\/?(?:sub|data)field[^>]*?(?:code="(.)"[^>]*)?>/g, (_, code) =>
    code ? `$${code}` : '',
  );
  expect(marc).toContain('<leader>00000nab a22');
  expect(marc).toContain('$a10.5555/moss.1$2doi');
  expect(marc).toContain('$tAnnals of Moss$g12(3), 101-119$x1234-567X');
  expect(written('dc')).toContain('<dc:identifier>https://doi.org/10.5555/moss.1</dc:identifier>');
  expect(written('dc')).toContain('<dc:source>Annals of Moss, 12(3), 101-119</dc:source>');
  expect(written('ris').split('\r\n')).toEqual(
    expect.arrayContaining([
      ...['TY  - JOUR', 'T2  - Annals of Moss', 'VL  - 12', 'IS  - 3', 'SP  - 101', 'EP  - 119'],
      ...['SN  - 1234-567X', 'DO  - 10.5555/moss.1'],
    ]),
  );
});

test('MARC tells a page that is updated in place from a complete document', () => {
  const leaderOf = (record: ExportedRecord): string | undefined => /<leader>(.*?)</.exec(marcRecord(record))?.[1];
  expect(leaderOf(untold)).toBe('00000nai a2200000uu 4500');
  expect(leaderOf({ ...untold, date: '2024' })).toBe('00000nam a2200000uu 4500');
  expect(leaderOf({ ...untold, mimeType: 'application/pdf' })).toBe('00000nam a2200000uu 4500');
});

test('MARC has codes of languages, days and texts that fit into ISO 2709', () => {
  const marc = marcRecord({
    ...told,
    language: 'ceb',
    date: '2024-05-06T07:08:09+00:00',
    description: '𝒜'.repeat(4_000),
  });
  expect(marc).toContain('<subfield code="a">ceb</subfield><subfield code="2">iso639-3</subfield>');
  expect(marc).toContain(`xx ${'|'.repeat(20)} d`);
  expect(marc).toContain('<subfield code="c">2024-05-06</subfield>');
  const abstract = /tag="520".*?"a">(.*?)</.exec(marc)?.[1] ?? '';
  expect(abstract).toMatch(/^𝒜{1500}…$/u);
  expect(new TextEncoder().encode(abstract).length).toBeLessThan(9_990);
});

/** A course of Studera.Nu, and the settings that map its metadata. */
const COURSE = `<title>MATEMATIK A</title>
<meta name="DC.Identifier" scheme="URL" content="http://www.mh.example/utbildning/UtbKat/Kurs.asp?kurskod=MAAA45&amp;x=1">
<meta name="DC.Title" content="MATEMATIK A, 5 p, Geometri och statistik"><meta name="STUDERA.identifier" content="mh-MAAA45">
<meta name="DC.Subject" scheme="STUDERA" content="400.600"><meta name="STUDERA.profession" content="210.100">
<meta name="DC.Publisher" scheme="STUDERA" content="mh"><meta name="STUDERA.exam" content="KAND"><meta name="STUDERA.type" content="Grundkurs">
<meta name="STUDERA.prerequisites" content="standard"><meta name="STUDERA.event" content="mh-70211;2001p4;flexibel;full;2280;sv;dag;">
<meta name="STUDERA.event" content="mh-70204;2002p1;bunden;full;2280;sv;dag;"><meta name="STUDERA.event" content="whenever <you> like">
<h1>Matematik A</h1><p>En kurs.`;
const COURSE_FIELDS = [
  { meta: 'DC.Identifier', scheme: 'URL', field: 'linkage', type: 'url' },
  { meta: 'DC.Title', field: 'title' },
  { meta: 'DC.Subject', scheme: 'STUDERA', field: 'controlledTerms' },
  { meta: 'STUDERA.profession', field: 'profession' },
  { meta: 'STUDERA.exam', field: 'purpose' },
  { meta: 'DC.Publisher', scheme: 'STUDERA', field: 'distributor' },
  { meta: 'STUDERA.identifier', field: 'originalId' },
  { meta: 'STUDERA.type', field: 'medium' },
  { meta: 'STUDERA.prerequisites', field: 'accessConstraint' },
  { meta: 'STUDERA.event', field: 'event', type: 'course-event' },
];

test('GILS has an element for all that a page tells', () => {
  expect(gilsRecord(told, 'bogs')).toBe(
    `<gils><title>Sundews &amp; bogs</title><originator>Bog &lt;Press&gt;</originator><author>Ada Marsh</author><author>Bo Fen</author>\
<dateOfPublication>2024-05-06</dateOfPublication><languageOfResource>en</languageOfResource><abstract>How sundews live</abstract>\
<controlledSubjectIndex><subjectTermsControlled><controlledTerm>CP.Drosera</controlledTerm></subjectTermsControlled></controlledSubjectIndex>\
<subjectTermsUncontrolled><uncontrolledTerm>sundew</uncontrolledTerm><uncontrolledTerm>bog</uncontrolledTerm></subjectTermsUncontrolled>\
<availability><distributor><name>Bog &lt;Press&gt;</name></distributor><availableLinkage>\
<linkageType>text/html</linkageType><linkage>http://bog.test/sundews?a=1&amp;b=2</linkage></availableLinkage></availability>\
<controlIdentifier>${told.id}</controlIdentifier><recordSource>bogs</recordSource>\
<dateOfLastModification>2026-11-28</dateOfLastModification></gils>\n`,
  );
});

test('GILS has the mapped fields of a course in the elements that Studera.Nu uses', () => {
  const settings = readSettings({ seeds: [URL], metadata: { fields: COURSE_FIELDS } });
  const course = recordOf(COURSE, cleanOptionsOf(settings));
  const gils = parseXml(gilsRecord({ ...course, classes: [] }, 'studera'));
  const expected = {
    title: ['MATEMATIK A, 5 p, Geometri och statistik'],
    controlledTerm: ['400.600'],
    uncontrolledTerm: [],
    profession: ['210.100'],
    purpose: ['KAND'],
    distributor: ['mh'],
    originalControlIdentifier: ['mh-MAAA45'],
    medium: ['Grundkurs'],
    generalAccessConstraints: ['standard'],
    orderInformation: [
      'mh-70211;2001p4;flexibel;full;2280;sv;dag',
      'mh-70204;2002p1;bunden;full;2280;sv;dag',
      'whenever <you> like',
    ],
    linkage: ['http://www.mh.example/utbildning/UtbKat/Kurs.asp?kurskod=MAAA45&x=1', URL],
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, textsOf(gils, name)]))).toEqual(expected);
  expect(elementsOf(gils, 'availability')).toHaveLength(1);
});

test('GILS has no element for what a page does not tell', () => {
  const elements = gilsElements({ ...untold, classes: [] }, 'bogs');
  expect([...elements.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual([
    ...['title', 'availability', 'availableLinkage', 'linkageType', 'linkage'],
    ...['controlIdentifier', 'recordSource', 'dateOfLastModification'],
  ]);
  expect(elements).toContain('<title>http://bog.test/sundews?a=1&amp;b=2</title>');
});

test.each([
  ['2024-05-06T07:08', null, '2024-05-06'],
  ['2024-05', '2023-01-02T03:04:05+02:00', undefined],
  [null, '2023-01-02T03:04:05+02:00', '2023-01-02'],
  [null, null, undefined],
])('a sitemap has the day of a page modified %s and dated %s', (modified, date, day) => {
  const lastmod = day === undefined ? '' : `<lastmod>${day}</lastmod>`;
  expect(sitemapRecord({ ...untold, url: 'http://bog.test/?a&b', modified, date })).toBe(
    `<url><loc>http://bog.test/?a&amp;b</loc>${lastmod}</url>\n`,
  );
});

test('RIS has the abstract of a paper instead of the description', () => {
  expect(risRecord(told).split('\r\n')).toEqual([
    ...['TY  - ELEC', 'TI  - Sundews & bogs', 'AU  - Marsh, Ada', 'AU  - Fen, Bo', 'PY  - 2024', 'DA  - 2024/05/06'],
    ...['PB  - Bog <Press>', 'AB  - How sundews live', 'KW  - sundew', 'KW  - bog', 'KW  - CP.Drosera', 'LA  - en'],
    ...[`UR  - ${URL}`, 'Y2  - 2026/11/28', 'DB  - Thresher', `ID  - ${told.id}`, 'ER  - ', '', ''],
  ]);
  const header = { title: null, authors: [], keywords: [], subjects: [], references: [] };
  expect(risRecord({ ...told, paper: { ...header, abstract: 'We study\nsundews.' } })).toContain(
    'AB  - We study sundews.\r\n',
  );
});

test('ALVIS has sections, metadata, links and classes, and no empty element', () => {
  const alvis = alvisRecord(told);
  expect(alvis.match(/<section>Sund/g)).toHaveLength(1);
  expect(alvis).toContain('<meta name="title">Sundews &amp; bogs</meta>');
  expect(alvis).toContain(
    '<link type="a"><anchorText>=Flytraps &lt;3</anchorText><location>http://bog.test/flytrap?x=1&amp;y=2</location></link>',
  );
  expect(alvis).toContain('<topic absoluteScore="12"><class>CP.Drosera</class></topic>');
  expect(alvisRecord(untold)).not.toMatch(/<(\w+)[^>]*><\/\1>|<links>/);
});

test('a table of links has no cell that a spreadsheet would evaluate', () => {
  expect(linkRows(told)).toBe(`${URL},http://bog.test/flytrap?x=1&y=2,'=Flytraps <3,\r\n`);
});

test('GraphML has one node for a URL of two records, and one edge for two links', async () => {
  const [first, second] = ['http://bog.test/', 'http://bog.test/fen'];
  async function* records() {
    const shared = { title: 'A & B', host: 'bog.test', language: 'en', verdict: 'relevant', score: 1 };
    yield { ...shared, urls: { [first!]: 1, [second!]: 1 } } as unknown as SearchRecord;
    yield { ...shared, urls: { [second!]: 2 } } as unknown as SearchRecord;
  }
  const nodes = graphMlNodes(records());
  const written: string[] = [];
  let step = await nodes.next();
  for (; !step.done; step = await nodes.next()) written.push(step.value);
  expect(written.map((node) => /id="([^"]*)"/.exec(node)?.[1])).toEqual([first, second]);
  const link = (url: string, anchor: string) => ({ url: url as Url, anchor, rel: '' });
  const links = [link(second!, ''), link(second!, 'to the fen'), link('http://other.test/', 'away')];
  expect(step.value({ ...told, url: first!, links })).toBe(
    `<edge source="${first}" target="${second}"><data key="anchor">to the fen</data></edge>\n`,
  );
});
