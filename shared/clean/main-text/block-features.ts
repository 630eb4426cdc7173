/**
 * Features of a block: one row of numbers, independent of language and site. The trained model (`model.ts`) depends on the order
 * of the columns: retrain it after a change.
 *
 * `surveyPage` computes once what all blocks share. `fillRow` then fills the row of one block into a reused array. Values are not
 * scaled: trees only compare them, so a logarithm would change nothing.
 */

import { GROUP_COUNT } from '../html/elements.ts';
import { HINT_COUNT, MODEL_HINTS } from '../html/hints/class-id-hints.ts';
import type { Block } from '../html/parsed-page.ts';
import { PAGE_KINDS } from '../page-kind/page-kinds.ts';
import { IS_HEADING, IS_PARAGRAPH, LINKED_SHARE, OWN_FEATURE_COUNT, UNLINKED } from './own-features.ts';
import type { Region } from './page-regions.ts';
import type { PageSurvey } from './page-survey.ts';
import { fillStructure, STRUCTURE_FEATURE_COUNT } from './structure-features.ts';

// Layout of a row: own features, neighbours on both sides, containers, place on the page, then bits of groups and hints.
const NEIGHBOUR_REACH = 3;
const NEIGHBOUR_FEATURES = 4;
const CONTAINER_FEATURES = 5;
const CONTAINER_LEVELS = 3;
const PLACE_FEATURES = 30;
const FIRST_NEIGHBOUR = OWN_FEATURE_COUNT;
const FIRST_CONTAINER = FIRST_NEIGHBOUR + 2 * NEIGHBOUR_REACH * NEIGHBOUR_FEATURES;
const FIRST_PLACE = FIRST_CONTAINER + CONTAINER_LEVELS * CONTAINER_FEATURES;
const FIRST_BIT = FIRST_PLACE + PLACE_FEATURES;
const FIRST_STRUCTURE = FIRST_BIT + GROUP_COUNT + 3 * HINT_COUNT;
const FIRST_KIND = FIRST_STRUCTURE + STRUCTURE_FEATURE_COUNT;
export const FEATURE_COUNT = FIRST_KIND + PAGE_KINDS.length;

/**
 * Fills the features of a block.
 *
 * @param row array of `FEATURE_COUNT` numbers to overwrite
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 * @param i index of the block
 */
export function fillRow(row: Float32Array, survey: PageSurvey, kinds: Float32Array, i: number): void {
  const { ownRows, page } = survey;
  const from = i * OWN_FEATURE_COUNT;
  for (let k = 0; k < OWN_FEATURE_COUNT; k++) row[k] = ownRows[from + k] as number;
  fillNeighbours(row, ownRows, i, page.blocks.length);
  fillContainers(row, survey, i);
  fillPlace(row, survey, i);
  fillBits(row, survey, i);
  fillStructure(row, FIRST_STRUCTURE, survey, i);
  row.set(kinds, FIRST_KIND);
}

/** Fills length, share of link text, and whether it is a paragraph or a heading, for each neighbour; -1 beyond the page. */
function fillNeighbours(row: Float32Array, ownRows: Float32Array, i: number, count: number): void {
  let to = FIRST_NEIGHBOUR;
  for (let other = i - NEIGHBOUR_REACH; other <= i + NEIGHBOUR_REACH; other++) {
    if (other === i) continue;
    if (other < 0 || other >= count) row.fill(-1, to, to + NEIGHBOUR_FEATURES);
    else {
      const from = other * OWN_FEATURE_COUNT;
      row[to] = ownRows[from + UNLINKED] as number;
      row[to + 1] = ownRows[from + LINKED_SHARE] as number;
      row[to + 2] = ownRows[from + IS_PARAGRAPH] as number;
      row[to + 3] = ownRows[from + IS_HEADING] as number;
    }
    to += NEIGHBOUR_FEATURES;
  }
}

/** Fills the features of the container around the block and of the next two outwards. */
function fillContainers(row: Float32Array, { page, sums, totalText: total }: PageSurvey, i: number): void {
  const { unlinked, linked, scores, best, blocks } = sums;
  const { parents } = page.containers;
  const top = Math.max(1, scores[best] as number);
  let c = (page.blocks[i] as Block).container;
  for (let at = FIRST_CONTAINER; at < FIRST_PLACE; at += CONTAINER_FEATURES) {
    const length = unlinked[c] as number;
    row[at] = length;
    row[at + 1] = length / total;
    row[at + 2] = (linked[c] as number) / Math.max(1, length + (linked[c] as number));
    row[at + 3] = length / (blocks[c] as number);
    row[at + 4] = (scores[c] as number) / top;
    c = parents[c] as number;
  }
}

/** Fills the position of the block, its distance to likely content, and features of the page. */
function fillPlace(row: Float32Array, survey: PageSurvey, i: number): void {
  const {
    page,
    ownRows: own,
    sums,
    totalText: total,
    parentRange: around,
    headline,
    nearText: near,
    wideText: wide,
    wideLinks: links,
  } = survey;
  const { container: c } = page.blocks[i] as Block;
  const count = page.blocks.length;
  let at = FIRST_PLACE;
  row[at++] = i / count;
  row[at++] = (survey.textBefore[i] as number) / total;
  for (let k = 0; k < survey.regions.length; k++) {
    const region = survey.regions[k] as Region;
    const inside = c >= region.core && c < region.end;
    row[at++] = inside ? (sums.depths[c] as number) - (sums.depths[region.core] as number) : -1;
    row[at++] = i < region.from ? i - region.from : i > region.to ? i - region.to : 0;
    row[at++] = region.share;
  }
  row[at++] = c >= around.from && c < around.end ? 1 : 0;
  row[at++] = i - survey.longest;
  row[at++] = headline === -1 ? -1000 : i - headline;
  row[at++] = survey.headingDistance[i] as number;
  row[at++] = count;
  row[at++] = total;
  row[at++] = (sums.linked[0] as number) / (total + (sums.linked[0] as number));
  row[at++] = (sums.runningText[0] as number) / total;
  row[at++] = survey.longParagraphs;
  row[at++] =
    (own[i * OWN_FEATURE_COUNT + UNLINKED] as number) /
    Math.max(1, own[survey.longest * OWN_FEATURE_COUNT + UNLINKED] as number);
  row[at++] = near[i] as number;
  row[at++] = wide[i] as number;
  row[at++] = (links[i] as number) / Math.max(1, (links[i] as number) + (wide[i] as number));
  row[at++] = sums.depths[c] as number;
  row[at++] = sums.blocks[c] as number;
  row[at++] = page.headings.length > 0 ? 1 : 0;
}

/** Fills the bits of element groups and hints of the block and the containers around it. */
function fillBits(row: Float32Array, { page, sums }: PageSurvey, i: number): void {
  const { container: c, hints } = page.blocks[i] as Block;
  row.fill(0, FIRST_BIT, FIRST_STRUCTURE);
  setBits(row, FIRST_BIT, sums.groups[c] as number);
  setBits(row, FIRST_BIT + GROUP_COUNT, hints & MODEL_HINTS);
  setBits(row, FIRST_BIT + GROUP_COUNT + HINT_COUNT, (sums.nearHints[c] as number) & MODEL_HINTS);
  setBits(row, FIRST_BIT + GROUP_COUNT + 2 * HINT_COUNT, (sums.allHints[c] as number) & MODEL_HINTS);
}

function setBits(row: Float32Array, at: number, bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) row[at + 31 - Math.clz32(rest & -rest)] = 1;
}
