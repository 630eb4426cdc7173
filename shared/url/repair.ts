import { parse } from 'tldts';

/**
 * Mends links as authors write them, where a browser would go astray or nowhere: `http//x`, `http:/www.x.org`,
 * `http://http://x`, `ttp://x`, HTML entities that were escaped twice, white space that only looks like none, and, where
 * there is no page to resolve against, a name without a scheme. Back-slashes, `//x` on a page and line breaks inside an
 * address are the URL parser's own work.
 *
 * @param hasBase whether there is a page that a relative address belongs to.
 * @returns the same string where there is nothing to mend.
 */
export function repair(text: string, hasBase: boolean): string {
  let mended = text.trim();
  // As the URL parser does, but before anything is looked for that a line break might stand in.
  if (BREAK.test(mended)) mended = mended.replace(BREAKS, '');
  if (mended.includes('&') && mended.search(ENTITY) >= 0) mended = decodeEntities(mended).trim();
  const first = mended.charCodeAt(0) | 0x20;
  if ((first === 0x68 || first === 0x74) && !WELL_BEGUN.test(mended)) mended = repairScheme(mended);
  if (!hasBase) mended = completeScheme(mended);
  return mended;
}

const BREAK = /[\t\n\r]/;
const BREAKS = /[\t\n\r]+/g;
const WELL_BEGUN = /^https?:\/\/(?![\s/\\]|https?[:/\\])/i;
const DOUBLED = /^(?:https?:?[/\\]{2}\s*)+(?=https?(?::[/\\]|[/\\]{2}))/i;
const MISSPELT = /^(?:ttp|htp|hhttp|htttp|hptt)(s?)\s*[:;]\s*[/\\]{2}/i;
const LOOSE = /^http(s?)\s*([:;]?)\s*([/\\]*)\s*/i;

function repairScheme(text: string): string {
  const single = text.replace(DOUBLED, '').replace(MISSPELT, 'http$1://');
  const match = LOOSE.exec(single);
  if (!match) return single;
  const [begin, s, colon, slashes] = match;
  const rest = single.slice(begin.length);
  if (slashes!.length >= 2) return `http${s}://${rest}`;
  // With one slash or none a browser takes the rest for a path of the same server, and sometimes it is one.
  return colon && beginsWithHost(rest) ? `http${s}://${rest}` : single;
}

function completeScheme(text: string): string {
  const bare = text.replace(/^[/\\]{2,}/, '');
  return !/^[a-z][a-z0-9+-]*:[/\\]/i.test(bare) && beginsWithHost(bare) ? `http://${bare}` : text;
}

/** Whether the text up to its first `/`, `?`, `#` or `:` can only be meant as a host: an address, or a name under a real top-level domain. */
function beginsWithHost(text: string): boolean {
  const host = /^([^/\\?#:@\s]{1,253})(?:[/\\?#:\s]|$)/.exec(text)?.[1] ?? '';
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})$/i.test(host)) return true;
  if (!host.includes('.')) return false;
  const { domain, isIcann } = parse(host);
  return domain !== null && isIcann === true;
}

const ENTITY = /&(?:(?:(?:amp|#0*38|#x0*26);)+|(?:lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  let decoded = text;
  // What was escaped three times comes out in three turns; nobody escapes more often by mistake.
  for (let turn = 0; turn < 4; turn++) {
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
