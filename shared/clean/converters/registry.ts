import type { ConvertedFormat, FormatName } from '../document-formats.ts';
import type { Convert } from './convert.ts';

type LoadConverter = () => Promise<Convert>;

/** Converters by format, loaded on first use. `html` and `text` are the outputs of external programs. */
export const CONVERTERS: Record<ConvertedFormat | 'html' | 'text', LoadConverter> & {
  [name in FormatName]?: LoadConverter;
} = {
  pdf: async () => (await import('./pdf/pdf.ts')).convertPdf,
  docx: async () => (await import('./office/encrypted.ts')).convertDocxOrEncrypted,
  xlsx: async () => (await import('./office/excel/xlsx.ts')).convertXlsx,
  pptx: async () => (await import('./office/pptx.ts')).convertPptx,
  odt: async () => (await import('./office/odf.ts')).convertOdf,
  ods: async () => (await import('./office/odf.ts')).convertOdf,
  odp: async () => (await import('./office/odf.ts')).convertOdf,
  rtf: async () => (await import('./office/rtf.ts')).convertRtf,
  epub: async () => (await import('./epub.ts')).convertEpub,
  latex: async () => (await import('./latex/latex.ts')).convertLatex,
  xml: async () => (await import('./xml/xml.ts')).convertXml,
  mail: async () => (await import('./mail.ts')).convertMail,
  image: async () => (await import('./image/image.ts')).convertImage,
  doc: async () => (await import('./office/word/doc.ts')).convertDoc,
  xls: async () => (await import('./office/excel/xls.ts')).convertXls,
  ppt: async () => (await import('./office/ppt.ts')).convertPpt,
  html: async () => (await import('./html.ts')).convertHtml,
  text: async () => (await import('./text.ts')).convertText,
};
