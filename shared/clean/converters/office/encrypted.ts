/** Converts encrypted Office files since 2007. Their format is only known after decryption. */
import { zipMediaType } from '../../decode/container-type.ts';
import { documentFormat } from '../../document-formats.ts';
import type { Convert } from '../convert.ts';
import { decryptPackage } from './decrypt-package.ts';
import { convertXlsx } from './excel/xlsx.ts';
import { convertPptx } from './pptx.ts';
import { convertDocx } from './word/docx.ts';

/** Media type that detection assigns to encrypted Office files. */
const ENCRYPTED_TYPE = 'application/x-ole-encrypted';

/** Converts a Word document, or an encrypted file of any Office format. */
export const convertDocxOrEncrypted: Convert = (source) => {
  if (source.mimeType !== ENCRYPTED_TYPE) return convertDocx(source);
  const bytes = decryptPackage(source.bytes);
  const format = documentFormat(zipMediaType(bytes) ?? '');
  const convert = format === 'xlsx' ? convertXlsx : format === 'pptx' ? convertPptx : convertDocx;
  return convert({ ...source, bytes });
};
