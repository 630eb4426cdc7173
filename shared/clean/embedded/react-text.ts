/** Reads paragraphs of React elements, `["$", name, key, properties]`, whose text has links and emphasis in it: its pieces are strings and further elements. */
import { escapeText } from 'entities/escape';

/** Maximum depth of elements in a paragraph. */
const MAX_DEPTH = 16;
const PARAGRAPHS: ReadonlySet<unknown> = new Set(['p', 'li', 'blockquote', 'dd']);
/** Names of elements that are part of a line. Others are no text of the paragraph, or paragraphs of their own. */
const INLINE: ReadonlySet<unknown> = new Set(
  'a abbr b cite code em i kbd mark q s small span strong sub sup u'.split(' '),
);

/** Returns a paragraph that has strings and inline elements as HTML; undefined if the value is none, or has other elements. */
export function paragraphMarkup(value: readonly unknown[]): string | undefined {
  if (value[0] !== '$' || !PARAGRAPHS.has(value[1])) return undefined;
  const children = childrenOf(value);
  if (!Array.isArray(children) || !children.some((child) => typeof child === 'string')) return undefined;
  const text = inlineText(children, 0);
  return text === undefined ? undefined : `<p>${escapeText(text)}</p>`;
}

const childrenOf = ([, , , properties]: readonly unknown[]): unknown =>
  typeof properties === 'object' && properties !== null && 'children' in properties ? properties.children : undefined;

/** Returns the text of a child, or undefined if it is no text of a line: an element of another kind, or a reference to one (`$L5`). */
function inlineText(child: unknown, depth: number): string | undefined {
  if (child === null || child === undefined || typeof child === 'boolean') return '';
  if (typeof child === 'number') return `${child}`;
  if (typeof child === 'string') return child.startsWith('$') ? textOfString(child) : child;
  if (!Array.isArray(child) || depth > MAX_DEPTH) return undefined;
  if (child[0] === '$') return INLINE.has(child[1]) ? inlineText(childrenOf(child), depth + 1) : undefined;
  let text = '';
  for (const one of child) {
    const piece = inlineText(one, depth + 1);
    if (piece === undefined) return undefined;
    text += piece;
  }
  return text;
}

/** A dollar sign at the start of a string is written twice. */
const textOfString = (value: string): string | undefined => (value.startsWith('$$') ? value.slice(1) : undefined);
