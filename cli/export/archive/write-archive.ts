import { formatNoun } from '../../../shared/text/format-count.ts';
import { compileDeleted } from '../../../shared/url/deleted.ts';
import type { CrawlLocation } from '../../open-crawl.ts';
import { formatBytes } from '../../output/progress.ts';
import { loadStoredSettings } from '../../run/crawl-settings.ts';
import type { ArchiveFormat } from '../export-formats.ts';
import { type ExportResult, type ExportRun, withExport } from '../export-run.ts';

/** Exports the captures into one file. */
export async function writeArchive(
  format: ArchiveFormat,
  file: string,
  place: CrawlLocation,
  run: ExportRun,
): Promise<ExportResult> {
  return withExport(place, run, async (crawl, stores, skipped) => {
    const { archiveObjects } = await import('./archive-objects.ts');
    const { intactObjects } = await import('./intact-objects.ts');
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    const objects = intactObjects(archiveObjects(crawl, stores, compileDeleted(deleted)), skipped.report);
    let counts: Record<string, number>;
    if (format === 'warc') {
      const { exportWarc } = await import('./export-warc.ts');
      const bytes = await exportWarc(objects, file);
      counts = { bytes };
      run.onWritten(`${formatBytes(bytes)} written to ${file}`);
    } else {
      const { exportWacz } = await import('./export-wacz.ts');
      const { captures, pages } = await exportWacz(crawl, objects, stores, file, skipped.report);
      counts = { captures, pages };
      run.onWritten(`${formatNoun(captures, 'capture')} and ${formatNoun(pages, 'page')} written to ${file}`);
    }
    if (deleted.records.length > 0)
      run.onWritten(
        `${formatNoun(deleted.records.length, 'text')} deleted by digest: their captures are left out only if they were deleted with --raw`,
      );
    return { crawl, format, output: file, ...counts };
  });
}
