/** Words of labels, headings, titles and URLs that tell the kind of a page. */
import { cueWords } from '../../../shared/clean/main-text/cue-words.ts';
import { PAGE_KINDS, type PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';
import { declaredUrl, MAX_CUE_TEXT, wordsOfUrl } from '../../../shared/clean/page-kind/page-signals.ts';
import type { Example } from './examples.ts';

const MIN_SITES = 8;
const MAX_WORDS = 1000;
/** Scores are capped at this, positive or negative. */
const MAX_SCORE = 2.5;

/** Returns a function that gives the scores of words for each kind, in the order of `PAGE_KINDS`, without a site. */
export function newKindCueScorer(examples: readonly Example[]): (without?: string) => Map<string, readonly number[]> {
  /** By word: the sites that use it, by kind. */
  const sites = new Map<string, Map<string, Set<number>>>();
  const allSites = PAGE_KINDS.map(() => new Set<string>());
  for (const { page, parsed, site, isSynthetic } of examples) {
    const kind = isSynthetic ? -1 : PAGE_KINDS.indexOf(page.kind as PageKind);
    if (kind === -1) continue;
    allSites[kind]?.add(site);
    const texts = [
      ...parsed.blocks.map(({ text }) => text),
      wordsOfUrl(declaredUrl(parsed)),
      (parsed.title ?? '').slice(0, MAX_CUE_TEXT),
    ];
    const words = new Set(texts.flatMap((text) => (text.length <= MAX_CUE_TEXT ? cueWords(text) : [])));
    for (const word of words) {
      const bySite = sites.get(word) ?? new Map<string, Set<number>>();
      bySite.set(site, (bySite.get(site) ?? new Set()).add(kind));
      sites.set(word, bySite);
    }
  }
  const totals = [...sites].flatMap(([word, bySite]) => {
    if (bySite.size < MIN_SITES) return [];
    const counts = PAGE_KINDS.map(() => 0);
    for (const kinds of bySite.values()) for (const kind of kinds) counts[kind] = (counts[kind] as number) + 1;
    return [{ word, bySite, counts }];
  });
  return (without) => {
    const all = allSites.map((of) => of.size - (without !== undefined && of.has(without) ? 1 : 0));
    const found: { word: string; scores: number[]; rank: number }[] = [];
    for (const { word, bySite, counts } of totals) {
      const own = without === undefined ? undefined : bySite.get(without);
      const left = counts.map((count, kind) => count - (own?.has(kind) ? 1 : 0));
      const scores = left.map((_, kind) => score(left, all, kind));
      const count = left.reduce((a, b) => a + b, 0);
      const mean = scores.reduce((sum, one) => sum + Math.abs(one), 0);
      found.push({ word, scores, rank: mean * Math.sqrt(count) });
    }
    found.sort((a, b) => b.rank - a.rank);
    return new Map(found.slice(0, MAX_WORDS).map(({ word, scores }) => [word, scores]));
  };
}

/** Returns the logarithm of the ratio of the share of the sites with a word, of one kind and of all other kinds. */
function score(counts: readonly number[], all: readonly number[], kind: number): number {
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const own = ((counts[kind] as number) + 0.5) / ((all[kind] as number) + 1);
  const others = (sum(counts) - (counts[kind] as number) + 0.5) / (sum(all) - (all[kind] as number) + 1);
  return Number(Math.max(-MAX_SCORE, Math.min(MAX_SCORE, Math.log(own / others))).toFixed(1));
}
