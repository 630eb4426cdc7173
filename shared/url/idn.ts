/**
 * Whether the labels of a host that claim to be letters beyond ASCII (`xn--…`) are: the platform's parser takes a host of
 * ASCII as it is, but by the standard a label that does not decode is no host (https://url.spec.whatwg.org/#concept-host-parser).
 *
 * @param host in lower case, as the URL parser writes it.
 */
export function hasValidIdnLabels(host: string): boolean {
  return !host.includes('xn--') || host.split('.').every((label) => !label.startsWith('xn--') || isSoundLabel(label));
}

/** What it decodes to must be what it is encoded from: the parser itself says so for letters beyond ASCII. */
function isSoundLabel(label: string): boolean {
  const letters = decodePunycode(label.slice(4));
  if (letters === undefined || !BEYOND_ASCII.test(letters)) return false;
  return URL.parse(`http://${letters}.example/`)?.hostname === `${label}.example`;
}

const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** RFC 3492, 6.2, with the numbers of its section 5. @returns undefined when it is no Punycode. */
function decodePunycode(text: string): string | undefined {
  const dash = text.lastIndexOf('-');
  const points = Array.from(dash > 0 ? text.slice(0, dash) : '', (sign) => sign.codePointAt(0)!);
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
