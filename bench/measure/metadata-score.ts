/** Scores titles, authors and dates against gold values as `score.py` of the evaluation pages does. */
import { createHash } from 'node:crypto';

/** Fields that are scored. */
export const SCORED_FIELDS = ['title', 'author', 'date'] as const;
export type ScoredField = (typeof SCORED_FIELDS)[number];
export type FieldValues = Partial<Record<ScoredField, string | null>>;

/** Pages with a gold value and those with the right value, by field and group of pages. */
export type FieldTally = Map<string, { gold: number; right: number }>;

/** Minimum similarity of a title or author with the gold value. */
const MIN_SIMILARITY = 0.8;

/** Returns whether a value is right; undefined if there is no gold value. */
export function isRight(field: ScoredField, gold: FieldValues, found: FieldValues): boolean | undefined {
  const [wanted, value] = [gold[field], found[field]];
  // Some sets have `NaN` for an unknown date.
  if (typeof wanted !== 'string' || wanted === '') return undefined;
  if (!value) return false;
  if (field === 'date') return value.slice(0, 10) === wanted.slice(0, 10);
  const [a, b] = [wordsOf(wanted), wordsOf(value)];
  const isSameSet = field === 'author' && [...new Set(a)].sort().join(' ') === [...new Set(b)].sort().join(' ');
  return isSameSet || similarity(a, b) >= MIN_SIMILARITY;
}

/** Adds a result to the groups of its page. */
export function addField(tally: FieldTally, field: ScoredField, groups: readonly string[], right: boolean): void {
  for (const group of groups) {
    const key = `${field} ${group}`;
    const count = tally.get(key) ?? { gold: 0, right: 0 };
    tally.set(key, { gold: count.gold + 1, right: count.right + (right ? 1 : 0) });
  }
}

/** Describes the share of right values of a field: over all pages, for both halves of the sites, and by kind. */
export function fieldScores(tally: FieldTally, field: ScoredField): string {
  const rows = [...tally].filter(([key]) => key.startsWith(`${field} `)).sort(([a], [b]) => (a < b ? -1 : 1));
  return rows
    .map(([key, { gold, right }]) => `${key.slice(field.length + 1)} ${(right / gold).toFixed(3)} (${gold})`)
    .join(', ');
}

/** Returns the half of a site, by a hash of its host: rules are found on the first half and checked on the other. */
export function halfOf(site: string): 'first half' | 'second half' {
  return (createHash('md5').update(site).digest()[0] as number) % 2 === 0 ? 'first half' : 'second half';
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Returns the length of the longest common subsequence as a share of the longer list. */
function similarity(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (const [k, other] of b.entries())
      next.push(word === other ? (row[k] as number) + 1 : Math.max(row[k + 1] as number, next[k] as number));
    row = next;
  }
  return a.length === 0 || b.length === 0 ? 0 : (row[b.length] as number) / Math.max(a.length, b.length);
}
