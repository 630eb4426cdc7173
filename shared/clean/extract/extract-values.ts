/** Values that rules name, typed: from elements, from JSON, or from JSON that stands in elements. */

import { foldWhitespace } from '../../text/whitespace.ts';
import type { FieldValue } from '../document-fields.ts';
import { parseHtml } from '../html/parse-html.ts';
import { joinBlocks } from '../main-text/choose-blocks.ts';
import { pageToMarkdown } from '../markdown/markdown.ts';
import { parseLooseJson } from '../metadata/loose-json.ts';
import { normalizeDate } from '../metadata/metadata.ts';
import { findDate } from '../metadata/visible-date.ts';
import type { ExtractField, ExtractType, ValueLocator } from './extract-rules.ts';
import { compileJsonPath, type JsonPath, selectJsonPath } from './json-path.ts';
import {
  compileSelector,
  type ElementSelector,
  rawTextOf,
  serializeElement,
  type TreeDocument,
  type TreeElement,
} from './page-tree.ts';

/** Where values are looked for: an element with all below it, or a value of JSON. */
export type ExtractNode = { element: TreeDocument | TreeElement } | { json: unknown };

export type NodeFinder = (spot: ExtractNode) => ExtractNode[];

const SCRIPTS = compileSelector('script[type$="json" i]');

/** @throws when selector or path cannot be read. */
export function compileLocator({ select, json }: ValueLocator): NodeFinder {
  const selection = select === undefined ? undefined : compileSelector(select);
  const path = json === undefined ? undefined : compileJsonPath(json);
  return (spot) => {
    if ('json' in spot) return path ? selectJson([spot.json], path) : selection ? [] : [spot];
    if (!path) return selection ? selectNodes(selection, spot.element) : [spot];
    const holders = (selection ?? SCRIPTS)(spot.element);
    return selectJson(
      holders.map((holder) => parseLooseJson(rawTextOf(holder))),
      path,
    );
  };
}

const selectNodes = (selection: ElementSelector, root: TreeDocument | TreeElement): ExtractNode[] =>
  selection(root).map((element) => ({ element }));

const selectJson = (roots: readonly unknown[], path: JsonPath): ExtractNode[] =>
  roots.flatMap((root) => selectJsonPath(root, path)).map((json) => ({ json }));

const MAX_VALUES = 200;
/** Characters of a text; of the other types what a line may have. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_LINE_LENGTH = 2_000;

export type ValueReader = (spot: ExtractNode, base: string) => FieldValue[];

/** @returns a reader that gives what fits the type, each value once, in the order of the page. */
export function compileField(plan: ExtractField): ValueReader {
  const find = compileLocator(plan);
  return (spot, base) => {
    const values = new Set<string | number>();
    for (const found of find(spot)) {
      const value = readValue(found, plan.type, plan.attribute, base);
      if (value !== undefined && value !== '') values.add(value);
      if (values.size >= (plan.all ? MAX_VALUES : 1)) break;
    }
    return [...values];
  };
}

export function readValue(
  spot: ExtractNode,
  type: ExtractType,
  attribute: string | undefined,
  base: string,
): string | number | undefined {
  if ('json' in spot) {
    const { json } = spot;
    if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return undefined;
    return convertText(`${json}`, type, base);
  }
  const said = attributeValue(spot.element, type, attribute);
  if (said !== undefined) return convertText(said, type, base);
  const page = parseHtml('attribs' in spot.element ? serializeElement(spot.element) : '', {
    xhtml: false,
    maxLinks: 1_000,
  });
  if (type === 'markdown') return pageToMarkdown(page, page.blocks, base, MAX_TEXT_LENGTH);
  return convertText(joinBlocks(page.blocks, MAX_TEXT_LENGTH), type, base);
}

const URL_ATTRIBUTES = ['href', 'src', 'content', 'data-href'];
const DATE_ATTRIBUTES = ['datetime', 'content'];

/** The attribute that is asked for, or that elements have for such a value. */
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

function convertText(text: string, type: ExtractType, base: string): string | number | undefined {
  if (type === 'text' || type === 'markdown') return text.slice(0, MAX_TEXT_LENGTH).trim();
  const line = foldWhitespace(text.slice(0, MAX_LINE_LENGTH), false);
  if (type === 'number') return parseNumber(line);
  if (type === 'date') return normalizeDate(line) ?? findDate(line, false) ?? undefined;
  return URL.parse(line, base)?.href;
}

const NUMBER = /[+-]?\d[\d.,'\s]*/;
/** The last sign before one, two or more than three digits at the end parts whole from part; three digits are thousands. */
const DECIMAL_FRACTION = /^(.*?)[.,](\d{1,2}|\d{4,})$/;

/** The first number of a text, with thousands and decimals as they are written anywhere: `1,234.50`, `1.234,50`, `1 234`. */
export function parseNumber(text: string): number | undefined {
  const found = NUMBER.exec(text)?.[0].replace(/[.,'\s]+$/, '');
  if (found === undefined) return undefined;
  const mixed = /^(.*)([.,])(\d+)$/.exec(found);
  const before = mixed?.[1] ?? '';
  // Where both signs come, the last one is that of the decimals, however many they are.
  const isDecimal = mixed !== null && /[.,]/.test(before) && !before.includes(mixed[2] as string);
  const parts = isDecimal
    ? [mixed[0], before, mixed[3] as string]
    : (DECIMAL_FRACTION.exec(found) ?? fractionBelowOne(found));
  const whole = (parts ? (parts[1] as string) : found).replace(/[.,'\s]/g, '');
  const number = Number(parts ? `${whole}.${parts[2]}` : whole);
  return Number.isFinite(number) ? number : undefined;
}

/** `0.125` is less than one: no thousands begin with a zero. */
function fractionBelowOne(text: string): RegExpExecArray | null {
  return /^([+-]?0)[.,](\d+)$/.exec(text);
}
