/** Reads the product of a page: what JSON-LD, microdata, RDFa and meta elements declare, and its tables and lists of properties. */

import { findDataTables } from '../../html/data-tables.ts';
import { ASIDE, BLOCK_KINDS, elementId } from '../../html/elements.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import type { JsonLdScript } from '../../metadata/json-ld.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { newCells } from '../cells.ts';
import { MAX_ITEM_TEXT, newItem, type PageItem } from '../item.ts';
import { metaProduct, propertyProduct } from './declared-product.ts';
import { jsonLdProduct } from './json-ld-product.ts';
import { visiblePrice } from './visible-price.ts';

/** Maximum lengths of the name and of the value of a property, in UTF-16 units. */
const MAX_LABEL = 80;
const MAX_VALUE = 300;
/** Minimum and maximum number of lines of a specification. */
const MIN_LINES = 2;
const MAX_LINES = 200;

/**
 * Returns the product as a list of one item; empty if the page declares none, and has neither a specification nor a price.
 *
 * @param url URL of the page, which may be that of a variant of the product
 */
export function readProduct(
  page: ParsedPage,
  title: string | null,
  metadata: Metadata,
  scripts: readonly JsonLdScript[],
  url: string,
): PageItem[] {
  const shownPrice = visiblePrice(page, title);
  const ofJsonLd = jsonLdProduct(scripts, title, { url, price: shownPrice });
  const declared = { ...metaProduct(metadata), ...propertyProduct(page), ...ofJsonLd };
  const isOption = newOptionTest(page);
  const found = [...new Set([...tableLines(page, isOption), ...definitionLines(page, isOption)])];
  const lines = [...new Set([...(declared['specification'] ?? []), ...(found.length < MIN_LINES ? [] : found)])];
  const price = 'price' in declared ? undefined : shownPrice;
  if (Object.keys(declared).length === 0 && lines.length === 0 && price === undefined) return [];
  return [
    {
      ...newItem({ title, price }),
      ...declared,
      ...(lines.length > 0 && { specification: lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_ITEM_TEXT)) }),
    },
  ];
}

/** Returns whether a container holds options that a customer chooses or the sum of an order: it is in a form without the main heading. */
function newOptionTest({ blocks, containers }: ParsedPage): (container: number) => boolean {
  const { parents, elements } = containers;
  const around = new Set<number>();
  for (const { element, container } of blocks)
    if (BLOCK_KINDS.headline.has(element))
      for (let c = container; c !== 0 && !around.has(c); c = parents[c] as number) around.add(c);
  const options = new Uint8Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    options[c] = options[parents[c] as number] === 1 || (elements[c] === FORM && !around.has(c)) ? 1 : 0;
  return (container) => options[container] === 1;
}

/** Returns `name: value` for each row of the data tables with two columns, but not for a row of two headers. */
function tableLines(page: ParsedPage, isOption: (container: number) => boolean): string[] {
  const { rowsOf } = findDataTables(page);
  const { elements } = page.containers;
  if (rowsOf.size === 0) return [];
  const texts = new Map<number, string>();
  const { cellOf } = newCells(page);
  for (const block of page.blocks) {
    const { text, roles } = block;
    if ((roles & ASIDE) !== 0) continue;
    const cell = cellOf(block);
    texts.set(cell, texts.has(cell) ? `${texts.get(cell)}, ${text}` : text);
  }
  return [...rowsOf].flatMap(([table, rows]) =>
    !isOption(table) && rows.every((row) => row.length <= 2)
      ? rows
          .filter((row) => row.some((cell) => elements[cell] !== TH))
          .flatMap(([label = -1, value = -1]) => specificationLine(texts.get(label), texts.get(value)))
      : [],
  );
}

const [DT, DD, TH, FORM] = [elementId('dt'), elementId('dd'), elementId('th'), elementId('form')];

/** Returns `name: value` for each term of a definition list and the definitions after it. */
function definitionLines({ blocks, items }: ParsedPage, isOption: (container: number) => boolean): string[] {
  const pairs: { label: string; value: string; item: number }[] = [];
  let last: { label: string; value: string; item: number } | undefined;
  for (const { item, text, roles, container } of blocks as readonly Block[]) {
    const element = items.elements[item];
    if ((roles & ASIDE) !== 0 || isOption(container) || (element !== DT && element !== DD)) continue;
    if (element === DT) {
      last = { label: last?.item === item ? `${last.label} ${text}` : text, value: '', item };
      pairs.push(last);
    } else if (last) last.value = last.value === '' ? text : `${last.value}, ${text}`;
  }
  return pairs.flatMap(({ label, value }) => specificationLine(label, value));
}

function specificationLine(label = '', value = ''): string[] {
  const name = label.replace(/\s*:\s*$/, '');
  const fits =
    name !== '' && !isQuestion(name) && !NO_VALUE.test(value) && name.length <= MAX_LABEL && value.length <= MAX_VALUE;
  return fits ? [`${name}: ${value}`] : [];
}

/** WooCommerce writes `N/A`. */
const NO_VALUE = /^(?:n\/?a|[-–—])?$/i;
const isQuestion = (name: string): boolean => /[?？]$/.test(name);
