import { formatNoun } from '../../shared/text/format-count.ts';
import type { ExitCode } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ExportFolder } from './export-folder.ts';
import type { FolderFormat } from './export-formats.ts';
import { ended, type Report, skippedReporter, untilInterrupted } from './export-run.ts';
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
  report: Report,
): Promise<ExitCode> {
  const { terminal } = report;
  return untilInterrupted(folder, place, terminal, async (crawl, stores) => {
    const { openExportFolder } = await import('./export-folder.ts');
    const skipped = skippedReporter(terminal);
    const source = await recordSource(crawl, stores, place, skipped, terminal.interrupt);
    const files = await openExportFolder(folder, format);
    if (format === 'md')
      await (await import('./export-markdown.ts')).exportMarkdown(crawl, source, files, skipped.report);
    else await (await import('./export-files.ts')).exportFiles(crawl, source, folder, files, types, skipped.report);
    terminal.err(`${formatNoun(files.count(), 'file')} written to ${folder}`);
    // An export of what is new adds to the others.
    const pruned = place.since === undefined ? await pruneFolder(files, prune, skipped.count() === 0, terminal) : 0;
    const result = { crawl, format, output: folder, files: files.count() };
    return ended(prune ? { ...result, pruned } : result, skipped, report);
  });
}

/**
 * Removes the files of earlier exports from a folder, or says how many there are.
 *
 * @param isWhole whether everything was exported; otherwise files that are still right would be removed
 * @returns the number of removed files
 */
async function pruneFolder(files: ExportFolder, prune: boolean, isWhole: boolean, { err }: Terminal): Promise<number> {
  const others = await files.listOthers();
  if (others.length === 0) return 0;
  const earlier = `${formatNoun(others.length, 'file')} of earlier exports`;
  const isRemoved = prune && isWhole && files.count() > 0;
  if (isRemoved) await files.remove(others);
  if (isRemoved) err(`${earlier} removed`);
  else if (!prune) err(`${earlier} in this folder; --prune removes them`);
  else err(`${earlier} not removed, because ${isWhole ? 'the export has no files' : 'not everything was exported'}`);
  return isRemoved ? others.length : 0;
}
