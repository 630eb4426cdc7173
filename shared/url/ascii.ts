/** Text of users as normalised URLs have it: hosts in ASCII (`xn--…`), other characters in percent-encoded UTF-8. */

const NOT_ASCII = /[^\0-\x7f]/;
/** Letters, digits and hyphens in a row, such as a label of a host. */
const LABEL = /[\p{L}\p{M}\p{N}-]+/gu;

/** Converts the labels of a host, or of a pattern of hosts. A label that no host has stays. */
export const asciiHost = (host: string): string =>
  NOT_ASCII.test(host) ? host.replace(LABEL, (label) => (NOT_ASCII.test(label) ? asciiLabel(label) : label)) : host;

/** A label of digits only would be an IPv4 address. */
const asciiLabel = (label: string): string => URL.parse(`http://${label}.a`)?.hostname.slice(0, -'.a'.length) ?? label;

/** Encodes the other characters than ASCII of a path, or of a pattern of paths. */
export const asciiPath = (path: string): string =>
  path.replace(/[^\0-\x7f]+/g, (text) => encodeURIComponent(text.toWellFormed()));

/**
 * Converts the source of a regular expression that matches URLs.
 *
 * @param convert `asciiHost`, or `asciiPath` for a whole URL
 * @throws for other characters than ASCII in brackets, as none of them is one character of a URL
 */
export function asciiRegex(source: string, convert: (text: string) => string): string {
  if (!NOT_ASCII.test(source)) return source;
  const inBrackets = /\[(?:[^\]\\]|\\.)*[^\0-\x7f](?:[^\]\\]|\\.)*\]/su.exec(source);
  if (inBrackets) throw new Error(`${inBrackets[0]}: brackets take only ASCII characters; write (ä|ö) instead of [äö]`);
  if (convert === asciiHost) return asciiHost(source);
  // A group, so that a quantifier holds for the whole character.
  return source.replace(/[^\0-\x7f]/gu, (character) => `(?:${convert(character)})`);
}
