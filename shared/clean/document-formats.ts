type Format = {
  /** Sniffed, lower case. */
  types: readonly string[];
  /** Of addresses, lower case: what nobody reads is not fetched either. */
  extensions: readonly string[];
  /** `program`: nothing is built in; `documents.programs` may name one. */
  by: 'converter' | 'program';
};

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/**
 * Documents that are converted in a place apart (`ports/converter.ts`), by the word that settings have for them. To read
 * another, add a row here, and its function, a file in `converters/`, to `converters/table.ts`.
 */
export const FORMATS = {
  pdf: { types: ['application/pdf'], extensions: ['pdf'], by: 'converter' },
  docx: {
    // What Office has encrypted does not tell what it is.
    types: [`${OOXML}.wordprocessingml.document`, `${OOXML}.wordprocessingml.template`, 'application/x-ole-encrypted'],
    extensions: ['docx', 'docm', 'dotx'],
    by: 'converter',
  },
  xlsx: { types: [`${OOXML}.spreadsheetml.sheet`], extensions: ['xlsx', 'xlsm'], by: 'converter' },
  pptx: {
    types: [`${OOXML}.presentationml.presentation`, `${OOXML}.presentationml.slideshow`],
    extensions: ['pptx', 'ppsx'],
    by: 'converter',
  },
  odt: { types: [`${ODF}.text`], extensions: ['odt', 'ott'], by: 'converter' },
  ods: { types: [`${ODF}.spreadsheet`], extensions: ['ods'], by: 'converter' },
  odp: { types: [`${ODF}.presentation`, `${ODF}.graphics`], extensions: ['odp', 'odg'], by: 'converter' },
  rtf: { types: ['application/rtf', 'text/rtf'], extensions: ['rtf'], by: 'converter' },
  epub: { types: ['application/epub+zip'], extensions: ['epub'], by: 'converter' },
  latex: { types: ['application/x-tex', 'application/x-latex', 'text/x-tex'], extensions: [], by: 'converter' },
  xml: { types: ['application/xml', 'text/xml'], extensions: [], by: 'converter' },
  mail: { types: ['message/rfc822', 'application/mbox'], extensions: [], by: 'converter' },
  image: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'],
    extensions: ['jpg', 'jpeg', 'jpe', 'png', 'gif', 'webp', 'svg'],
    by: 'converter',
  },
  doc: { types: ['application/msword'], extensions: ['doc'], by: 'converter' },
  xls: { types: ['application/vnd.ms-excel'], extensions: ['xls'], by: 'converter' },
  ppt: { types: ['application/vnd.ms-powerpoint'], extensions: ['ppt', 'pps'], by: 'converter' },
  ps: { types: ['application/postscript'], extensions: ['ps', 'eps'], by: 'program' },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

const NAMES: ReadonlyMap<string, FormatName> = new Map(
  FORMAT_NAMES.flatMap((name) => FORMATS[name].types.map((type): [string, FormatName] => [type, name])),
);

/** @returns undefined: a page or a text, or nothing that is read. */
export function formatOf(mimeType: string): FormatName | undefined {
  return NAMES.get(mimeType);
}
