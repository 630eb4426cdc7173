/** JSON as pages have it: what is usually wrong with it is mended, in the order of how often it is. */

/** What hides scripts from old readers. */
const COMMENT_WRAPPER =
  /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?\s*$/g;
/** Line breaks and other controls within strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these
const CONTROLS = /[\0-\x1f]+/g;
const TRAILING_COMMA = /,(\s*[}\]])/g;
const ESCAPED_QUOTES = /&quot;|&#34;/g;
const SEMICOLON = /;\s*$/;

/** @returns undefined where it is no JSON even then. */
export function parseLooseJson(text: string): unknown {
  let mended = text;
  for (const mend of REPAIRS) {
    mended = mend(mended);
    try {
      return JSON.parse(mended);
    } catch {}
  }
  return undefined;
}

const REPAIRS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(CONTROLS, ' '),
  (text) => text.replace(COMMENT_WRAPPER, '').replace(SEMICOLON, ''),
  (text) => text.replace(TRAILING_COMMA, '$1'),
  (text) => (text.includes('"') ? text : text.replace(ESCAPED_QUOTES, '"')),
  closeTruncated,
];

/** What was cut off ends its string, its lists and its objects. */
function closeTruncated(text: string): string {
  const open: string[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (inString) {
      if (sign === '\\') i++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    else if (sign === '}' || sign === ']') open.pop();
  }
  if (open.length === 0 || open.length > 100) return text;
  return `${text}${inString ? '"' : ''}${open.reverse().join('')}`.replace(TRAILING_COMMA, '$1');
}
