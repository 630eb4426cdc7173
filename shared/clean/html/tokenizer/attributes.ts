/** Reads the attributes of a tag: records the value ranges of known attributes and skips the others. */

import { decodeHTMLAttribute } from 'entities/decode';
import { int32Array } from '../page-arrays.ts';
import { ATTRIBUTE_NAMES, RARE_ATTRIBUTE } from './attribute-names.ts';
import { findName, newNameTable } from './name-table.ts';
import type { Attributes, Scan } from './scan.ts';

const TABLE = newNameTable(ATTRIBUTE_NAMES);
/** Creates the attribute table of a scan. @param maxCount maximum number of attributes read of a tag; default: no limit */
export function newAttributes(maxCount: number = 2 ** 30): Attributes {
  const ids = ATTRIBUTE_NAMES.length + 1;
  return {
    tags: int32Array(ids),
    tag: 0,
    rareTag: 0,
    froms: int32Array(ids),
    tos: int32Array(ids),
    maxCount: maxCount,
  };
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** White space between attributes, which differs from white space in text. */
const SPACES = new Uint8Array(65_536);
for (const unit of [0x09, 0x0a, 0x0c, 0x0d, 0x20]) SPACES[unit] = 1;

/** Ends an attribute name: `= > /`, white space, and the zero after the page. */
const ENDS_NAME = new Uint8Array(65_536);
/** Ends an unquoted value. */
const ENDS_VALUE = new Uint8Array(65_536);
for (const unit of [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20, SLASH, EQUALS, GREATER]) ENDS_NAME[unit] = 1;
for (const unit of [0, 0x09, 0x0a, 0x0c, 0x0d, 0x20, GREATER]) ENDS_VALUE[unit] = 1;

/**
 * Reads the attributes of a tag.
 *
 * @param from index after the tag name
 * @returns whether the tag is complete; false if the page ends within it
 */
export function scanAttributes(scan: Scan, from: number): boolean {
  const { units, end, attributes } = scan;
  const tag = ++attributes.tag;
  let i = from;
  let left = attributes.maxCount;
  scan.selfClosing = false;
  for (;;) {
    while (SPACES[units[i] as number] === 1) i++;
    const unit = units[i] as number;
    if (unit === GREATER) break;
    if (unit === SLASH) {
      scan.selfClosing = units[++i] === GREATER;
      continue;
    }
    if (i >= end) return finishTag(scan, from, false);
    const nameFrom = i;
    i++;
    // A zero within the page is part of the name.
    while (ENDS_NAME[units[i] as number] === 0 || (units[i] === 0 && i < end)) i++;
    const nameTo = i;
    while (SPACES[units[i] as number] === 1) i++;
    let valueFrom = i;
    let valueTo = i;
    if (units[i] === EQUALS) {
      i++;
      while (SPACES[units[i] as number] === 1) i++;
      const quote = units[i] as number;
      if (quote === QUOTE || quote === APOSTROPHE) {
        valueFrom = i + 1;
        valueTo = endOfQuoted(scan, valueFrom, quote);
        if (valueTo >= end) return finishTag(scan, from, false);
        i = valueTo + 1;
      } else {
        valueFrom = i;
        while (ENDS_VALUE[units[i] as number] === 0 || (units[i] === 0 && i < end)) i++;
        valueTo = i;
      }
    }
    if (left-- <= 0) continue;
    const id = findName(TABLE, units, nameFrom, nameTo);
    if (id === 0 || attributes.tags[id] === tag) continue;
    attributes.tags[id] = tag;
    attributes.froms[id] = valueFrom;
    attributes.tos[id] = valueTo;
    if (id >= RARE_ATTRIBUTE) attributes.rareTag = tag;
  }
  scan.at = i + 1;
  return finishTag(scan, from, true);
}

/** Returns the end of a quoted value, or `end` if it is unterminated. The quote is a temporary sentinel after the page. */
function endOfQuoted({ units, end }: Scan, from: number, quote: number): number {
  units[end] = quote;
  let i = from;
  while (units[i] !== quote) i++;
  units[end] = 0;
  return i;
}

/** Code units at which `skipAttributes` stops: `>`, `=`, and the zero after the page. */
const STOPS_SKIP = new Uint8Array(65_536);
for (const unit of [0, EQUALS, GREATER]) STOPS_SKIP[unit] = 1;

/** Skips the attributes of a tag. Only a quote at the start of a value can hide a `>`. */
export function skipAttributes(scan: Scan, from: number): boolean {
  const { units, end } = scan;
  scan.attributes.tag++;
  let i = from;
  for (;;) {
    while (STOPS_SKIP[units[i] as number] === 0) i++;
    const unit = units[i] as number;
    if (unit === GREATER) break;
    if (i >= end) return finishTag(scan, from, false);
    i++;
    if (unit !== EQUALS) continue;
    while (SPACES[units[i] as number] === 1) i++;
    const quote = units[i] as number;
    if (quote !== QUOTE && quote !== APOSTROPHE) continue;
    i = endOfQuoted(scan, i + 1, quote);
    if (i >= end) return finishTag(scan, from, false);
    i++;
  }
  scan.selfClosing = units[i - 1] === SLASH;
  scan.at = i + 1;
  return finishTag(scan, from, true);
}

function finishTag(scan: Scan, from: number, whole: boolean): boolean {
  if (!whole) scan.at = scan.end;
  scan.steps += scan.at - from;
  return whole;
}

/**
 * Returns the decoded value of an attribute of the last start tag, or undefined if the tag does not have it.
 *
 * @param name attribute id
 */
export function attributeValue({ html, attributes }: Scan, name: number): string | undefined {
  if (attributes.tags[name] !== attributes.tag) return undefined;
  const value = html.slice(attributes.froms[name], attributes.tos[name]);
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}

/** Returns the decoded value of an attribute of the last start tag, or '' if the tag does not have it. @param name attribute id */
export function attributeText(scan: Scan, name: number): string {
  return attributeValue(scan, name) ?? '';
}

/** Whether the last start tag has an attribute. @param name attribute id */
export function hasAttribute({ attributes }: Scan, name: number): boolean {
  return attributes.tags[name] === attributes.tag;
}

/** Whether the last start tag has an attribute from `RARE_ATTRIBUTE` on. */
export function hasRareAttribute({ attributes }: Scan): boolean {
  return attributes.rareTag === attributes.tag;
}
