import { UsageError, type UsageLine } from '../command.ts';
import { type ExportFormat, isBinaryFormat, isFolderFormat, PARQUET } from './export-formats.ts';

/** Formats by the ends of names that programs expect of them. `graph` and `removed` share theirs with other formats. */
const BY_EXTENSION: Readonly<Record<string, ExportFormat>> = {
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  csv: 'csv',
  parquet: PARQUET,
  ris: 'ris',
  bib: 'bibtex',
  trec: 'trec',
  graphml: 'graphml',
  warc: 'warc',
  wacz: 'wacz',
};

/** Formats whose files usually end in `.xml`. */
const XML_FORMATS = 'dc, marcxml, gils, alvis, sitemap';

/** Formats to choose instead, by the ends of names whose readers would find no such file: JSON Lines in `records.xlsx` open in no spreadsheet. */
const INSTEAD: Readonly<Record<string, ExportFormat>> = {
  xlsx: 'csv',
  xls: 'csv',
  ods: 'csv',
  tsv: 'csv',
  arrow: PARQUET,
  feather: PARQUET,
  mrc: 'marcxml',
  marc: 'marcxml',
  enw: 'ris',
  md: 'md',
  html: 'files',
  htm: 'files',
};

/** End of a name by which other programs would unpack the file, but which exports do not write. */
const OTHER_COMPRESSION = /\.(?:bz2|xz|lzma|lz4|br|zip|7z)$/i;

/** Returns the format that the name of a file asks for, also before `.gz` and `.zst`; `xml` is that of several formats. Undefined: none. */
function formatOfName(file: string): ExportFormat | 'xml' | undefined {
  const extension = extensionOf(file);
  if (extension === 'xml') return 'xml';
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

/** Returns the end of a name in lower case, without the dot, also before `.gz` and `.zst`. Empty: none. */
const extensionOf = (file: string): string => /\.(\w+)(?:\.(?:gz|zst))?$/i.exec(file)?.[1]?.toLowerCase() ?? '';

/** Returns the format to choose instead of one that a name asks for and that no export has. Undefined: it asks for none. */
function formatInstead(file: string): ExportFormat | undefined {
  const extension = extensionOf(file);
  return Object.hasOwn(INSTEAD, extension) ? INSTEAD[extension] : undefined;
}

/**
 * Returns the format of an export that names none: `parquet` for `corpus.parquet`, JSON Lines if the file has no name that tells another.
 *
 * @param file undefined: standard output
 * @throws UsageError if several formats have such names, or none
 */
export function defaultFormat(file: string | undefined): ExportFormat {
  const format = file === undefined ? undefined : formatOfName(file);
  if (format === 'xml')
    throw new UsageError({
      command: `-o ${file}: choose the XML format by --format: ${XML_FORMATS}`,
      library: `${file}: choose the XML format by the option format: ${XML_FORMATS}`,
    });
  const instead = file === undefined ? undefined : formatInstead(file);
  if (instead !== undefined) {
    const such = isFolderFormat(instead) ? `${instead}, which writes a folder` : instead;
    throw new UsageError({
      command: `-o ${file}: no export writes such a file; choose a format by --format, such as ${such}`,
      library: `${file}: no export writes such a file; choose a format by the option format, such as ${such}`,
    });
  }
  return format ?? 'jsonl';
}

/** @throws UsageError if the name of a file that gets JSON Lines asks for another format or compression */
export function checkNameOfLines(file: string): void {
  if ((formatOfName(file) ?? formatInstead(file) ?? 'jsonl') !== 'jsonl')
    throw new UsageError(`-o ${file}: a crawl writes JSON Lines; write other formats by \`thresher export\` after it`);
  checkCompression('jsonl', file);
}

/**
 * Checks that programs which unpack files by their names can read an export.
 *
 * @throws UsageError if the name ends like another compression than that of the file
 */
export function checkCompression(format: ExportFormat, file: string): void {
  if (isFolderFormat(format)) return;
  if (isBinaryFormat(format)) {
    const isCompressedAgain = /\.(?:gz|zst)$/i.test(file) && !(format === 'warc' && /\.gz$/i.test(file));
    if (isCompressedAgain)
      throw new UsageError(outputFault(file, `files in the format ${format} are not compressed again`));
  } else if (OTHER_COMPRESSION.test(file))
    throw new UsageError(outputFault(file, 'not possible; compress by a name that ends in .gz or .zst'));
}

const outputFault = (file: string, fault: string): UsageLine => ({
  command: `-o ${file}: ${fault}`,
  library: `${file}: ${fault}`,
});
