/**
 * Writes captures as WARC 1.1 (ISO 28500:2017), one gzip member per record.
 *
 * A capture becomes a request record, followed by a response record, or by a `revisit` record if the status was 304 or the
 * body equals the last one. A `conversion` record with the rendered page may follow. Header blocks are as received, except for the transfer coding: the stored body is not chunked,
 * so that field is renamed. Digests are SHA-256 in hex. A response record has a payload digest only, which the capture
 * provides: the gzip member's checksum covers the block.
 */
import { hash } from 'node:crypto';
import { hostOf } from '../../url/url.ts';
import type { Capture } from './capture.ts';
import { deflatedMember, storedMember } from './warc-member.ts';

/** Extension field with the `CaptureNote` as ASCII JSON. */
export const NOTE_FIELD = 'Thresher-Note';
/** Type of the record with a rendered page. */
export const RENDERED_TYPE = 'text/html; charset=utf-8';
export const RENAMED_TRANSFER_ENCODING = 'X-Orig-Transfer-Encoding';

const PROFILES = {
  'revisit-not-modified': 'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
  'revisit-same-digest': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
} as const;

/** Records shorter than this are stored, not deflated: starting zlib costs a tenth of deflating a page. Bytes. */
const STORED_BELOW_BYTES = 1024;

type Fields = [name: string, value: string | undefined][];

/**
 * Returns the `warcinfo` record, the first of an object.
 *
 * @param fields fields of the standard: `software`, `format`, `robots`, `operator` …
 * @param id unique id (`Random.id`)
 * @param now epoch milliseconds
 */
export function warcInfo(fields: Record<string, string>, id: string, now: number): Uint8Array {
  const block = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${oneLine(value)}\r\n`)
      .join(''),
  );
  const head: Fields = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', recordId(id)],
    ['WARC-Date', new Date(now).toISOString()],
    ['WARC-Block-Digest', digestOf(block)],
    ['Content-Type', 'application/warc-fields'],
  ];
  return record(head, block, false);
}

/**
 * Returns the records of a capture.
 *
 * @param ids returns a new unique id at each call (`Random.id`)
 * @returns `bytes`: the members in the order to write them; `response`: location of the capture among them (`CaptureLocation`)
 */
export function warcRecords(
  capture: Capture,
  ids: () => string,
): { bytes: Uint8Array[]; response: { offset: number; length: number } } {
  const id = recordId(ids());
  const request = requestRecord(capture, recordId(ids()), id);
  const response = responseRecord(capture, id);
  const rendered = capture.rendered ? [renderedRecord(capture, capture.rendered, recordId(ids()), id)] : [];
  const length = [response, ...rendered].reduce((sum, member) => sum + member.length, 0);
  return { bytes: [request, response, ...rendered], response: { offset: request.length, length } };
}

function renderedRecord(capture: Capture, html: Uint8Array, id: string, responseId: string): Uint8Array {
  const head: Fields = [
    ['WARC-Type', 'conversion'],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(capture.fetchedAt).toISOString()],
    ['WARC-Target-URI', capture.url],
    ['WARC-Refers-To', responseId],
    ['WARC-Block-Digest', digestOf(html)],
    ['Content-Type', RENDERED_TYPE],
  ];
  return record(head, html, false);
}

function requestRecord(capture: Capture, id: string, responseId: string): Uint8Array {
  const { url } = capture;
  const target = url.slice(url.indexOf('://') + 3 + hostOf(url).length) || '/';
  const block = httpBlock(
    `GET ${target} HTTP/${capture.httpVersion === '1.0' ? '1.0' : '1.1'}`,
    capture.requestHeaders,
  );
  const head: Fields = [
    ['WARC-Type', 'request'],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(capture.fetchedAt).toISOString()],
    ['WARC-Target-URI', url],
    ['WARC-Concurrent-To', responseId],
    ['WARC-Block-Digest', digestOf(block)],
    ['Content-Type', 'application/http; msgtype=request'],
  ];
  return record(head, block, false);
}

function responseRecord(capture: Capture, id: string): Uint8Array {
  const revisit = capture.record === 'response' ? undefined : PROFILES[capture.record];
  const statusLine = `HTTP/${capture.httpVersion === '1.0' ? '1.0' : '1.1'} ${capture.status} ${capture.statusText}`;
  const header = httpBlock(statusLine, capture.headers.map(storedHeader));
  const body = revisit === undefined ? capture.body : NOTHING;
  const head: Fields = [
    ['WARC-Type', revisit === undefined ? 'response' : 'revisit'],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(capture.fetchedAt).toISOString()],
    ['WARC-Target-URI', capture.url],
    ['WARC-IP-Address', capture.address || undefined],
    // WARC tools do not know an `HTTP/2` status line, so this WARC 1.1 extension field names the protocol.
    ['WARC-Protocol', capture.httpVersion === '2' ? 'h2' : undefined],
    ['WARC-Profile', revisit],
    ['WARC-Refers-To-Target-URI', revisit && capture.url],
    [
      'WARC-Refers-To-Date',
      capture.refersToTime === undefined ? undefined : new Date(capture.refersToTime).toISOString(),
    ],
    ['WARC-Truncated', capture.truncated ? 'length' : undefined],
    ['WARC-Payload-Digest', capture.payloadDigest ? `sha256:${capture.payloadDigest}` : undefined],
    ['WARC-Block-Digest', revisit && digestOf(header)],
    [NOTE_FIELD, asciiJson(capture.note)],
    ['Content-Type', 'application/http; msgtype=response'],
  ];
  return record(head, header, isCompressed(capture), body);
}

const NOTHING = new Uint8Array(0);

/** Returns a record whose block consists of `block` followed by `body`. */
function record(fields: Fields, block: Uint8Array, compressed: boolean, body: Uint8Array = NOTHING): Uint8Array {
  let text = 'WARC/1.1\r\n';
  for (const [name, value] of fields) if (value !== undefined) text += `${name}: ${oneLine(value)}\r\n`;
  text += `Content-Length: ${block.length + body.length}\r\n\r\n`;
  const head = Buffer.from(text);
  const length = head.length + block.length + body.length + END.length;
  if (compressed || length < STORED_BELOW_BYTES) return storedMember([head, block, body, END]);
  const content = scratch(length);
  content.set(head);
  content.set(block, head.length);
  content.set(body, head.length + block.length);
  content.set(END, length - END.length);
  return deflatedMember(content);
}

/**
 * Returns a buffer for content that is compressed at once. All records that fit share it: copies of each page would be most of
 * the garbage of the process.
 */
function scratch(bytes: number): Uint8Array {
  return bytes <= SCRATCH.length ? SCRATCH.subarray(0, bytes) : new Uint8Array(bytes);
}

const SCRATCH = new Uint8Array(256 << 10);

const END = Buffer.from('\r\n\r\n');

/** Compressed content: deflating it again saves nothing. */
const COMPRESSED_CODING = /^content-encoding$/i;
const COMPRESSED_TYPE =
  /^\s*(?:image\/(?!svg|bmp|x-ms-bmp)|video\/|audio\/|font\/woff|application\/(?:pdf|zip|gzip|x-gzip|x-7z|x-rar|epub|vnd\.openxml|vnd\.oasis))/i;

function isCompressed({ headers }: Capture): boolean {
  return headers.some(([name, value]) =>
    COMPRESSED_CODING.test(name)
      ? value !== '' && value.toLowerCase() !== 'identity'
      : name.length === 12 && name.toLowerCase() === 'content-type' && COMPRESSED_TYPE.test(value),
  );
}

function storedHeader(header: [string, string]): [string, string] {
  return header[0].length === 17 && header[0].toLowerCase() === 'transfer-encoding'
    ? [RENAMED_TRANSFER_ENCODING, header[1]]
    : header;
}

/** Returns a header block. HTTP clients read header bytes as Latin-1, so they are written so; other characters as UTF-8. */
function httpBlock(startLine: string, headers: readonly [string, string][]): Buffer {
  let text = `${oneLine(startLine)}\r\n`;
  for (const [name, value] of headers) text += `${oneLine(name)}: ${oneLine(value)}\r\n`;
  text += '\r\n';
  return Buffer.from(text, BEYOND_LATIN1.test(text) ? 'utf8' : 'latin1');
}

const BEYOND_LATIN1 = /[\u0100-\uffff]/;
const LINE_BREAK = /[\r\n]+/g;

function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(LINE_BREAK, ' ') : text;
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(BEYOND_ASCII, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const BEYOND_ASCII = /[^\u0020-\u007e]/g;

function digestOf(block: Uint8Array): string {
  return `sha256:${hash('sha256', block, 'hex')}`;
}

/** Returns a record id: a UUID of version 8 (RFC 9562: custom bits) derived from a unique id. */
export function recordId(id: string): string {
  const hex = hash('sha256', id, 'hex');
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16);
  return `<urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}>`;
}
