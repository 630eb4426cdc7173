/**
 * Characters that `JSON.stringify` leaves as they are although a terminal may obey them: DEL and the C1 control characters, line separators, and
 * those that change the direction of text. `terminal.ts` escapes the same ones.
 */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]/g;

/**
 * Formats a value as JSON that is safe to print anywhere, also if a pipe leads to a terminal. The escapes are those of JSON, so no data is lost.
 *
 * @param indent number of spaces; absent: one line
 */
export function formatJson(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent));
}

/** Escapes what a terminal may obey in a text of JSON. */
export function escapeUnsafe(text: string): string {
  return text.search(UNESCAPED) < 0 ? text : text.replace(UNESCAPED, escapeCharacter);
}

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
