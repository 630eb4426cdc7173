/**
 * Normalises percent-encoding on both sides of a comparison (RFC 9309, 2.2.2; RFC 3986, 2.3): unreserved characters unescaped,
 * reserved characters unchanged, everything else as upper-case escapes.
 */

/** @param pattern path of a rule, in which `*` and a `$` at the end are special. */
export function escapePattern(pattern: string): string {
  // A long run of wildcards means the same as a short one but costs more.
  const shortened = pattern.replace(/\*{3,}/g, '**');
  const isAnchored = shortened.endsWith('$');
  const escaped = escapeCharacters(isAnchored ? shortened.slice(0, -1) : shortened).replaceAll('$', '%24');
  return isAnchored ? `${escaped}$` : escaped;
}

/** @param path path and query of a URL, in which `*` and `$` are ordinary characters. */
export function escapePath(path: string): string {
  return escapeCharacters(path).replaceAll('*', '%2A').replaceAll('$', '%24');
}

const TO_NORMALIZE = /%[0-9a-f]{2}|[^A-Za-z0-9._~!()*+,;=:@/?&$-]/giu;

function escapeCharacters(text: string): string {
  return text.replace(TO_NORMALIZE, (found) => {
    if (found.length === 3 && found.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : found.toUpperCase();
    }
    const code = found.codePointAt(0)!;
    if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
    return encodeURIComponent(found.toWellFormed());
  });
}
