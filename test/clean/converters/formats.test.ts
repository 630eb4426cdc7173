/** Conversion of each format from bytes to content, through the converter of a crawl. */
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { convertPage, openPage, type PendingConversion } from '../../../shared/clean/clean-page.ts';
import { convertedContent } from '../../../shared/clean/converted-content.ts';
import { newFlow } from '../../../shared/clean/converters/flow.ts';
import { readHtmlInto } from '../../../shared/clean/converters/html.ts';
import { groupLines } from '../../../shared/clean/converters/pdf/lines.ts';
import { joinParts } from '../../../shared/clean/converters/pdf/paragraphs.ts';
import { findRunningLines } from '../../../shared/clean/converters/pdf/running-lines.ts';
import { parsePaper } from '../../../shared/clean/papers/paper.ts';
import type { Converted, Part } from '../../../shared/ports/converter.ts';
import type { Url } from '../../../shared/url/url.ts';
import { convert, read, startConverter } from '../../convert/converter.ts';
import { cpuTimeOf } from '../../cpu-time.ts';
import { docxOf, epubOf, JAPANESE, odsOf, odtOf, pageOf, pdfOf, pptxOf, xlsxOf, zipOf } from './sample-documents.ts';

const converter = startConverter();
afterAll(() => converter.close());

const content = (converted: Converted) =>
  convertedContent(converted, 'http://bog.example/a/file' as Url, DEFAULT_CLEAN_OPTIONS);
const textOf = async (bytes: Uint8Array | string, mimeType?: string) =>
  content(await read(converter, Buffer.from(bytes as string), mimeType)).text;

const PROPERTIES = { title: 'Bogs & fens', author: 'Ada Moor' };

/** Returns the cells of the rows, trimmed. */
const cellsOf = (parts: readonly Part[]): string[][] =>
  parts.flatMap((part) => (part.kind === 'row' ? [part.cells.map((cell) => cell.trim())] : []));

describe('Word', () => {
  const body = `<w:p><w:pPr><w:pStyle w:val="Rubrik1"/></w:pPr><w:r><w:t>On moss</w:t></w:r></w:p>
    <w:p><w:r><w:t xml:space="preserve">One </w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
    <w:hyperlink r:id="r2"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:tab/><w:t>&lt;2&gt;</w:t></w:r></w:p>
    <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>first</w:t></w:r></w:p><w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>second</w:t></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`;

  test('reads headings by English style name, links, lists, tables and notes, but no deletions', async () => {
    const found = content(await read(converter, docxOf(body)));
    expect(found).toMatchObject({
      ...PROPERTIES,
      date: '2021-05-14T08:00:00Z',
      keywords: ['peat', 'moss'],
      headings: ['On moss'],
      links: [{ url: 'https://bog.example/sundew', anchor: 'link' }],
    });
    expect(found.text).toBe('On moss\n\nOne link <2>\n\nfirst\nsecond\n\na\tb\n\nA note below.');
  });

  test('adds empty cells after a cell that spans columns', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const rows = [cell('Depth', '<w:gridSpan w:val="2"/>') + cell('Age'), cell('1') + cell('2') + cell('300')];
    const body = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
    expect(cellsOf((await read(converter, docxOf(body))).parts)).toEqual([
      ['Depth', '', 'Age'],
      ['1', '2', '300'],
    ]);
  });

  test('leaves out words that are formatted as hidden', async () => {
    const run = (properties: string, text: string) =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', 'Moss ')}${run('<w:vanish/>', 'XE moss ')}${run('<w:vanish w:val="0"/>', 'grows')}${run('<w:webHidden/>', '.')}</w:p>`;
    expect(await textOf(docxOf(body))).toMatch(/^Moss grows\./);
  });

  test('leaves out text that styles of paragraphs or characters hide', async () => {
    const style = (id: string, rest: string) => `<w:style w:styleId="${id}">${rest}</w:style>`;
    const styles = `<w:styles>${[
      style('Form', '<w:rPr><w:vanish/></w:rPr>'),
      style('Part', '<w:basedOn w:val="Form"/>'),
      style('Shown', '<w:basedOn w:val="Form"/><w:rPr><w:vanish w:val="0"/></w:rPr>'),
    ].join('')}</w:styles>`;
    const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
    const paragraph = (id: string, runs: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${runs}</w:p>`;
    const body =
      paragraph('Part', run('Top of form') + run('A', '<w:vanish w:val="0"/>') + run('B', '<w:rStyle w:val="Form"/>')) +
      paragraph('Shown', run('Moss') + run('peat', '<w:rStyle w:val="Part"/>')) +
      `<w:p>${run('Fen')}</w:p>`;
    expect(await textOf(docxOf(body, { 'word/styles.xml': styles }))).toMatch(/^AB\n\nMoss\n\nFen/);
  });

  test('leaves out text boxes and images of hidden text, and hidden text after a text box', async () => {
    const styles = '<w:styles><w:style w:styleId="Form"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
    const run = (content: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`;
    const text = (words: string) => `<w:t>${words}</w:t>`;
    const box = (words: string) =>
      `<w:drawing><wp:docPr id="1" descr="Image of ${words}"/><w:txbxContent><w:p>${run(text(words))}</w:p></w:txbxContent></w:drawing>`;
    const body =
      `<w:p><w:pPr><w:pStyle w:val="Form"/></w:pPr>${run(text('A'))}${run(box('B'))}${run(text('C'))}${run(box('D') + text('E'), '<w:vanish w:val="0"/>')}</w:p>` +
      `<w:p>${run(box('F'), '<w:vanish/>')}${run(text('G'))}</w:p>`;
    expect(await textOf(docxOf(body, { 'word/styles.xml': styles }))).toMatch(/^Image of D\s+D\s+E\s+G\s+A note/);
  });

  test('reads the links of simple fields and of fields without quotes', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const simple = `<w:p><w:fldSimple w:instr=" HYPERLINK &quot;http://a.example/&quot; "><w:r><w:t>one</w:t></w:r></w:fldSimple> <w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p>`;
    const bare = `<w:p>${field('begin')}<w:r><w:instrText> HYPERLINK http://b.example/ </w:instrText></w:r>${field('separate')}<w:r><w:t>two</w:t></w:r>${field('end')}</w:p>`;
    expect((await read(converter, docxOf(simple + bare))).links).toEqual([
      { href: 'http://a.example/', anchor: 'one' },
      { href: 'http://b.example/', anchor: 'two' },
    ]);
  });

  test('prints the numbers of lists and headings, and no bullets', async () => {
    const level = (at: number, form: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${form}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1%2)')}</w:abstractNum>
      <w:abstractNum w:abstractNumId="1">${level(0, 'upperRoman', '%1')}${level(1, 'decimal', '%1.%2', '<w:isLgl/>')}</w:abstractNum>
      <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '·')}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
      <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
      <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`;
    const styles =
      '<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style><w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style></w:styles>';
    const rels = `<Relationships>${['styles', 'numbering'].map((kind) => `<Relationship Id="${kind}" Type="http://x/${kind}" Target="${kind}.xml"/>`).join('')}</Relationships>`;
    const item = (list: number, at: number, text: string) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const styled = (id: string, text: string, more = '') =>
      `<w:p><w:pPr><w:pStyle w:val="${id}"/>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const lists =
      styled('H', 'Moss') +
      styled('H2', 'Peat') +
      item(1, 0, 'a') +
      item(1, 1, 'b') +
      item(1, 1, 'c') +
      item(1, 0, 'd') +
      item(3, 0, 'e') +
      item(1, 1, 'f') +
      item(4, 0, 'g') +
      styled('H2', 'Fen') +
      styled('H', 'Bare', '<w:numPr><w:numId w:val="0"/></w:numPr>');
    const more = {
      'word/numbering.xml': numbering,
      'word/styles.xml': styles,
      'word/_rels/document.xml.rels': rels,
    };
    expect(await textOf(docxOf(lists, more))).toBe(
      'I Moss\n\n1.1 Peat\n\n1. a\n1a) b\n1b) c\n2. d\ne\n2a) f\n7. g\n\n1.2 Fen\n\nBare',
    );
  });

  test('reads one branch of alternate content, so each text box once', async () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>';
    const both = `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(docxOf(`<w:p><w:r>${both}</w:r></w:p>`))).toBe('boxed\n\nA note below.');
  });
});

test('Excel: prints texts, dates, percentages and decimals as formatted, without phonetic readings', async () => {
  expect(await textOf(xlsxOf())).toBe('Wells\n\nPlace\tDay\nDeeside\t2020-01-01\t12.50%\t1,234.50\t0.3');
});

test('Excel: reads the links of formulas', async () => {
  const cell = (formula: string) => `<c t="str"><f>HYPERLINK(${formula})</f><v>Moss</v></c>`;
  const sheet = `<worksheet><sheetData><row>${cell('"http://bog.example/", "Moss"')}${cell('"#Wells!A1"')}${cell('A1')}</row></sheetData></worksheet>`;
  const { links } = await read(converter, xlsxOf({ 'xl/worksheets/one.xml': sheet }));
  expect(links).toEqual([{ href: 'http://bog.example/', anchor: 'Moss' }]);
});

test('Excel: pads rows to the column of a cell, up to a limit', async () => {
  const sheet = `<worksheet><sheetData><row><c r="A2"><v>2019</v></c><c r="B2" s="1"/><c r="D2"><v>345</v></c></row>
    <row><c r="XFD3"><v>7</v></c></row><row><c r="XFD4"/></row></sheetData></worksheet>`;
  const { parts } = await read(converter, xlsxOf({ 'xl/worksheets/one.xml': sheet }));
  expect(parts.slice(1)).toEqual([
    { kind: 'row', cells: ['2019', '', '', '345'] },
    { kind: 'row', cells: [...Array(300).fill(''), '7'] },
  ]);
});

test('Excel: leaves out hidden sheets', async () => {
  const sheets = ['visible', 'hidden', 'veryHidden'].map(
    (state) => `<sheet name="${state}" state="${state}" r:id="r1"/>`,
  );
  const workbook = `<workbook><sheets>${sheets.join('')}<sheet name="Wells" r:id="r1"/></sheets></workbook>`;
  const { parts } = await read(converter, xlsxOf({ 'xl/workbook.xml': workbook }));
  const headings = parts.flatMap((part) => (part.kind === 'heading' ? [part.text] : []));
  expect(headings).toEqual(['visible', 'Wells']);
});

test('Excel: reads a drawing once that refers to itself', async () => {
  const rels = (type: string, target: string) =>
    `<Relationships><Relationship Id="d" Type="http://x/${type}" Target="${target}"/></Relationships>`;
  const workbook = xlsxOf({
    'xl/worksheets/_rels/one.xml.rels': rels('drawing', '../drawings/one.xml'),
    'xl/drawings/one.xml': '<xdr><a:p><a:t>Map of the bog</a:t></a:p></xdr>',
    'xl/drawings/_rels/one.xml.rels': rels('drawing', 'one.xml'),
  });
  expect((await textOf(workbook)).split('Map of the bog')).toHaveLength(2);
});

test('PowerPoint: reads slides in presentation order, with notes and without slide numbers', async () => {
  const found = content(await read(converter, pptxOf()));
  expect(found.text).toBe('First words\n\nSay this slowly.\n\nLast slide');
  expect(found.headings).toEqual(['Last slide']);
});

describe('OpenDocument', () => {
  test('reads headings, lists, spaces, links and tables, but no tracked changes', async () => {
    const body = `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
      <text:h text:outline-level="2">On moss</text:h><text:p>It<text:s text:c="3"/>grows <text:a xlink:href="../wet">here</text:a>.</text:p>
      <text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      <text:p>Last<office:annotation><dc:creator>Ben</dc:creator><dc:date>2020</dc:date><text:p>why</text:p></office:annotation> words</text:p>`;
    const found = content(await read(converter, odtOf(body)));
    expect(found).toMatchObject({ ...PROPERTIES, headings: ['On moss'], links: [{ url: 'http://bog.example/wet' }] });
    expect(found.text).toBe('On moss\n\nIt grows here.\n\none\n\na\tb\n\nLast why words');
  });

  test('adds empty cells for those that another one covers in a text', async () => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const body = `<table:table><table:table-row>${cell('Depth')}<table:covered-table-cell/>${cell('Age')}</table:table-row></table:table>`;
    expect(cellsOf((await read(converter, odtOf(body))).parts)).toEqual([['Depth', '', 'Age']]);
  });

  test('repeats cells of several columns, pads rows to the column of a cell, and leaves out covered cells', async () => {
    const cell = (text: string, columns: number | string = 1, name = 'table-cell') =>
      `<table:${name} table:number-columns-repeated="${columns}">${text && `<text:p>${text}</text:p>`}</table:${name}>`;
    const rows = [
      [cell('', 2), cell('wet', 3), cell('dry'), cell('', 16_378)],
      [cell('moss'), cell('gone', 2, 'covered-table-cell'), cell('peat'), cell('', 'x')],
      [cell('', 16_383), cell('far', 1e9)],
      [cell('wide', 1e9), cell('wide', 1e9), cell('end')],
      [cell('x'.repeat(2_000), 3)],
    ];
    const xml = rows.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`).join('');
    const { parts } = await read(converter, odsOf(`<table:table table:name="Wells">${xml}</table:table>`));
    const cells = parts.flatMap((part) => (part.kind === 'row' ? [part.cells.map((text) => text.trim())] : []));
    expect(cells).toEqual([
      ['', '', 'wet', 'wet', 'wet', 'dry'],
      ['moss', '', '', 'peat'],
      [...Array(300).fill(''), 'far'],
      [...Array(300).fill('wide'), 'wide', 'end'],
      ['x'.repeat(2_000)],
    ]);
  });

  test('repeats rows with content, at most 100 times and short ones only', async () => {
    const cell = (text: string) => `<table:table-cell>${text && `<text:p>${text}</text:p>`}</table:table-cell>`;
    const row = (text: string, rows: number | string) =>
      `<table:table-row table:number-rows-repeated="${rows}">${cell(text)}</table:table-row>`;
    const rows = [
      ['wet', 3],
      ['', 1_048_000],
      ['filled', 1e9],
      ['x'.repeat(2_000), 3],
      ['dry', 'x'],
    ] as const;
    const xml = rows.map(([text, times]) => row(text, times)).join('');
    const { parts } = await read(converter, odsOf(`<table:table table:name="Wells">${xml}</table:table>`));
    const cells = parts.flatMap((part) => (part.kind === 'row' ? [part.cells.map((text) => text.trim()).join()] : []));
    expect(cells).toEqual(['wet', 'wet', 'wet', ...Array(100).fill('filled'), 'x'.repeat(2_000), 'dry']);
  });

  test('leaves out hidden sheets, sections, paragraphs and words', async () => {
    const style = (name: string, properties: string) => `<style:style style:name="${name}">${properties}</style:style>`;
    const hiddenText = '<style:text-properties text:display="none"/>';
    const sheet = (name: string, more = '') =>
      `<table:table table:name="${name}" ${more}><table:table-row><table:table-cell><text:p>in ${name}</text:p></table:table-cell></table:table-row></table:table>`;
    const styles =
      style('ta1', '<style:table-properties table:display="true"/>') +
      style('ta2', '<style:table-properties table:display="false"/>');
    const sheets = sheet('Lists', 'table:style-name="ta2"') + sheet('Wells', 'table:style-name="ta1"') + sheet('Fens');
    expect(await textOf(odsOf(sheets, styles))).toBe('Wells\n\nin Wells\n\nFens\n\nin Fens');
    const body = `${style('T1', hiddenText)}<text:section text:display="none"><text:section><text:p>one</text:p></text:section><text:p>two</text:p></text:section>
      <text:p text:style-name="T1">three</text:p><text:p>It <text:span text:style-name="T1">four <text:span>five</text:span></text:span>grows</text:p>`;
    expect(await textOf(odtOf(body))).toBe('It grows');
  });

  test('rejects an encrypted document', async () => {
    const encrypted = odtOf('x', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' });
    await expect(read(converter, encrypted)).rejects.toThrow('encrypted');
  });
});

test('adds empty cells after a cell of a mail or book that spans columns', () => {
  const flow = newFlow({ maxText: 1000, maxLinks: 1 });
  readHtmlInto(
    flow,
    '<table><tr><th colspan=2>Depth</th><th>Age</th></tr><tr><td>1</td><td>2</td><td>300</td></tr></table>',
  );
  expect(cellsOf(flow.parts)).toEqual([
    ['Depth', '', 'Age'],
    ['1', '2', '300'],
  ]);
});

test('EPUB: reads chapters in spine order, and decodes their file names', async () => {
  const found = content(await read(converter, epubOf()));
  expect(found).toMatchObject({ ...PROPERTIES, headings: ['Chapter one', 'Chapter two'], declaredLanguage: 'en' });
  expect(found.text).toBe('Chapter one\n\nIt was wet.\n\nChapter two\n\nIt dried.');
});

describe('RTF', () => {
  const cases: [rule: string, rtf: string, text: string][] = [
    ['ends paragraphs at \\par', String.raw`{\rtf1\ansi one\par two}`, 'one\n\ntwo'],
    ['decodes bytes by the code page of the document', String.raw`{\rtf1\ansi\ansicpg1251 \'cc\'ee\'f5}`, 'Мох'],
    [
      'decodes bytes by the charset of the font, including double-byte charsets',
      String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}\f1 \'93\'fa\'96\'7b\f0 \'e9}`,
      '日本é',
    ],
    ['reads Unicode characters and skips their fallback', String.raw`{\rtf1\uc1 \u8211 -\u26085 ?x}`, '–日x'],
    ['skips fallbacks of several bytes', String.raw`{\rtf1\uc2 \u26085 \'93\'fay}`, '日y'],
    ['reads negative character codes', String.raw`{\rtf1 \u-10179 ?\u-8704 ?}`, '😀'],
    [
      'skips pictures, fonts and unknown groups',
      String.raw`{\rtf1{\*\foo bar}{\pict 00ff}x{\fonttbl{\f0 Arial;}}}`,
      'x',
    ],
    ['joins the cells of a row', String.raw`{\rtf1\trowd\intbl a\cell b\cell\row\pard c}`, 'a\tb\n\nc'],
    ['leaves out hidden text', String.raw`{\rtf1 a{\v b{c}}d\v e\v0 f\v g\plain h}`, 'adfh'],
    ['reads escaped braces and backslashes', String.raw`{\rtf1 \{a\\b\}}`, '{a\\b}'],
  ];
  test.each(cases)('%s', async (_, rtf, text) => expect(await textOf(rtf)).toBe(text));

  test('reads title, author and date', async () => {
    const rtf = String.raw`{\rtf1{\info{\title Bogs}{\author Ada Moor}{\creatim\yr2021\mo5\dy14\hr8\min30}}x}`;
    expect(await read(converter, Buffer.from(rtf))).toMatchObject({
      title: 'Bogs',
      author: 'Ada Moor',
      date: '2021-05-14T08:30',
    });
  });

  test('reads the links of fields', async () => {
    const rtf = String.raw`{\rtf1 see {\field{\*\fldinst{HYPERLINK "http://fen.example/"}}{\fldrslt the fen}} now}`;
    const found = content(await read(converter, Buffer.from(rtf)));
    expect([found.text, found.links]).toEqual([
      'see the fen now',
      [{ url: 'http://fen.example/', anchor: 'the fen', rel: '' }],
    ]);
  });
});

describe('LaTeX', () => {
  const tex = String.raw`\documentclass[a4paper]{article}
    \usepackage{x} \newcommand{\bog}{the b\"og} \title{On \emph{moss}}\author{Ada Moor\thanks{x} \and Ben Fen\\ Fen College}\date{14 May 2021}
    \begin{document}\maketitle
    \begin{abstract}It is wet.\end{abstract} % a remark
    \section[short]{How moss \textbf{grows}} \label{a}
    In~\bog{} 50\% of it\footnote{A note.} grows \cite{x,y} --- see \href{http://fen.example/}{the fen}.

    \begin{itemize}\item one \item two\end{itemize}
    \begin{tabular}{ll} a & b \\ c & d \\ \end{tabular}
    \begin{verbatim}
\raw{code}
    \end{verbatim}
    \end{document} after`;

  test('keeps visible text and drops layout commands', async () => {
    const found = content(await read(converter, Buffer.from(tex)));
    expect(found).toMatchObject({
      title: 'On moss',
      author: 'Ada Moor; Ben Fen',
      date: '2021-05-14',
      headings: ['On moss', 'Abstract', '1 How moss grows'],
      links: [{ url: 'http://fen.example/', anchor: 'the fen' }],
    });
    expect(found.text).toContain('In the bög 50% of it A note. grows — see the fen.');
    expect(found.text).toContain('one\ntwo');
    expect(found.text).toContain('a\tb\nc\td');
    expect(found.text).toContain('\\raw{code}');
    expect(found.text).not.toMatch(/remark|usepackage|after/);
  });
});

describe('PDF', () => {
  test('joins lines to paragraphs and headings, rejoins hyphenated words, reads properties', async () => {
    const lines: [number, string][] = [
      [24, 'On moss'],
      [11, 'Sphagnum holds many times its own weight of wa-'],
      [11, 'ter, and so it keeps a bog as wet as it is.'],
      [11, 'More is told of it in the books of the library.'],
    ];
    const info = `/Title (Bogs & fens) /Author (Ada Moor) /CreationDate (D:20210514080000+02'00')`;
    const found = content(await read(converter, pdfOf([pageOf(lines)], { info })));
    expect(found).toMatchObject({ ...PROPERTIES, date: '2021-05-14T08:00:00+02:00', headings: ['On moss'] });
    expect(found.text).toContain('weight of water, and so it keeps');
  });

  test('takes the largest line of the first page as the title if the title is missing or a file name', async () => {
    const page = pageOf([
      [24, 'On moss'],
      [11, 'Sphagnum holds many times its own weight of water, all year round.'],
    ]);
    expect(await read(converter, pdfOf([page], { info: '/Title (moss-final.doc)' }))).toMatchObject({
      title: 'On moss',
    });
  });

  test('decodes fonts that are not embedded by their CMap', async () => {
    const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]).toString('hex');
    const page = `BT /F1 12 Tf 72 700 Td <${shiftJis}> Tj ET`;
    expect(await textOf(pdfOf([page], { fonts: JAPANESE }))).toBe('日本語');
  });

  describe('of several pages', () => {
    const at = (y: number, text: string, size = 11) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET`;
    const FILLER = 'Moss keeps the water of the bog for a whole year, and';
    /** A page with a header, a body of three lines and a page number. */
    const page = (header: string, body: readonly string[], footer: string) =>
      [at(760, header), ...body.map((line, i) => at(700 - 14 * i, line)), at(40, footer)].join('\n');

    test('keeps the first header of its kind, drops the others and page numbers, and joins sentences across pages', async () => {
      const text = await textOf(
        pdfOf(
          ['first', 'second', 'third', 'fourth', 'fifth'].map((word, i) =>
            page(
              `Chapter 3. On moss ${i + 7}`,
              [`dew of the ${word} page grows.`, FILLER, `so the ${word} of all sun-`],
              `${i + 7}`,
            ),
          ),
        ),
      );
      expect(text.match(/Chapter 3. On moss/g)).toHaveLength(1);
      expect(text).toContain('so the second of all sundew of the third page grows.');
      expect(text).not.toMatch(/\b(?:8|9|10|11)\b/);
    });

    test('keeps numbered headings and years that stand once on each page, and drops page numbers with a word for page', () => {
      const line = (text: string, y: number, size = 10) => ({
        ...{ text: text.replaceAll('|', ' '), x: 50, y, size, isEntry: false, hasGap: text.includes('|') },
      });
      const bodyOf = (page: number) =>
        ['a', 'b', 'c', 'd', 'e'].map((x, i) => line(`It is ${x}${page} wet`, 600 - 12 * i));
      const droppedOf = (text: (page: number) => string, size = 10) => {
        const pages = Array.from({ length: 8 }, (_, i) => [line(text(i), 750, size), ...bodyOf(i)]);
        return [...findRunningLines(pages, 10)].map((dropped) => dropped.text);
      };
      expect(droppedOf((n) => `Exercise ${n + 1}`)).toEqual([]);
      expect(droppedOf((n) => `Exercise on moss ${n + 1}`, 12)).toEqual([]);
      expect(droppedOf((n) => `${n + 2010}`)).toEqual([]);
      expect(droppedOf((n) => `${n + 1}`, 12)).toEqual([]);
      expect(droppedOf((n) => `Problem set ${n + 1}`)).toEqual([]);
      expect(droppedOf((n) => `On moss|${n}`)).toHaveLength(7);
      expect(droppedOf((n) => `${n}|Moss`)).toHaveLength(7);
      expect(droppedOf((n) => `Notes on moss ${n}`)).toHaveLength(7);
      expect(droppedOf((n) => `Seite ${n}`)).toHaveLength(7);
      expect(droppedOf((n) => `${n + 1895}`)).toHaveLength(8);
    });

    test('keeps numbers that do not count the pages, and the only lines of pages', async () => {
      const scales = await textOf(pdfOf(['a', 'b', 'c', 'd'].map((word) => page(`Plot ${word}`, [FILLER], '0 10 20'))));
      expect(scales.match(/0 10 20/g)).toHaveLength(4);
      const forms = await textOf(pdfOf(Array.from({ length: 4 }, () => at(700, 'Nothing is known.'))));
      expect(forms.match(/Nothing is known/g)).toHaveLength(4);
    });
  });

  test('drops the running heads of pages whose page number stands at the other end of the line', async () => {
    const stream = (page: number) =>
      [
        `BT /F1 10 Tf 72 760 Td (On moss) Tj 420 0 Td (${page}) Tj ET`,
        pageOf([10, 11, 10, 11].map((size, i) => [size, `Line ${i} of the ${'abcdef'[page]} page is long enough.`])),
      ].join('\n');
    expect((await textOf(pdfOf([1, 2, 3, 4].map(stream)))).match(/On moss/g)).toHaveLength(1);
  });

  test.each([
    ['EU-', 'Kommission', 'EU-Kommission'],
    ['Vor-', 'und Nachteile', 'Vor- und Nachteile'],
    ['1990-', '1995', '1990-1995'],
    ['see https://bog.example/', 'moss.html', 'see https://bog.example/moss.html'],
    ['see https://bog.example/', 'The moss.', 'see https://bog.example/ The moss.'],
    ['see https://bog.example/', 'moss.', 'see https://bog.example/ moss.'],
    ['see https://bog.example/ ', 'moss.html', 'see https://bog.example/  moss.html'],
    ['see https://bog.example/wet-', 'moss', 'see https://bog.example/wet-moss'],
    ['exam\u00ad', 'ple', 'example'],
    ['well\u00adknown', 'moss', 'well-known moss'],
  ])('joins %s and %s', (first, second, expected) => {
    const items = [first, second].map((str, i) => ({
      ...{ str, transform: [11, 0, 0, 11, 72, 700 - 13 * i], width: 100, height: 11, hasEOL: true },
    }));
    expect(joinParts([groupLines(items)], 11, new Set())).toEqual([{ kind: 'paragraph', text: expected }]);
  });

  test('reads a table of contents as items without dots', async () => {
    const lines: [number, string][] = [
      [11, 'Contents of the book on the moss of the bogs'],
      [11, 'Moss . . . . . . . . . 3'],
      [11, 'Peat ........ 14'],
    ];
    expect(await textOf(pdfOf([pageOf(lines)]))).toMatch(/Moss 3\nPeat 14$/);
  });

  test('reads many lines of dots without a page number in a short time', async () => {
    const item = { str: `${'. '.repeat(490)}a`, transform: [11, 0, 0, 11, 72, 700], width: 9, height: 9, hasEOL: true };
    const items = Array.from({ length: 2_000 }, () => item);
    expect(await cpuTimeOf(() => groupLines(items))).toBeLessThan(2_000);
  });

  test('the anchor of a link is the text under it', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [96 715 164 732] /A << /S /URI /URI (http://bog.example/) >> >>';
    const page = 'BT /F1 12 Tf 72 720 Td (See the moss page, and more.) Tj ET';
    const { links } = await read(converter, pdfOf([page], { page: `/Annots [${link}]` }));
    expect(links).toEqual([{ href: 'http://bog.example/', anchor: 'the moss page' }]);
  });

  test('joins the parts of a link on lines below each other, up to a limit, but no links far apart', async () => {
    const linksOf = async (ys: readonly number[], text: (y: number) => string) => {
      const annotation = (y: number) =>
        `<< /Type /Annot /Subtype /Link /Rect [72 ${y - 3} 600 ${y + 10}] /A << /S /URI /URI (http://bog.example/) >> >>`;
      const page = ys.map((y) => `BT /F1 12 Tf 72 ${y} Td (${text(y)}) Tj ET`).join('\n');
      const { links } = await read(converter, pdfOf([page], { page: `/Annots [${ys.map(annotation).join(' ')}]` }));
      return links.map(({ anchor }) => anchor);
    };
    expect(await linksOf([720, 706, 400], (y) => `moss ${y}`)).toEqual(['moss 720 moss 706', 'moss 400']);
    const many = Array.from({ length: 45 }, (_, i) => 740 - 14 * i);
    expect((await linksOf(many, (y) => `moss of the bog ${y}`)).map(({ length }) => length)).toEqual([300]);
  });

  test('marks a file without text, which has no content unless it has a title', async () => {
    const scan = (info: string) => pdfOf(['0 0 9 9 re f', '0 0 9 9 re f'], { info });
    const documentOf = (body: Buffer) => {
      const page = { url: 'http://bog.example/scan' as Url, headers: [], body };
      const opened = openPage(page, DEFAULT_CLEAN_OPTIONS);
      return convertPage(opened as PendingConversion, converter, DEFAULT_CLEAN_OPTIONS);
    };
    const metadata = { 'thresher.textless': ['2'] };
    expect(await documentOf(scan(''))).toMatchObject({ reason: 'no-content', metadata });
    expect(await documentOf(scan('/Title (On moss)'))).toMatchObject({ reason: null, metadata });
    expect(await documentOf(pdfOf([pageOf([[11, 'Moss']])]))).not.toMatchObject({ metadata });
  });

  test('reads relative links', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (next.html) >> >>';
    const found = await read(converter, pdfOf([pageOf([[11, 'x']])], { page: `/Annots [${link}]` }));
    expect(found).toMatchObject({ links: [{ href: 'next.html', anchor: '' }] });
  });
});

test('XML: makes each block element a paragraph and each title a heading', async () => {
  const xml =
    '<?xml version="1.0"?><book xml:lang="de"><title>Moor</title><para>Ein <emphasis>Satz</emphasis>.</para></book>';
  const found = content(await read(converter, Buffer.from(xml)));
  expect(found).toMatchObject({ title: 'Moor', declaredLanguage: 'de', headings: ['Moor'], text: 'Moor\n\nEin Satz.' });
});

test('XML: reads relative links and their anchors', async () => {
  const xml =
    '<?xml version="1.0"?><doc><p>See <link xlink:href="../fen.xml">the <i>fen</i></link> or <ulink url="http://bog.example/"/><a href="#x">here</a>.</p></doc>';
  expect(await read(converter, Buffer.from(xml))).toMatchObject({
    links: [
      { href: '../fen.xml', anchor: 'the fen' },
      { href: 'http://bog.example/', anchor: '' },
    ],
  });
});

describe('XML vocabularies', () => {
  const article = `<?xml version="1.0"?><article xmlns:xlink="x" xmlns:mml="m"><front>
    <journal-meta><journal-title>Journal of Bogs</journal-title><issn>1234-5678</issn></journal-meta>
    <article-meta><article-id pub-id-type="doi">10.1/bog</article-id><title-group><article-title>On <italic>Drosera</italic></article-title></title-group>
    <contrib-group><contrib contrib-type="author"><name><surname>Moor</surname><given-names>Ada B.</given-names></name></contrib>
    <contrib contrib-type="editor"><name><surname>Fen</surname><given-names>Ben</given-names></name></contrib></contrib-group><aff>Institute</aff>
    <pub-date><year>2020</year></pub-date><pub-date><day>5</day><month>3</month><year>2020</year></pub-date>
    <self-uri xlink:href="bog.pdf"/><abstract><p>It is wet.</p></abstract><kwd-group><kwd>moss</kwd></kwd-group></article-meta></front>
    <body><sec><label>1</label><title>Methods</title><p>Where <mml:math><mml:mi>a</mml:mi><mml:mo>=</mml:mo><mml:mi>b</mml:mi></mml:math> holds<fn><label>*</label>Nearly.</fn>.</p>
    <table><tr><th>Plant</th><th>Count</th></tr><tr><td>Moss</td><td>2</td></tr></table></sec></body>
    <back><ref-list><title>References</title><ref><label>1</label><mixed-citation><name><surname>Darwin</surname> <given-names>C</given-names></name>. <article-title>Insectivorous plants</article-title>, 1875.</mixed-citation></ref>
    <ref><label>2</label><element-citation><name><surname>Ellis</surname><given-names>J</given-names></name><article-title>De Dionaea</article-title><year>1770</year></element-citation></ref></ref-list></back></article>`;

  test('JATS: reads the header as metadata, tables as rows, and each reference as a paragraph', async () => {
    const found = content(await read(converter, Buffer.from(article)));
    expect(found).toMatchObject({
      title: 'On Drosera',
      author: 'Ada B. Moor',
      date: '2020-03-05',
      description: 'It is wet.',
      keywords: ['moss'],
      links: [{ url: 'http://bog.example/a/bog.pdf', anchor: '' }],
      metadata: { citation_doi: ['10.1/bog'], citation_journal_title: ['Journal of Bogs'], aff: ['Institute'] },
    });
    expect(found.text).toBe(
      'On Drosera\n\nIt is wet.\n\n1 Methods\n\nWhere a=b holds * Nearly. .\n\nPlant\tCount\nMoss\t2\n\nReferences\n\n1. Darwin C. Insectivorous plants, 1875.\n\n2. Ellis J De Dionaea 1770',
    );
    expect(parsePaper(found, false)).toMatchObject({
      authors: ['Ada B. Moor'],
      references: ['Darwin C. Insectivorous plants, 1875.', 'Ellis J De Dionaea 1770'],
    });
  });

  test('TEI: reads the header, and keeps lines together across page breaks', async () => {
    const tei = `<TEI><teiHeader><fileDesc><titleStmt><title>Die Moore</title><author><persName><forename>Karl</forename> <surname>Weber</surname></persName></author></titleStmt>
      <publicationStmt><publisher>Verlag</publisher><date when="1907"/></publicationStmt><sourceDesc><bibl><author>Other</author></bibl></sourceDesc></fileDesc></teiHeader>
      <text><front><titlePage>Titel</titlePage></front><body><p>Das Moor<lb/>ist <pb n="2"/>weit, nach <title>Heide</title>.</p></body></text></TEI>`;
    const found = content(await read(converter, Buffer.from(tei), 'application/xml'));
    expect(found).toMatchObject({ title: 'Die Moore', author: 'Karl Weber', date: '1907', headings: ['Die Moore'] });
    expect(found.text).toBe('Die Moore\n\nTitel\n\nDas Moor ist weit, nach Heide.');
  });

  test('DocBook and FictionBook: read title, authors, date and language, and no encoded images', async () => {
    const docbook =
      '<article xmlns="http://docbook.org/ns/docbook"><info><title>Moss</title><author><personname><firstname>Ada</firstname><surname>Moor</surname></personname></author><pubdate>2019-04-05</pubdate></info><section><info><title>One</title><author><personname>Ben Fen</personname></author></info><para>Wet.</para></section></article>';
    const first = content(await read(converter, Buffer.from(docbook), 'application/xml'));
    expect(first).toMatchObject({ title: 'Moss', author: 'Ada Moor', date: '2019-04-05', text: 'Moss\n\nOne\n\nWet.' });
    const fiction =
      '<FictionBook><description><title-info><author><first-name>Ada</first-name><last-name>Moor</last-name></author><book-title>Moss</book-title><lang>sv</lang></title-info><document-info><author><nickname>scanner</nickname></author></document-info></description><body><p>Wet.</p></body><binary>AAAA</binary></FictionBook>';
    const second = await read(converter, Buffer.from(fiction), 'application/xml');
    expect(second).toMatchObject({ title: 'Moss', author: 'Ada Moor', language: 'sv' });
    expect(content(second).text).toBe('Moss\n\nWet.');
  });

  test('keeps the text of a file that does not end its header, and of other XML with elements of the same names', async () => {
    const cut = '<TEI><teiHeader><titleStmt><title>Moss<text><body><p>Wet.</p></body></text></TEI>';
    expect(await textOf(cut, 'application/xml')).toContain('Wet.');
    expect(await textOf('<a><info>Wet.</info><row>one</row></a>', 'application/xml')).toBe('Wet.\n\none');
    expect(await textOf('<a><label>1<p>Wet.</p></a>', 'application/xml')).toBe('1 Wet.');
  });

  test('keeps the fields of other XML apart, and labels without text', async () => {
    const persons = '<all><person><name>Ada Moor</name><date>2020</date></person><person><num>5</num></person></all>';
    expect(await textOf(persons, 'application/xml')).toBe('Ada Moor\n\n2020\n\n5');
    const citation = '<all><citation><p>One.</p><p>Two.</p></citation></all>';
    expect(await textOf(citation, 'application/xml')).toBe('One.\n\nTwo.');
    const form = '<form><field><label>Name</label></field><field><label>Age</label></field><p>Wet.</p></form>';
    expect(await textOf(form, 'application/xml')).toBe('Name\n\nAge\n\nWet.');
    const flat = '<form><label>Name</label><label>Age</label><price>5</price></form>';
    expect(await textOf(flat, 'application/xml')).toBe('Name\n\nAge 5');
  });

  test('OPML: reads entries as items with links', async () => {
    const opml =
      '<?xml version="1.0"?><opml><head><title>Bogs</title></head><body><outline text="Moss" xmlUrl="/feed" htmlUrl="/moss"/></body></opml>';
    const found = content(await read(converter, Buffer.from(opml)));
    expect(found.text).toBe('Bogs\n\nMoss');
    expect(found.links).toEqual(
      ['moss', 'feed'].map((path) => ({ url: `http://bog.example/${path}`, anchor: 'Moss', rel: '' })),
    );
  });
});

describe('EPUB properties and encryption', () => {
  const book = (metadata: string, more: Record<string, string> = {}) =>
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
      'OPS/book.opf': `<package><metadata>${metadata}</metadata><manifest><item id="a" href="one%201.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
      'OPS/one 1.xhtml': '<p>It was wet.</p>',
      ...more,
    });
  const encryption = (uri: string) => ({
    'META-INF/encryption.xml': `<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`,
  });

  test('reads authors without illustrators, years, and named properties', async () => {
    const metadata =
      '<dc:creator opf:role="aut">Ada Moor</dc:creator><dc:creator opf:role="ill">Ben Fen</dc:creator><dc:date>1907</dc:date><meta property="dcterms:modified">2020-01-02T00:00:00Z</meta><meta name="series" content="Bogs"/>';
    expect(await read(converter, book(metadata))).toMatchObject({
      author: 'Ada Moor',
      date: '1907',
      modified: '2020-01-02T00:00:00Z',
      metadata: { creator: ['Ada Moor'], contributor: ['Ben Fen'], series: ['Bogs'] },
    });
  });

  test('refuses a book with encrypted chapters, and reads one with encrypted fonts', async () => {
    expect(await convert(converter, book('', encryption('OPS/one%201.xhtml')))).toMatchObject({ reason: 'encrypted' });
    expect(await textOf(book('', encryption('OPS/font.otf')))).toBe('It was wet.');
  });
});

test('OpenDocument: the author is who wrote the document, not who changed it last', async () => {
  const meta = (initial: string) => ({
    'meta.xml': `<office:meta><meta:initial-creator>${initial}</meta:initial-creator><dc:creator>Ben Fen</dc:creator></office:meta>`,
  });
  expect((await read(converter, odtOf('', meta('Ada Moor')))).author).toBe('Ada Moor');
});

test.each([
  'admin',
  'Administrator',
  'user',
  'Microsoft Office User',
  'python-docx',
  'winkl002',
  'Unknown',
  'anonymous',
])('takes %s as no author', async (name) => {
  const core = {
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>${name}</dc:creator></cp:coreProperties>`,
  };
  expect((await read(converter, docxOf('', core))).author).toBeNull();
  expect((await read(converter, pdfOf([''], { info: `/Author (${name})` }))).author).toBeNull();
  expect((await read(converter, Buffer.from(`{\\rtf1{\\info{\\author ${name}}}x}`))).author).toBeNull();
});

describe('properties that libraries write by themselves', () => {
  test('of ReportLab are not taken', async () => {
    const info = '/Title (\\(anonymous\\)) /Author (\\(anonymous\\)) /Subject (\\(unspecified\\))';
    const lines: [number, string][] = [
      [24, 'On moss'],
      [11, 'Sphagnum holds many times its own weight of water.'],
    ];
    const found = await read(converter, pdfOf([pageOf(lines)], { info }));
    expect(found).toMatchObject({ title: 'On moss', author: null, description: null });
    expect(found.metadata).toMatchObject({ author: ['(anonymous)'] });
  });

  test.each([
    ['python-docx', '2013-12-23T23:15:00Z', 'generated by python-docx'],
    ['python-pptx', '2013-01-27T09:14:16Z', 'generated using python-pptx'],
  ])('of the template of %s are not taken', async (_library, time, description) => {
    const propertiesOf = async (created: string, text: string) => {
      const { date, description } = await read(
        converter,
        docxOf('', {
          'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dcterms:created>${created}</dcterms:created><dc:description>${text}</dc:description></cp:coreProperties>`,
        }),
      );
      return { date, description };
    };
    expect(await propertiesOf(time, description)).toEqual({ date: null, description: null });
    const given = { date: '2024-05-01T10:00:00Z', description: 'On python-docx' };
    expect(await propertiesOf(given.date, given.description)).toMatchObject({ description: given.description });
    expect((await propertiesOf(given.date, given.description)).date).toContain('2024-05-01');
  });
});

describe('mail', () => {
  const mail = `From: Ada Moor <ada@bog.example>\r\nTo: ben@fen.example\r\nSubject: =?utf-8?q?M=C3=A5nen?=\r\nDate: Fri, 14 May 2021 08:00:00 +0200\r
Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHej, h=E4r.\r\n\r\nHej d=E5.\r\n`;

  test('decodes subject, sender, date and text', async () => {
    const found = content(await read(converter, Buffer.from(mail)));
    expect(found).toMatchObject({ title: 'Månen', author: 'Ada Moor', date: '2021-05-14T06:00:00.000Z' });
    expect(found.text).toBe('Månen\n\nHej, här.\n\nHej då.');
  });

  test('reads all messages of a mailbox', async () => {
    const box = `From ada@bog.example Fri May 14 08:00:00 2021\n${mail}\nFrom ada@bog.example Fri May 14 09:00:00 2021\n${mail.replace('Hej d=E5', 'Slut')}`;
    expect(await textOf(box)).toBe('Månen\n\nHej, här.\n\nHej då.\n\nMånen\n\nHej, här.\n\nSlut.');
  });
});

test('keeps sender and date of a mail that names its location, and of a mailbox that begins with a saved page', async () => {
  const fields = 'From: Ada Moor <ada@bog.example>\r\nDate: Fri, 14 May 2021 08:00:00 +0200\r\nSubject: Moss\r\n';
  const located = `${fields}To: ben@fen.example\r\nContent-Location: http://fen.example/\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n\r\nWet.\r\n--b--\r\n`;
  const date = '2021-05-14T06:00:00.000Z';
  expect(await read(converter, Buffer.from(located))).toMatchObject({ author: 'Ada Moor', date });
  const plain = `${fields}Content-Location: http://fen.example/\r\n\r\nWet.\r\n`;
  expect(await read(converter, Buffer.from(plain))).toMatchObject({ author: 'Ada Moor', date });
  const box = `From ada@bog.example Fri May 14 08:00:00 2021\n${fields}Snapshot-Content-Location: http://fen.example/\r\n\r\nWet.\r\n`;
  expect(await read(converter, Buffer.from(box))).toMatchObject({ author: 'Ada Moor', date });
});

test('reads a page that a browser saved as a message, and resolves its links against the address of the page', async () => {
  const saved = `From: <Saved by Blink>\r\nSnapshot-Content-Location: http://fen.example/moss/\r\nSubject: Moss\r\nDate: Fri, 14 May 2021 08:00:00 -0000\r
MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://fen.example/moss/\r\n\r
<p>It is <a href="wet">wet</a>.</p>\r\n--b--\r\n`;
  expect(content(await read(converter, Buffer.from(saved)))).toMatchObject({
    title: 'Moss',
    author: null,
    date: null,
    text: 'It is wet.',
    links: [{ url: 'http://fen.example/moss/wet', anchor: 'wet' }],
  });
});

describe('images', () => {
  const chunk = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(body, 'latin1'));
    return Buffer.concat([length, Buffer.from(type + body, 'latin1'), Buffer.alloc(4)]);
  };
  const png = (...chunks: Buffer[]) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);

  test('PNG: reads text chunks', async () => {
    const bytes = png(
      chunk('tEXt', 'Title\0A sundew'),
      chunk('tEXt', 'Author\0Ada Moor'),
      chunk('iTXt', 'Description\0\0\0\0\0Wet leaves'),
    );
    expect(await read(converter, bytes)).toMatchObject({
      title: 'A sundew',
      author: 'Ada Moor',
      description: 'Wet leaves',
    });
  });

  test('Exif: reads description, artist and date', async () => {
    const tag = (id: number, length: number, at: number) => {
      const row = Buffer.alloc(12);
      row.writeUInt16LE(id, 0);
      row.writeUInt16LE(2, 2);
      row.writeUInt32LE(length, 4);
      row.writeUInt32LE(at, 8);
      return row;
    };
    const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]);
    const tiff = Buffer.concat([
      head,
      tag(0x010e, 10, 38),
      tag(0x0132, 20, 48),
      Buffer.alloc(4),
      Buffer.from('Wet leaves2021:05:14 08:00:00\0'),
    ]);
    expect(await read(converter, png(chunk('eXIf', tiff.toString('latin1'))))).toMatchObject({
      description: 'Wet leaves',
      date: '2021-05-14T08:00:00',
    });
  });

  test('SVG: reads title and description', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><title>A sundew</title><desc>Wet leaves</desc><path d="M0 0"/></svg>';
    expect(await read(converter, Buffer.from(svg))).toMatchObject({ title: 'A sundew', description: 'Wet leaves' });
  });
});

test('rejects a zip archive that is not a document', async () => {
  await expect(read(converter, zipOf({ 'a.txt': 'x' }))).rejects.toThrow('no-converter');
});
