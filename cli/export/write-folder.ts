import { formatNoun } from '../../shared/text/format-count.ts';
import type { ExportFolder } from './export-folder.ts';
import type { FolderFormat } from './export-formats.ts';
import { type ExportResult, type ExportRun, withExport } from './export-run.ts';
import { type Place, recordSource } from './record-source.ts';

/** `types`: only these; empty: all. `prune`: removes what earlier exports have written and this one has not. */
export type FolderOptions = { types: readonly string[]; prune: boolean };

/**
 * Exports each record, or the fetched bodies, as files of a folder.
 *
 * @throws UsageError if no file has one of the types
 */
export async function writeFolder(
  format: FolderFormat,
  folder: string,
  { types, prune }: FolderOptions,
  place: Place,
  run: ExportRun,
): Promise<ExportResult> {
  return withExport(place, run, async (crawl, stores, skipped) => {
    const { openExportFolder } = await import('./export-folder.ts');
    const source = await recordSource(crawl, stores, place, skipped, run.interrupt);
    const files = await openExportFolder(folder, format);
    if (format === 'md')
      await (await import('./export-markdown.ts')).exportMarkdown(crawl, source, files, skipped.report);
    else await (await import('./export-files.ts')).exportFiles(crawl, source, { folder, files, types }, skipped.report);
    run.onWritten(`${formatNoun(files.count(), 'file')} written to ${folder}`);
    // An export of what is new adds to the others.
    const pruned = place.since === undefined ? await pruneFolder(files, prune, skipped.count() === 0, run) : 0;
    const result = { crawl, format, output: folder, files: files.count() };
    return prune ? { ...result, pruned } : result;
  });
}

/**
 * Removes the files of earlier exports from a folder, or says how many there are.
 *
 * @param isWhole whether everything was exported; otherwise files that are still right would be removed
 * @returns the number of removed files
 */
async function pruneFolder(
  files: ExportFolder,
  prune: boolean,
  isWhole: boolean,
  { onWritten }: ExportRun,
): Promise<number> {
  const others = await files.listOthers();
  if (others.length === 0) return 0;
  const earlier = `${formatNoun(others.length, 'file')} of earlier exports`;
  const isRemoved = prune && isWhole && files.count() > 0;
  if (isRemoved) await files.remove(others);
  if (isRemoved) onWritten(`${earlier} removed`);
  else if (!prune) onWritten(`${earlier} in this folder; --prune removes them`);
  else
    onWritten(`${earlier} not removed, because ${isWhole ? 'the export has no files' : 'not everything was exported'}`);
  return isRemoved ? others.length : 0;
}
