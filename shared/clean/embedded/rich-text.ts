/**
 * Reads texts that editors store as trees of blocks: Contentful, Portable Text (Sanity), Lexical, ProseMirror, Slate. A block has pieces of
 * text, most of which are too short to be distinguished from other strings of the data.
 */
import { escapeText } from 'entities/escape';

/** Maximum depth of nested blocks. */
const MAX_DEPTH = 32;

type Node = Record<string, unknown>;

/** Returns a list of blocks as HTML; undefined if it is no list of blocks with text. */
export function richTextMarkup(list: readonly unknown[]): string | undefined {
  return list.some(isTextBlock) ? list.map((node) => markupOf(node, 0)).join('') : undefined;
}

function markupOf(node: unknown, depth: number): string {
  if (!isNode(node) || depth > MAX_DEPTH) return '';
  const children = childrenOf(node);
  if (!children) return pieceOf(node) === undefined ? '' : `<p>${escapeText(pieceOf(node) as string)}</p>`;
  if (!isTextBlock(node)) return children.map((child) => markupOf(child, depth + 1)).join('');
  const text = children.map((child) => inlineText(child, depth + 1)).join('');
  const level = headingLevel(node);
  return text.trim() === '' ? '' : level ? `<h${level}>${text}</h${level}>` : `<p>${text}</p>`;
}

/** Returns the text of a piece, or of the pieces of a link, as HTML. */
function inlineText(node: unknown, depth: number): string {
  if (!isNode(node) || depth > MAX_DEPTH) return '';
  const piece = pieceOf(node);
  if (piece !== undefined) return escapeText(piece);
  return (childrenOf(node) ?? []).map((child) => inlineText(child, depth + 1)).join('');
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function childrenOf({ children, content }: Node): readonly unknown[] | undefined {
  if (Array.isArray(children)) return children;
  return Array.isArray(content) ? content : undefined;
}

/** Whether a node has pieces of text among its children. */
const isTextBlock = (node: unknown): boolean =>
  isNode(node) && (childrenOf(node)?.some((child) => isNode(child) && pieceOf(child) !== undefined) ?? false);

/** Returns the text of a piece: a node of the type `text` or `span`, or one that has only marks such as `bold` beside its text. */
function pieceOf(node: Node): string | undefined {
  const text = typeof node['text'] === 'string' ? node['text'] : node['value'];
  if (typeof text !== 'string' || childrenOf(node)) return undefined;
  const type = typeOf(node);
  const isPiece =
    type === undefined
      ? Object.values(node).every((value) => value === text || typeof value === 'boolean')
      : type === 'text' || type === 'span';
  return isPiece ? text : undefined;
}

const typeOf = ({ type, nodeType, _type }: Node): unknown => nodeType ?? _type ?? type;

/** Returns the level of a heading: `heading-2` (Contentful), `h2` (Portable Text), `tag: h2` (Lexical), `attrs: {level}` (ProseMirror). */
function headingLevel(node: Node): string | undefined {
  const { style, tag, attrs } = node;
  const named = [typeOf(node), style, tag].map((name) => /^h(?:eading-)?([1-6])$/.exec(scalarText(name))?.[1]);
  const level =
    isNode(attrs) && typeOf(node) === 'heading' ? /^[1-6]$/.exec(scalarText(attrs['level']))?.[0] : undefined;
  return named.find((one) => one !== undefined) ?? level;
}

/** Returns a string or number as text. Converting a list or an object throws if it is nested too deeply or has a `toString` of its own. */
const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
