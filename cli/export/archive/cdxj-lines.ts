import { readCaptures } from '../../../shared/fetch/warc/warc-read.ts';
import { headerValues } from '../../../shared/http/headers.ts';
import { formatJson } from '../../output/format-json.ts';
import type { ArchiveObject } from './archive-objects.ts';
import { surt } from './surt.ts';

/**
 * Yields a line of a CDXJ index for each capture of an object, in the order of the captures: key, time and a JSON object with the
 * place of the record, as pywb and ReplayWeb.page read them. Broken records have no line. Nor have revisits with status 304: both programs
 * show an empty page for them, and without the line they show the capture that the server confirmed.
 *
 * @param fileName the WARC file that holds the object
 * @param start offset of the object in this file. Bytes.
 */
export function* cdxjLines({ key, bytes }: ArchiveObject, fileName: string, start: number): Generator<string> {
  for (const found of readCaptures(bytes, key)) {
    if (found.kind === 'broken') continue;
    const { capture, place, responseBytes } = found;
    const { url, fetchedAt, status, headers, record, payloadDigest } = capture;
    if (record === 'revisit-not-modified') continue;
    const type = headerValues(headers, 'content-type')[0]?.split(/[;\s]/, 1)[0];
    const fields = {
      url,
      mime: record === 'response' ? type || 'unk' : 'warc/revisit',
      status: String(status),
      digest: payloadDigest === '' ? undefined : `sha256:${payloadDigest}`,
      length: String(responseBytes),
      offset: String(start + place.offset),
      filename: fileName,
    };
    yield `${surt(url)} ${cdxTime(fetchedAt)} ${formatJson(fields)}\n`;
  }
}

/** Formats a time as in `20261127013000`. @param time epoch milliseconds */
const cdxTime = (time: number): string =>
  new Date(time).toISOString().replace(/[-:T]/g, '').slice(0, 'YYYYMMDDHHMMSS'.length);
