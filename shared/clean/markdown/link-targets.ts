/** Finds the elements that links within a page lead to. The parser keeps no ids, and few pages need them. */
import { decodeHTMLAttribute } from 'entities/decode';

/** Position of the attribute with the id, and the name of its element in lower case. */
export type LinkTarget = { at: number; element: string };

const ID = /\s(?:id|name)\s*=\s*(?:"([^"<>]{1,200})"|'([^'<>]{1,200})'|([^\s"'<>=]{1,200}))/gi;
const TAG_NAME = /<([a-z][\w-]{0,30})[^<>]*$/i;
/** Maximum number of characters from the start of a tag to its id. */
const MAX_TAG_LENGTH = 1_000;

/** Returns the first element with each of the ids. */
export function targetPositions(html: string, ids: ReadonlySet<string>): Map<string, LinkTarget> {
  const found = new Map<string, LinkTarget>();
  for (const { 0: attribute, 1: quoted, 2: single, 3: bare, index } of html.matchAll(ID)) {
    const written = quoted ?? single ?? bare ?? '';
    const id = written.includes('&') ? decodeHTMLAttribute(written) : written;
    if (!ids.has(id) || found.has(id)) continue;
    const element = TAG_NAME.exec(html.slice(Math.max(0, index - MAX_TAG_LENGTH), index))?.[1]?.toLowerCase();
    if (element !== undefined) found.set(id, { at: index + attribute.length, element });
  }
  return found;
}
