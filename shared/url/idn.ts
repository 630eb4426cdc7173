/**
 * Checks that the Punycode labels (`xn--…`) of a host decode. The platform's parser accepts any ASCII host, but by the standard
 * a label that does not decode makes the host invalid (https://url.spec.whatwg.org/#concept-host-parser).
 *
 * @param host in lower case, as the URL parser writes it.
 */
export function hasValidIdnLabels(host: string): boolean {
  return !host.includes('xn--') || host.split('.').every((label) => !label.startsWith('xn--') || isValidLabel(label));
}

/** Decodes a label and checks that the URL parser encodes the result to the same label. */
function isValidLabel(label: string): boolean {
  const decoded = decodePunycode(label.slice(4));
  if (decoded === undefined || !NON_ASCII.test(decoded)) return false;
  return URL.parse(`http://${decoded}.example/`)?.hostname === `${label}.example`;
}

const NON_ASCII = /[^\p{ASCII}]/u;

/** Decodes Punycode (RFC 3492, 6.2, with the parameters of section 5). @returns `undefined` for invalid input. */
function decodePunycode(text: string): string | undefined {
  const dash = text.lastIndexOf('-');
  const points = Array.from(dash > 0 ? text.slice(0, dash) : '', (character) => character.codePointAt(0)!);
  let at = dash > 0 ? dash + 1 : 0;
  let point = 128;
  let place = 0;
  let bias = 72;
  while (at < text.length) {
    const before = place;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === undefined) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (weight > 2 ** 31) return undefined;
    }
    const count = points.length + 1;
    bias = adapt(place - before, count, before === 0);
    point += Math.floor(place / count);
    place %= count;
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined;
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
