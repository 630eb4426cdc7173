/** Reads typed values from elements, from JSON, or from JSON inside elements. */

import { asciiDigits } from '../../text/analysis/fold-diacritics.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import { isScriptUrl } from '../../url/script-url.ts';
import type { FieldValue } from '../document-fields.ts';
import { parseHtml } from '../html/parse-html.ts';
import { parseUrl } from '../links/query-encoder.ts';
import { joinBlocks } from '../main-text/join-blocks.ts';
import { pageToMarkdown } from '../markdown/markdown.ts';
import { normalizeDate } from '../metadata/dates/normalize-date.ts';
import { findDate } from '../metadata/dates/visible-date.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import type { ExtractField, ExtractSource, ExtractType, ValueLocator } from './extract-rules.ts';
import { compileJsonPath, type JsonPath, selectJsonPath } from './json-path.ts';
import {
  compileSelector,
  type ElementSelector,
  rawTextOf,
  serializeElement,
  type TreeDocument,
  type TreeElement,
} from './page-tree.ts';

/** A node to search: an element with its descendants, or a JSON value. */
export type ExtractNode = { element: TreeDocument | TreeElement } | { json: unknown };

/** Finds the nodes of a locator within a node. */
export type NodeFinder = (node: ExtractNode) => ExtractNode[];

const SCRIPTS = compileSelector('script[type$="json" i]');

/** Compiles a locator. @throws Error if its selector or path is invalid */
export function compileLocator({ select, json }: ValueLocator): NodeFinder {
  const selector = select === undefined ? undefined : compileSelector(select);
  const path = json === undefined ? undefined : compileJsonPath(json);
  return (node) => {
    if ('json' in node) return path ? selectJson([node.json], path) : selector ? [] : [node];
    if (!path) return selector ? selectNodes(selector, node.element) : [node];
    const holders = (selector ?? SCRIPTS)(node.element);
    return selectJson(
      holders.map((holder) => parseLooseJson(rawTextOf(holder))),
      path,
    );
  };
}

const selectNodes = (selector: ElementSelector, root: TreeDocument | TreeElement): ExtractNode[] =>
  selector(root).map((element) => ({ element }));

const selectJson = (roots: readonly unknown[], path: JsonPath): ExtractNode[] =>
  roots.flatMap((root) => selectJsonPath(root, path)).map((json) => ({ json }));

/** Maximum number of values of a field. */
const MAX_VALUES = 200;
/** Maximum lengths of a text and of a value of another type, in UTF-16 units. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_LINE_LENGTH = 2_000;

/** What URLs of a page depend on. */
export type UrlContext = Pick<ExtractSource, 'base' | 'encodeQuery'>;

/** Reads the values of a field. */
export type ValueReader = (node: ExtractNode, context: UrlContext) => FieldValue[];

/** Compiles a field. Its reader returns the distinct values that fit the type, in page order. */
export function compileField(plan: ExtractField): ValueReader {
  const find = compileLocator(plan);
  return (node, context) => {
    const values = new Set<string | number>();
    for (const found of find(node)) {
      const value = readValue(found, plan.type, plan.attribute, context);
      if (value !== undefined && value !== '') values.add(value);
      if (values.size >= (plan.all ? MAX_VALUES : 1)) break;
    }
    return [...values];
  };
}

/** Returns the value of a node as the given type, or undefined if it does not fit. */
export function readValue(
  node: ExtractNode,
  type: ExtractType,
  attribute: string | undefined,
  context: UrlContext,
): string | number | undefined {
  if ('json' in node) {
    const { json } = node;
    if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return undefined;
    return convertText(`${json}`, type, context);
  }
  const attributeText = attributeValue(node.element, type, attribute);
  if (attributeText !== undefined) return convertText(attributeText, type, context);
  const page = parseHtml('attribs' in node.element ? serializeElement(node.element) : '', {
    xhtml: false,
    maxLinks: 1_000,
  });
  if (type === 'markdown') return pageToMarkdown(page, page.blocks, context.base, MAX_TEXT_LENGTH, context.encodeQuery);
  return convertText(joinBlocks(page.blocks, MAX_TEXT_LENGTH), type, context);
}

const URL_ATTRIBUTES = ['href', 'src', 'content', 'data-href'];
const DATE_ATTRIBUTES = ['datetime', 'content'];

/** Returns the named attribute, or the attribute that usually holds values of the type; undefined if there is none. */
function attributeValue(
  element: TreeDocument | TreeElement,
  type: ExtractType,
  attribute: string | undefined,
): string | undefined {
  if (!('attribs' in element)) return undefined;
  const { attribs, name } = element;
  if (attribute !== undefined) return attribs[attribute.toLowerCase()] ?? '';
  const names =
    type === 'url' ? URL_ATTRIBUTES : type === 'date' ? DATE_ATTRIBUTES : name === 'meta' ? ['content'] : [];
  return names.map((one) => attribs[one]).find((value) => value !== undefined);
}

function convertText(text: string, type: ExtractType, { base, encodeQuery }: UrlContext): string | number | undefined {
  if (type === 'text' || type === 'markdown') return text.slice(0, MAX_TEXT_LENGTH).trim();
  const line = foldWhitespace(text.slice(0, MAX_LINE_LENGTH), false);
  if (type === 'number') return parseNumber(line);
  if (type === 'date') return normalizeDate(line) ?? findDate(line, false) ?? undefined;
  const href = parseUrl(line, base, encodeQuery)?.href;
  return href === undefined || isScriptUrl(href) ? undefined : href;
}

/** A sign, and a separator without a digit before it (`$.99`), do not follow a letter or a digit: `SKU-5`, `No.5`, `2019-2020`. */
const NUMBER = /(?:(?<![\p{L}\p{N}])[+-])?(?:\d|(?<![\p{L}\p{N}.,])[.,](?=\d))[\d.,'\s]*/u;
/** Signs and separators with a character of their own in Unicode. */
const MINUS = /[\u2212\ufe63\uff0d]/g;
const THOUSANDS = /(?<=\d)[’\u066c](?=\d{3})/g;
const ARABIC_DECIMAL = /(?<=\d)\u066b(?=\d)/g;
/** A separator before one, two or more than three final digits is the decimal separator; before three it marks thousands. */
const DECIMAL_FRACTION = /^(.*?)[.,](\d{1,2}|\d{4,})$/;

/**
 * Returns the first number of a text in any usual notation and script: `1,234.50`, `1.234,50`, `1 234`, `−5`, `.99`. Returns undefined if
 * there is none.
 */
export function parseNumber(text: string): number | undefined {
  const plain = asciiDigits(text).replace(MINUS, '-').replace(THOUSANDS, "'").replace(ARABIC_DECIMAL, '.');
  const found = NUMBER.exec(plain)?.[0].replace(/(?<![.,'\s])[.,'\s]+$/, '');
  if (found === undefined) return undefined;
  const mixed = /^(.*)([.,])(\d+)$/.exec(found);
  const before = mixed?.[1] ?? '';
  // If both separators occur, the last one is the decimal separator, whatever the number of digits.
  const isDecimal = mixed !== null && /[.,]/.test(before) && !before.includes(mixed[2] as string);
  const parts = isDecimal
    ? [mixed[0], before, mixed[3] as string]
    : (DECIMAL_FRACTION.exec(found) ?? fractionBelowOne(found));
  const whole = (parts ? (parts[1] as string) : found).replace(/[.,'\s]/g, '');
  const number = Number(parts ? `${whole}.${parts[2]}` : whole);
  return Number.isFinite(number) ? number : undefined;
}

/** Matches `0.125` and `.125`: a zero, or nothing, before the separator rules out thousands. */
function fractionBelowOne(text: string): RegExpExecArray | null {
  return /^([+-]?0?)[.,](\d+)$/.exec(text);
}
