/**
 * Scores extracted texts by what they have in common with gold texts in order: the longest common subsequence of words, and the measures that
 * the density method (`shared/clean/main-text/density-page.ts`) was first evaluated with: the longest common string and subsequence of
 * characters, without white space. Their F1 is averaged over the pages of a site, and then over the sites.
 */
import { commonString, commonSubsequence } from './common-text.ts';

/** Scores of the pages, by site. `strings` and `characters` are F1. */
export type OverlapTally = Map<string, { words: Overlap[]; strings: number[]; characters: number[] }>;
type Overlap = { precision: number; recall: number; f1: number };

const WORD = /[\p{L}\p{N}_]+/gu;
/** Maximum number of words or characters of a text that are compared. */
const MAX_ITEMS = 40_000;

/** Adds the texts of a page. A page without a gold text does not count. */
export function addOverlap(tally: OverlapTally, site: string, gold: string, text: string): void {
  const [theirs, ours] = [wordsOf(gold), wordsOf(text)];
  if (theirs.length === 0) return;
  const scores = tally.get(site) ?? { words: [], strings: [], characters: [] };
  tally.set(site, scores);
  scores.words.push(overlapOf(commonSubsequence(theirs, ours), theirs.length, ours.length));
  const [bareGold, bareText] = [bare(gold), bare(text)];
  const f1 = (common: number) => overlapOf(common, bareGold.length, bareText.length).f1;
  scores.strings.push(f1(commonString(bareGold, bareText)));
  scores.characters.push(f1(commonSubsequence(bareGold.split(''), bareText.split(''))));
}

/** Describes the means. */
export function describeOverlap(tally: OverlapTally): string {
  const sites = [...tally.values()];
  const words = sites.flatMap((site) => site.words);
  const ofWords = (key: keyof Overlap) => mean(words.map((one) => one[key])).toFixed(3);
  const ofSites = (key: 'strings' | 'characters') => mean(sites.map((site) => mean(site[key]))).toFixed(3);
  return (
    `longest common subsequence of words: precision ${ofWords('precision')}, recall ${ofWords('recall')}, F1 ${ofWords('f1')}; ` +
    `of characters: F1 ${ofSites('characters')}; longest common string of characters: F1 ${ofSites('strings')}`
  );
}

function overlapOf(common: number, gold: number, found: number): Overlap {
  const precision = common / Math.max(1, found);
  const recall = common / Math.max(1, gold);
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).slice(0, MAX_ITEMS);
const bare = (text: string): string => text.replace(/\s+/g, '').slice(0, MAX_ITEMS);
const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
