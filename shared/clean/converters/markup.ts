/**
 * An event-based (SAX) parser for XML and HTML without a tree or a stack. It runs in linear time for any nesting. It never expands
 * entities that a file declares, so entity expansion cannot exhaust memory.
 */
import { decodeHTML, decodeXML } from 'entities';

/** Callbacks of the parser. */
export type MarkupHandler = {
  /**
   * @param name name without a prefix; in lower case for HTML
   * @param attributes unparsed attributes for `attributeOf`
   */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
};

/**
 * Parses markup and calls a handler for each start tag, end tag and text.
 * @param isHtml HTML instead of XML
 * @param shouldContinue called before each tag; parsing stops when it returns false
 */
export function readMarkup(
  markup: string,
  handler: MarkupHandler,
  isHtml = false,
  shouldContinue: () => boolean = () => true,
): void {
  const decode = isHtml ? decodeHTML : decodeXML;
  let at = 0;
  while (shouldContinue()) {
    const tag = markup.indexOf('<', at);
    const text = tag === -1 ? markup.slice(at) : markup.slice(at, tag);
    if (text !== '') handler.text(text.includes('&') ? decode(text) : text);
    if (tag === -1) return;
    at = readTag(markup, tag, handler, isHtml);
  }
}

/** Reads a tag, comment, CDATA section, processing instruction or DOCTYPE. @returns the position after it */
function readTag(markup: string, tag: number, handler: MarkupHandler, isHtml: boolean): number {
  if (markup.startsWith('<!--', tag)) return indexAfter(markup, '-->', tag + 4);
  if (markup.startsWith('<![CDATA[', tag)) {
    const end = indexAfter(markup, ']]>', tag);
    handler.text(markup.slice(tag + 9, end - 3));
    return end;
  }
  if (markup[tag + 1] === '?') return indexAfter(markup, isHtml ? '>' : '?>', tag);
  if (markup[tag + 1] === '!') return endOfDoctype(markup, tag);
  const isEndTag = markup[tag + 1] === '/';
  NAME.lastIndex = tag + (isEndTag ? 2 : 1);
  const qualifiedName = NAME.exec(markup)?.[0];
  if (qualifiedName === undefined) {
    handler.text('<');
    return tag + 1;
  }
  const end = endOfTag(markup, tag);
  const localName = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
  const name = isHtml ? localName.toLowerCase() : localName;
  if (isEndTag) {
    handler.close(name);
    return end;
  }
  const attributes = markup.slice(tag + 1 + qualifiedName.length, end - 1);
  handler.open(name, attributes);
  if (isHtml ? VOID.has(name) : attributes.endsWith('/')) handler.close(name);
  return isHtml && RAW.has(name) ? endOfRaw(markup, name, end) : end;
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy;
/** HTML elements without content. */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'area', 'base', 'col', 'embed', 'source', 'wbr']);
/** HTML elements whose content is skipped. */
const RAW = new Set(['script', 'style', 'noframes', 'template']);

/** Returns the position after the next occurrence of a string, or the end. */
function indexAfter(markup: string, searched: string, from: number): number {
  const found = markup.indexOf(searched, from);
  return found === -1 ? markup.length : found + searched.length;
}

/** Returns the position after a tag. A `>` inside a quoted value does not end it. */
function endOfTag(markup: string, tag: number): number {
  let at = tag + 1;
  for (;;) {
    const end = markup.indexOf('>', at);
    if (end === -1) return markup.length;
    const quote = QUOTE.exec(markup.slice(at, end));
    if (!quote) return end + 1;
    const closing = markup.indexOf(quote[1]!, at + quote.index + quote[0].length);
    // An unclosed quote is an ordinary character.
    if (closing === -1 || closing - tag > MAX_TAG_LENGTH) return end + 1;
    at = closing + 1;
  }
}

const QUOTE = /=\s*(["'])/;
/** Maximum length of a tag up to the end of a quoted value, in UTF-16 units. */
const MAX_TAG_LENGTH = 1_000_000;

/** Returns the position after a DOCTYPE and its internal subset in square brackets. */
function endOfDoctype(markup: string, tag: number): number {
  const end = indexAfter(markup, '>', tag);
  const subset = markup.slice(tag, end).indexOf('[');
  if (subset === -1) return end;
  return indexAfter(markup, '>', indexAfter(markup, ']', tag + subset));
}

/** Returns the position of the end tag of a raw element. */
function endOfRaw(markup: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(markup)?.index ?? markup.length;
}

/** Compiled patterns by attribute name. */
const patterns = new Map<string, RegExp>();

/**
 * Returns the decoded value of an attribute, or undefined if it is missing.
 * @param name a name with a prefix matches that prefix only; a name without one matches any prefix
 */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    const prefix = name.includes(':') ? '' : '(?:[\\w.-]+:)?';
    pattern = new RegExp(`(?:^|\\s)${prefix}${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value?.includes('&') ? decodeHTML(value) : value;
}
