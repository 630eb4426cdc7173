/** Reads HTTP messages as WARC records store them. */
import { headerValues } from '../../http/headers.ts';
import { RENAMED_TRANSFER_ENCODING } from './warc-write.ts';

/** Returns the header fields after the first line. Folded lines are joined. A line may end with LF alone. */
export function headerLines(head: string): [string, string][] {
  const lines: [string, string][] = [];
  const texts = head.split(head.includes('\r\n') ? '\r\n' : '\n');
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

/** Returns a header field of a stored message as the server sent it. */
export function originalHeader([name, value]: [string, string]): [string, string] {
  return name === RENAMED_TRANSFER_ENCODING ? ['Transfer-Encoding', value] : [name, value];
}

/**
 * Removes the chunked coding that other programs keep. A body that was cut is decoded as far as it goes. Returns the body unchanged if
 * it is not chunked after all.
 */
export function withoutChunks(headers: readonly [string, string][], body: Buffer): Buffer {
  const chunked = headerValues(headers, 'transfer-encoding').some((value) => /\bchunked\b/i.test(value));
  if (!chunked) return body;
  // Not a list of pieces: a hostile body has millions of them.
  const decoded = Buffer.allocUnsafe(body.length);
  let decodedBytes = 0;
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at, 'latin1');
    // The body was cut inside the length of a chunk, or in the line break before it.
    if (lineEnd === -1 && decodedBytes > 0 && body.length - at < MAX_SIZE_LINE) break;
    const size = /^([0-9a-f]{1,8})\s*(?:;|$)/i.exec(body.toString('latin1', at, lineEnd === -1 ? at : lineEnd))?.[1];
    if (size === undefined) return body;
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    decodedBytes += body.copy(decoded, decodedBytes, lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 2 + length + 2;
  }
  return decoded.subarray(0, decodedBytes);
}

/** Maximum length of an unfinished line with the length of a chunk, at the end of a body that was cut. Bytes. */
const MAX_SIZE_LINE = 64;
