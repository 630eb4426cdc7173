import { UsageError } from '../cli/command.ts';
import { openArchives } from '../cli/import/open-archives.ts';
import {
  type ArchiveRules,
  bytesToCapture,
  captureOf,
  judgeRecord,
  type RefusedRecord,
} from '../shared/fetch/warc/archived-page.ts';
import { DEFAULT_URL_RULES } from '../shared/url/url-rules.ts';
import { checkOptions } from './check-options.ts';
import type { GivenPage } from './cleaner.ts';

/** A page of an archive, as `cleaner.clean` reads it. `fetchedAt`: epoch milliseconds. `truncated`: its body is cut. */
export type ArchivedPage = Extract<GivenPage, { body: Uint8Array }> & {
  headers: Record<string, string[]>;
  status: number;
  fetchedAt: number;
  truncated: boolean;
};

/**
 * A record that is no page, or a damaged place, which counts as one however long it is. `offset`: in the file, in bytes, of the gzip member of a
 * compressed record; absent: the whole file. `reason`: why a response is no page, such as `redirect` or `not-found`; null: damage.
 */
export type SkippedRecord = { file: string; offset?: number; reason: RefusedRecord | null; detail: string };

/** How archives are read. */
export type ArchivedPagesOptions = {
  /** Maximum length of a body as it was sent, in bytes. A longer one is cut. Default: 16 MiB. */
  maxBytes?: number | undefined;
  /** Called for what is not yielded. Default: nothing. */
  onSkipped?: ((record: SkippedRecord) => void) | undefined;
};

const DEFAULT_MAX_BYTES = 16 << 20;

/**
 * Yields the pages of WARC and ARC files, of the WARC files in a WACZ or a folder, and of JSON Lines, as `thresher import` reads them: responses to GET
 * with status 200. After damaged bytes it continues with the next record. The next record is read when it is requested; two records are in memory.
 *
 * @param files names of files and folders
 * @throws UsageError if none of them has a record; the error of a file that cannot be read
 */
export async function* archivedPages(
  files: string | readonly string[],
  options: ArchivedPagesOptions = {},
): AsyncGenerator<ArchivedPage, void> {
  const { maxBytes = DEFAULT_MAX_BYTES, onSkipped = () => undefined } = checkOptions('options', options, {
    maxBytes: 'number',
    onSkipped: 'function',
  });
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1)
    throw new UsageError(`maxBytes: ${maxBytes}: must be a whole number of at least 1`);
  const names: unknown = typeof files === 'string' ? [files] : files;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new UsageError('files: must be a string or a list of strings');
  const { archives, faults } = await openArchives(names);
  if (archives.length === 0) throw new UsageError(...(faults.length > 0 ? faults : ['files: is empty']));
  // Messages begin with the name of the file.
  for (const detail of faults) onSkipped({ file: detail.slice(0, detail.indexOf(': ')), reason: null, detail });
  const rules: ArchiveRules = {
    urls: DEFAULT_URL_RULES,
    scope: () => undefined,
    refuseBody: () => undefined,
    maxBytes,
    latest: Number.POSITIVE_INFINITY,
  };
  for (const { name, read } of archives)
    for await (const record of read(() => bytesToCapture(rules))) {
      const place = { file: record.file ?? name, offset: record.offset };
      const judged = record.kind === 'broken' ? record : judgeRecord(record, rules);
      if (judged.kind === 'broken') onSkipped({ ...place, reason: null, detail: judged.detail });
      else if (judged.kind === 'refused') onSkipped({ ...place, reason: judged.reason, detail: judged.reason });
      else if (judged.kind === 'page' && record.kind === 'record') {
        const capture = captureOf(record, judged, { depth: 0, class: 0 }, rules);
        const { url, status, fetchedAt, truncated, body } = capture;
        yield { url, status, fetchedAt, truncated, body, headers: valuesByName(capture.headers) };
      }
    }
}

/** Groups the values of headers by their names, in lower case. */
function valuesByName(headers: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    values[key] = [...(values[key] ?? []), value];
  }
  return values;
}
