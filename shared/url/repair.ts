import { parseDomain } from '../packages/domains.ts';

/**
 * Repairs common mistakes in links that a browser would resolve wrongly or not at all: `http//x`, `http:/www.x.org`,
 * `http://http://x`, `ttp://x`, HTML entities that were escaped twice, Unicode white space, and, without a page to resolve
 * against, a host without a scheme. The URL parser itself handles back-slashes, `//x` on a page and line breaks inside a URL.
 *
 * @param hasBase true if there is a page against which relative URLs are resolved.
 * @returns the same string if there is nothing to repair.
 */
export function repair(text: string, hasBase: boolean): string {
  let repaired = text.trim();
  // The URL parser also removes line breaks, but the checks below must not see them.
  if (LINE_BREAK.test(repaired)) repaired = repaired.replace(LINE_BREAKS, '');
  if (repaired.includes('&') && repaired.search(ENTITY) >= 0) repaired = decodeEntities(repaired).trim();
  const first = repaired.charCodeAt(0) | 0x20;
  if ((first === 0x68 || first === 0x74) && !VALID_START.test(repaired)) repaired = repairScheme(repaired);
  if (!hasBase) repaired = addScheme(repaired);
  return repaired;
}

const LINE_BREAK = /[\t\n\r]/;
const LINE_BREAKS = /[\t\n\r]+/g;
const VALID_START = /^https?:\/\/(?![\s/\\]|https?[:/\\])/i;
const REPEATED_SCHEME = /^(?:https?:?[/\\]{2}\s*)+(?=https?(?::[/\\]|[/\\]{2}))/i;
const MISSPELT_SCHEME = /^(?:ttp|htp|hhttp|htttp|hptt)(s?)\s*[:;]\s*[/\\]{2}/i;
const LOOSE_SCHEME = /^http(s?)\s*([:;]?)\s*([/\\]*)\s*/i;

function repairScheme(text: string): string {
  const single = text.replace(REPEATED_SCHEME, '').replace(MISSPELT_SCHEME, 'http$1://');
  const match = LOOSE_SCHEME.exec(single);
  if (!match) return single;
  const [begin, s, colon, slashes] = match;
  const rest = single.slice(begin.length);
  if (slashes!.length >= 2) return `http${s}://${rest}`;
  // With one slash or none a browser resolves the rest as a path of the same server, which is sometimes right.
  return colon && startsWithHost(rest) ? `http${s}://${rest}` : single;
}

function addScheme(text: string): string {
  const bare = text.replace(/^[/\\]{2,}/, '');
  return !/^[a-z][a-z0-9+-]*:[/\\]/i.test(bare) && startsWithHost(bare) ? `http://${bare}` : text;
}

/** Checks that the text up to its first `/`, `?`, `#` or `:` is an IP address or a name under a known top-level domain. */
function startsWithHost(text: string): boolean {
  const host = /^([^/\\?#:@\s]{1,253})(?:[/\\?#:\s]|$)/.exec(text)?.[1] ?? '';
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})$/i.test(host)) return true;
  if (!host.includes('.')) return false;
  const { domain, isIcann } = parseDomain(host);
  return domain !== null && isIcann === true;
}

const ENTITY = /&(?:(?:(?:amp|#0*38|#x0*26);)+|(?:lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  let decoded = text;
  // Text that was escaped three times needs three passes; more is not a mistake that occurs.
  for (let pass = 0; pass < 4; pass++) {
    const next = decoded.replace(ENTITY, decodeEntity);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function decodeEntity(entity: string): string {
  if (/^&(?:amp|#0*38|#x0*26);/i.test(entity)) return '&';
  const body = entity.slice(1, -1).toLowerCase();
  const code = body.startsWith('#x') ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  if (!body.startsWith('#')) return NAMED[body] ?? entity;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
