import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { formatCounts } from '../output/progress.ts';
import type { ImportResult } from './import-locally.ts';

/** Formats the result of an import for people. @param faults number of files that are no archives */
export function importLines(
  { crawl, files, records, accepted, imported, changed, refused, damaged }: ImportResult,
  { faults, isInterrupted, search }: { faults: number; isInterrupted: boolean; search: string },
): string[] {
  const refusedCount = Object.values(refused).reduce((sum, n) => sum + n, 0);
  const lines = [
    `${crawl}: ${formatNoun(imported, 'capture')} imported from ${formatNoun(files, 'file')}`,
    `records: ${formatCounts(records) || 'none'}`,
  ];
  if (refusedCount > 0) lines.push(`refused: ${formatCount(refusedCount)} (${formatCounts(refused)})`);
  // An interrupted run has not decided on the others.
  const others = accepted - imported - changed;
  if (!isInterrupted && others > 0)
    lines.push(`not imported, because the same or a newer capture of the URL counts: ${formatCount(others)}`);
  if (changed > 0)
    lines.push(
      `not imported, because their files were changed or removed meanwhile: ${formatCount(changed)}. Repeat the same command.`,
    );
  if (damaged > 0) lines.push(`damaged: ${formatNoun(damaged, 'place')}, see above`);
  if (faults > 0) lines.push(`not read: ${formatNoun(faults, 'file')}, see above`);
  if (isInterrupted) lines.push('Interrupted: repeat the same command to complete it.');
  else if (imported > 0) lines.push(`To search: ${search}`);
  return lines;
}
