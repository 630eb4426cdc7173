/** Reads the product of a page: what JSON-LD, microdata, RDFa and meta elements declare, and its tables and lists of properties. */

import { findDataTables } from '../html/data-tables.ts';
import { ASIDE, elementId } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdScript } from '../metadata/json-ld.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { metaProduct, propertyProduct } from './declared-product.ts';
import { newItem, type PageItem } from './item.ts';
import { jsonLdProduct } from './json-ld-product.ts';

/** Maximum lengths of the name and of the value of a property, in UTF-16 units. */
const MAX_LABEL = 80;
const MAX_VALUE = 300;
/** Minimum and maximum number of lines of a specification. */
const MIN_LINES = 2;
const MAX_LINES = 200;

/** Returns the product as a list of one item; empty if the page declares none and has no specification. */
export function readProduct(
  page: ParsedPage,
  title: string | null,
  metadata: Metadata,
  scripts: readonly JsonLdScript[],
): PageItem[] {
  const declared = { ...metaProduct(metadata), ...propertyProduct(page), ...jsonLdProduct(scripts, title) };
  const found = [...new Set([...tableLines(page), ...definitionLines(page)])];
  const lines = [...new Set([...(declared['specification'] ?? []), ...(found.length < MIN_LINES ? [] : found)])];
  if (Object.keys(declared).length === 0 && lines.length === 0) return [];
  return [
    {
      ...newItem({ title }),
      ...declared,
      ...(lines.length > 0 && { specification: lines.slice(0, MAX_LINES) }),
    },
  ];
}

/** Returns `name: value` for each row of the data tables with two columns. */
function tableLines(page: ParsedPage): string[] {
  const { rowsOf } = findDataTables(page);
  if (rowsOf.size === 0) return [];
  const texts = new Map<number, string>();
  for (const { container, text, roles } of page.blocks) {
    if ((roles & ASIDE) !== 0) continue;
    const cell = cellOf(page, container);
    texts.set(cell, texts.has(cell) ? `${texts.get(cell)}, ${text}` : text);
  }
  return [...rowsOf.values()].flatMap((rows) =>
    rows.every((row) => row.length <= 2)
      ? rows.flatMap(([label = -1, value = -1]) => specificationLine(texts.get(label), texts.get(value)))
      : [],
  );
}

function cellOf({ containers }: ParsedPage, container: number): number {
  let at = container;
  while (at !== 0 && !CELLS.has(containers.elements[at] as number)) at = containers.parents[at] as number;
  return at;
}

const CELLS = new Set(['td', 'th'].map(elementId));
const [DT, DD] = [elementId('dt'), elementId('dd')];

/** Returns `name: value` for each term of a definition list and the definitions after it. */
function definitionLines({ blocks, items }: ParsedPage): string[] {
  const pairs: { label: string; value: string; item: number }[] = [];
  let last: { label: string; value: string; item: number } | undefined;
  for (const { item, text, roles } of blocks as readonly Block[]) {
    const element = items.elements[item];
    if ((roles & ASIDE) !== 0 || (element !== DT && element !== DD)) continue;
    if (element === DT) {
      last = { label: last?.item === item ? `${last.label} ${text}` : text, value: '', item };
      pairs.push(last);
    } else if (last) last.value = last.value === '' ? text : `${last.value}, ${text}`;
  }
  return pairs.flatMap(({ label, value }) => specificationLine(label, value));
}

function specificationLine(label = '', value = ''): string[] {
  const name = label.replace(/\s*:\s*$/, '');
  const fits = name !== '' && value !== '' && name.length <= MAX_LABEL && value.length <= MAX_VALUE;
  return fits ? [`${name}: ${value}`] : [];
}
