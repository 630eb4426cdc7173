/** Office files since 2007 that are encrypted do not tell of which kind they are before they are opened. */
import { zipMediaType } from '../../decode/container-type.ts';
import { documentFormat } from '../../document-formats.ts';
import type { Convert } from '../convert.ts';
import { convertDocx } from './docx.ts';
import { unlockedPackage } from './password.ts';
import { convertPptx } from './pptx.ts';
import { convertXlsx } from './xlsx.ts';

const LOCKED = 'application/x-ole-encrypted';

export const convertDocxOrLocked: Convert = (source) => {
  if (source.mimeType !== LOCKED) return convertDocx(source);
  const bytes = unlockedPackage(source.bytes);
  const format = documentFormat(zipMediaType(bytes) ?? '');
  const convert = format === 'xlsx' ? convertXlsx : format === 'pptx' ? convertPptx : convertDocx;
  return convert({ ...source, bytes });
};
