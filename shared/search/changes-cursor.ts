/** Where a copy of a crawl stands in the list of its changes. */
export type ChangesPlace = {
  crawl: string;
  /** The index that the copy was made from (`indexIdentity`). Another one of a crawl of this name does not know what was removed before it. */
  indexIdentity: string;
  /** The copy has all changes before this time. Epoch milliseconds. */
  completeTo: number;
  /** The last change that the copy has, of those after `completeTo`. Absent: it has none. */
  last?: { at: number; key: string };
};

/** Maximum length of a cursor: the names of a crawl and of its index, two times and a key. UTF-16 units. */
export const MAX_CURSOR_LENGTH = 2_000;

/** Writes a place as text for URLs. Readers take it as a whole, so its form may change. */
export function writeCursor({ crawl, indexIdentity, completeTo, last }: ChangesPlace): string {
  const fields = [crawl, indexIdentity, completeTo, ...(last ? [last.at, last.key] : [])];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** @returns undefined if no list has given the cursor */
export function readCursor(cursor: string): ChangesPlace | undefined {
  const [crawl, indexIdentity, completeTo, at, key] = cursor.length > MAX_CURSOR_LENGTH ? [] : parse(cursor);
  if (typeof crawl !== 'string' || typeof indexIdentity !== 'string' || !isTime(completeTo)) return undefined;
  const place = { crawl, indexIdentity, completeTo };
  if (at === undefined) return place;
  return isTime(at) && typeof key === 'string' ? { ...place, last: { at, key } } : undefined;
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
