import { join } from 'node:path';
import { ANY_RATIO, openBody } from '../../shared/clean/decode/open-body.ts';
import { parseDocumentType } from '../../shared/clean/document-type.ts';
import { documentFileName } from '../../shared/clean/file-name.ts';
import { readCapture } from '../../shared/fetch/warc/warc-read.ts';
import { headerValues } from '../../shared/http/headers.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { optionFault, UsageError } from '../command.ts';
import { formatJson } from '../output/format-json.ts';
import type { Stores } from '../run/wiring.ts';
import type { ExportFolder } from './export-folder.ts';
import { type OnSkipped, type RecordSource, recordsToExport } from './records-to-export.ts';
import { writeText } from './write-file.ts';

/** Maximum size of a decoded body. Bytes. */
const MAX_DECODED_BYTES = 200_000_000;

/** The list of the files of an export. */
const FILE_LIST = 'files.jsonl';

/**
 * Writes the pages and documents of a crawl as files, decoded but otherwise as the server sent them, and lists them in `files.jsonl`.
 * The list appears once it is complete.
 *
 * @param to.folder where the list is written
 * @param to.files where the files are written
 * @param to.types short type names (`pdf`, `html` …); empty: all types
 * @throws UsageError if the crawl has records, but none of these types
 */
export async function exportFiles(
  crawl: string,
  stores: RecordSource,
  to: { folder: string; files: ExportFolder; types: readonly string[] },
  onSkipped: OnSkipped,
): Promise<void> {
  const { folder, files, types } = to;
  const met = new Set<string>();
  const wanted = types.map((type) => parseDocumentType(type) ?? type);
  // A file of another type takes no near-duplicate out of the export.
  const isExported = (record: SearchRecord) => {
    met.add(record.type);
    return (wanted.length === 0 || wanted.includes(record.type)) && (stores.isExported?.(record) ?? true);
  };
  await writeText(join(folder, FILE_LIST), writtenFiles(crawl, { ...stores, isExported }, files, onSkipped));
  if (wanted.length > 0 && met.size > 0 && !wanted.some((type) => met.has(type)))
    throw new UsageError(
      optionFault('type', `${types.join(', ')}: no record has this type; the crawl has ${[...met].sort().join(', ')}`),
    );
}

/** Writes a file each time the consumer asks for the next line of the list. */
async function* writtenFiles(
  crawl: string,
  stores: RecordSource,
  files: ExportFolder,
  onSkipped: OnSkipped,
): AsyncGenerator<string> {
  for await (const { exported, record } of recordsToExport(crawl, stores, onSkipped)) {
    const { id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats, verdict, score } = exported;
    const { title, author, keywords, description } = exported;
    const bytes = await readBody(record, stores);
    if (typeof bytes === 'string') {
      onSkipped(`${url}: ${bytes}`);
      continue;
    }
    const file = documentFileName({ url, fetchedAt, mimeType, id });
    await files.write(file, bytes);
    const found = { originalName: originalName(url), bytes: bytes.length, verdict, score };
    const header = { title, author, keywords, description };
    yield `${formatJson({ file, ...found, id, url, urls, mimeType, fetchedAt, numRefBy, otherFormats, ...header })}\n`;
  }
}

/**
 * Returns the last part of a path, decoded if it can be; '' if the path ends with a slash. A program may save the file under this name, so
 * it never names another folder.
 */
function originalName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    const decoded = decodeURIComponent(name);
    return /[/\\\p{Cc}]|^\.{1,2}$/u.test(decoded) ? name : decoded;
  } catch {
    return name;
  }
}

/**
 * Reads the decoded body of a record's capture.
 *
 * @returns a message if the archive no longer has the capture, or the body cannot be read
 */
async function readBody(
  { urls, capture }: SearchRecord,
  { objects }: Pick<Stores, 'objects'>,
): Promise<Uint8Array | string> {
  const { key, offset, length } = capture;
  const member = await objects.get(key, { offset, length });
  if (!member || member.length === 0) return `its response is missing in ${key}`;
  try {
    const { url: captured, headers, body } = readCapture(member);
    if (!(captured in urls)) return `${key} holds another page in its place: ${captured}`;
    const opened = openBody({ url: captured, headers, body }, MAX_DECODED_BYTES, ANY_RATIO);
    if ('bytes' in opened) return opened.bytes;
    const coding = headerValues(headers, 'content-encoding');
    return `its content encoding (${coding.join(', ') || 'gzip'}) cannot be decoded`;
  } catch (error) {
    return `its response in ${key} cannot be read: ${(error as Error).message}`;
  }
}
