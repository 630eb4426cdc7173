/** Finds cards that are one link around several blocks: a link is no container, so a grid of links is a list of all their lines. */
import { RUN_SIZE } from '../../html/inline-runs.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MIN_COVERED, type PartsInput } from '../candidate-groups.ts';
import { MAX_ITEMS } from '../item.ts';
import type { Part } from '../parts.ts';

/** Minimum number of blocks of such a card. */
const MIN_BLOCKS = 2;

/** Returns the parts of a page that are one link each, at most `MAX_ITEMS`; none if they contain little of the main text. */
export function linkedParts({ page, chosen }: PartsInput): Part[] {
  const isText = new Set(chosen);
  const parts: Part[] = [];
  let link = NONE;
  let from = 0;
  const close = (end: number): void => {
    if (link === NONE || end - from < MIN_BLOCKS || parts.length >= MAX_ITEMS) return;
    const blocks = page.blocks.slice(from, end);
    const text = blocks.filter((block) => isText.has(block));
    if (text.length > 0) parts.push({ blocks, text, previous: page.blocks[from - 1] });
  };
  for (const [i, block] of page.blocks.entries()) {
    const next = linkOf(page, block);
    if (next === link) continue;
    close(i);
    [link, from] = [next, i];
  }
  close(page.blocks.length);
  return lengthOf(parts.flatMap(({ text }) => text)) >= lengthOf(chosen) * MIN_COVERED ? parts : [];
}

const NONE = -1;

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the index of the link that all of a block is in, or `NONE`. */
function linkOf({ runs, links }: ParsedPage, { text, linked, firstRun, lastRun }: Block): number {
  if (linked < text.length) return NONE;
  const link = runs[firstRun * RUN_SIZE + 3] as number;
  for (let run = firstRun + 1; run < lastRun; run++) if (runs[run * RUN_SIZE + 3] !== link) return NONE;
  return links[link] ? link : NONE;
}
