/**
 * What the model is told of each string of a page: a row of numbers a block. Nothing here knows a language or a site. The
 * order of the columns is part of the trained model (`main-text-model.ts`): after a change, train it again.
 */
import { type ContainerSums, endsOf, sumContainers } from './container-sums.ts';
import { ASIDE, GROUP_COUNT, KINDS, MAIN, PREFORMATTED } from './elements.ts';
import { freeOf } from './free-text.ts';
import { HINT_COUNT } from './hints.ts';
import type { Block, ParsedPage } from './parse-html.ts';
import { emptyShape, readShape } from './text-shape.ts';

const OWN = 24;
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3] as const;
const OF_NEIGHBOUR = 4;
const OF_CONTAINER = 5;
const CONTAINERS = 3;
const PLACE = 30;
const FIRST_NEIGHBOUR = OWN;
const FIRST_CONTAINER = FIRST_NEIGHBOUR + NEIGHBOURS.length * OF_NEIGHBOUR;
const FIRST_PLACE = FIRST_CONTAINER + CONTAINERS * OF_CONTAINER;
const FIRST_BIT = FIRST_PLACE + PLACE;
export const FEATURES = FIRST_BIT + GROUP_COUNT + 3 * HINT_COUNT;

const log = (x: number): number => Math.log2(1 + x);

/** @returns `FEATURES` numbers for each block, row after row. */
export function blockFeatures(page: ParsedPage): Float32Array {
  const { blocks } = page;
  const rows = new Float32Array(blocks.length * FEATURES);
  const sums = sumContainers(page);
  fillOwn(rows, page);
  fillNeighbours(rows, blocks.length);
  fillContainers(rows, page, sums);
  fillPlaces(rows, page, sums);
  fillBits(rows, blocks, sums);
  return rows;
}

function fillOwn(rows: Float32Array, { blocks, title }: ParsedPage): void {
  const shape = emptyShape();
  const words = titleWords(title);
  const seen = new Map<string, number>();
  for (const { text } of blocks) if (text.length <= MAX_REPEATED) seen.set(text, (seen.get(text) ?? 0) + 1);
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    const { text, linked, anchors, element, paragraph, roles } = block;
    readShape(text, shape);
    const length = text.length;
    const free = freeOf(block);
    let at = i * FEATURES;
    rows[at++] = log(free);
    rows[at++] = log(length);
    rows[at++] = Math.min(1, linked / length);
    rows[at++] = KINDS.paragraph.has(element) ? 1 : 0;
    rows[at++] = KINDS.heading.has(element) ? 1 : 0;
    rows[at++] = KINDS.headline.has(element) ? 1 : 0;
    rows[at++] = KINDS.item.has(element) ? 1 : 0;
    rows[at++] = KINDS.cell.has(element) ? 1 : 0;
    rows[at++] = log(shape.words);
    rows[at++] = length / shape.words;
    rows[at++] = log(shape.sentences);
    rows[at++] = (100 * shape.sentences) / length;
    rows[at++] = shape.commas / shape.words;
    rows[at++] = shape.digits / length;
    rows[at++] = shape.capitals / shape.words;
    rows[at++] = shape.glue / shape.words;
    rows[at++] = shape.rules;
    rows[at++] = lastSign(text);
    rows[at++] = firstSign(text);
    rows[at++] = anchors;
    rows[at++] = paragraph ? 1 : 0;
    rows[at++] = shareInTitle(text, words);
    rows[at++] = text.length <= MAX_REPEATED ? (seen.get(text) as number) : 1;
    rows[at++] = (roles & ASIDE ? 1 : 0) + (roles & MAIN ? 2 : 0) + (roles & PREFORMATTED ? 4 : 0);
  }
}

/** What is longer hardly comes twice on a page, and looking costs. */
const MAX_REPEATED = 100;
const TITLE_WORDS = /[\p{L}\p{N}]+/gu;
const MAX_TITLE_LIKE = 120;

function titleWords(title: string | null): Set<string> {
  return new Set(title?.toLowerCase().match(TITLE_WORDS) ?? []);
}

/** Share of the words that the title has too; -1: too long for a headline. */
function shareInTitle(text: string, title: ReadonlySet<string>): number {
  if (text.length > MAX_TITLE_LIKE || title.size === 0) return -1;
  const words = text.toLowerCase().match(TITLE_WORDS);
  if (!words) return 0;
  let common = 0;
  for (const word of words) if (title.has(word)) common++;
  return common / words.length;
}

function lastSign(text: string): number {
  const sign = text.charCodeAt(text.length - 1);
  if (sign === 0x3a) return 1;
  if (sign === 0x2e || sign === 0x21 || sign === 0x3f || sign === 0x3002) return 3;
  return sign === 0x22 || sign === 0x201d || sign === 0x201c || sign === 0xbb || sign === 0x2026 ? 2 : 0;
}

function firstSign(text: string): number {
  const sign = text.charCodeAt(0);
  if (sign >= 0x61 && sign <= 0x7a) return 3;
  if (sign >= 0x41 && sign <= 0x5a) return 2;
  return sign >= 0x30 && sign <= 0x39 ? 1 : sign > 0x7f ? 4 : 0;
}

/** Length, share of links, whether it is a paragraph or a heading; -1 beyond the ends of the page. */
function fillNeighbours(rows: Float32Array, count: number): void {
  for (let i = 0; i < count; i++)
    for (let k = 0; k < NEIGHBOURS.length; k++) {
      const other = i + (NEIGHBOURS[k] as number);
      const to = i * FEATURES + FIRST_NEIGHBOUR + k * OF_NEIGHBOUR;
      const from = other * FEATURES;
      if (other < 0 || other >= count) rows.fill(-1, to, to + OF_NEIGHBOUR);
      else {
        rows[to] = rows[from] as number;
        rows[to + 1] = rows[from + 2] as number;
        rows[to + 2] = rows[from + 3] as number;
        rows[to + 3] = rows[from + 4] as number;
      }
    }
}

/** The element around it, and the next two outwards. */
function fillContainers(rows: Float32Array, { blocks, containers }: ParsedPage, sums: ContainerSums): void {
  const { own, linked, scores, best } = sums;
  const total = Math.max(1, own[0] as number);
  const top = Math.max(1, scores[best] as number);
  for (let i = 0; i < blocks.length; i++) {
    let c = (blocks[i] as Block).container;
    for (let k = 0; k < CONTAINERS; k++) {
      const at = i * FEATURES + FIRST_CONTAINER + k * OF_CONTAINER;
      const free = own[c] as number;
      rows[at] = log(free);
      rows[at + 1] = free / total;
      rows[at + 2] = (linked[c] as number) / Math.max(1, free + (linked[c] as number));
      rows[at + 3] = log(free / (sums.blocks[c] as number));
      rows[at + 4] = (scores[c] as number) / top;
      c = containers.parents[c] as number;
    }
  }
}

/** Where on the page it stands, to what is most likely content, and what kind of page it is. */
function fillPlaces(rows: Float32Array, page: ParsedPage, sums: ContainerSums): void {
  const { blocks } = page;
  const { parents } = page.containers;
  const ends = endsOf(parents);
  const total = Math.max(1, sums.own[0] as number);
  const regions = [...sums.cores, sums.best].map((core) => regionOf(core, page, ends));
  const around = parents[sums.cores[0]] as number;
  const longest = longestOf(rows, blocks);
  const headline = headlineOf(rows, blocks);
  const frees = blocks.map(freeOf);
  const windows = [windowSums(frees, 2), windowSums(frees, 6)];
  const links = windowSums(
    blocks.map((block) => Math.min(block.linked, block.text.length)),
    6,
  );
  let before = 0;
  let heading = -100;
  let paragraphs = 0;
  for (const free of frees) if (free >= 150) paragraphs++;
  const running = (sums.running[0] as number) / total;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    const c = block.container;
    let at = i * FEATURES + FIRST_PLACE;
    rows[at++] = i / blocks.length;
    rows[at++] = before / total;
    before += frees[i] as number;
    for (const region of regions) {
      const inside = c >= region.core && c < (ends[region.core] as number);
      rows[at++] = inside ? (sums.depths[c] as number) - (sums.depths[region.core] as number) : -1;
      rows[at++] = i < region.from ? i - region.from : i > region.to ? i - region.to : 0;
      rows[at++] = region.share;
    }
    rows[at++] = c >= around && c < (ends[around] as number) ? 1 : 0;
    rows[at++] = i - longest;
    rows[at++] = headline === -1 ? -1000 : i - headline;
    rows[at++] = Math.min(50, i - heading);
    if ((rows[i * FEATURES + 4] as number) + (rows[i * FEATURES + 5] as number) > 0) heading = i;
    rows[at++] = log(blocks.length);
    rows[at++] = log(total);
    rows[at++] = (sums.linked[0] as number) / (total + (sums.linked[0] as number));
    rows[at++] = running;
    rows[at++] = paragraphs;
    rows[at++] = (frees[i] as number) / Math.max(1, frees[longest] as number);
    rows[at++] = log((windows[0] as Float64Array)[i] as number);
    rows[at++] = log((windows[1] as Float64Array)[i] as number);
    rows[at++] = (links[i] as number) / Math.max(1, (links[i] as number) + ((windows[1] as Float64Array)[i] as number));
    rows[at++] = sums.depths[c] as number;
    rows[at++] = log(sums.blocks[c] as number);
    rows[at++] = page.headings.length > 0 ? 1 : 0;
  }
}

/** The first and the last block of running text in an element, and how much of the page's text it holds. */
function regionOf(core: number, { blocks }: ParsedPage, ends: Int32Array) {
  const end = ends[core] as number;
  let from = -1;
  let to = -1;
  let share = 0;
  let all = 1;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    const free = freeOf(block);
    all += free;
    if (block.container < core || block.container >= end) continue;
    share += free;
    if (free < 80) continue;
    if (from === -1) from = i;
    to = i;
  }
  return { core, from: Math.max(0, from), to: Math.max(0, to), share: share / all };
}

function longestOf(rows: Float32Array, blocks: readonly Block[]): number {
  let longest = 0;
  for (let i = 1; i < blocks.length; i++)
    if ((rows[i * FEATURES] as number) > (rows[longest * FEATURES] as number)) longest = i;
  return longest;
}

/** The first main heading that has words of the title, or else the first one; -1: none. */
function headlineOf(rows: Float32Array, blocks: readonly Block[]): number {
  let first = -1;
  for (let i = 0; i < blocks.length; i++) {
    const at = i * FEATURES;
    const level = (rows[at + 5] as number) * 2 + (rows[at + 4] as number);
    if (level === 0) continue;
    if ((rows[at + 21] as number) >= 0.6) return i;
    if (first === -1 && level === 2) first = i;
  }
  return first;
}

function windowSums(values: readonly number[], reach: number): Float64Array {
  const sums = new Float64Array(values.length);
  let sum = 0;
  for (let i = -reach; i < values.length; i++) {
    sum += values[i + reach] ?? 0;
    sum -= values[i - reach - 1] ?? 0;
    if (i >= 0) sums[i] = sum;
  }
  return sums;
}

function fillBits(rows: Float32Array, blocks: readonly Block[], { near, all, groups }: ContainerSums): void {
  for (let i = 0; i < blocks.length; i++) {
    const { container: c, hints } = blocks[i] as Block;
    const at = i * FEATURES + FIRST_BIT;
    setBits(rows, at, groups[c] as number);
    setBits(rows, at + GROUP_COUNT, hints);
    setBits(rows, at + GROUP_COUNT + HINT_COUNT, near[c] as number);
    setBits(rows, at + GROUP_COUNT + 2 * HINT_COUNT, all[c] as number);
  }
}

function setBits(rows: Float32Array, at: number, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) rows[at + 31 - Math.clz32(rest & -rest)] = 1;
}
