/** Development pages as training examples: parsed, with labelled blocks. */
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { readEmbeddedContent } from '../../../shared/clean/embedded/embedded-content.ts';
import { ASIDE } from '../../../shared/clean/html/elements.ts';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import type { Block, ParsedPage } from '../../../shared/clean/html/parsed-page.ts';
import { type GoldPage, labelBlocks, siteOf } from '../../data/extraction-data.ts';
import { alignBlocks, wordsOf } from './align-gold.ts';

/** `ids`: indices of the blocks that can be text. `labels` and `weights` have an entry for each of them. */
export type Example = {
  page: GoldPage;
  isSynthetic: boolean;
  parsed: ParsedPage;
  /** Blocks of the text if it comes from embedded data. */
  content: readonly Block[] | undefined;
  site: string;
  fold: number;
  ids: Int32Array;
  labels: Float32Array;
  weights: Float32Array;
  /** Words of each block of the page, and of the gold text; undefined if only segments are known. */
  words: readonly string[][];
  gold: string[] | undefined;
};

/** Share of a block's words that the gold text must have for the label 1. */
const MIN_SHARE = 0.5;

/** Reads a page. @param teachers texts of other programs, for pages of which only segments are known */
export function readExample(page: GoldPage, isSynthetic: boolean, folds: number, teachers: readonly string[]): Example {
  const source = parseHtml(page.html, { xhtml: false, maxLinks: 10_000 });
  const { page: parsed, content } = readEmbeddedContent(source, DEFAULT_CLEAN_OPTIONS);
  const site = siteOf(page);
  const ids = Int32Array.from(
    [...parsed.blocks.keys()].filter((i) => ((parsed.blocks[i] as Block).roles & ASIDE) === 0),
  );
  const words = parsed.blocks.map(({ text }) => wordsOf(text));
  const gold = page.gold.text === undefined ? undefined : wordsOf(page.gold.text);
  const { labels, weights } = gold ? alignedLabels(words, gold) : labelBlocks(page, parsed.blocks, teachers);
  return {
    ...{ page, isSynthetic, parsed, content, site, fold: foldOf(site, folds), ids, words, gold },
    labels: Float32Array.from(ids, (i) => labels[i] as number),
    weights: Float32Array.from(ids, (i) => (content ? 0 : (weights[i] as number))),
  };
}

function alignedLabels(
  words: readonly string[][],
  gold: readonly string[],
): { labels: Float32Array; weights: Float32Array } {
  const shares = alignBlocks(words, gold);
  const weights = Float32Array.from(shares, (share, i) =>
    share < 0 ? 0 : Math.min(4, Math.max(0.5, Math.sqrt((words[i] as string[]).length / 6))),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  // Limit the total weight of a page with thousands of blocks.
  const scale = Math.sqrt(150 / Math.max(20, sum));
  return {
    labels: shares.map((share) => (share >= MIN_SHARE ? 1 : 0)),
    weights: weights.map((weight) => weight * scale),
  };
}

/** Returns the fold of a site (FNV-1a hash). */
function foldOf(site: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (const sign of site) hash = Math.imul(hash ^ (sign.codePointAt(0) as number), 0x01000193) >>> 0;
  return hash % Math.max(1, folds);
}
