type DocumentFormat = {
  /** Media types, in lower case, as sniffed. */
  types: readonly string[];
  /** File extensions in URLs, in lower case. URLs of formats that are not read are not fetched either. */
  extensions: readonly string[];
  /** `program`: no converter is built in; `documents.programs` may name an external program. */
  convertedBy: 'converter' | 'program';
};

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/**
 * Document formats, by their name in the settings. A format that is `convertedBy` a converter needs one in
 * `converters/registry.ts`.
 */
export const DOCUMENT_FORMATS = {
  pdf: { types: ['application/pdf'], extensions: ['pdf'], convertedBy: 'converter' },
  docx: {
    // An encrypted Office file does not reveal its format.
    types: [`${OOXML}.wordprocessingml.document`, `${OOXML}.wordprocessingml.template`, 'application/x-ole-encrypted'],
    extensions: ['docx', 'docm', 'dotx'],
    convertedBy: 'converter',
  },
  xlsx: { types: [`${OOXML}.spreadsheetml.sheet`], extensions: ['xlsx', 'xlsm'], convertedBy: 'converter' },
  pptx: {
    types: [`${OOXML}.presentationml.presentation`, `${OOXML}.presentationml.slideshow`],
    extensions: ['pptx', 'ppsx'],
    convertedBy: 'converter',
  },
  odt: { types: [`${ODF}.text`], extensions: ['odt', 'ott'], convertedBy: 'converter' },
  ods: { types: [`${ODF}.spreadsheet`], extensions: ['ods'], convertedBy: 'converter' },
  odp: { types: [`${ODF}.presentation`, `${ODF}.graphics`], extensions: ['odp', 'odg'], convertedBy: 'converter' },
  rtf: { types: ['application/rtf', 'text/rtf'], extensions: ['rtf'], convertedBy: 'converter' },
  epub: { types: ['application/epub+zip'], extensions: ['epub'], convertedBy: 'converter' },
  latex: {
    types: ['application/x-tex', 'application/x-latex', 'text/x-tex'],
    extensions: [],
    convertedBy: 'converter',
  },
  xml: {
    types: [
      ...['application/xml', 'text/xml', 'application/tei+xml', 'application/jats+xml', 'application/docbook+xml'],
      ...['application/opml+xml', 'text/x-opml', 'text/x-opml+xml'],
    ],
    extensions: [],
    convertedBy: 'converter',
  },
  mail: { types: ['message/rfc822', 'application/mbox'], extensions: [], convertedBy: 'converter' },
  image: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'],
    extensions: ['jpg', 'jpeg', 'jpe', 'png', 'gif', 'webp', 'svg'],
    convertedBy: 'converter',
  },
  doc: { types: ['application/msword'], extensions: ['doc'], convertedBy: 'converter' },
  xls: { types: ['application/vnd.ms-excel'], extensions: ['xls'], convertedBy: 'converter' },
  ppt: { types: ['application/vnd.ms-powerpoint'], extensions: ['ppt', 'pps'], convertedBy: 'converter' },
  ps: { types: ['application/postscript'], extensions: ['ps', 'eps'], convertedBy: 'program' },
} as const satisfies Record<string, DocumentFormat>;

/** Name of a document format in the settings. */
export type FormatName = keyof typeof DOCUMENT_FORMATS;

/** Formats that a built-in converter reads. */
export type ConvertedFormat = {
  [name in FormatName]: (typeof DOCUMENT_FORMATS)[name]['convertedBy'] extends 'converter' ? name : never;
}[FormatName];

export const FORMAT_NAMES = Object.keys(DOCUMENT_FORMATS) as FormatName[];

const FORMAT_OF_TYPE: ReadonlyMap<string, FormatName> = new Map(
  FORMAT_NAMES.flatMap((name) => DOCUMENT_FORMATS[name].types.map((type): [string, FormatName] => [type, name])),
);

/** Returns the format of a media type, or undefined if no converter reads it. */
export function documentFormat(mimeType: string): FormatName | undefined {
  return FORMAT_OF_TYPE.get(mimeType);
}
