/** An export into a file or a folder, in any format. */
import { optionFault, UsageError } from '../command.ts';
import { checkOutputFile, checkOutputFolder } from '../output/output-file.ts';
import { isReplaced } from '../output/part-file.ts';
import {
  type ExportFormat,
  GROUP_FORMATS,
  hasGroups,
  isArchiveFormat,
  isFolderFormat,
  REMOVED,
} from './export-formats.ts';
import type { ExportResult, ExportRun } from './export-run.ts';
import { checkCompression } from './format-of-name.ts';
import type { Place } from './record-source.ts';
import { writeFolder } from './write-folder.ts';
import { writeRecords, writeShards } from './write-records.ts';

/** How an export is written, beside its format. */
export type WriteOptions = {
  /** With `files`: only these types, such as `pdf`. Absent: all. */
  type?: readonly string[] | undefined;
  /** With `files` and `md`: removes files of earlier exports that this one does not have. */
  prune: boolean;
  /** Maximum number of records of a file. Absent: all records are in one. */
  perFile?: number | undefined;
};

/**
 * Checks that a format has the options of an export.
 *
 * @throws UsageError for an option that the format does not have
 */
export function checkExportOptions(
  format: ExportFormat,
  { query, since, unique, groups }: Place,
  { type, prune, perFile }: WriteOptions,
): void {
  const refuse = (option: string, fault: string) => {
    throw new UsageError(optionFault(option, fault));
  };
  const ofCaptures = `not possible with the format ${format}, which has all captures`;
  if (type !== undefined && format !== 'files') refuse('type', 'requires the format files');
  if (prune && !isFolderFormat(format)) refuse('prune', 'requires the format files or md');
  if (prune && since !== undefined)
    refuse('prune', 'not possible with since, which adds files to those of an earlier export');
  if (query !== undefined && isArchiveFormat(format)) refuse('query', ofCaptures);
  if (since !== undefined && isArchiveFormat(format)) refuse('since', ofCaptures);
  if (unique && isArchiveFormat(format)) refuse('unique', ofCaptures);
  if (format === REMOVED && (query !== undefined || unique))
    refuse('format', `${REMOVED}: not possible with query and unique; it lists all removed records`);
  if (groups && !hasGroups(format))
    refuse('groups', `not possible with the format ${format}; the formats ${GROUP_FORMATS.join(', ')} have groups`);
  if (perFile !== undefined && (isFolderFormat(format) || isArchiveFormat(format)))
    refuse('records-per-file', 'requires a format of records');
}

/**
 * Writes an export to a file or, with the formats of folders, to a folder. A file appears once it is complete.
 *
 * @throws UsageError if the output cannot be written, or the format does not have an option; the reason of `run.interrupt`
 */
export async function writeExport(
  format: ExportFormat,
  output: string,
  options: WriteOptions,
  place: Place,
  run: ExportRun,
): Promise<ExportResult> {
  checkExportOptions(format, place, options);
  const { type = [], prune, perFile } = options;
  if (isFolderFormat(format)) {
    checkOutputFolder(output, '-o');
    return writeFolder(format, output, { types: type, prune }, place, run);
  }
  checkCompression(format, output);
  await checkOutputFile(output, '-o');
  if (perFile !== undefined && !isReplaced(output))
    throw new UsageError(optionFault('records-per-file', `${output} is no file`));
  if (isArchiveFormat(format)) {
    const { writeArchive } = await import('./archive/write-archive.ts');
    return writeArchive(format, output, place, run);
  }
  return perFile === undefined
    ? writeRecords(format, output, place, run)
    : writeShards(format, output, perFile, place, run);
}
