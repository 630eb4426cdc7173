/** Scanning of TeX source: tokens, and positions after white space, optional arguments and groups. */

const [BACKSLASH, OPEN_BRACE, CLOSE_BRACE, CLOSE_BRACKET] = [0x5c, 0x7b, 0x7d, 0x5d];

/** Maximum length of an optional argument, in UTF-16 units. */
export const MAX_OPTIONAL_LENGTH = 600;
/** Maximum length of a group, in UTF-16 units. A longer group ends there. */
const MAX_GROUP_LENGTH = 20_000;
/** Maximum length of a control sequence, in UTF-16 units. */
const MAX_CONTROL_SEQUENCE_LENGTH = 100;

/**
 * A token. The groups are: control word, its star, control symbol, special character, paragraph break, text, comment.
 * A single newline or a final backslash matches without a group.
 */
export const TOKEN =
  /\\([a-zA-Z@]+)(\*?)[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?|\\([^a-zA-Z])|([{}$~&])|(\n[ \t]*(?:\n[ \t]*)+)|([^\\{}$~&\n%]+)|(%[^\n]*(?:\n[ \t]*(?!\n))?)|\n|\\/g;

/** White space and comments. */
const SPACE = /\s*(?:%[^\n]*\n\s*)*/y;

/** Returns the position after white space and comments. */
export function indexAfterSpace(tex: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(tex);
  return Math.max(from, SPACE.lastIndex);
}

/**
 * Finds the end of an optional argument.
 * @param from position of its `[`
 * @returns the position of the matching `]`, or undefined if there is none within `MAX_OPTIONAL_LENGTH`
 */
export function endOfOptional(tex: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tex.length && at - from < MAX_OPTIONAL_LENGTH; at++) {
    const code = tex.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN_BRACE) depth++;
    else if (code === CLOSE_BRACE && depth-- === 0) return undefined;
    else if (code === CLOSE_BRACKET && depth === 0) return at;
  }
  return undefined;
}

/** Returns the position after a group in braces or one control sequence, or `from` if neither starts there. */
export function indexAfterArgument(tex: string, from: number): number {
  if (tex[from] === '\\') {
    const name = /^\\(?:[a-zA-Z@]+|.)/s.exec(tex.slice(from, from + MAX_CONTROL_SEQUENCE_LENGTH))?.[0];
    return from + (name?.length ?? 1);
  }
  if (tex[from] !== '{') return from;
  let depth = 0;
  const to = Math.min(tex.length, from + MAX_GROUP_LENGTH);
  for (let at = from; at < to; at++) {
    const code = tex.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN_BRACE) depth++;
    else if (code === CLOSE_BRACE && --depth === 0) return at + 1;
  }
  return to;
}
