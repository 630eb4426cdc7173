/** Truncated, corrupt and oversized documents of every format are converted or rejected with a reason. */
import { expect, test } from 'vitest';
import type { Convert } from '../../../shared/clean/converters/convert.ts';
import { convertEpub } from '../../../shared/clean/converters/epub.ts';
import { convertLatex } from '../../../shared/clean/converters/latex/latex.ts';
import { convertXlsx } from '../../../shared/clean/converters/office/excel/xlsx.ts';
import { convertOdf } from '../../../shared/clean/converters/office/odf.ts';
import { convertPptx } from '../../../shared/clean/converters/office/pptx.ts';
import { convertRtf } from '../../../shared/clean/converters/office/rtf.ts';
import { convertDocx } from '../../../shared/clean/converters/office/word/docx.ts';
import { convertXml } from '../../../shared/clean/converters/xml/xml.ts';
import { LIMITS } from '../../convert/converter.ts';
import { fewOrMany } from '../../long-test.ts';
import { docxOf, epubOf, odtOf, pptxOf, xlsxOf } from './sample-documents.ts';

const read = async (convert: Convert, bytes: Buffer, unpackedBytes = LIMITS.unpackedBytes) =>
  convert({ bytes, mimeType: '', contentType: '', limits: { ...LIMITS, unpackedBytes }, cMaps: '' });

const ZIPPED: [format: string, convert: Convert, bytes: Buffer][] = [
  ['docx', convertDocx, docxOf('<w:p><w:r><w:t>Moss</w:t></w:r></w:p>')],
  ['xlsx', convertXlsx, xlsxOf()],
  ['pptx', convertPptx, pptxOf()],
  ['odt', convertOdf, odtOf('<text:p>Moss</text:p>')],
  ['epub', convertEpub, epubOf()],
];

test.each(ZIPPED)('%s: fails with conversion-memory if it exceeds the unpacked size', async (_, convert, bytes) => {
  await expect((async () => read(convert, bytes, 40))()).rejects.toMatchObject({ reason: 'conversion-memory' });
});

const ALL: typeof ZIPPED = [
  ...ZIPPED,
  ['rtf', convertRtf, Buffer.from('{\\rtf1\\ansi{\\fonttbl{\\f0 A;}}\\pard Moss \\u229? {\\b grows}\\par}')],
  [
    'TeX',
    convertLatex,
    Buffer.from('\\documentclass{a}\\begin{document}\\section{A}$x^{2}$\\cite[a]{b}\\end{document}'),
  ],
  ['XML', convertXml, Buffer.from('<?xml version="1.0"?><a><title>Moor</title><p b="c">wet</p></a>')],
];

test.each(ALL)('%s: converts or rejects a truncated file, and a file with a wrong byte', async (_, convert, bytes) => {
  const step = fewOrMany(17, 1);
  const corrupt = Array.from({ length: Math.floor(bytes.length / step) }, (_, i) => {
    const at = i * step;
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at]! + 0x55) & 0xff;
    return [bytes.subarray(0, at), changed];
  }).flat();
  for (const document of corrupt) {
    const answer = await (async () => read(convert, document))().catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer.message).not.toMatch(/call stack|undefined|is not a function/);
    else expect(answer).toHaveProperty('parts');
  }
});
