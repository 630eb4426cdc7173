import { formatNoun } from '../../shared/text/format-count.ts';
import { type DirectWriter, type RecordFormat, recordWriter } from './record-formats.ts';
import {
  chosenRecords,
  type OnSkipped,
  type RecordSource,
  type RecordToExport,
  recordsToExport,
} from './records-to-export.ts';
import { writeText } from './write-file.ts';

/**
 * Writes the records of a crawl to a file, compressed if its name ends in `.gz` or `.zst`. The file appears once it is complete. One
 * object of documents is in memory at a time.
 *
 * @param onSkipped called for records that cannot be exported
 * @returns the number of records
 */
export async function exportRecords(
  crawl: string,
  stores: RecordSource,
  fileName: string,
  format: RecordFormat,
  onSkipped: OnSkipped,
): Promise<number> {
  return writeLines(fileName, exportLines(crawl, stores, format, onSkipped));
}

/** Writes lines to a file, as `exportRecords` does. @returns the number that the lines return */
export async function writeLines(fileName: string, lines: AsyncGenerator<string, number>): Promise<number> {
  let count = 0;
  async function* counted() {
    count = yield* lines;
  }
  await writeText(fileName, counted());
  return count;
}

/** Formats the message after an export, such as `2 records written to records.jsonl`. */
export function writtenMessage(count: number, fileName: string): string {
  return `${formatNoun(count, 'record')} written to ${fileName}`;
}

/**
 * Yields the records of a crawl in a format, as pieces of text that end with a line end.
 *
 * @returns the number of records
 */
export async function* exportLines(
  crawl: string,
  stores: RecordSource,
  format: RecordFormat,
  onSkipped: OnSkipped,
): AsyncGenerator<string, number> {
  const writer = recordWriter(format);
  if (writer.head !== undefined) yield writer.head;
  const write = 'begin' in writer ? yield* writer.begin(chosenRecords(crawl, stores)) : writer.write;
  const count = yield* writtenRecords(crawl, recordsToExport(crawl, stores, onSkipped), write);
  if (writer.end !== undefined) yield writer.end;
  return count;
}

/**
 * Yields some records of a crawl as a whole text.
 *
 * @returns the number of records
 */
export async function* linesOfRecords(
  crawl: string,
  records: AsyncIterable<RecordToExport>,
  { head, write, end }: DirectWriter,
): AsyncGenerator<string, number> {
  if (head !== undefined) yield head;
  const count = yield* writtenRecords(crawl, records, write);
  if (end !== undefined) yield end;
  return count;
}

async function* writtenRecords(
  crawl: string,
  records: AsyncIterable<RecordToExport>,
  write: DirectWriter['write'],
): AsyncGenerator<string, number> {
  let count = 0;
  for await (const { exported } of records) {
    const text = write(exported, crawl);
    if (text !== '') yield text;
    count++;
  }
  return count;
}
