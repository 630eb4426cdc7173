/** Pages as JSON Lines, for `thresher import`: what other programs have crawled, and corpora of texts. */
import type { KeepBytes, StreamedItem } from '../../shared/fetch/warc/streamed-record.ts';
import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { isBase64 } from '../../shared/text/base64.ts';
import { toIsoDate } from '../../shared/text/iso-date.ts';
import { JSON_SPACES, parseRequest } from '../output/parse-request.ts';
import { splitLines } from '../output/split-lines.ts';
import { fieldsOf, type GivenPage, recordOf } from './page-record.ts';
import { isDamage, type Packing, unpackFile } from './unpack-file.ts';

/**
 * Opens a file of JSON Lines.
 *
 * @param packing how it is compressed; undefined: it is not
 * @param fileTime when it was changed, epoch ms. It is the same each time the file is read, also if a program appends lines meanwhile
 */
export const jsonLinesPages = (file: string, packing: Packing | undefined, fileTime: number): Archive => ({
  name: file,
  read: (keep) => readLines(file, { packing, fileTime }, keep),
});

type Source = { packing: Packing | undefined; fileTime: number };

async function* readLines(file: string, { packing, fileTime }: Source, keep: KeepBytes): AsyncGenerator<StreamedItem> {
  let line = 0;
  let offset = 0;
  const take = (bytes: Uint8Array): StreamedItem | undefined => {
    line++;
    const start = offset;
    offset += bytes.length + 1;
    return itemOf(bytes, { line, offset: start }, fileTime, keep);
  };
  try {
    for await (const item of splitLines(unpackFile(file, packing), take)) if (item) yield item;
  } catch (error) {
    if (packing === undefined || !isDamage(error)) throw error;
    yield { kind: 'broken', offset, line: line + 1, detail: `damaged ${packing}: ${error.message}` };
  }
}

type LinePlace = { line: number; offset: number };

/** @returns undefined for an empty line */
function itemOf(bytes: Uint8Array, place: LinePlace, fileTime: number, keep: KeepBytes): StreamedItem | undefined {
  if (bytes.every((byte) => JSON_SPACES.has(byte))) return undefined;
  try {
    const { page, body } = parsePage(parseRequest(bytes), fileTime);
    const fields = fieldsOf(page);
    return recordOf(fields, body.subarray(0, keep(fields)), { ...place, blockBytes: body.length });
  } catch (error) {
    return { kind: 'broken', ...place, detail: (error as Error).message };
  }
}

/**
 * Returns the page of a line. Its time is `fetchedAt`, or that of the file.
 *
 * @throws Error naming the faulty field
 */
function parsePage(value: unknown, fileTime: number): { page: GivenPage; body: Buffer } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('expected an object with url and one of html, bodyBase64 and text');
  const { url, html, bodyBase64, text, title, contentType, fetchedAt } = value as Record<string, unknown>;
  if (typeof url !== 'string') throw new Error('url: expected a string');
  const at = timeOf(fetchedAt, fileTime);
  if (typeof html === 'string')
    return { page: { url, at, contentType: 'text/html; charset=utf-8' }, body: Buffer.from(html) };
  if (typeof bodyBase64 === 'string') {
    if (!isBase64(bodyBase64)) throw new Error('bodyBase64: invalid Base64');
    if (contentType !== undefined && contentType !== null && typeof contentType !== 'string')
      throw new Error('contentType: expected a string or null');
    return { page: { url, at, contentType: contentType ?? undefined }, body: Buffer.from(bodyBase64, 'base64') };
  }
  if (typeof text !== 'string') throw new Error('html, bodyBase64 or text: expected a string');
  return { page: { url, at, contentType: 'text/plain; charset=utf-8' }, body: Buffer.from(withTitle(text, title)) };
}

/** The first line of a text is its title (`shared/clean/read-text.ts`). */
function withTitle(text: string, title: unknown): string {
  const head = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  return head === '' || text.trimStart().split('\n', 1)[0]?.trim() === head ? text : `${head}\n\n${text}`;
}

/** @param given ISO 8601, in UTC without a zone, or epoch ms; absent or null: the time of the file */
function timeOf(given: unknown, fileTime: number): number {
  if (given === undefined || given === null) return fileTime;
  const at =
    typeof given === 'number' ? given : typeof given === 'string' ? Date.parse(toIsoDate(given) ?? '') : Number.NaN;
  // No page is older than 1970, and a `Date` has a largest time.
  if (!(at > 0 && at <= 8.64e15)) throw new Error('fetchedAt: expected a time such as 2026-05-06T07:08:09Z');
  return at;
}
