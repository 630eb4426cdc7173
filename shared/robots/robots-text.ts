import { MAX_ROBOTS_BYTES } from './parse-robots.ts';

/**
 * The text of a robots.txt. One that is longer than what is read ends with its last whole line: half a path would forbid far
 * more than meant. Where it is no UTF-8, each byte beyond ASCII is written as its escape, so that octets are compared
 * (RFC 9309, 2.2.2).
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

/** The mark of UTF-8 is left out here, too. */
function escapeOctets(bytes: Uint8Array): string {
  const signs = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  return signs.replace(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
