/** Turns records of other programs' archives into captures of a crawl. */
import { hash } from 'node:crypto';
import { isBotCheck } from '../../http/bot-check.ts';
import { headerValue } from '../../http/headers.ts';
import { normalize } from '../../url/normalize.ts';
import type { Reason } from '../../url/reason.ts';
import type { UrlFilter } from '../../url/scope.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import type { BodyFilter } from '../body-filter.ts';
import type { Capture, CaptureNote } from './capture.ts';
import { headerLines, originalHeader, withoutChunks } from './http-block.ts';
import type { StreamedRecord } from './streamed-record.ts';
import { endOfHead } from './warc-format.ts';
import { readNote } from './warc-read.ts';
import { RENDERED_TYPE } from './warc-write.ts';

/** Rules of a crawl for pages that it does not fetch itself. */
export type ArchiveRules = {
  urls: UrlRules;
  scope: UrlFilter;
  /** Refuses media types, and files that are too large to be cut. */
  refuseBody: BodyFilter;
  /** Maximum length of a body, before its content coding is undone. A longer one is cut. Bytes. */
  maxBytes: number;
  /** Latest time that a capture may have, epoch ms. A later one would stay newer than the visits of crawls. */
  latest: number;
};

/**
 * Why a record with a response is not imported. `redirect`: status 3xx. `robots.txt`: rules for crawlers, which most archives have, or another file that this crawler requested for its rules. `method`:
 * the response to POST or another method than GET.
 */
export type RefusedRecord = Reason | 'redirect' | 'robots.txt' | 'method';

/** What a record is for a crawl: a page, a refused one, damage, or nothing that is imported (`request`, `revisit`, `metadata` …). */
export type JudgedRecord =
  | { kind: 'page'; url: Url; at: number }
  | { kind: 'refused'; reason: RefusedRecord }
  | { kind: 'broken'; detail: string }
  | { kind: 'skipped' };

/** Maximum length of the head of a stored HTTP message. Bytes. */
const MAX_HTTP_HEAD_BYTES = 1 << 17;

/** Returns how many bytes of a record's block `judgeRecord` needs. */
export const bytesToJudge = (fields: ReadonlyMap<string, string>): number =>
  typeOf(fields) === 'response' ? MAX_HTTP_HEAD_BYTES : 0;

/** Returns how many bytes of a record's block `captureOf` needs: also the chunked coding takes some. */
export const bytesToCapture = ({ maxBytes }: Pick<ArchiveRules, 'maxBytes'>): number =>
  MAX_HTTP_HEAD_BYTES + maxBytes + (maxBytes >> 2);

const typeOf = (fields: ReadonlyMap<string, string>) => (fields.get('warc-type') ?? '').toLowerCase();

/**
 * Returns the URL and the time of a record that may be a page: those of the types `response` and `resource`, and the texts of WET files.
 *
 * @returns `refused` if the URL is not one of a page, or not valid; `at` is NaN if the date is not valid; undefined for other records
 */
export function placeOf(
  fields: ReadonlyMap<string, string>,
  { urls }: Pick<ArchiveRules, 'urls'>,
): { url: Url; at: number } | { refused: RefusedRecord } | undefined {
  const type = typeOf(fields);
  if (type !== 'response' && type !== 'resource' && !isExtractedText(fields)) return undefined;
  // Early WARC writers put the URL in angle brackets by mistake.
  const target = (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1');
  const found = normalize(target, undefined, urls);
  if (found.kind === 'refused') return { refused: found.reason };
  if (METHOD_IN_URL.test(found.url)) return { refused: 'method' };
  if (ROBOTS_FILE.test(found.url) || readNote(fields).robots) return { refused: 'robots.txt' };
  return { url: found.url, at: timeOf(fields.get('warc-date') ?? '') };
}

/** Programs such as pywb put the method and the body of other requests than GET into the query of the URL. */
const METHOD_IN_URL = /[?&]__wb_method=/;
const ROBOTS_FILE = /^[a-z]+:\/\/[^/]+\/robots\.txt$/;

/** Returns the time of a `WARC-Date` in epoch ms, or NaN. It is UTC by the standard, also if a program leaves out the `Z`. */
function timeOf(text: string): number {
  const [, year, month, day, hours, minutes, seconds, fraction = ''] = DATE_WITHOUT_ZONE.exec(text) ?? [];
  return Date.parse(year === undefined ? text : `${year}-${month}-${day}T${hours}:${minutes}:${seconds}${fraction}Z`);
}

/** Also the 14 digits of ARC files and CDX indexes. */
const DATE_WITHOUT_ZONE = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)(\.\d+)?$/;

/** Judges a record by the rules of the crawl. @param record of `streamExchanges`, with `bytesToJudge` bytes of its block, or more */
export function judgeRecord(record: StreamedRecord, rules: ArchiveRules): JudgedRecord {
  const place = placeOf(record.fields, rules);
  if (!place) return { kind: 'skipped' };
  if ('refused' in place) return { kind: 'refused', reason: place.refused };
  const { url, at } = place;
  // No web archive is older than 1970.
  if (!(at > 0)) return { kind: 'broken', detail: `no valid WARC-Date (${url})` };
  if (at > rules.latest)
    return { kind: 'broken', detail: `a date in the future, ${new Date(at).toISOString()} (${url})` };
  if (record.method !== undefined && record.method.toUpperCase() !== 'GET')
    return { kind: 'refused', reason: 'method' };
  const message = readMessage(record);
  if ('refused' in message) return { kind: 'refused', reason: message.refused };
  const reason =
    (isBotCheck(message.headers) ? 'bot-check' : reasonOfStatus(message.status)) ??
    rules.scope({ url, depth: 0, discovered: 'link' }) ??
    rules.refuseBody({ ...message, headers: withLength(message.headers, record.blockBytes - message.bodyStart) }, url);
  return reason === undefined ? { kind: 'page', url, at } : { kind: 'refused', reason };
}

/**
 * Returns the capture of a record that `judgeRecord` calls a page.
 *
 * @param record with `bytesToCapture` bytes of its block
 */
export function captureOf(
  record: StreamedRecord,
  { url, at }: { url: Url; at: number },
  note: CaptureNote,
  { maxBytes }: Pick<ArchiveRules, 'maxBytes'>,
): Capture {
  const { fields, block, blockBytes } = record;
  const message = readMessage(record);
  if ('refused' in message) throw new TypeError(`${url} is not a page: ${message.refused}`);
  const { status, statusText, httpVersion, headers, bodyStart } = message;
  // By the headers as stored: a renamed field says that the chunks were removed.
  const whole = withoutChunks(headers, block.subarray(bodyStart));
  const body = whole.subarray(0, maxBytes);
  // Further segments of a record have the type `continuation`.
  const isCut = fields.has('warc-truncated') || fields.has('warc-segment-number');
  return {
    url,
    fetchedAt: at,
    ...{ status, statusText, httpVersion },
    requestHeaders: [],
    headers: headers.map(originalHeader),
    body,
    truncated: isCut || body.length < whole.length || block.length < blockBytes,
    address: fields.get('warc-ip-address') ?? '',
    record: 'response',
    payloadDigest: hash('sha256', body, 'hex'),
    note,
  };
}

/** Whether a record is the text of a page, as WET files of Common Crawl have it. */
const isExtractedText = (fields: ReadonlyMap<string, string>): boolean =>
  typeOf(fields) === 'conversion' && /^text\/plain\b/i.test(fields.get('content-type') ?? '');

/** Whether a record is the rendered page of a response. Other programs convert responses to other types. */
export const isRenderedPage = (fields: ReadonlyMap<string, string>): boolean =>
  typeOf(fields) === 'conversion' && fields.get('content-type') === RENDERED_TYPE;

/** Adds the rendered page of a record to its capture, if it is whole. @param responseId `WARC-Record-ID` of the response */
export function addRenderedPage(
  capture: Capture,
  responseId: string,
  { fields, block, blockBytes }: StreamedRecord,
): void {
  const isOfResponse = responseId !== '' && fields.get('warc-refers-to') === responseId;
  if (isOfResponse && block.length === blockBytes) capture.rendered = block;
}

type Message = Pick<Capture, 'status' | 'statusText' | 'httpVersion' | 'headers'> & {
  /** Offset of the body in the block. */
  bodyStart: number;
};

/** Reads the head of a stored HTTP message. A `resource` and a text have none: their records tell the media type. */
function readMessage({ type, fields, block }: StreamedRecord): Message | { refused: Reason } {
  if (type === 'resource' || type === 'conversion') {
    const mediaType = fields.get('content-type');
    const headers: Message['headers'] = mediaType === undefined ? [] : [['Content-Type', mediaType]];
    return { status: 200, statusText: 'OK', httpVersion: '1.1', headers, bodyStart: 0 };
  }
  const end = endOfHead(block.subarray(0, MAX_HTTP_HEAD_BYTES));
  // A message without a body may lack the empty line.
  const headBytes = end?.length ?? block.length;
  if (!end && headBytes >= MAX_HTTP_HEAD_BYTES) return { refused: 'header-too-large' };
  const head = block.toString('latin1', 0, headBytes);
  const [, version, status, statusText = ''] = /^HTTP\/([0-9.]+) +(\d{3}) ?(.*)/.exec(head) ?? [];
  if (status === undefined) return { refused: 'protocol' };
  return {
    status: Number(status),
    statusText: statusText.trimEnd(),
    httpVersion:
      fields.get('warc-protocol') === 'h2' || version?.startsWith('2') ? '2' : version === '1.0' ? '1.0' : '1.1',
    headers: headerLines(head),
    bodyStart: end?.after ?? block.length,
  };
}

function reasonOfStatus(status: number): RefusedRecord | undefined {
  if (status === 204 || status === 205) return 'no-content';
  // A part of a file, such as a piece of a video.
  if (status === 206) return 'truncated';
  if (status >= 200 && status < 300) return undefined;
  if (status === 304) return 'not-modified';
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 404) return 'not-found';
  if (status === 410) return 'gone';
  if (status === 429) return 'too-many-requests';
  if (status >= 400 && status < 500) return 'client-error';
  return status >= 500 ? 'server-error' : 'protocol';
}

/** Replaces the length that the server declares by that of the stored body. */
function withLength(headers: Message['headers'], bytes: number): Message['headers'] {
  const declared = headerValue(headers, 'content-length') !== undefined;
  const others = declared ? headers.filter(([name]) => name.toLowerCase() !== 'content-length') : headers;
  return [...others, ['Content-Length', String(bytes)]];
}
