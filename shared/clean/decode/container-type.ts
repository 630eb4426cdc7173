/** Detects the format inside a ZIP archive or an OLE file: Office, OpenDocument and EPUB. */
import { openOle } from './ole.ts';
import { openZip } from './zip.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Media types of packages, by the name of their main part. */
const PACKAGE_PARTS: readonly (readonly [part: RegExp, type: string])[] = [
  [/^word\/document\d*\.xml$/, `${OOXML}.wordprocessingml.document`],
  [/^xl\/workbook\d*\.xml$/, `${OOXML}.spreadsheetml.sheet`],
  [/^ppt\/presentation\d*\.xml$/, `${OOXML}.presentationml.presentation`],
  [/^META-INF\/container\.xml$/, 'application/epub+zip'],
];

/** Maximum unpacked size of the files that identify a format, in bytes. */
const MAX_UNPACKED_BYTES = 200_000;

/** Returns the media type of a ZIP archive, or undefined if it is another archive or broken. */
export function zipMediaType(bytes: Uint8Array): string | undefined {
  try {
    const zip = openZip(bytes, MAX_UNPACKED_BYTES);
    // OpenDocument and EPUB declare their type; Office packages have unique part names.
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

/** Media types by streams in the root of an OLE file; embedded documents are below the root. */
const STREAM_TYPES: readonly (readonly [stream: string, type: string])[] = [
  ['EncryptedPackage', 'application/x-ole-encrypted'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];

/** Returns the media type of an OLE file, or undefined if it is another kind of file or broken. */
export function oleMediaType(bytes: Uint8Array): string | undefined {
  try {
    const { has } = openOle(bytes);
    return STREAM_TYPES.find(([stream]) => has(stream))?.[1];
  } catch {
    return undefined;
  }
}
