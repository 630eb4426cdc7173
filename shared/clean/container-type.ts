/** What lies in a zip archive or an OLE file: the formats of Office, OpenDocument and books. */

const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Folder of the main part → what the package is. */
const PACKAGES: readonly (readonly [part: string, type: string])[] = [
  ['word/document', `${OOXML}.wordprocessingml.document`],
  ['xl/workbook', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/presentation', `${OOXML}.presentationml.presentation`],
];

/**
 * By names in the directory, of which only so many are looked at; where the file is cut, by those before the files.
 *
 * @returns undefined: another archive.
 */
export function zipType(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const declared = mimetypeFile(data);
  if (declared) return declared;
  const names = data.length > TAIL ? data.toString('latin1', data.length - TAIL) : data.toString('latin1');
  return PACKAGES.find(([part]) => names.includes(part) || data.toString('latin1', 0, TAIL).includes(part))?.[1];
}

const TAIL = 65_536;

/** OpenDocument and EPUB say what they are in a first file `mimetype`, not packed. */
function mimetypeFile(data: Buffer): string | undefined {
  if (data.length < 38 || data.toString('latin1', 30, 38) !== 'mimetype') return undefined;
  const from = 38 + data.readUInt16LE(28);
  const length = Math.min(data.readUInt32LE(18) || 80, 80);
  const type = /^application\/(?:epub\+zip|vnd\.[\w.-]+)/.exec(data.toString('latin1', from, from + length))?.[0];
  return type?.replace(/-template$/, '').replace(/PK$/, '');
}

/** Names of streams (UTF-16) in the directory of an OLE file. */
const STREAMS: readonly (readonly [stream: string, type: string])[] = [
  ['EncryptedPackage', 'application/x-ole-encrypted'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
].map(([stream, type]) => [stream!, type!] as const);

/** Entries of the directory have 128 bytes, and a sector holds some of them ([MS-CFB] 2.6). */
export function oleType(bytes: Uint8Array): string | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 512) return undefined;
  const sector = 1 << Math.min(data.readUInt16LE(30), 12);
  const first = (data.readUInt32LE(48) + 1) * sector;
  const inDirectory = STREAMS.find(([stream]) => hasEntry(data.subarray(first, first + 16 * sector), stream));
  // The directory goes on in other sectors: there names stand at the beginning of entries as well.
  return (inDirectory ?? STREAMS.find(([stream]) => hasEntry(data, stream)))?.[1];
}

function hasEntry(data: Buffer, stream: string): boolean {
  const name = Buffer.from(`${stream}\0`, 'utf16le');
  for (let at = data.indexOf(name); at !== -1; at = data.indexOf(name, at + 1))
    if (at % 128 === 0 || data.length < 4_096) return true;
  return false;
}
