/**
 * Markup as a row of events, without a tree and without a stack: linear in its length, whatever is nested or left open.
 * Entities that a file declares are never expanded, so none of them can grow.
 */
import { decodeHTML, decodeXML } from 'entities';

export type MarkupHandler = {
  /** @param name without a prefix; lower case in HTML. @param attributes as written; `attributeOf` reads them. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
};

/** @param more asked before each tag; false ends reading. */
export function readMarkup(markup: string, events: MarkupHandler, html = false, more: () => boolean = () => true): void {
  const decode = html ? decodeHTML : decodeXML;
  let at = 0;
  while (more()) {
    const tag = markup.indexOf('<', at);
    const text = tag === -1 ? markup.slice(at) : markup.slice(at, tag);
    if (text !== '') events.text(text.includes('&') ? decode(text) : text);
    if (tag === -1) return;
    at = readTag(markup, tag, events, html);
  }
}

/** @returns where it goes on. */
function readTag(markup: string, tag: number, events: MarkupHandler, html: boolean): number {
  if (markup.startsWith('<!--', tag)) return behind(markup, '-->', tag + 4);
  if (markup.startsWith('<![CDATA[', tag)) {
    const end = behind(markup, ']]>', tag);
    events.text(markup.slice(tag + 9, end - 3));
    return end;
  }
  if (markup[tag + 1] === '?') return behind(markup, html ? '>' : '?>', tag);
  if (markup[tag + 1] === '!') return endOfDoctype(markup, tag);
  const end = endOfTag(markup, tag);
  const closes = markup[tag + 1] === '/';
  NAME.lastIndex = tag + (closes ? 2 : 1);
  const written = NAME.exec(markup)?.[0];
  if (written === undefined) {
    events.text('<');
    return tag + 1;
  }
  const local = written.slice(written.indexOf(':') + 1);
  const name = html ? local.toLowerCase() : local;
  if (closes) {
    events.close(name);
    return end;
  }
  const attributes = markup.slice(tag + 1 + written.length, end - 1);
  events.open(name, attributes);
  if (html ? VOID.has(name) : attributes.endsWith('/')) events.close(name);
  return html && RAW.has(name) ? endOfRaw(markup, name, end) : end;
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]*/uy;
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'area', 'base', 'col', 'embed', 'source', 'wbr']);
const RAW = new Set(['script', 'style', 'noframes', 'template']);

function behind(markup: string, what: string, from: number): number {
  const found = markup.indexOf(what, from);
  return found === -1 ? markup.length : found + what.length;
}

/** A `>` in a quoted value is part of it. */
function endOfTag(markup: string, tag: number): number {
  let at = tag + 1;
  for (;;) {
    const end = markup.indexOf('>', at);
    if (end === -1) return markup.length;
    const quote = QUOTE.exec(markup.slice(at, end));
    if (!quote) return end + 1;
    const closing = markup.indexOf(quote[1]!, at + quote.index + quote[0].length);
    // A quote that never ends is none.
    if (closing === -1 || closing - tag > MAX_TAG) return end + 1;
    at = closing + 1;
  }
}

const QUOTE = /=\s*(["'])/;
const MAX_TAG = 1_000_000;

/** An internal subset stands in square brackets: what it declares is passed over. */
function endOfDoctype(markup: string, tag: number): number {
  const end = behind(markup, '>', tag);
  const subset = markup.slice(tag, end).indexOf('[');
  if (subset === -1) return end;
  return behind(markup, '>', behind(markup, ']', tag + subset));
}

function endOfRaw(markup: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(markup)?.index ?? markup.length;
}

const patterns = new Map<string, RegExp>();

/** @param name with a prefix: that prefix; without: any. @returns undefined: it is not there. */
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
