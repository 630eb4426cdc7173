/** The formats of `thresher export`. */
import { optionFault, UsageError } from '../command.ts';
import { isRecordFormat, RECORD_FORMATS, type RecordFormat } from './record-formats.ts';

/** Formats that write a file for each record into a folder. */
const FOLDER_FORMATS = ['files', 'md'] as const;
/** Formats of the captures, which write one binary file. */
const ARCHIVE_FORMATS = ['warc', 'wacz'] as const;
/** Records in a binary file. */
export const PARQUET = 'parquet';
/** Ids of removed records. */
export const REMOVED = 'removed';
/** Formats that are written line by line. */
export type LineFormat = RecordFormat | typeof REMOVED;
export type FolderFormat = (typeof FOLDER_FORMATS)[number];
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];
type BinaryFormat = typeof PARQUET | ArchiveFormat;
/** Formats that have the groups of near-duplicates. */
export const GROUP_FORMATS: readonly ExportFormat[] = ['jsonl', 'csv', PARQUET, 'md'];
export const hasGroups = (format: ExportFormat): boolean => GROUP_FORMATS.includes(format);
/** Any format. */
export type ExportFormat = LineFormat | FolderFormat | BinaryFormat;

/** All formats, for messages. */
export const FORMAT_LIST = [...RECORD_FORMATS, REMOVED, PARQUET, ...FOLDER_FORMATS, ...ARCHIVE_FORMATS].join(', ');

export const isFolderFormat = (format: string): format is FolderFormat =>
  FOLDER_FORMATS.some((name) => name === format);
export const isArchiveFormat = (format: string): format is ArchiveFormat =>
  ARCHIVE_FORMATS.some((name) => name === format);
export const isBinaryFormat = (format: string): format is BinaryFormat => format === PARQUET || isArchiveFormat(format);
const isExportFormat = (format: string): format is ExportFormat =>
  isRecordFormat(format) || format === REMOVED || isFolderFormat(format) || isBinaryFormat(format);

/** @throws UsageError for a format that does not exist */
export function checkFormat(format: string): asserts format is ExportFormat {
  if (!isExportFormat(format)) throw new UsageError(optionFault('format', `${format}: must be one of ${FORMAT_LIST}`));
}
