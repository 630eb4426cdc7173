/** Titles of Office and OpenDocument files, from bytes to content. */
import { afterAll, describe, expect, test } from 'vitest';
import { isPlaceholderTitle } from '../../../shared/clean/converters/document-title.ts';
import { read, startConverter } from '../../convert/converter.ts';
import { docxOf, odtOf, pptxOf, zipOf } from './sample-documents.ts';
import { ppt, pptOf, pptPersistAtom, pptSlide, pptText, summaryOf } from './sample-ole.ts';

const converter = startConverter();
afterAll(() => converter.close());

const titleOf = async (bytes: Uint8Array) => (await read(converter, bytes)).title;

const core = (title: string) => ({
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`,
});

test.each([
  ...['PowerPoint Presentation', 'PowerPoint-Präsentation', 'Présentation PowerPoint', 'Презентация PowerPoint'],
  ...['Presentación de PowerPoint', 'Slide 1', 'Folie 1', 'Document1', 'Dokument 3', 'untitled', 'No Slide Title'],
  ...[
    'Microsoft Word - report final.doc',
    'minutes 2020-03.docx',
    'C:\\wp\\REPORT.wpd   [PFP#118]',
    'file:///home/ada/report',
    'Layout 1',
    '[Document title]',
    '(anonymous)',
    'Click to edit Master title style',
  ],
])('takes %s as no title', (title) => {
  expect(isPlaceholderTitle(title)).toBe(true);
});

test.each([
  ...['Presentation of the annual report', 'Documents of the bog survey', 'Slide rules', 'A title', 'Word processing'],
  ...['PowerPoint for beginners', 'How to open x.doc in a browser', '[Draft] On moss'],
])('takes %s as a title', (title) => {
  expect(isPlaceholderTitle(title)).toBe(false);
});

describe('Word', () => {
  const styles = `<w:styles><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>
    <w:style w:styleId="Rubrik1"><w:name w:val="heading 1"/></w:style>
    <w:style w:styleId="Underrubrik"><w:name w:val="Subtitle"/><w:basedOn w:val="Titel"/></w:style></w:styles>`;
  const styled = (id: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const plain = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const docx = (body: string, declared: string) => docxOf(body, { 'word/styles.xml': styles, ...core(declared) });

  const cases: [rule: string, declared: string, body: string, title: string | null][] = [
    ['the property', 'Bogs', styled('Rubrik1', 'On moss'), 'Bogs'],
    [
      'the style Title if the property is empty',
      '',
      plain('x') + styled('Rubrik1', 'On') + styled('Titel', 'Fens'),
      'Fens',
    ],
    ['the style Title if the property is a file name', 'bog.doc', styled('Titel', 'Fens'), 'Fens'],
    [
      'a title of two paragraphs without its subtitle',
      '',
      styled('Titel', 'Bogs') + styled('Titel', 'and fens') + styled('Underrubrik', 'A guide'),
      'Bogs and fens',
    ],
    ['a title in a table', '', `<w:tbl><w:tr><w:tc>${styled('Titel', 'Fens')}</w:tc></w:tr></w:tbl>`, 'Fens'],
    ['the first heading', 'Microsoft Word - bog.doc', plain('x') + styled('Rubrik1', 'On moss'), 'On moss'],
    [
      'the style Title if the property is of another document',
      'Invoice 2009',
      styled('Titel', 'Fens of Skåne'),
      'Fens of Skåne',
    ],
    ['the property if it shares a word with the document', 'Fens: report', styled('Titel', 'On Fens'), 'Fens: report'],
    ['none if the first heading names a section', '', plain('x') + styled('Rubrik1', '1. Introduction'), null],
    ['none if no text is marked', '', plain('x'), null],
    ['none if the style Title holds a long text', '', styled('Titel', 'moss '.repeat(500)), null],
  ];
  test.each(cases)('takes %s', async (_, declared, body, title) => {
    expect(await titleOf(docx(body, declared))).toBe(title);
  });
});

describe('PowerPoint', () => {
  const slide = (type: string, text: string) =>
    `<p:sld><p:sp><p:nvPr><p:ph type="body"/></p:nvPr><a:p><a:r><a:t>Ada Moor</a:t></a:r></a:p></p:sp>
    <p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r><a:br/><a:r><a:t>and fens</a:t></a:r></a:p></p:sp></p:sld>`;

  test.each(['title', 'ctrTitle'])('takes the placeholder %s of the first slide', async (type) => {
    const more = { 'ppt/slides/two.xml': slide(type, 'Bogs'), ...core('PowerPoint Presentation') };
    expect(await titleOf(pptxOf(more))).toBe('Bogs and fens');
  });

  test('takes no title of a later slide', async () => {
    expect(await titleOf(pptxOf(core('PowerPoint Presentation')))).toBeNull();
  });

  test('keeps the property', async () => {
    expect(await titleOf(pptxOf({ 'ppt/slides/two.xml': slide('title', 'Bogs') }))).toBe('Bogs & fens');
  });

  test('takes the title of the first slide of a file before 2007', async () => {
    const summary = { '\x05SummaryInformation': summaryOf({ 2: 'Slide 1' }) };
    const list = ppt(0x0ff0, [pptPersistAtom(2, 256), pptPersistAtom(3, 257)]);
    const slides = ['Bogs', 'Fens'].map((title) => pptSlide(0x03ee, [pptText(1, 'x'), pptText(6, title)]));
    expect(await titleOf(pptOf([ppt(0x03e8, [list]), ...slides], summary))).toBe('Bogs');
  });
});

describe('OpenDocument', () => {
  const untitled = { 'meta.xml': '<office:meta/>' };

  test('takes the style Title, also below an automatic style', async () => {
    const more = {
      ...untitled,
      'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles>
        <office:body><office:text><text:h>One</text:h><text:p text:style-name="P1">Bogs<text:s/>now</text:p></office:text></office:body></office:document-content>`,
    };
    expect(await titleOf(odtOf('', more))).toBe('Bogs now');
  });

  test('takes the first heading', async () => {
    expect(await titleOf(odtOf('<text:h>On moss</text:h>', untitled))).toBe('On moss');
  });

  test('takes the title of the first slide', async () => {
    const page = (text: string) =>
      `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
    const odp = zipOf({
      mimetype: 'application/vnd.oasis.opendocument.presentation',
      'content.xml': `<office:document-content><office:body><office:presentation>${page('Bogs')}${page('Fens')}</office:presentation></office:body></office:document-content>`,
    });
    expect(await titleOf(odp)).toBe('Bogs');
  });
});

test('RTF: takes the style Title if the property is a file name', async () => {
  const rtf = '{\\rtf1{\\stylesheet{\\s1 Title;}}{\\info{\\title bog.doc}}\\pard\\s1 Bogs\\par\\pard x\\par}';
  expect(await titleOf(Buffer.from(rtf))).toBe('Bogs');
});
