import { type CueTable, packCues } from '../../../shared/clean/main-text/cue-words.ts';

/** Packs a list of words, each followed by its scores: `reply -2 größe 1`. */
export function cuesOf(list: string, width: number): CueTable {
  const parts = list === '' ? [] : list.split(' ');
  const words = new Map<string, number[]>();
  for (let i = 0; i < parts.length; i += width + 1) words.set(parts[i]!, parts.slice(i + 1, i + 1 + width).map(Number));
  return packCues(words, width);
}
