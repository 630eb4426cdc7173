/** Captures out of WARC objects: our own, and those of other programs as far as they hold HTTP answers. */
import { hash } from 'node:crypto';
import { headerValues } from '../../http/headers.ts';
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import { DEFAULT_URL_RULES } from '../../url/url-rules.ts';
import type { Capture, CaptureLocation, CaptureNote } from './capture.ts';
import { type BrokenMember, gzipMembers, type Member } from './warc-member.ts';
import { NOTE_FIELD, RENAMED_TRANSFER_ENCODING } from './warc-write.ts';

/** A member may inflate to so much: more than any page that is kept, less than what a bomb wants. */
const MAX_RECORD_BYTES = 256 * 1024 * 1024;

export type ReadCapture =
  | { kind: 'capture'; capture: Capture; place: CaptureLocation }
  /** Bytes that hold no readable record; those after them are read all the same. */
  | { kind: 'broken'; place: CaptureLocation; detail: string };

/**
 * Reads a whole object, in its order. A request record beside its answer gives the capture its request headers. Records
 * of other kinds (warcinfo, metadata, DNS …) are passed over.
 */
export function* readCaptures(object: Uint8Array, key: string): Generator<ReadCapture> {
  let waiting: Answer | undefined;
  let request: RequestRecord | undefined;
  const told = ({ capture, place }: Answer): ReadCapture => ({ kind: 'capture', capture, place });

  for (const member of gzipMembers(object, MAX_RECORD_BYTES)) {
    for (const found of readMember(member, key)) {
      if (found.kind === 'request' && waiting && belongs(found, waiting)) {
        waiting.capture.requestHeaders = found.headers;
        yield told(waiting);
        waiting = undefined;
      } else if (found.kind === 'request') {
        request = found;
      } else if (found.kind === 'broken') {
        yield found;
      } else {
        if (waiting) yield told(waiting);
        waiting = found;
        if (!request || !belongs(request, found)) continue;
        found.capture.requestHeaders = request.headers;
        yield told(found);
        waiting = undefined;
      }
    }
  }
  if (waiting) yield told(waiting);
}

/**
 * Reads the answer of one member, as it is fetched by its place; the request headers are in another member and stay empty.
 *
 * @throws when there is no readable HTTP answer in it.
 */
export function readCapture(member: Uint8Array): Capture {
  for (const part of gzipMembers(member, MAX_RECORD_BYTES)) {
    for (const found of readMember(part, '')) {
      if (found.kind === 'answer') return found.capture;
      if (found.kind === 'broken') throw new Error(`a broken WARC record: ${found.detail}`);
    }
  }
  throw new Error('no response in this WARC record');
}

type Answer = { kind: 'answer'; id: string; concurrentTo: string; capture: Capture; place: CaptureLocation };
type RequestRecord = { kind: 'request'; id: string; concurrentTo: string; headers: [string, string][] };
type Broken = Extract<ReadCapture, { kind: 'broken' }>;

function belongs(request: RequestRecord, answer: Answer): boolean {
  return request.concurrentTo === answer.id || (request.id !== '' && answer.concurrentTo === request.id);
}

function* readMember(member: Member | BrokenMember, key: string): Generator<Answer | RequestRecord | Broken> {
  const place = { key, offset: member.offset, length: member.length };
  if (member.kind === 'broken') {
    yield { kind: 'broken', place, detail: member.detail };
    return;
  }
  const bytes = member.content as Buffer;
  // Some programs put several records into one member.
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

type RawRecord = { fields: Map<string, string>; block: Buffer; end: number };

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

function readRecord({ fields, block }: RawRecord, place: CaptureLocation): Answer | RequestRecord | Broken | undefined {
  const type = fields.get('warc-type');
  if (type !== 'request' && type !== 'response' && type !== 'revisit') return undefined;
  const id = fields.get('warc-record-id') ?? '';
  const concurrentTo = fields.get('warc-concurrent-to') ?? '';
  const headEnd = block.indexOf('\r\n\r\n', 0, 'latin1');
  // A revisit may come without the header block of its answer.
  const head = block.toString('latin1', 0, headEnd === -1 ? block.length : headEnd);
  const isHttp = head.startsWith('HTTP/');
  if (type === 'request') return { kind: 'request', id, concurrentTo, headers: headerLines(head) };
  if (type === 'response' && !isHttp) return undefined;
  const body = headEnd === -1 ? NOTHING : block.subarray(headEnd + 4);
  const capture = captureOf(type, fields, head, body);
  if (!capture) return { kind: 'broken', place, detail: 'a record without a web address or a date' };
  return { kind: 'answer', id, concurrentTo, capture, place };
}

const NOTHING = Buffer.alloc(0);

function captureOf(type: 'response' | 'revisit', fields: Map<string, string>, head: string, body: Buffer) {
  // The angle brackets are a mistake of early writers.
  const target = fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1') ?? '';
  const note = fields.get(NOTE_FIELD.toLowerCase());
  const url = note === undefined ? foreignUrl(target) : (target as Url);
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
    note: noteOf(note),
  };
  return capture;
}

/** What has our note was spelled by us. */
function foreignUrl(target: string): Url | undefined {
  const found = normalize(target, undefined, DEFAULT_URL_RULES);
  return found.kind === 'url' ? found.url : undefined;
}

function revisitKind(fields: Map<string, string>): 'revisit-not-modified' | 'revisit-same-digest' {
  return fields.get('warc-profile')?.endsWith('/server-not-modified') ? 'revisit-not-modified' : 'revisit-same-digest';
}

function noteOf(json: string | undefined): CaptureNote {
  if (json === undefined) return { depth: 0, class: 0 };
  try {
    return JSON.parse(json) as CaptureNote;
  } catch {
    return { depth: 0, class: 0 };
  }
}

function originalHeader([name, value]: [string, string]): [string, string] {
  return name === RENAMED_TRANSFER_ENCODING ? ['Transfer-Encoding', value] : [name, value];
}

/** The lines after the first, folded ones joined to what they continue. */
function headerLines(head: string): [string, string][] {
  const lines: [string, string][] = [];
  const texts = head.split('\r\n');
  for (let i = 1; i < texts.length; i++) {
    const line = texts[i] as string;
    const last = lines.at(-1);
    if (last && (line.startsWith(' ') || line.startsWith('\t'))) {
      last[1] += ` ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) lines.push([line.slice(0, colon).trimEnd(), line.slice(colon + 1).trim()]);
  }
  return lines;
}

/** Other programs keep chunks as they were sent. Bytes that are none after all are left as they are. */
function withoutChunks(headers: readonly [string, string][], body: Buffer): Buffer {
  const chunked = headerValues(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value));
  if (!chunked) return body;
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at, 'latin1');
    const size = /^([0-9a-f]{1,8})\s*(?:;|$)/i.exec(body.toString('latin1', at, lineEnd === -1 ? at : lineEnd))?.[1];
    if (size === undefined) return body;
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(pieces);
}
