/** What lies in a zip archive or an OLE file: the formats of Office, OpenDocument and books. */
import { openOle } from './ole.ts';
import { openZip } from './zip.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Main part → what the package is. */
const PACKAGE_PARTS: readonly (readonly [part: RegExp, type: string])[] = [
  [/^word\/document\d*\.xml$/, `${OOXML}.wordprocessingml.document`],
  [/^xl\/workbook\d*\.xml$/, `${OOXML}.spreadsheetml.sheet`],
  [/^ppt\/presentation\d*\.xml$/, `${OOXML}.presentationml.presentation`],
  [/^META-INF\/container\.xml$/, 'application/epub+zip'],
];

/** Of the small files that tell. */
const MAX_UNPACKED_BYTES = 200_000;

/** @returns undefined: another archive, or one that is broken: of what is cut nothing can be read. */
export function zipMediaType(bytes: Uint8Array): string | undefined {
  try {
    const zip = openZip(bytes, MAX_UNPACKED_BYTES);
    // OpenDocument and EPUB say what they are; Office has names that nothing else has.
    const declared = /^application\/[\w.+-]+/.exec(zip.text('mimetype')?.trim() ?? '')?.[0];
    if (declared) return declared.replace(/-template$/, '');
    const found = PACKAGE_PARTS.find(([part]) => zip.names.some((name) => part.test(name)))?.[1];
    return (
      found ?? (zip.names.includes('content.xml') ? openDocumentType(zip.text('META-INF/manifest.xml')) : undefined)
    );
  } catch {
    return undefined;
  }
}

function openDocumentType(manifest: string | undefined): string | undefined {
  return /media-type="(application\/vnd\.oasis\.opendocument\.\w+)/.exec(manifest ?? '')?.[1];
}

/** Streams in the root of an OLE file: what is packed into a document lies further below. */
const STREAM_TYPES: readonly (readonly [stream: string, type: string])[] = [
  ['EncryptedPackage', 'application/x-ole-encrypted'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];

/** @returns undefined: another kind of OLE file, or one that is broken. */
export function oleMediaType(bytes: Uint8Array): string | undefined {
  try {
    const { has } = openOle(bytes);
    return STREAM_TYPES.find(([stream]) => has(stream))?.[1];
  } catch {
    return undefined;
  }
}
