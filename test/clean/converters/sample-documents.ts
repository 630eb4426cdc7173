/** Builds minimal documents for tests. */
import { crc32, deflateRawSync } from 'node:zlib';

/** @param stored names of files that are not compressed */
export function zipOf(files: Record<string, string | Uint8Array>, stored: readonly string[] = ['mimetype']): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content as string);
    const method = stored.includes(name) ? 0 : 8;
    const packed = method === 0 ? raw : deflateRawSync(raw);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(raw), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(raw.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, tail, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, entries, end]);
}

const CORE = `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>Bogs &amp; fens</dc:title>
  <dc:creator>Ada Moor</dc:creator><cp:keywords>peat, moss</cp:keywords>
  <dcterms:created>2021-05-14T08:00:00Z</dcterms:created></cp:coreProperties>`;

const relationships = (...rows: [id: string, type: string, target: string, external?: boolean][]) =>
  `<Relationships>${rows
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/** @param body WordprocessingML with the prefix `w` */
export const docxOf = (body: string, more: Record<string, string> = {}): Buffer =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      ['r1', 'styles', 'styles.xml'],
      ['r2', 'hyperlink', 'https://bog.example/sundew', true],
      ['r3', 'footnotes', 'footnotes.xml'],
    ),
    'word/styles.xml': '<w:styles><w:style w:styleId="Rubrik1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/footnotes.xml': '<w:footnotes><w:p><w:r><w:t>A note below.</w:t></w:r></w:p></w:footnotes>',
    'docProps/core.xml': CORE,
    ...more,
  });

export const xlsxOf = (more: Record<string, string> = {}): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Wells" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships(
      ['r1', 'worksheet', 'worksheets/one.xml'],
      ['r2', 'sharedStrings', 'strings.xml'],
      ['r3', 'styles', 'styles.xml'],
    ),
    'xl/strings.xml':
      '<sst><si><t>Place</t></si><si><r><t>Dee</t></r><r><t>side</t></r><rPh><t>no</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="4"/></cellXfs></styleSheet>',
    'xl/worksheets/one.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Day</t></is></c></row>
      <row><c t="s"><v>1</v></c><c s="1"><v>43831</v></c><c s="2"><v>0.125</v></c><c s="3"><v>1234.5</v></c><c><v>0.30000000000000004</v></c></row>
      </sheetData></worksheet>`,
    'docProps/core.xml': CORE,
    ...more,
  });

export const pptxOf = (more: Record<string, string> = {}): Buffer =>
  zipOf({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships(
      ['r1', 'slide', 'slides/one.xml'],
      ['r2', 'slide', 'slides/two.xml'],
    ),
    'ppt/slides/one.xml':
      '<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Last slide</a:t></a:r></a:p></p:sp><p:sp><p:ph type="sldNum"/><a:p><a:r><a:t>7</a:t></a:r></a:p></p:sp></p:sld>',
    'ppt/slides/two.xml':
      '<p:sld><p:sp><a:p><a:r><a:t>First </a:t></a:r><a:r><a:t>words</a:t></a:r></a:p></p:sp></p:sld>',
    'ppt/slides/_rels/two.xml.rels': relationships(['n', 'notesSlide', '../notes/one.xml']),
    'ppt/notes/one.xml': '<p:notes><a:p><a:r><a:t>Say this slowly.</a:t></a:r></a:p></p:notes>',
    'docProps/core.xml': CORE,
    ...more,
  });

export const odtOf = (body: string, more: Record<string, string> = {}): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'meta.xml':
      '<office:meta><dc:title>Bogs &amp; fens</dc:title><meta:initial-creator>Ada Moor</meta:initial-creator><meta:creation-date>2021-05-14T08:00:00.123456789</meta:creation-date></office:meta>',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    ...more,
  });

/** Builds an OpenDocument spreadsheet. @param sheets XML of the sheets @param styles XML of the automatic styles */
export const odsOf = (sheets: string, styles = ''): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  });

export const epubOf = (): Buffer =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf': `<package><metadata><dc:title>Bogs &amp; fens</dc:title><dc:creator>Ada Moor</dc:creator><dc:language>en</dc:language></metadata>
      <manifest><item id="b" href="two%20.xhtml" media-type="application/xhtml+xml"/><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    'OPS/one.xhtml':
      '<html><head><title>x</title></head><body><h1>Chapter one</h1><p>It was&nbsp;wet.</p></body></html>',
    'OPS/two .xhtml': '<html><body><h1>Chapter two</h1><p>It dried.</p></body></html>',
  });

/**
 * Builds a PDF with one page per content stream.
 * @param options.fonts entries of the font dictionary
 * @param options.info entries of the information dictionary
 * @param options.extra entries of each stream's dictionary
 * @param options.page entries of each page's dictionary
 */
export function pdfOf(
  streams: readonly (string | Buffer)[],
  { fonts = HELVETICA, info = '', extra = '', page = '' } = {},
): Buffer {
  const first = 4;
  const kids = streams.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${streams.length} /Kids [${kids}] >>`),
    Buffer.from(`<< ${info} >>`),
  ];
  for (const [i, stream] of streams.entries()) {
    const bytes = Buffer.from(stream as string, 'latin1');
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${page} /Contents ${first + 2 * i + 1} 0 R /Resources << /Font << ${fonts} >> >> >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} ${extra} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  let file = Buffer.from('%PDF-1.4\n');
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(file.length);
    file = Buffer.concat([file, Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
  }
  const table = offsets.map((at) => `${`${at}`.padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.concat([file, Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`)]);
}

const HELVETICA = '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A font in Shift JIS that is not embedded and names its CMap. */
export const JAPANESE =
  '/F1 << /Type /Font /Subtype /Type0 /BaseFont /MS-Gothic /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Gothic /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>';

/** Returns a content stream with lines of text from the top of the page: font size in points, text. */
export function pageOf(lines: readonly [size: number, text: string][]): string {
  let y = 750;
  return lines
    .map(([size, text]) => {
      y -= size * 1.2;
      return `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET`;
    })
    .join('\n');
}
