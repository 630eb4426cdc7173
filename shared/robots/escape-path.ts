/**
 * One form of percent-encoding for both sides of a comparison (RFC 9309, 2.2.2; RFC 3986, 2.3): unreserved signs bare,
 * reserved ones as they came, everything else as escapes in capitals.
 */

/** @param pattern a rule's path, where `*` and a `$` at the end are no signs of the address. */
export function escapePattern(pattern: string): string {
  // A long run of wildcards says no more than a short one, and is asked for every sign of every address.
  const tamed = pattern.replace(/\*{3,}/g, '**');
  const anchored = tamed.endsWith('$');
  const escaped = escapeSigns(anchored ? tamed.slice(0, -1) : tamed).replaceAll('$', '%24');
  return anchored ? `${escaped}$` : escaped;
}

/** @param path of an address, with its query; a `*` or `$` in it is only a sign. */
export function escapePath(path: string): string {
  return escapeSigns(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

const TO_LOOK_AT = /%[0-9a-f]{2}|[^A-Za-z0-9._~!()*+,;=:@/?&$-]/giu;

function escapeSigns(text: string): string {
  return text.replace(TO_LOOK_AT, (found) => {
    if (found.length === 3 && found.startsWith('%')) {
      const sign = String.fromCharCode(Number.parseInt(found.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(sign) ? sign : found.toUpperCase();
    }
    const code = found.codePointAt(0)!;
    if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
    return encodeURIComponent(found.toWellFormed());
  });
}
