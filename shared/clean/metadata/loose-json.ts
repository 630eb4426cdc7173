/** Parses JSON with the errors that are common on pages. Repairs are tried in the order of their frequency. */

/** Comments that hide scripts from old browsers. */
const COMMENT_WRAPPER =
  /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:(?:\/\/\s*)?-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*(?:;\s*)?$/g;
/** Line breaks and other control characters inside strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these
const CONTROLS = /[\0-\x1f]+/g;
const TRAILING_COMMA = /,(\s*[}\]])/g;
const ESCAPED_QUOTES = /&quot;|&#34;/g;
const SEMICOLON = /;\s*$/;

/** Returns the parsed value, or undefined if the text is not JSON even after all repairs. */
export function parseLooseJson(text: string): unknown {
  let repaired = text;
  for (const repair of REPAIRS) {
    repaired = repair(repaired);
    try {
      return JSON.parse(repaired);
    } catch {}
  }
  return undefined;
}

const REPAIRS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(CONTROLS, ' '),
  (text) => text.replace(COMMENT_WRAPPER, '').replace(SEMICOLON, '').trim(),
  (text) => text.replace(TRAILING_COMMA, '$1'),
  (text) => (text.includes('"') ? text : text.replace(ESCAPED_QUOTES, '"')),
  closeTruncated,
];

/** Closes the open string, arrays and objects of a truncated text. */
function closeTruncated(text: string): string {
  const open: string[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') open.pop();
  }
  if (open.length === 0 || open.length > 100) return text;
  return `${text}${inString ? '"' : ''}${open.reverse().join('')}`.replace(TRAILING_COMMA, '$1');
}
