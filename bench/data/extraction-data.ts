/** Reads development pages for main text extraction and labels their blocks for training. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Block } from '../../shared/clean/html/parsed-page.ts';

/** A page with its gold text, or with segments that its text must (`with`) and must not (`without`) contain. */
export type GoldPage = {
  id: string;
  url: string;
  html: string;
  /** Kind of the page, such as `product`, if the collection tells it. */
  kind?: string;
  gold: {
    text?: string;
    with?: string[];
    without?: string[];
    title?: string | null;
    author?: string | null;
    date?: string | null;
  };
};

/** Maximum size of an unpacked file, in bytes. */
const MAX_BYTES = 2 ** 30;

/** Reads JSON Lines. @param file path; a name that ends with `.gz` or `.xz` is compressed (`.xz` needs the program xz) */
export function readJsonLinesFile<T>(file: string): T[] {
  const bytes = file.endsWith('.xz')
    ? execFileSync('xz', ['-dc', file], { maxBuffer: MAX_BYTES })
    : file.endsWith('.gz')
      ? gunzipSync(readFileSync(file))
      : readFileSync(file);
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
}

/** Returns a key that pages of one site share: the host, or for pages without one the id without its number. */
export function siteOf({ id, url }: GoldPage): string {
  const archived = /web\.archive\.org\/web\/[^/]+\/(.*)/.exec(url)?.[1];
  const address = (archived ?? url).replace(/^[a-z]+:(?:\/\/|:)/i, '').replace(/^www\d?\./, '');
  return /^[^/:?#-]+/.exec(address)?.[0] || id.replace(/[-_]?\d+$/, '');
}

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Labels the blocks of a page: 1 for main text, otherwise 0. The weight is 0 if the label is unknown. */
export function labelBlocks(
  { gold }: GoldPage,
  blocks: readonly Block[],
  teachers: readonly string[],
): { labels: Float32Array; weights: Float32Array } {
  const texts = blocks.map((block) => foldText(block.text));
  const labels = new Float32Array(blocks.length);
  const weights = new Float32Array(blocks.length);
  const matchers = (gold.text === undefined ? teachers : [gold.text]).filter((text) => text !== '').map(newLineMatcher);
  for (const [i, text] of texts.entries()) {
    const votes = matchers.map((matches) => matches(text));
    const yes = votes.filter((vote) => vote).length;
    labels[i] = votes[0] ? 1 : 0;
    weights[i] = votes.length === 0 ? 0 : yes === 0 || yes === votes.length ? 1 : 0.4;
  }
  const set = (segments: readonly string[], label: number): void => {
    for (const segment of segments) {
      const wanted = foldText(segment);
      const found = [...texts.keys()].filter((i) => (texts[i] as string).includes(wanted));
      // Text that occurs several times may be a teaser of itself: the teachers know which one is the text.
      if (label === 1 && found.length > 1) continue;
      for (const i of found) {
        labels[i] = label;
        weights[i] = 3;
      }
    }
  };
  set(gold.without ?? [], 0);
  set(gold.with ?? [], 1);
  let sum = 0;
  for (const [i, { text }] of blocks.entries()) {
    const size = Math.min(3, Math.max(0.5, Math.sqrt(text.length / 48)));
    weights[i] = (weights[i] as number) * size;
    sum += weights[i] as number;
  }
  // Limit the total weight of a page with thousands of blocks.
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) * Math.sqrt(150 / Math.max(20, sum));
  return { labels, weights };
}

/** Returns a function that tells whether a text contains a block. Blocks under 25 characters must be a whole line. */
function newLineMatcher(text: string): (block: string) => boolean {
  const whole = foldText(text);
  const lines = new Set(
    text.split('\n').flatMap((line) => {
      const content = line.replace(/^\s*(?:[-*•|#>]|\d+\.)+\s+/, '');
      // A line of a table contains the blocks of its cells.
      return content.includes('|')
        ? [foldText(content.replace(/\|/g, ' ')), ...content.split('|').map(foldText)]
        : [foldText(content)];
    }),
  );
  return (block) => lines.has(block) || (block.length >= 25 && whole.includes(block));
}
