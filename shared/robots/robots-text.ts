import { MAX_ROBOTS_BYTES } from './parse-robots.ts';

/**
 * Decodes a robots.txt. A file above the size limit ends with its last whole line, because half a path would forbid more than
 * intended. If the file is not UTF-8, bytes beyond ASCII become percent-escapes, so that octets are compared (RFC 9309, 2.2.2).
 */
export function robotsText(bytes: Uint8Array): string {
  const whole = wholeLines(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole);
  } catch {
    return escapeOctets(whole);
  }
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_ROBOTS_BYTES) return bytes;
  const cut = bytes.subarray(0, MAX_ROBOTS_BYTES);
  return cut.subarray(0, Math.max(cut.lastIndexOf(0x0a), cut.lastIndexOf(0x0d)) + 1);
}

/** Escapes bytes beyond ASCII and drops the byte order mark of UTF-8. */
function escapeOctets(bytes: Uint8Array): string {
  const octets = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return octets.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}
