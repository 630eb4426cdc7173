/** Finds the elements that links within a page lead to. The parser keeps no ids, and few pages need them. */
import { decodeHTMLAttribute } from 'entities/decode';

/** Position of the attribute with the id, and the name of its element in lower case. */
export type LinkTarget = { at: number; element: string };

const ID = /\s(?:id|name)\s*=\s*(?:"([^"<>]{1,200})"|'([^'<>]{1,200})'|([^\s"'<>=]{1,200}))/gi;
const TAG_NAME = /^<([a-z][\w-]{0,30})/i;
/** Maximum number of characters from the start of a tag to its id. */
const MAX_TAG_LENGTH = 1_000;

/** Returns the first element with each of the ids. */
export function targetPositions(html: string, ids: ReadonlySet<string>): Map<string, LinkTarget> {
  const found = new Map<string, LinkTarget>();
  for (const { 0: attribute, 1: quoted, 2: single, 3: bare, index } of html.matchAll(ID)) {
    const written = quoted ?? single ?? bare ?? '';
    const id = written.includes('&') ? decodeHTMLAttribute(written) : written;
    if (!ids.has(id) || found.has(id)) continue;
    const element = elementAround(html, index);
    if (element !== undefined) found.set(id, { at: index + attribute.length, element });
  }
  return found;
}

/** Returns the name of the element whose start tag is open at a position. */
function elementAround(html: string, position: number): string | undefined {
  const before = html.slice(Math.max(0, position - MAX_TAG_LENGTH), position);
  const start = before.lastIndexOf('<');
  if (start === -1 || before.includes('>', start)) return undefined;
  return TAG_NAME.exec(before.slice(start))?.[1]?.toLowerCase();
}
