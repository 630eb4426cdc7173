import { resolve } from 'node:path';
import { compileDeleted } from '../../shared/url/deleted.ts';
import { UsageError } from '../command.ts';
import { exportRecords, writtenMessage } from '../export/export-records.ts';
import { checkNameOfLines } from '../export/format-of-name.ts';
import type { OnSkipped } from '../export/records-to-export.ts';
import { checkOutputFile } from '../output/output-file.ts';
import { formatBytes } from '../output/progress.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { openStores } from '../run/wiring.ts';

/** Files that `thresher crawl` writes at its end. `output`: the records as JSON Lines. `warcFile`: all captures as WARC. Absent: none. */
export type FilesAtEnd = { output?: string | undefined; warcFile?: string | undefined };

/** @throws UsageError if one of the files cannot be written, or both are the same */
export async function checkFilesAtEnd({ output, warcFile }: FilesAtEnd): Promise<void> {
  if (output !== undefined) {
    checkNameOfLines(output);
    await checkOutputFile(output, '-o');
  }
  if (warcFile !== undefined) await checkOutputFile(warcFile, '--warc-file');
  if (output !== undefined && warcFile !== undefined && resolve(output) === resolve(warcFile))
    throw new UsageError(`--warc-file ${warcFile}: -o writes the records to this file; give another name`);
}

/** Writes the files. @returns a message about each. */
export async function writeFilesAtEnd(
  { output, warcFile }: FilesAtEnd,
  dir: string,
  crawl: string,
  onSkipped: OnSkipped,
): Promise<string[]> {
  const messages: string[] = [];
  if (output !== undefined) messages.push(writtenMessage(await exportAll(dir, crawl, output, onSkipped), output));
  if (warcFile) messages.push(await archiveAll(dir, crawl, warcFile, onSkipped));
  return messages;
}

/** Writes the records of a crawl as JSON Lines. @returns their number */
async function exportAll(dir: string, crawl: string, file: string, onSkipped: OnSkipped): Promise<number> {
  const stores = openStores(dir, 'read');
  try {
    return await exportRecords(crawl, stores, file, 'jsonl', onSkipped);
  } finally {
    stores.close();
  }
}

/** Writes all captures of a crawl as WARC. @returns the message about it */
async function archiveAll(dir: string, crawl: string, file: string, onSkipped: OnSkipped): Promise<string> {
  const { archiveObjects } = await import('../export/archive/archive-objects.ts');
  const { intactObjects } = await import('../export/archive/intact-objects.ts');
  const { exportWarc } = await import('../export/archive/export-warc.ts');
  const stores = openStores(dir, 'read');
  try {
    const { deleted } = (await loadStoredSettings(crawl, stores)).settings;
    const objects = intactObjects(archiveObjects(crawl, stores, compileDeleted(deleted)), onSkipped);
    const bytes = await exportWarc(objects, file);
    return `${formatBytes(bytes)} written to ${file}`;
  } finally {
    stores.close();
  }
}
