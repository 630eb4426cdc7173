import { WARCParser } from 'warcio';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';

export type WarcCounts = { warcinfo: number; request: number; response: number; revisit: number };

/** Counts records with the npm package warcio, an independent reader. Every record is read to its end. */
export async function countByWarcio(objects: Iterable<Uint8Array>): Promise<WarcCounts> {
  const counts: WarcCounts = { warcinfo: 0, request: 0, response: 0, revisit: 0 };
  for (const bytes of objects) {
    for await (const record of new WARCParser(chunks(bytes))) {
      const type = record.warcType as keyof WarcCounts;
      if (!(type in counts)) throw new Error(`a record of type ${type}`);
      counts[type]++;
      await record.readFully(false);
    }
  }
  return counts;
}

async function* chunks(bytes: Uint8Array) {
  for (let i = 0; i < bytes.length; i += 10_000) yield bytes.subarray(i, i + 10_000);
}

/** Counts captures with our own reader: by kind, and those without a request. */
export function countCaptures(objects: Iterable<[string, Uint8Array]>) {
  const counts = { response: 0, revisit: 0, withoutRequest: 0, broken: 0 };
  for (const [key, bytes] of objects) {
    for (const found of readCaptures(bytes, key)) {
      if (found.kind === 'broken') counts.broken++;
      else counts[found.capture.record === 'response' ? 'response' : 'revisit']++;
      if (found.kind === 'capture' && found.capture.requestHeaders.length === 0) counts.withoutRequest++;
    }
  }
  return counts;
}
