import type { Url } from '../../url/url.ts';
import { gzipMembers, type Member, memberOfLength } from './warc-member.ts';
import { MAX_RECORD_BYTES, recordFields } from './warc-read.ts';
import { recordId } from './warc-write.ts';

/** Selects captures to erase. */
export type ErasedCaptures = {
  hasUrl(url: Url): boolean;
  /** @param offset offset of the member with the response */
  hasResponse(offset: number): boolean;
};

/** `belongsTo`: id of the response that a request or a rendered page belongs to; '' for a response. */
type Found = { member: Member; id: string; belongsTo: string; isErased: boolean };

/**
 * Overwrites captures of an object, requests and rendered pages included, with `metadata` records of the same length. The other members keep
 * their places, so every stored capture location stays valid.
 *
 * @param object is not changed
 * @param now epoch milliseconds
 * @returns the new object, and the number of erased responses; `bytes` is absent if nothing was erased
 * @throws RangeError if a member is too short for the replacement
 */
export function eraseCaptures(
  object: Uint8Array,
  erased: ErasedCaptures,
  now: number,
): { bytes?: Uint8Array; captures: number } {
  const found = [...describeMembers(object, erased)];
  const responses = new Set(found.filter(({ isErased }) => isErased).map(({ id }) => id));
  const chosen = found.filter(({ isErased, belongsTo }) => isErased || responses.has(belongsTo));
  if (chosen.length === 0) return { captures: 0 };
  const bytes = Uint8Array.from(object);
  for (const { member, id } of chosen) bytes.set(replacement(member, id, now), member.offset);
  return { bytes, captures: chosen.filter(({ belongsTo }) => belongsTo === '').length };
}

function* describeMembers(object: Uint8Array, erased: ErasedCaptures): Generator<Found> {
  for (const member of gzipMembers(object, MAX_RECORD_BYTES)) {
    const fields = member.kind === 'member' ? recordFields(member.content) : undefined;
    const url = fields?.get('warc-target-uri');
    if (member.kind !== 'member' || !fields || url === undefined) continue;
    // The content is not kept: an object may inflate to many times its size.
    yield {
      member: { ...member, content: NOTHING },
      id: fields.get('warc-record-id') ?? '',
      belongsTo: fields.get(fields.get('warc-type') === 'conversion' ? 'warc-refers-to' : 'warc-concurrent-to') ?? '',
      isErased: erased.hasUrl(url as Url) || erased.hasResponse(member.offset),
    };
  }
}

const NOTHING = new Uint8Array(0);
const BLANK = 0x20;

function replacement({ length }: Member, id: string, now: number): Uint8Array {
  return memberOfLength(length, (bytes) => {
    const head = headFor(bytes, id, now);
    if (head === undefined) throw new RangeError(`a WARC member of ${length} bytes is too short to be overwritten`);
    const content = Buffer.alloc(bytes, BLANK);
    content.write(`${head}deleted`, 'latin1');
    content.write(END, bytes - END.length, 'latin1');
    return content;
  });
}

const END = '\r\n\r\n';

/** Returns the head of a record of `bytes` bytes. The number of digits of its length depends on the length itself. */
function headFor(bytes: number, id: string, now: number): string | undefined {
  const date = new Date(now).toISOString();
  const start = `WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: ${recordId(`deleted ${id}`)}\r\nWARC-Date: ${date}\r\n`;
  for (let digits = 1; digits <= String(bytes).length; digits++) {
    const rest = bytes - start.length - CONTENT.length - digits - END.length - END.length;
    const length = String(Math.max(0, rest)).padStart(digits, '0');
    if (rest >= 'deleted'.length && length.length === digits) return `${start}${CONTENT}${length}${END}`;
  }
  return undefined;
}

const CONTENT = 'Content-Type: text/plain\r\nContent-Length: ';
