/** Development pages for the main text: what is read, and what each string of a page is to be. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Block } from '../../shared/clean/html/parsed-page.ts';

export type GoldPage = {
  id: string;
  url: string;
  html: string;
  gold: {
    text?: string;
    with?: string[];
    without?: string[];
    title?: string | null;
    author?: string | null;
    date?: string | null;
  };
};

/** @param file JSON Lines, gzipped where its name says so. */
export function readJsonLines<T>(file: string): T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
}

/** What pages of one site share: its host, or the name before the number in the names of the other collection. */
export function siteOf({ id, url }: GoldPage): string {
  const archived = /web\.archive\.org\/web\/[^/]+\/(.*)/.exec(url)?.[1];
  const address = (archived ?? url).replace(/^[a-z]+:(?:\/\/|:)/i, '').replace(/^www\d?\./, '');
  return /^[^/:?#-]+/.exec(address)?.[0] || id.replace(/[-_]?\d+$/, '');
}

const foldText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Labels of a page's blocks: 1 belongs to the text, 0 does not; weight 0 where nobody knows. */
export function labelBlocks(
  { gold }: GoldPage,
  blocks: readonly Block[],
  teachers: readonly string[],
): { labels: Float32Array; weights: Float32Array } {
  const texts = blocks.map((block) => foldText(block.text));
  const labels = new Float32Array(blocks.length);
  const weights = new Float32Array(blocks.length);
  const opinions = (gold.text === undefined ? teachers : [gold.text]).filter((text) => text !== '').map(newLineMatcher);
  for (const [i, text] of texts.entries()) {
    const votes = opinions.map((opinion) => opinion(text));
    const yes = votes.filter((vote) => vote).length;
    labels[i] = votes[0] ? 1 : 0;
    weights[i] = votes.length === 0 ? 0 : yes === 0 || yes === votes.length ? 1 : 0.4;
  }
  const set = (segments: readonly string[], label: number): void => {
    for (const segment of segments) {
      const wanted = foldText(segment);
      const found = [...texts.keys()].filter((i) => (texts[i] as string).includes(wanted));
      // What comes several times may be the text and a teaser of it: the others know which is which.
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
  // A page of thousands of strings is one page.
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) * Math.sqrt(150 / Math.max(20, sum));
  return { labels, weights };
}

/** Short strings must be a whole line of the text; long ones may be a part of it. */
function newLineMatcher(text: string): (block: string) => boolean {
  const whole = foldText(text);
  const lines = new Set(
    text.split('\n').flatMap((line) => {
      const said = line.replace(/^\s*(?:[-*•|#>]|\d+\.)+\s+/, '');
      // A line of a table holds the strings of its cells.
      return said.includes('|')
        ? [foldText(said.replace(/\|/g, ' ')), ...said.split('|').map(foldText)]
        : [foldText(said)];
    }),
  );
  return (block) => lines.has(block) || (block.length >= 25 && whole.includes(block));
}
