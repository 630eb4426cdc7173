/** Reads captures from WARC objects of this crawler and of other programs, if they contain HTTP responses. */
import { hash } from 'node:crypto';
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import { DEFAULT_URL_RULES } from '../../url/url-rules.ts';
import type { Capture, CaptureLocation, CaptureNote } from './capture.ts';
import { headerLines, originalHeader, withoutChunks } from './http-block.ts';
import { type BrokenMember, gzipMembers, type Member } from './warc-member.ts';
import { NOTE_FIELD, RENDERED_TYPE } from './warc-write.ts';

/** Maximum inflated length of a record: more than any stored page, less than a decompression bomb. Bytes. */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024;

/** A capture that was read, or bytes that are none. */
export type ReadCapture =
  /** `responseBytes`: length of the member with the response; `place` includes the rendered page. */
  | { kind: 'capture'; capture: Capture; place: CaptureLocation; responseBytes: number }
  /** Bytes without a readable record. The bytes after them are still read. */
  | { kind: 'broken'; place: CaptureLocation; detail: string };

/**
 * Reads all captures of an object in order. A request record before or after its response adds the request headers, and a conversion
 * record of this crawler after it the rendered page. Records of other types (warcinfo, metadata, DNS …) are skipped.
 */
export function* readCaptures(object: Uint8Array, key: string): Generator<ReadCapture> {
  /** A response whose request record or rendered page may follow. */
  let pending: ResponseRecord | undefined;
  let request: RequestRecord | undefined;

  for (const member of gzipMembers(object, MAX_RECORD_BYTES)) {
    for (const found of readMember(member, key)) {
      if (found.kind === 'rendered') {
        if (pending) addRendered(pending, found);
      } else if (found.kind === 'request') {
        if (pending && belongs(found, pending)) pending.capture.requestHeaders = found.headers;
        else request = found;
      } else {
        if (pending) yield toCapture(pending);
        pending = undefined;
        if (found.kind === 'broken') {
          yield found;
          continue;
        }
        pending = found;
        if (request && belongs(request, found)) found.capture.requestHeaders = request.headers;
      }
    }
  }
  if (pending) yield toCapture(pending);
}

const toCapture = ({ capture, place, responseBytes }: ResponseRecord): ReadCapture => ({
  kind: 'capture',
  ...{ capture, place, responseBytes },
});

/** Adds a rendered page to its response, which is the record before it. */
function addRendered(response: ResponseRecord, { refersTo, html, place }: RenderedRecord): void {
  if (refersTo !== response.id || response.id === '') return;
  response.capture.rendered = html;
  // Other programs may write both records into one member.
  const length = Math.max(response.place.length, place.offset + place.length - response.place.offset);
  response.place = { ...response.place, length };
}

/**
 * Reads a capture, as fetched by its location. The request headers are in another member and stay empty.
 *
 * @throws if the bytes contain no readable HTTP response
 */
export function readCapture(bytes: Uint8Array): Capture {
  for (const found of readCaptures(bytes, '')) {
    if (found.kind === 'broken') throw new Error(`a broken WARC record: ${found.detail}`);
    return found.capture;
  }
  throw new Error('no response in this WARC record');
}

type ResponseRecord = {
  kind: 'response';
  id: string;
  concurrentTo: string;
  capture: Capture;
  place: CaptureLocation;
  responseBytes: number;
};
type RenderedRecord = { kind: 'rendered'; refersTo: string; html: Uint8Array; place: CaptureLocation };
type RequestRecord = { kind: 'request'; id: string; concurrentTo: string; headers: [string, string][] };
type Broken = Extract<ReadCapture, { kind: 'broken' }>;

function belongs(request: RequestRecord, response: ResponseRecord): boolean {
  return request.concurrentTo === response.id || (request.id !== '' && response.concurrentTo === request.id);
}

type AnyRecord = ResponseRecord | RequestRecord | RenderedRecord | Broken;

function* readMember(member: Member | BrokenMember, key: string): Generator<AnyRecord> {
  const place = { key, offset: member.offset, length: member.length };
  if (member.kind === 'broken') {
    yield { kind: 'broken', place, detail: member.detail };
    return;
  }
  const bytes = member.content as Buffer;
  // Some programs write several records into one member.
  for (let at = 0; at < bytes.length; ) {
    const record = recordAt(bytes, at);
    if (!record) {
      yield { kind: 'broken', place, detail: 'no WARC record' };
      return;
    }
    const found = readRecord(record, place);
    if (found) yield found;
    at = record.end;
  }
}

/** A record as stored; the names of `fields` are in lower case. */
type RawRecord = { fields: Map<string, string>; block: Buffer; end: number };

/** Reads the fields of the first record of a member. @returns undefined if there is no complete record */
export const recordFields = (content: Uint8Array): ReadonlyMap<string, string> | undefined =>
  recordAt(Buffer.from(content.buffer, content.byteOffset, content.byteLength), 0)?.fields;

function recordAt(bytes: Buffer, start: number): RawRecord | undefined {
  if (bytes.toString('latin1', start, start + 5) !== 'WARC/') return undefined;
  const headEnd = bytes.indexOf('\r\n\r\n', start, 'latin1');
  if (headEnd === -1) return undefined;
  const fields = new Map<string, string>();
  for (const [name, value] of headerLines(bytes.toString('utf8', start, headEnd)))
    fields.set(name.toLowerCase(), value);
  const length = Number(fields.get('content-length'));
  const blockStart = headEnd + 4;
  if (!Number.isSafeInteger(length) || length < 0 || blockStart + length > bytes.length) return undefined;
  let end = blockStart + length;
  while (end < bytes.length && (bytes[end] === 0x0d || bytes[end] === 0x0a)) end++;
  return { fields, block: bytes.subarray(blockStart, blockStart + length), end };
}

function readRecord({ fields, block }: RawRecord, place: CaptureLocation): AnyRecord | undefined {
  const type = fields.get('warc-type');
  if (type === 'conversion' && fields.get('content-type') === RENDERED_TYPE)
    return { kind: 'rendered', refersTo: fields.get('warc-refers-to') ?? '', html: block, place };
  if (type !== 'request' && type !== 'response' && type !== 'revisit') return undefined;
  const id = fields.get('warc-record-id') ?? '';
  const concurrentTo = fields.get('warc-concurrent-to') ?? '';
  const headEnd = block.indexOf('\r\n\r\n', 0, 'latin1');
  // A revisit may lack the header block of its response.
  const head = block.toString('latin1', 0, headEnd === -1 ? block.length : headEnd);
  const isHttp = head.startsWith('HTTP/');
  if (type === 'request') return { kind: 'request', id, concurrentTo, headers: headerLines(head) };
  if (type === 'response' && !isHttp) return undefined;
  const body = headEnd === -1 ? NOTHING : block.subarray(headEnd + 4);
  const capture = captureOf(type, fields, head, body);
  if (!capture) return { kind: 'broken', place, detail: 'a record without a web URL or a date' };
  return { kind: 'response', id, concurrentTo, capture, place, responseBytes: place.length };
}

const NOTHING = Buffer.alloc(0);
const NOTE_KEY = NOTE_FIELD.toLowerCase();

function captureOf(type: 'response' | 'revisit', fields: Map<string, string>, head: string, body: Buffer) {
  // Early WARC writers put the URL in angle brackets by mistake.
  const target = fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1') ?? '';
  const url = fields.has(NOTE_KEY) ? (target as Url) : foreignUrl(target);
  const fetchedAt = Date.parse(fields.get('warc-date') ?? '');
  if (!url || Number.isNaN(fetchedAt)) return undefined;
  const status = /^HTTP\/([0-9.]+) +(\d{3}) ?(.*)/.exec(head);
  const stored = headerLines(head);
  const payload = type === 'revisit' ? NOTHING : withoutChunks(stored, body);
  const digest = /^sha-?256:([0-9a-f]{64})$/i.exec(fields.get('warc-payload-digest') ?? '')?.[1]?.toLowerCase();
  const capture: Capture = {
    url,
    fetchedAt,
    status: status ? Number(status[2]) : 304,
    statusText: status?.[3] ?? '',
    httpVersion: fields.get('warc-protocol') === 'h2' ? '2' : status?.[1] === '1.0' ? '1.0' : '1.1',
    requestHeaders: [],
    headers: stored.map(originalHeader),
    body: payload,
    truncated: fields.has('warc-truncated'),
    address: fields.get('warc-ip-address') ?? '',
    record: type === 'response' ? 'response' : revisitKind(fields),
    payloadDigest: digest ?? (type === 'response' ? hash('sha256', payload, 'hex') : ''),
    note: readNote(fields),
  };
  const refersToTime = type === 'revisit' ? Date.parse(fields.get('warc-refers-to-date') ?? '') : Number.NaN;
  if (!Number.isNaN(refersToTime)) capture.refersToTime = refersToTime;
  return capture;
}

/** Normalises a URL of another program. URLs of this crawler are normalised already. */
function foreignUrl(target: string): Url | undefined {
  const found = normalize(target, undefined, DEFAULT_URL_RULES);
  return found.kind === 'url' ? found.url : undefined;
}

function revisitKind(fields: Map<string, string>): 'revisit-not-modified' | 'revisit-same-digest' {
  return fields.get('warc-profile')?.endsWith('/server-not-modified') ? 'revisit-not-modified' : 'revisit-same-digest';
}

/** Returns the note in the fields of a record, by name in lower case. Records of other programs have none. */
export function readNote(fields: ReadonlyMap<string, string>): CaptureNote {
  const json = fields.get(NOTE_KEY);
  if (json !== undefined)
    try {
      const note: unknown = JSON.parse(json);
      if (typeof note === 'object' && note !== null) return note as CaptureNote;
    } catch {}
  return { depth: 0, class: 0 };
}
